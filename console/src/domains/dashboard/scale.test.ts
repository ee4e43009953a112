import { expect, it } from 'vitest';
import { scaleTo } from './scale.ts';

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [33, [0, 10, 20, 30, 40]],
  [480, [0, 100, 200, 300, 400, 500]],
  [500, [0, 100, 200, 300, 400, 500]],
  [280_001, [0, 100_000, 200_000, 300_000]],
])('to %i it counts in whole steps that people know', (most, lines) => {
  expect(scaleTo(most)).toEqual(lines);
});

it('reaches every figure with at most five steps and no broken ones', () => {
  for (let most = 0; most < 3000; most++) {
    const lines = scaleTo(most);
    expect(lines.at(-1)).toBeGreaterThanOrEqual(most);
    expect(lines.length).toBeLessThanOrEqual(6);
    expect(lines.every(Number.isInteger)).toBe(true);
  }
});
