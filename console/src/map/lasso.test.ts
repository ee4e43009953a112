import { expect, it } from 'vitest';
import { ringOf } from './lasso.ts';

const round = (corners: number, radius: number) =>
  Array.from({ length: corners }, (_, i) => ({
    x: 100 + radius * Math.cos((2 * Math.PI * i) / corners),
    y: 100 + radius * Math.sin((2 * Math.PI * i) / corners),
  }));

it('keeps as many corners of what a hand drew as an address carries', () => {
  expect(ringOf(round(60, 80))).toHaveLength(60);
  expect(ringOf(round(950, 80))?.length).toBeLessThanOrEqual(100);
});

it('a press, or a stroke that encloses nothing, is no ring', () => {
  expect(ringOf(round(2, 80))).toBeNull();
  expect(ringOf(round(40, 3))).toBeNull();
  expect(ringOf(Array.from({ length: 40 }, (_, i) => ({ x: i * 10, y: 5 })))).toBeNull();
});
