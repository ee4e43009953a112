import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature, type Topology } from 'topojson-client';
import { describe, expect, it } from 'vitest';
import { borderAt, headingBetween, isInside, type LonLat, metresBetween, placeAt } from './corridor.ts';
import { orgKeys, regionFences, regions } from './regions.ts';

const corridors = orgKeys.flatMap((org) =>
  regions[org].corridors.map((corridor) => ({ name: `${org} ${corridor.name}`, org, corridor })),
);

/** The land as the offline base map draws it, from the same source: rings, the first of each part around the rest. */
const land = (() => {
  const world: Topology = JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve('world-atlas/countries-10m.json'), 'utf8'),
  );
  const whole = feature(world, world.objects.land!);
  const parts = (whole.type === 'FeatureCollection' ? whole.features : [whole]).flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon' ? geometry.coordinates : geometry.type === 'Polygon' ? [geometry.coordinates] : [],
  );
  return parts as unknown as readonly (readonly (readonly LonLat[])[])[];
})();

describe.each(corridors)('$name', ({ org, corridor }) => {
  const { vertices, line, stops, length } = corridor;

  it('stays within its region', () => {
    const [west, south, east, north] = regions[org].bounds;
    for (const [lon, lat] of line) {
      expect(lon).toBeGreaterThan(west);
      expect(lon).toBeLessThan(east);
      expect(lat).toBeGreaterThan(south);
      expect(lat).toBeLessThan(north);
    }
  });

  it('is on land wherever the offline map is looked at', () => {
    const wet = line.filter(
      (point) => !land.some((rings) => rings.filter((ring) => isInside(point, ring)).length % 2 === 1),
    );
    expect(wet).toEqual([]);
  });

  it('has no jumps and no hairpins', () => {
    for (let i = 1; i < vertices.length; i++) {
      const gap = metresBetween(vertices[i - 1]!, vertices[i]!);
      expect(gap).toBeGreaterThan(800);
      expect(gap).toBeLessThan(6500);
      if (i < 2) continue;
      const turn = Math.abs(
        headingBetween(vertices[i - 2]!, vertices[i - 1]!) - headingBetween(vertices[i - 1]!, vertices[i]!),
      );
      expect(Math.min(turn, 360 - turn)).toBeLessThan(60);
    }
  });

  it('is drawn through its vertices', () => {
    for (const vertex of vertices) expect(line.some((point) => metresBetween(point, vertex) < 1)).toBe(true);
  });

  it('begins and ends at a depot', () => {
    expect(stops[0]).toMatchObject({ kind: 'depot', at: 0 });
    expect(stops.at(-1)).toMatchObject({ kind: 'depot', at: length });
    expect(length).toBeGreaterThan(30_000);
  });

  it('leaves the fence of its region only where it is meant to', () => {
    const outside = line.filter((point) => !isInside(point, regionFences[org].points));
    expect(outside.length > 0).toBe(corridor.strays);
    expect(isInside(line[0]!, regionFences[org].points)).toBe(true);
  });
});

it('finds where a corridor leaves a fence', () => {
  const { points } = regionFences.xa;
  const stray = regions.xa.corridors.find((one) => one.strays)!;
  const border = borderAt(stray, points);
  const [before, after] = [placeAt(stray, border - 2000), placeAt(stray, border + 10)];
  expect(isInside([before.lon, before.lat], points)).toBe(true);
  expect(isInside([after.lon, after.lat], points)).toBe(false);
  const home = regions.xa.corridors[0]!;
  expect(borderAt(home, points)).toBe(home.length);
});

describe('a place on a corridor', () => {
  const corridor = regions.sh.corridors[0]!;

  it('is the vertex at its distance', () => {
    const i = 50;
    const place = placeAt(corridor, corridor.distances[i]!);
    expect(metresBetween([place.lon, place.lat], corridor.line[i]!)).toBeLessThan(0.01);
  });

  it('does not run over the ends', () => {
    const [first, last] = [corridor.line[0]!, corridor.line.at(-1)!];
    const before = placeAt(corridor, -500);
    const after = placeAt(corridor, corridor.length + 500);
    expect([before.lon, before.lat]).toEqual([...first]);
    expect(metresBetween([after.lon, after.lat], last)).toBeLessThan(0.01);
  });

  it('heads where the road goes', () => {
    expect(headingBetween([120, 30], [120, 31])).toBe(0);
    expect(headingBetween([120, 30], [121, 30])).toBeCloseTo(90, 5);
    expect(headingBetween([120, 30], [119, 30])).toBeCloseTo(270, 5);
  });
});

it('closes its fences', () => {
  for (const org of orgKeys) expect(regionFences[org].points.at(-1)).toEqual(regionFences[org].points[0]);
});
