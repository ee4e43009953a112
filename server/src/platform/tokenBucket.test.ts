import { expect, it } from 'vitest';
import { openBuckets } from './tokenBucket.ts';

const rate = { perSecond: 10, burst: 3 };

it('lets the burst through at once, then as many as time brings', () => {
  let now = 1_000_000;
  const buckets = openBuckets(rate, () => now);
  expect([1, 2, 3, 4].map(() => buckets.take(7))).toEqual([true, true, true, false]);
  now += 99;
  expect(buckets.take(7)).toBe(false);
  now += 1;
  expect([buckets.take(7), buckets.take(7)]).toEqual([true, false]);
});

it('saves up the burst and no more', () => {
  let now = 0;
  const buckets = openBuckets(rate, () => now);
  buckets.take(7);
  now += 3_600_000;
  expect([1, 2, 3, 4].map(() => buckets.take(7))).toEqual([true, true, true, false]);
});

it('counts each name for itself, and a clock set back brings nothing', () => {
  let now = 10_000;
  const buckets = openBuckets(rate, () => now);
  for (let i = 0; i < 3; i++) buckets.take(1);
  now = 0;
  expect(buckets.take(1)).toBe(false);
  expect(buckets.take(2)).toBe(true);
});
