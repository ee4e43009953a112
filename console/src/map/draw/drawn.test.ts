import type { Outline } from '@plomb/contract/lock/outline';
import { describe, expect, it } from 'vitest';
import { circleRing } from '../areaFeatures.ts';
import {
  circleOf,
  cornersOf,
  extentOf,
  markOf,
  metresBetween,
  nudged,
  pixelsTo,
  placed,
  placesIn,
  typedOf,
  withCorner,
} from './drawn.ts';

describe('what is drawn on the map', () => {
  it.each([
    [[121.80384999, 29.94], 800],
    [[-70.5, -33.4], 100_000],
    [[0, 0], 20],
  ] as const)('is the circle it was: %s, %i m', ([lon, lat], radius) => {
    const circle = circleOf(circleRing([lon, lat], radius), null);
    expect(circle).toEqual({ shape: 'circle', centre: placed([lon, lat]), radius });
  });
  it('is no circle larger or smaller than one that is kept', () => {
    expect(circleOf(circleRing([120, 30], 3), null)).toMatchObject({ radius: 20 });
    expect(circleOf(circleRing([120, 30], 300_000), null)).toMatchObject({ radius: 100_000 });
  });
  it('keeps its radius where it is moved', () => {
    expect(circleOf(circleRing([120, 40], 900), 800)).toMatchObject({ radius: 800 });
  });
  it('has no corner twice because GeoJSON has', () => {
    const ring = [
      [120, 30],
      [120.1, 30],
      [120, 30.1],
      [120, 30],
    ];
    expect(cornersOf(ring, true)).toHaveLength(3);
    expect(cornersOf(ring, false)).toHaveLength(4);
  });
  it('lies where longitudes are, though the map goes round the world', () => {
    expect([placed([481.8, 29.9]), placed([-200, 0]), placed([179.999999, 0])]).toEqual([
      [121.8, 29.9],
      [160, 0],
      [180, 0],
    ]);
  });
  it('grows by a corner, and a circle moves', () => {
    const one = withCorner(null, 'polygon', [120, 30]);
    expect(withCorner(one, 'polygon', [121, 30])).toEqual({
      shape: 'polygon',
      points: [
        [120, 30],
        [121, 30],
      ],
    });
    const circle = { ...withCorner(null, 'circle', [120, 30]), radius: 900 } as Outline;
    expect(withCorner(circle, 'circle', [121, 30])).toEqual({ shape: 'circle', centre: [121, 30], radius: 900 });
    expect(withCorner(withCorner(null, 'line', [120, 30]), 'line', [121, 30])).toMatchObject({ width: 200 });
  });
  it('is seen before it is whole', () => {
    expect(markOf(1, '', withCorner(null, 'polygon', [120, 30])).geometry).toEqual({
      type: 'LineString',
      coordinates: [
        [120, 30],
        [120, 30],
      ],
    });
  });
  it('fits into the view whole', () => {
    const [sw, ne] = extentOf({ shape: 'circle', centre: [120, 30], radius: 1000 });
    expect(metresBetween([sw![0], 30], [ne![0], 30])).toBeCloseTo(2000, 0);
  });
  it.each([
    [
      '121.80000, 29.90000\n121.9 29.9',
      [
        [121.8, 29.9],
        [121.9, 29.9],
      ],
    ],
    [
      '121.8，29.9； 121.9，29.9',
      [
        [121.8, 29.9],
        [121.9, 29.9],
      ],
    ],
    ['', []],
    ['121.8', null],
    ['29.9, 121.8', null],
    ['here, there', null],
  ])('is typed: %j', (typed, places) => expect(placesIn(typed)).toEqual(places));
  it('reads what it writes', () => {
    const points: [number, number][] = [
      [121.80385, 29.94],
      [-0.00001, -33],
    ];
    expect(placesIn(typedOf(points))).toEqual(points);
  });
});

it('a place so many pixels from another is that far on the picture', () => {
  for (const at of [
    [121.5, 31.2],
    [-70.5, -33.4],
  ] as const)
    for (const by of [
      [60, -40],
      [-7, 80],
    ] as const) {
      const there = pixelsTo([...at], nudged([...at], by, 7.5), 7.5);
      expect([Math.round(there[0]), Math.round(there[1])]).toEqual(by);
    }
});
