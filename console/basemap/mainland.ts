/// <reference path="./sources.d.ts" />
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Position } from 'geojson';
import { merge, type Topology } from 'topojson-client';

/** Vendors do not shift these as they shift the mainland. */
const apart = new Set(['HK', 'MO', 'TW']);
/** Degrees: one to two kilometres, of what the source itself is worth at a border. */
const TOLERANCE = 0.012;
/** Islands smaller than this, in square degrees, go with the sea around them. */
const SMALLEST = 0.02;

const away = ([x = 0, y = 0]: Position, [ax = 0, ay = 0]: Position, [bx = 0, by = 0]: Position): number => {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
};
/** Douglas and Peucker. */
const simple = (line: Position[]): Position[] => {
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last || line.length < 3) return line;
  let [most, at] = [0, 0];
  for (let i = 1; i < line.length - 1; i++) {
    const d = away(line[i]!, first, last);
    if (d > most) [most, at] = [d, i];
  }
  if (most < TOLERANCE) return [first, last];
  return [...simple(line.slice(0, at + 1)).slice(0, -1), ...simple(line.slice(at))];
};
const areaOf = (ring: Position[]): number =>
  Math.abs(
    ring.reduce((sum, [x = 0, y = 0], i) => {
      const [nx = 0, ny = 0] = ring[(i + 1) % ring.length]!;
      return sum + x * ny - nx * y;
    }, 0),
  ) / 2;

/** Outlines of the Chinese mainland, each as longitude and latitude in turn, in hundredths of a degree. */
export const mainlandRings = (): number[][] => {
  const china: Topology = JSON.parse(readFileSync(`${import.meta.dirname}/cn-provinces.topojson`, 'utf8'));
  const all = china.objects['cn-dcw'] as { type: string; geometries?: { properties: { code: string } }[] };
  const own = (all.geometries ?? []).filter(({ properties }) => !apart.has(properties.code));
  const { coordinates } = merge(china, own);
  return coordinates
    .map(([ring]) => ring!)
    .filter((ring) => areaOf(ring) > SMALLEST)
    .map((ring) => {
      const half = Math.floor(ring.length / 2);
      // a ring ends where it begins: its two halves are lines
      return [...simple(ring.slice(0, half + 1)).slice(0, -1), ...simple(ring.slice(half)).slice(0, -1)].flatMap(
        ([x = 0, y = 0]) => [Math.round(x * 100), Math.round(y * 100)],
      );
    });
};

if (import.meta.main) {
  const out = resolve(`${import.meta.dirname}/../src/map/mainland.json`);
  const rings = mainlandRings();
  writeFileSync(out, `${JSON.stringify(rings)}\n`);
  console.log(`${out}: ${rings.length} outlines, ${rings.flat().length / 2} points`);
}
