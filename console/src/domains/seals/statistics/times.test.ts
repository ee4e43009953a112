import { expect, it } from 'vitest';
import { roundUp, timeName, timeTick, zoneNamed } from './times.ts';

it.each([
  [0, 1],
  [1, 1],
  [3, 4],
  [7, 10],
  [41, 50],
  [351, 400],
  [1229, 2000],
])('an axis of %i ends at %i', (most, end) => {
  expect(roundUp(most)).toBe(end);
});

it('a day and a month are called as where they were counted, an hour as where one looks from', () => {
  // midnight of the first of November in Shanghai, still October in the west of it
  const start = '2026-10-31T16:00:00.000Z';
  const counted = (span: 'hour' | 'day' | 'month') => zoneNamed(span, 'Asia/Shanghai');
  expect(timeTick(start, 'day', counted('day'))).toBe('11-01');
  expect(timeTick(start, 'month', counted('month'))).toBe('2026-11');
  expect(timeName(start, 'month', 'en', counted('month'))).toBe('November 2026');
  expect(timeTick(start, 'hour', counted('hour'))).toBe(timeTick(start, 'hour', undefined));
  expect(timeTick('2026-11-01T08:15:00.000Z', 'hour', 'UTC')).toBe('08:15');
});
