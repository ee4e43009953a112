import { expect, test } from 'vitest';
import { circleRing, fenceCollection, pixelsAtZoom0, placeCollection, trackCollection } from './areaFeatures.ts';

const EARTH = 6_371_008.8;
const metres = ([lon1 = 0, lat1 = 0]: number[], [lon2 = 0, lat2 = 0]: number[]): number => {
  const [a, b, d] = [lat1, lat2, lon2 - lon1].map((x) => (x * Math.PI) / 180) as [number, number, number];
  return EARTH * Math.acos(Math.min(1, Math.sin(a) * Math.sin(b) + Math.cos(a) * Math.cos(b) * Math.cos(d)));
};

test.each([
  ['Shanghai', [121.47, 31.23]],
  ['Mohe', [122.54, 52.97]],
  ['the equator', [105, 0]],
])('a circle is as wide as it says in %s', (_, centre) => {
  const ring = circleRing(centre, 5000);
  for (const point of ring) expect(metres(centre, point)).toBeCloseTo(5000, -1);
  expect(ring.at(-1)).toEqual(ring[0]);
});

test('a corridor is drawn as wide as the ground', () => {
  expect(pixelsAtZoom0(2 * Math.PI * EARTH, 0)).toBeCloseTo(512);
  expect(pixelsAtZoom0(1000, 60)).toBeCloseTo(2 * pixelsAtZoom0(1000, 0));
});

test('a fence has its shape and one point for its name', () => {
  const { features } = fenceCollection([
    {
      id: 1,
      name: 'G42',
      geometry: {
        type: 'LineString',
        coordinates: [
          [120, 31],
          [121, 31],
          [122, 31],
        ],
      },
      radius: 500,
    },
    { id: 2, name: 'Port', geometry: { type: 'Point', coordinates: [121, 30] }, radius: 800 },
  ]);
  expect(features.map((f) => f.geometry.type)).toEqual(['LineString', 'Point', 'Polygon', 'Point']);
  expect(features[1]?.geometry).toEqual({ type: 'Point', coordinates: [121, 31] });
  expect(features[0]?.properties?.width0).toBeGreaterThan(0);
});

test('an area says on its shape and its name that it is named from afar, and no other does', () => {
  const port = { id: 2, name: 'Port', geometry: { type: 'Point' as const, coordinates: [121, 30] }, radius: 800 };
  const { features } = fenceCollection([{ ...port, afar: true }, port]);
  expect(features.map((f) => f.properties?.afar)).toEqual([true, true, undefined, undefined]);
});

test('an area without a name stands in the way of no name, and a place says whether it is named from afar', () => {
  const geometry = { type: 'Point' as const, coordinates: [121, 30] };
  expect(fenceCollection([{ id: 1, name: '', geometry, radius: 800 }]).features.map((f) => f.geometry.type)).toEqual([
    'Polygon',
  ]);
  const { features } = placeCollection([
    { id: 1, name: 'Port', at: [121, 30], afar: true },
    { id: 2, name: 'Gate', at: [121, 30] },
  ]);
  expect(features.map((f) => f.properties?.afar)).toEqual([true, false]);
});

test('what is looked at says how far beyond its edge a lock is out, in pixels of the ground', () => {
  const [corridor, , circle] = fenceCollection([
    {
      ...{ id: 1, name: 'G42', radius: 300, margin: 50 },
      geometry: {
        type: 'LineString',
        coordinates: [
          [120, 0],
          [121, 0],
        ],
      },
    },
    { id: 2, name: 'Port', geometry: { type: 'Point', coordinates: [121, 0] }, radius: 800, margin: 50 },
  ]).features;
  expect(corridor?.properties?.width0).toBeCloseTo(pixelsAtZoom0(600, 0));
  expect(corridor?.properties?.gap0).toBeCloseTo(pixelsAtZoom0(700, 0));
  // a negative offset is outwards
  expect(circle?.properties?.out0).toBeCloseTo(-pixelsAtZoom0(50, 0));
});

test('a track of one point is no line', () => {
  expect(trackCollection([{ id: 'a', points: [[120, 31]] }]).features).toEqual([]);
});
