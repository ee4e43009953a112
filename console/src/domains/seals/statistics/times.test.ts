import { expect, it } from 'vitest';
import { roundUp } from './times.ts';

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
