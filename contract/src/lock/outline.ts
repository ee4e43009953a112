import { z } from 'zod';
import { Latitude, Longitude } from '../kit/call.ts';
import { Area, AreaName } from './orderKinds.ts';

/** What is drawn on a map: WGS-84, metres. `width` is that of the whole corridor along a line. */
export type Outline = Area | { shape: 'line'; points: [number, number][]; width: number };
const Corner = z.tuple([Longitude, Latitude]);
/** Of what may be drawn; whether it encloses something says `outlineFault`. */
export const Outline = z.discriminatedUnion('shape', [
  Area.options[0].extend({ radius: z.int().min(1).max(1_000_000) }),
  Area.options[1].extend({ points: z.array(Corner).min(1).max(500) }),
  z.object({ shape: z.literal('line'), points: z.array(Corner).min(1).max(500), width: z.int().min(1).max(1_000_000) }),
]);
/** An area that somebody drew, by its name. */
export const NamedArea = z.object({ name: AreaName, area: Area });
export type NamedArea = z.output<typeof NamedArea>;
const Geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: Corner }),
  z.object({ type: z.literal('LineString'), coordinates: z.array(Corner) }),
  z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(Corner)) }),
]);
type Point = readonly [lon: number, lat: number];

/** Why an outline encloses nothing that a lock or the platform can judge by; a field error of that name says it in words. */
export type OutlineFault =
  | 'outlineTooFew'
  | 'outlineTooMany'
  | 'outlineTwice'
  | 'outlineAcross'
  | 'outlineCrosses'
  | 'outlineTooSmall'
  | 'outlineTooLarge';

/** As many as an order to a lock takes. */
export const mostCorners = 50;
/** Metres. What is smaller than the least circle is lost in the error of a satellite fix. */
export const radiusLimits = [20, 100_000] as const;
export const widthLimits = [20, 20_000] as const;
const leastSquare = Math.PI * radiusLimits[0] ** 2;
/** What an outline is held to; `furthest`: metres from one end to the other, both ways. */
export interface OutlineLimits {
  corners: number;
  radius: readonly [number, number];
  width: readonly [number, number];
  furthest: number;
}
/** What a lock keeps. */
const lockLimits: OutlineLimits = { corners: mostCorners, radius: radiusLimits, width: widthLimits, furthest: 500_000 };
/** What the platform judges by itself. */
export const fenceLimits: OutlineLimits = {
  corners: 500,
  radius: [radiusLimits[0], 500_000],
  width: [widthLimits[0], 100_000],
  furthest: 5_000_000,
};
const metresPerDegree = 111_195;

const rad = (degrees: number): number => (degrees * Math.PI) / 180;
/** Metres on a plane that touches the sphere at the first point: true to a few parts in a hundred within 500 km. */
const flat = (points: readonly Point[]): Point[] => {
  const [lon0, lat0] = points[0] ?? [0, 0];
  const middle = points.reduce((sum, [, lat]) => sum + lat, 0) / points.length;
  return points.map(([lon, lat]) => [
    (lon - lon0) * metresPerDegree * Math.cos(rad(middle)),
    (lat - lat0) * metresPerDegree,
  ]);
};

/** Square metres within a ring of corners. */
export const squareOf = (corners: readonly Point[]): number => {
  const ring = flat(corners);
  const twice = ring.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length]!;
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(twice) / 2;
};

/** On which side of the line from a to b p lies: positive left, negative right, 0 on it. */
const side = ([ax, ay]: Point, [bx, by]: Point, [px, py]: Point): number =>
  Math.sign((bx - ax) * (py - ay) - (by - ay) * (px - ax));
/** Whether p, which is on the line through a and b, lies between them. */
const between = ([ax, ay]: Point, [bx, by]: Point, [px, py]: Point): boolean =>
  Math.min(ax, bx) <= px && px <= Math.max(ax, bx) && Math.min(ay, by) <= py && py <= Math.max(ay, by);
const meet = (a: Point, b: Point, c: Point, d: Point): boolean => {
  const [c1, d1, a1, b1] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)];
  if (c1 * d1 < 0 && a1 * b1 < 0) return true;
  return (
    (c1 === 0 && between(a, b, c)) ||
    (d1 === 0 && between(a, b, d)) ||
    (a1 === 0 && between(c, d, a)) ||
    (b1 === 0 && between(c, d, b))
  );
};

/** Whether two sides of a ring meet anywhere but in the corner they share. */
const crosses = (ring: readonly Point[]): boolean => {
  const at = (i: number): Point => ring[i % ring.length]!;
  // neighbours share a corner: they meet elsewhere only where one runs back along the other
  const isFolded = ring.some((a, i) => {
    const [b, c] = [at(i + 1), at(i + 2)];
    return side(a, b, c) === 0 && (between(a, b, c) || between(b, c, a));
  });
  if (isFolded) return true;
  // from west to east: a side is held against those alone that have begun where it ends, which are few
  const sides = ring
    .map(([ax, ay], i) => {
      const [bx, by] = at(i + 1);
      return { i, west: Math.min(ax, bx), east: Math.max(ax, bx), south: Math.min(ay, by), north: Math.max(ay, by) };
    })
    .sort((a, b) => a.west - b.west);
  return sides.some((one, rank) => {
    for (let next = rank + 1; next < sides.length; next++) {
      const other = sides[next]!;
      if (other.west > one.east) return false;
      if (other.south > one.north || other.north < one.south) continue;
      const apart = Math.abs(one.i - other.i);
      if (apart === 1 || apart === ring.length - 1) continue;
      if (meet(at(one.i), at(one.i + 1), at(other.i), at(other.i + 1))) return true;
    }
    return false;
  });
};

const isTwice = (points: readonly Point[], closed: boolean): boolean =>
  points.some(([lon, lat], at) => {
    const next = points[at + 1] ?? (closed ? points[0] : undefined);
    return next !== undefined && next[0] === lon && next[1] === lat;
  });
const isFurther = (points: readonly Point[], furthest: number): boolean => {
  const placed = flat(points);
  return [0, 1].some((axis) => {
    const along = placed.map((point) => point[axis]!);
    return Math.max(...along) - Math.min(...along) > furthest;
  });
};
const isAcross = (points: readonly Point[]): boolean => {
  const lons = points.map(([lon]) => lon);
  return Math.max(...lons) - Math.min(...lons) > 180;
};

const circleFault = (
  [lon, lat]: Point,
  radius: number,
  [least, most]: OutlineLimits['radius'],
): OutlineFault | null => {
  if (radius < least) return 'outlineTooSmall';
  if (radius > most) return 'outlineTooLarge';
  const reach = radius / metresPerDegree;
  const aside = reach / Math.max(Math.cos(rad(Math.min(90, Math.abs(lat) + reach))), 1e-9);
  return Math.abs(lon) + aside > 180 || Math.abs(lat) + reach > 90 ? 'outlineAcross' : null;
};

/** Why this cannot be kept as it is drawn; null: it can. */
export const outlineFault = (outline: Outline, limits: OutlineLimits = lockLimits): OutlineFault | null => {
  if (outline.shape === 'circle') return circleFault(outline.centre, outline.radius, limits.radius);
  const { shape, points } = outline;
  const isLine = shape === 'line';
  if (points.length < (isLine ? 2 : 3)) return 'outlineTooFew';
  if (points.length > limits.corners) return 'outlineTooMany';
  if (isAcross(points)) return 'outlineAcross';
  if (isTwice(points, !isLine)) return 'outlineTwice';
  if (isFurther(points, limits.furthest)) return 'outlineTooLarge';
  if (isLine) {
    if (outline.width < limits.width[0]) return 'outlineTooSmall';
    return outline.width > limits.width[1] ? 'outlineTooLarge' : null;
  }
  if (crosses(points)) return 'outlineCrosses';
  return squareOf(points) < leastSquare ? 'outlineTooSmall' : null;
};

/** Of one rule or right. */
export const mostAreas = 10;
/** Those of one, each of which encloses something. */
export const NamedAreas = z
  .array(NamedArea)
  .min(1, { error: 'drawArea' })
  .max(mostAreas, { error: 'tooManyAreas' })
  .superRefine((areas, { addIssue }) => {
    for (const [at, { area }] of areas.entries()) {
      const message = outlineFault(area);
      if (message) addIssue({ code: 'custom', path: [at, 'area'], message });
    }
  });

/** GeoJSON (RFC 7946), with metres beside it: the radius of a circle, half the width of a line. */
export interface Drawn {
  geometry:
    | { type: 'Point'; coordinates: [number, number] }
    | { type: 'LineString'; coordinates: [number, number][] }
    | { type: 'Polygon'; coordinates: [number, number][][] };
  radius: number | null;
}
export const drawnOf = (outline: Outline): Drawn => {
  if (outline.shape === 'circle')
    return { geometry: { type: 'Point', coordinates: outline.centre }, radius: outline.radius };
  const { points } = outline;
  if (outline.shape === 'line')
    return { geometry: { type: 'LineString', coordinates: points }, radius: outline.width / 2 };
  return { geometry: { type: 'Polygon', coordinates: [[...points, points[0] ?? [0, 0]]] }, radius: null };
};
/** Back again; null: no such geometry, or one with a hole. */
export const outlineOf = ({ geometry, radius }: { geometry: unknown; radius: number | null }): Outline | null => {
  const parsed = Geometry.safeParse(geometry);
  if (!parsed.success) return null;
  const { type, coordinates } = parsed.data;
  if (type === 'Polygon') {
    const [ring, ...holes] = coordinates;
    return ring && holes.length === 0 ? { shape: 'polygon', points: ring.slice(0, -1) } : null;
  }
  if (radius === null) return null;
  return type === 'Point'
    ? { shape: 'circle', centre: coordinates, radius }
    : { shape: 'line', points: coordinates, width: radius * 2 };
};
