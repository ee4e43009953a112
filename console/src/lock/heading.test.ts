import { expect, it } from 'vitest';
import { isMoving, windOf } from './heading.ts';

it('calls a lock moving only while its word is fresh and its speed more than trembling', () => {
  expect([0, 2.9, 3, null].map((velocity) => isMoving({ velocity }, 'online'))).toEqual([false, false, true, false]);
  for (const connection of ['sleeping', 'late', 'offline'] as const)
    expect(isMoving({ velocity: 62 }, connection)).toBe(false);
});

it.each([
  [0, 'n'],
  [22, 'n'],
  [23, 'ne'],
  [180, 's'],
  [359, 'n'],
  [-90, 'w'],
])('%i° is %s', (degrees, wind) => expect(windOf(degrees)).toBe(wind));
