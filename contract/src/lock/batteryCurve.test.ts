import { expect, it } from 'vitest';
import { BatteryCurve, lithiumCell, percentAt } from './batteryCurve.ts';

it('has at its points what they say, a straight line between two, and beyond its ends what they say', () => {
  expect([3.2, 3.5, 3.825, 4.15, 4.4].map((volts) => percentAt(lithiumCell, volts))).toEqual([0, 0, 50, 100, 100]);
  const bent: BatteryCurve = [
    [3, 5],
    [3.6, 20],
    [3.7, 80],
    [4.2, 95],
  ];
  expect([2, 3, 3.2, 3.6, 3.65, 3.7, 4.2, 5].map((volts) => percentAt(bent, volts))).toEqual([
    5, 5, 10, 20, 50, 80, 95, 95,
  ]);
});

it.each([
  [[[3.5, 0]], 'batteryCurve'],
  [
    [
      [3.5, 0],
      [3.5, 100],
    ],
    'batteryCurve',
  ],
  [
    [
      [4.15, 0],
      [3.5, 100],
    ],
    'batteryCurve',
  ],
  [
    [
      [3.5, 50],
      [4.15, 50],
    ],
    'batteryCurve',
  ],
  [
    [
      [3.5, 100],
      [4.15, 0],
    ],
    'batteryCurve',
  ],
  [Array.from({ length: 11 }, (_, at) => [3 + at / 10, at]), 'batteryCurve'],
])('%j is none', (points, error) => {
  expect(BatteryCurve.safeParse(points).error?.issues[0]?.message).toBe(error);
});

it('has volts and percent that a battery can have', () => {
  for (const point of [
    [0.9, 0],
    [61, 0],
    [3.5, -1],
    [3.5, 0.5],
    [null, 0],
  ])
    expect(BatteryCurve.safeParse([point, [62, 101]]).success).toBe(false);
  expect(BatteryCurve.safeParse(lithiumCell).success).toBe(true);
});
