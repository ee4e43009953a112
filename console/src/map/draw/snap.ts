import { circleRing } from '../areaFeatures.ts';
import type { FenceMark, LngLat } from '../marks.ts';

interface Point {
  x: number;
  y: number;
}
/** Pixels from which a corner, and an edge, draw what is drawn to themselves: a corner is meant sooner. */
const TO_CORNER = 14;
const TO_EDGE = 9;

/** What a drawing meets: an edge of something that has a name. */
export interface Edge {
  name: string;
  line: readonly LngLat[];
}
export interface Met {
  at: LngLat;
  name: string;
}

/** The edges of what lies beside it, as lines from corner to corner. */
export const linesOf = (fences: readonly FenceMark[]): Edge[] =>
  fences.flatMap(({ name, geometry, radius }) => {
    const edge = (points: readonly (readonly number[])[]): Edge => ({
      name,
      line: points.map(([lon = 0, lat = 0]): LngLat => [lon, lat]),
    });
    if (geometry.type === 'Polygon') return geometry.coordinates.map(edge);
    if (geometry.type === 'LineString') return [edge(geometry.coordinates)];
    return radius === null ? [] : [edge(circleRing(geometry.coordinates, radius))];
  });

/** Where what is drawn at a place meets one of the edges that are near on the screen, and whose that is; null: none is. */
export const snapped = (
  at: LngLat,
  edges: readonly Edge[],
  project: (lon: number, lat: number) => Point,
): Met | null => {
  const here = project(at[0], at[1]);
  let corner: (Met & { away: number }) | null = null;
  let edge: (Met & { away: number }) | null = null;
  for (const { name, line } of edges) {
    const seen = line.map(([lon, lat]) => project(lon, lat));
    for (const [i, b] of seen.entries()) {
      const away = Math.hypot(b.x - here.x, b.y - here.y);
      if (away <= TO_CORNER && away < (corner?.away ?? Number.POSITIVE_INFINITY)) corner = { at: line[i]!, name, away };
      const a = seen[i - 1];
      if (!a) continue;
      const [dx, dy] = [b.x - a.x, b.y - a.y];
      const square = dx * dx + dy * dy;
      if (square === 0) continue;
      const share = Math.min(1, Math.max(0, ((here.x - a.x) * dx + (here.y - a.y) * dy) / square));
      const off = Math.hypot(a.x + share * dx - here.x, a.y + share * dy - here.y);
      if (off > TO_EDGE || off >= (edge?.away ?? Number.POSITIVE_INFINITY)) continue;
      const [from, to] = [line[i - 1]!, line[i]!];
      edge = { at: [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share], name, away: off };
    }
  }
  const met = corner ?? edge;
  return met && { at: met.at, name: met.name };
};
