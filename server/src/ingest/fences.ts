import { z } from 'zod';

/** Metres outside of an area, 0 inside. WGS-84 degrees in. */
export type Area = (lon: number, lat: number) => number;

const Vertex = z.tuple([z.number(), z.number()]).rest(z.number());
const Shape = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: Vertex }),
  z.object({ type: z.literal('LineString'), coordinates: z.array(Vertex).min(2) }),
  z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(Vertex).min(4)).min(1) }),
]);

/** Makes an area of a fence's GeoJSON. Null: not a geometry a fence can have, or a circle or line without a radius. */
export const areaOf = (geometry: unknown, radius: number | null): Area | null => {
  const parsed = Shape.safeParse(geometry);
  if (!parsed.success) return null;
  const shape = parsed.data;
  if (shape.type === 'Polygon') {
    const rings = shape.coordinates.map((ring) => path([...ring, ring[0]!]));
    return (lon, lat) => (insidePolygon(rings, lon, lat) ? 0 : Math.min(...rings.map((r) => toPath(r, lon, lat))));
  }
  if (radius === null || !(radius > 0)) return null;
  if (shape.type === 'Point') {
    const [lon0, lat0] = shape.coordinates;
    return (lon, lat) => Math.max(0, metres(lon0, lat0, lon, lat) - radius);
  }
  const line = path(shape.coordinates);
  return (lon, lat) => Math.max(0, toPath(line, lon, lat) - radius);
};

/** Outside by less than this is a trembling fix, not a departure. */
const margin = 50;

/**
 * What a place decides: outside of every area by more than the margin, inside of one, or nothing (null) on the edge.
 * Only the newest decision counts, so a lock on the edge stays what it was.
 */
export const fenceDecision = (areas: readonly Area[], lon: number, lat: number): boolean | null => {
  if (areas.length === 0) return false;
  let least = Number.POSITIVE_INFINITY;
  for (const area of areas) {
    least = Math.min(least, area(lon, lat));
    if (least === 0) return false;
  }
  return least > margin ? true : null;
};

const radian = Math.PI / 180;
const earth = 6_371_008.8; // mean radius, metres

const metres = (lon1: number, lat1: number, lon2: number, lat2: number): number => {
  const a =
    Math.sin(((lat2 - lat1) * radian) / 2) ** 2 +
    Math.cos(lat1 * radian) * Math.cos(lat2 * radian) * Math.sin(((lon2 - lon1) * radian) / 2) ** 2;
  return 2 * earth * Math.asin(Math.min(1, Math.sqrt(a)));
};

type Path = { lon: number[]; lat: number[] };

/** Longitudes are unrolled, each within 180° of the one before, so that a path may cross the 180th meridian. */
const path = (vertices: readonly (readonly number[])[]): Path => {
  const lon: number[] = [];
  const lat: number[] = [];
  for (const [x = 0, y = 0] of vertices) {
    const last = lon.at(-1);
    lon.push(last === undefined ? x : last + near(x - last));
    lat.push(y);
  }
  return { lon, lat };
};

/** The same difference of longitudes within -180…180. */
const near = (degrees: number): number => degrees - 360 * Math.round(degrees / 360);

/** The even-odd rule over all rings, so that holes are outside. Edges are straight in longitude and latitude (RFC 7946). */
const insidePolygon = (rings: readonly Path[], lon: number, lat: number): boolean => {
  let inside = false;
  for (const ring of rings) {
    const x0 = ring.lon[0]!;
    for (const turn of [-360, 0, 360]) {
      const x = x0 + near(lon - x0) + turn;
      for (let i = 1; i < ring.lon.length; i++) {
        const y1 = ring.lat[i - 1]!;
        const y2 = ring.lat[i]!;
        if (y1 > lat === y2 > lat) continue;
        const x1 = ring.lon[i - 1]!;
        const crossing = x1 + ((lat - y1) / (y2 - y1)) * (ring.lon[i]! - x1);
        if (x < crossing) inside = !inside;
      }
    }
  }
  return inside;
};

/** Metres to the nearest point of a path, on a plane that touches the earth at the asked point: exact where it matters. */
const toPath = ({ lon, lat }: Path, atLon: number, atLat: number): number => {
  const perLat = radian * earth;
  const perLon = perLat * Math.cos(atLat * radian);
  const x0 = lon[0]!;
  const at = x0 + near(atLon - x0);
  let least = Number.POSITIVE_INFINITY;
  for (let i = 1; i < lon.length; i++) {
    for (const turn of [-360, 0, 360]) {
      const x = (lon[i - 1]! - at + turn) * perLon;
      const y = (lat[i - 1]! - atLat) * perLat;
      const dx = (lon[i]! - lon[i - 1]!) * perLon;
      const dy = (lat[i]! - lat[i - 1]!) * perLat;
      const length = dx * dx + dy * dy;
      const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(x * dx + y * dy) / length));
      least = Math.min(least, Math.hypot(x + along * dx, y + along * dy));
    }
  }
  return least;
};
