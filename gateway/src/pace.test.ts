import { expect, it } from 'vitest';
import { Pace } from './pace.ts';

it('lets a burst through, then a steady pace, and forgets who is quiet', () => {
  const pace = new Pace(60, 10);
  expect(pace.take(1, 10, 0)).toBe(0);
  expect(pace.take(1, 1, 0)).toBe(1000);
  expect(pace.take(1, 1, 1000)).toBe(1000);
  expect(pace.take(1, 1, 3000)).toBe(0);
  expect(pace.take(2, 10, 3000)).toBe(0);
  // a clock set back gives nothing and takes nothing
  expect(pace.take(1, 1, 0)).toBe(1000);
  pace.prune(70_000);
  expect(pace.size).toBe(0);
  expect(pace.take(1, 11, 70_000)).toBe(1000);
});

it('makes nobody wait for more than the most debt', () => {
  const pace = new Pace(60, 10, 5);
  expect(pace.take('7 192.0.2.1', 1000, 0)).toBe(5000);
  expect(pace.take('7 192.0.2.2', 1, 0)).toBe(0);
  expect(pace.take('7 192.0.2.1', 0, 5000)).toBe(0);
});

it('covers only as many at once as are left, and what may be owed', () => {
  const pace = new Pace(60, 10);
  expect([pace.covers(1, 10, 0, 0), pace.covers(1, 11, 0, 0), pace.covers(1, 11, 0, 1)]).toEqual([true, false, true]);
  pace.take(1, 8, 0);
  expect([pace.covers(1, 2, 0, 0), pace.covers(1, 3, 0, 0), pace.covers(1, 3, 1000, 0)]).toEqual([true, false, true]);
});

it('allows what is left and what may be owed, and counts it when it is taken only', () => {
  const pace = new Pace(60, 10);
  expect(pace.allows(1, 500, 0, 0)).toBe(true);
  expect(pace.take(1, 12, 0)).toBe(2000);
  expect(pace.allows(1, 1, 0, 2)).toBe(false);
  expect(pace.allows(1, 1, 1000, 2)).toBe(true);
  expect(pace.allows(1, 2, 1000, 2)).toBe(false);
  expect(pace.allows(1, 1, 2000, 0)).toBe(false);
  expect(pace.allows(1, 1, 3000, 0)).toBe(true);
});
