import { describe, expect, it } from 'vitest';
import { areaOf, lengthOf, measuredCollection } from './measured.ts';

const earth = 6_371_008.8;
const degree = (Math.PI / 180) * earth;

describe('a way', () => {
  it.each([
    [
      'a degree of the equator',
      [
        [0, 0],
        [1, 0],
      ],
      degree,
    ],
    [
      'a degree of a parallel, shorter than on the map',
      [
        [10, 60],
        [11, 60],
      ],
      degree * 0.5,
    ],
    [
      'over the date line',
      [
        [179.5, 0],
        [-179.5, 0],
      ],
      degree,
    ],
    [
      'from pole to pole',
      [
        [0, 90],
        [100, -90],
      ],
      180 * degree,
    ],
    ['of one place', [[5, 5]], 0],
    ['of none', [], 0],
  ] as const)('%s', (_, points, metres) => {
    expect(lengthOf(points)).toBeCloseTo(metres, -2);
  });

  it('through several places is the sum of its pieces', () => {
    expect(
      lengthOf([
        [0, 0],
        [1, 0],
        [1, 1],
      ]),
    ).toBeCloseTo(2 * degree, -1);
  });
});

describe('an area', () => {
  it('is an eighth of the earth between the equator, two meridians and a pole', () => {
    expect(
      areaOf([
        [0, 0],
        [90, 0],
        [90, 89.9999999],
      ]) /
        (4 * Math.PI * earth ** 2),
    ).toBeCloseTo(1 / 8, 4);
  });
  it('of a small square is its sides, either way round, and over the date line', () => {
    const side = 0.01;
    const square = (lon: number): [number, number][] => [
      [lon, 0],
      [lon + side > 180 ? lon + side - 360 : lon + side, 0],
      [lon + side > 180 ? lon + side - 360 : lon + side, side],
      [lon, side],
    ];
    for (const ring of [square(20), square(20).toReversed(), square(179.995)])
      expect(areaOf(ring) / (side * degree) ** 2).toBeCloseTo(1, 4);
  });
  it('of two places is none', () => {
    expect(
      areaOf([
        [0, 0],
        [1, 1],
      ]),
    ).toBe(0);
  });
});

describe('what the map draws of it', () => {
  const drawn = (points: [number, number][], isArea: boolean) =>
    measuredCollection(points, isArea, (metres) => `${Math.round(metres / 1000)} km`).features;
  const labels = (points: [number, number][], isArea: boolean) =>
    drawn(points, isArea).flatMap(({ properties }) => properties?.label ?? []);

  it('names every piece, and of an area the closing one too', () => {
    const corners: [number, number][] = [
      [0, 0],
      [1, 0],
      [1, 1],
    ];
    expect(labels(corners, false)).toEqual(['111 km', '111 km']);
    expect(labels(corners, true)).toEqual(['111 km', '111 km', '157 km']);
    expect(drawn(corners, true).some(({ geometry }) => geometry.type === 'Polygon')).toBe(true);
    expect(drawn(corners, false).some(({ geometry }) => geometry.type === 'Polygon')).toBe(false);
  });

  it('bends a long way as the earth does, and runs on over the date line', () => {
    const line = drawn(
      [
        [170, 50],
        [-170, 50],
      ],
      false,
    ).find(({ geometry }) => geometry.type === 'LineString');
    const places = line?.geometry.type === 'LineString' ? line.geometry.coordinates : [];
    expect(places.at(-1)?.[0]).toBeCloseTo(190, 6);
    expect(Math.max(...places.map(([, lat = 0]) => lat))).toBeGreaterThan(50.2);
  });

  it('is a corner alone while there is one', () => {
    expect(drawn([[1, 2]], true).map(({ geometry }) => geometry.type)).toEqual(['Point']);
  });
});
