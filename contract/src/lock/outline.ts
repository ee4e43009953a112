import type { Area } from './orderKinds.ts';

/** What is drawn on a map: WGS-84, metres. `width` is that of the whole corridor along a line. */
export type Outline = Area | { shape: 'line'; points: [number, number][]; width: number };
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
/** Metres from one end to the other, both ways. */
const furthest = 500_000;
const metresPerDegree = 111_195;

const rad = (degrees: number): number => (degrees * Math.PI) / 180;
/** Metres on a plane that touches the sphere at the first point: true to a few parts in a hundred within `furthest`. */
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
  return ring.some((_, i) =>
    ring.some((__, j) => {
      if (j <= i) return false;
      if (j === i + 1) return side(at(i), at(j), at(j + 1)) === 0 && between(at(i), at(j), at(j + 1));
      if (i === 0 && j === ring.length - 1)
        return side(at(j), at(0), at(1)) === 0 && (between(at(j), at(0), at(1)) || between(at(0), at(1), at(j)));
      return meet(at(i), at(i + 1), at(j), at(j + 1));
    }),
  );
};

const isTwice = (points: readonly Point[], closed: boolean): boolean =>
  points.some(([lon, lat], at) => {
    const next = points[at + 1] ?? (closed ? points[0] : undefined);
    return next !== undefined && next[0] === lon && next[1] === lat;
  });
const isFurther = (points: readonly Point[]): boolean => {
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

const circleFault = ([lon, lat]: Point, radius: number): OutlineFault | null => {
  if (radius < radiusLimits[0]) return 'outlineTooSmall';
  if (radius > radiusLimits[1]) return 'outlineTooLarge';
  const reach = radius / metresPerDegree;
  const aside = reach / Math.max(Math.cos(rad(Math.min(90, Math.abs(lat) + reach))), 1e-9);
  return Math.abs(lon) + aside > 180 || Math.abs(lat) + reach > 90 ? 'outlineAcross' : null;
};

/** Why this cannot be kept as it is drawn; null: it can. */
export const outlineFault = (outline: Outline): OutlineFault | null => {
  if (outline.shape === 'circle') return circleFault(outline.centre, outline.radius);
  const { shape, points } = outline;
  const isLine = shape === 'line';
  if (points.length < (isLine ? 2 : 3)) return 'outlineTooFew';
  if (points.length > mostCorners) return 'outlineTooMany';
  if (isAcross(points)) return 'outlineAcross';
  if (isTwice(points, !isLine)) return 'outlineTwice';
  if (isFurther(points)) return 'outlineTooLarge';
  if (isLine) {
    if (outline.width < widthLimits[0]) return 'outlineTooSmall';
    return outline.width > widthLimits[1] ? 'outlineTooLarge' : null;
  }
  if (crosses(points)) return 'outlineCrosses';
  return squareOf(points) < leastSquare ? 'outlineTooSmall' : null;
};
