import { expect, it } from 'vitest';
import { shortTime } from './shortTime.ts';

it('shortens a time by what today makes plain', () => {
  const now = new Date(2026, 10, 21, 12, 0).getTime();
  const of = (...args: [number, number, number, number, number]): string =>
    shortTime(new Date(...args).toISOString(), now);
  expect([of(2026, 10, 21, 9, 5), of(2026, 10, 20, 9, 5), of(2025, 10, 20, 9, 5)]).toEqual([
    '09:05',
    '11-20 09:05',
    '2025-11-20 09:05',
  ]);
});
