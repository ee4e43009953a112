import { expect, it } from 'vitest';
import { areaOf, lineOf, pointsOf } from './areaTyped.ts';

it.each([
  [
    '121.4, 31.2\n121.5 31.2;121.5，31.3',
    [
      [121.4, 31.2],
      [121.5, 31.2],
      [121.5, 31.3],
    ],
  ],
  ['', []],
  ['here', [[Number.NaN, Number.NaN]]],
  ['121.4, 31.2, 5', [[Number.NaN, Number.NaN]]],
])('reads corners: %j', (text, points) => expect(pointsOf(text)).toEqual(points));

it('writes a place of the map beyond the date line as it is on earth', () => {
  expect(lineOf([190, -20])).toBe('-170.00000, -20.00000');
  expect(lineOf([-190.5, 0])).toBe('169.50000, 0.00000');
});

it('makes the area that is ordered: a circle has one middle', () => {
  const square = '0, 0\n0, 1\n1, 1';
  expect(areaOf({ points: square })).toEqual({
    shape: 'polygon',
    points: [
      [0, 0],
      [0, 1],
      [1, 1],
    ],
  });
  expect(areaOf({ shape: 'circle', points: '121, 31', radius: '50' })).toEqual({
    shape: 'circle',
    centre: [121, 31],
    radius: 50,
  });
  expect(areaOf({ shape: 'circle', points: square, radius: '50' }).centre).toBeUndefined();
});
