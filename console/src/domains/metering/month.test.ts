import { expect, it } from 'vitest';
import { moved, relief, weeksOf } from './month.ts';

it('a month lies in six weeks that begin on Monday', () => {
  const weeks = weeksOf('2026-11-20');
  expect(weeks).toHaveLength(6);
  expect(weeks[0]![0]).toBe('2026-10-26');
  expect(weeks[5]![6]).toBe('2026-12-06');
  // one that begins on a Monday has no day of the month before
  expect(weeksOf('2026-06-15')[0]![0]).toBe('2026-06-01');
});

it('goes from day to day and from month to month, also over the end of one', () => {
  expect(moved('2026-11-30', 1, 'day')).toBe('2026-12-01');
  expect(moved('2026-01-31', 1, 'month')).toBe('2026-02-28');
});

it('whoever has too much can give to whoever has most room, and no more than fits', () => {
  const people = [
    { operator_id: 1, week: 23 },
    { operator_id: 2, week: 14 },
    { operator_id: null, week: 90 },
  ];
  expect(relief(people, 20)).toMatchObject({ from: { operator_id: 1 }, to: { operator_id: 2 }, over: 3, count: 3 });
  expect(relief(people, 15)).toMatchObject({ over: 8, count: 1 });
  expect(relief(people, 30)).toBeNull();
  expect(relief([{ operator_id: 1, week: 23 }], 20)).toBeNull();
});
