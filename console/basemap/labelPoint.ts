import type { Feature, Position } from 'geojson';

type Ring = Position[];

const x = (p: Position): number => p[0] ?? 0;
const y = (p: Position): number => p[1] ?? 0;

const area = (ring: Ring): number =>
  Math.abs(
    ring.reduce(
      (sum, p, i) => sum + x(p) * y(ring[(i + 1) % ring.length]!) - x(ring[(i + 1) % ring.length]!) * y(p),
      0,
    ),
  ) / 2;

/** Signed distance in degrees from a point to a ring's outline, positive inside. */
const depth = (px: number, py: number, ring: Ring): number => {
  let inside = false;
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay, bx, by] = [x(ring[j]!), y(ring[j]!), x(ring[i]!), y(ring[i]!)];
    if (ay > py !== by > py && px < ((bx - ax) * (py - ay)) / (by - ay) + ax) inside = !inside;
    const length = (bx - ax) ** 2 + (by - ay) ** 2;
    const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / length));
    nearest = Math.min(nearest, (px - ax - t * (bx - ax)) ** 2 + (py - ay - t * (by - ay)) ** 2);
  }
  return inside ? Math.sqrt(nearest) : -Math.sqrt(nearest);
};

const GRID = 24;

/**
 * Where a polygon's name stands: the grid point farthest from the outline of its largest part. The middle of the
 * bounding box would put Hebei's name into Beijing and Gansu's outside Gansu.
 */
export const labelPoint = (f: Feature): { at: Position; area: number } => {
  const parts: Ring[] =
    f.geometry.type === 'Polygon'
      ? [f.geometry.coordinates[0]!]
      : f.geometry.type === 'MultiPolygon'
        ? f.geometry.coordinates.map((polygon) => polygon[0]!)
        : [];
  const [ring] = parts.toSorted((a, b) => area(b) - area(a));
  if (!ring) throw new Error(`A ${f.geometry.type} has no inside to put a name in.`);
  const [xs, ys] = [ring.map(x), ring.map(y)];
  const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  let best: { at: Position; depth: number } = { at: [west, south], depth: Number.NEGATIVE_INFINITY };
  for (let i = 1; i < GRID; i++)
    for (let j = 1; j < GRID; j++) {
      const at = [west + ((east - west) * i) / GRID, south + ((north - south) * j) / GRID];
      const d = depth(at[0]!, at[1]!, ring);
      if (d > best.depth) best = { at, depth: d };
    }
  return { at: best.at, area: area(ring) };
};
