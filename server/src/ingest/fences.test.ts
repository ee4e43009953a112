import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areaOf, nearest, sideOf } from './fences.ts';

const metrePerDegree = 111_195;
const area = (geometry: unknown, radius: number | null = null) => {
  const made = areaOf(geometry, radius);
  if (!made) throw new Error('no area');
  return made;
};
const square = (x: number, y: number, half: number) => [
  [x - half, y - half],
  [x + half, y - half],
  [x + half, y + half],
  [x - half, y + half],
  [x - half, y - half],
];

describe('areas', () => {
  it('polygon: zero inside, metres to the nearest edge outside, holes are outside', () => {
    const yard = area({ type: 'Polygon', coordinates: [square(121, 0, 1), square(121, 0, 0.1)] });
    expect(yard(121.5, 0.5)).toBe(0);
    expect(yard(122.01, 0)).toBeCloseTo(0.01 * metrePerDegree, -1);
    expect(yard(121, 0.09)).toBeCloseTo(0.01 * metrePerDegree, -1);
  });
  it('polygon at 60° north: a degree of longitude is half as long', () => {
    const yard = area({ type: 'Polygon', coordinates: [square(30, 60, 1)] });
    expect(yard(31.01, 60)).toBeCloseTo(0.005 * metrePerDegree, -1);
  });
  it('polygon across the 180th meridian, asked from both sides', () => {
    const yard = area({
      type: 'Polygon',
      coordinates: [
        [
          [179, -1],
          [-179, -1],
          [-179, 1],
          [179, 1],
          [179, -1],
        ],
      ],
    });
    expect([yard(179.5, 0), yard(-179.5, 0), yard(180, 0), yard(-180, 0)]).toEqual([0, 0, 0, 0]);
    expect(yard(-178.99, 0)).toBeCloseTo(0.01 * metrePerDegree, -1);
    expect(yard(178.99, 0)).toBeCloseTo(0.01 * metrePerDegree, -1);
    expect(yard(0, 0)).toBeGreaterThan(10_000_000);
  });
  it('a ring left open is closed', () => {
    const yard = area({ type: 'Polygon', coordinates: [square(10, 10, 1).slice(0, 4)] });
    expect(yard(10, 10)).toBe(0);
    expect(yard(8.99, 10)).toBeGreaterThan(1000);
  });
  it('circle: metres beyond the radius', () => {
    const depot = area({ type: 'Point', coordinates: [121, 31] }, 1000);
    expect(depot(121, 31.008)).toBe(0);
    expect(depot(121, 32)).toBeCloseTo(metrePerDegree - 1000, -1);
  });
  it('corridor: the radius on each side and around the ends', () => {
    const road = area(
      {
        type: 'LineString',
        coordinates: [
          [120, 0],
          [121, 0],
          [121, 1],
        ],
      },
      500,
    );
    expect(road(120.5, 0.004)).toBe(0);
    expect(road(120.5, 0.01)).toBeCloseTo(0.01 * metrePerDegree - 500, -1);
    expect(road(119.99, 0)).toBeCloseTo(0.01 * metrePerDegree - 500, -1);
    expect(road(121.004, 0.5)).toBe(0);
  });
  it.each([
    ['a circle without radius', { type: 'Point', coordinates: [1, 1] }, null],
    [
      'a line with radius 0',
      {
        type: 'LineString',
        coordinates: [
          [1, 1],
          [2, 2],
        ],
      },
      0,
    ],
    ['a line of one point', { type: 'LineString', coordinates: [[1, 1]] }, 5],
    [
      'a polygon of two points',
      {
        type: 'Polygon',
        coordinates: [
          [
            [1, 1],
            [2, 2],
            [1, 1],
          ],
        ],
      },
      null,
    ],
    ['coordinates that are no numbers', { type: 'Point', coordinates: ['1', '1'] }, 5],
    ['something else', { type: 'MultiPoint', coordinates: [[1, 1]] }, 5],
    ['nothing', null, 5],
  ])('%s is none', (_, geometry, radius) => {
    expect(areaOf(geometry, radius)).toBeNull();
  });
  it('a convex polygon holds every mixture of its corners', () => {
    const corner = fc.double({ min: 0.05, max: 0.95, noNaN: true });
    fc.assert(
      fc.property(
        corner,
        corner,
        fc.double({ min: -179, max: 178, noNaN: true }),
        fc.double({ min: -80, max: 79, noNaN: true }),
        (u, v, x, y) => {
          const yard = area({
            type: 'Polygon',
            coordinates: [
              [
                [x, y],
                [x + 1, y],
                [x + 1, y + 1],
                [x, y + 1],
                [x, y],
              ],
            ],
          });
          expect(yard(x + u, y + v)).toBe(0);
          expect(yard(x - u, y + v)).toBeGreaterThan(0);
        },
      ),
    );
  });
});

describe('a side', () => {
  it('is outside beyond the margin, inside without a metre, and nothing between', () => {
    const out = (metres: number) => () => metres;
    expect([0, 1, 50, 51].map((metres) => sideOf(out(metres), 0, 0))).toEqual([true, null, null, false]);
  });
  it('is decided by the box around an area as by the area itself, on its edges, over the 180th meridian and by the poles', () => {
    const metre = 1 / metrePerDegree;
    const off = fc.double({ min: -4, max: 4, noNaN: true });
    const shapes = fc.oneof(
      fc.record({ type: fc.constant('Point'), radius: fc.constantFrom(30, 5000) }),
      fc.record({ type: fc.constant('LineString'), radius: fc.constantFrom(30, 5000) }),
      fc.record({ type: fc.constant('Polygon'), radius: fc.constant(null) }),
    );
    const middles = fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(-180, 180, 179.999));
    // too many to be looked at one after another, and none of them ever near
    const far = Array.from({ length: 20 }, () => ({ area: area({ type: 'Point', coordinates: [1, 1] }, 5) }));
    const heights = fc.oneof(fc.double({ min: -80, max: 80, noNaN: true }), fc.constantFrom(-89.9, 89.9, 0));
    fc.assert(
      fc.property(
        shapes,
        middles,
        heights,
        fc.constantFrom(100, 20_000),
        off,
        off,
        ({ type, radius }, x, y, size, u, v) => {
          const up = size * metre;
          const aside = up / Math.cos((y * Math.PI) / 180);
          const corners = [
            [x, y],
            [x + aside, y],
            [x + aside, y - Math.sign(y || 1) * up],
            [x, y],
          ];
          const coordinates = { Point: corners[0], LineString: corners.slice(0, 3), Polygon: [corners] }[type];
          const yard = area({ type, coordinates }, radius);
          const reach = (size + (radius ?? 0) + 50) * metre;
          const [lon, lat] = [
            x + (u * reach) / Math.cos((y * Math.PI) / 180),
            Math.max(-90, Math.min(90, y + v * reach)),
          ];
          const metres = yard(lon, lat);
          expect(sideOf(yard, lon, lat)).toBe(metres === 0 ? true : metres > 50 ? false : null);
          const one = { area: yard };
          for (const all of [[one], [...far, one]]) if (metres <= 50) expect(nearest(all)(lon, lat)).toContain(one);
        },
      ),
      { numRuns: 5000 },
    );
  });
  it('of many is found by an index as by each of them in turn', () => {
    const coordinate = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
    const circle = fc.record({ lon: coordinate(181), lat: coordinate(90), radius: fc.constantFrom(1000, 900_000) });
    fc.assert(
      fc.property(
        fc.array(circle, { minLength: 17, maxLength: 60 }),
        coordinate(180),
        coordinate(90),
        (circles, lon, lat) => {
          const areas = circles.map((c) => area({ type: 'Point', coordinates: [c.lon, c.lat] }, c.radius));
          const all = areas.map((one) => ({ area: one }));
          const near = nearest(all)(lon, lat);
          expect(new Set(near).size).toBe(near.length);
          const within = all.filter(({ area: one }) => one(lon, lat) <= 50);
          expect(within.filter((one) => !near.includes(one))).toEqual([]);
        },
      ),
      { numRuns: 1000 },
    );
  });
  it('looks at no corner of what is far away', () => {
    const yard = area({ type: 'Polygon', coordinates: [square(121, 31, 0.1)] });
    expect(yard(100, 31, true)).toBe(Number.POSITIVE_INFINITY);
    expect(yard(121.1004, 31, true)).toBe(yard(121.1004, 31));
  });
});
