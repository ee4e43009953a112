import { fenceMargin as margin } from '@plomb/contract/map/fences';
import Flatbush from 'flatbush';
import { z } from 'zod';

export { margin };

/** Metres outside of an area, 0 inside; asked roughly, any number above the margin for what is farther away. WGS-84 degrees in. */
export interface Area {
  (lon: number, lat: number, roughly?: true): number;
  /** out of all of them every place is farther away than the margin */
  boxes?: readonly Box[];
}

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
    return boxed(rings, 0, (lon, lat) =>
      insidePolygon(rings, lon, lat) ? 0 : Math.min(...rings.map((r) => toPath(r, lon, lat))),
    );
  }
  if (radius === null || !(radius > 0)) return null;
  if (shape.type === 'Point') {
    const [lon0, lat0] = shape.coordinates;
    return boxed([path([[lon0, lat0]])], radius, (lon, lat) => Math.max(0, metres(lon0, lat0, lon, lat) - radius));
  }
  const line = path(shape.coordinates);
  return boxed([line], radius, (lon, lat) => Math.max(0, toPath(line, lon, lat) - radius));
};

/** What a place decides of an area: inside, outside by more than the margin, or nothing (null) on its edge. */
export const sideOf = (area: Area, lon: number, lat: number): boolean | null => {
  const out = area(lon, lat, true);
  return out === 0 ? true : out > margin ? false : null;
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

/** Most places are far away from most areas: the box around one, widened by its radius and the margin, says so at once. */
const boxed = (paths: readonly Path[], radius: number, exact: Area): Area => {
  const boxes = paths.map((one) => boxAround(one, radius + margin));
  const area: Area = (lon, lat, roughly) =>
    roughly && boxes.every((box) => isOutOf(box, lon, lat)) ? Number.POSITIVE_INFINITY : exact(lon, lat);
  area.boxes = boxes;
  return area;
};

/** So many boxes are looked at one after another as fast as an index is asked (decision 0041). */
const FEW = 16;

/** Of things that have areas those near a place; longitudes of a box may be any turn of the earth away from the one asked for. */
export const nearest = <T extends { area: Area }>(all: readonly T[]): ((lon: number, lat: number) => readonly T[]) => {
  const boxes = all.flatMap((of) => (of.area.boxes ?? [everywhere]).map((box) => ({ of, box })));
  if (boxes.length <= FEW)
    return (lon, lat) => all.filter(({ area }) => !(area.boxes ?? [everywhere]).every((box) => isOutOf(box, lon, lat)));
  const index = new Flatbush(boxes.length);
  for (const { box } of boxes) index.add(box.middle - box.half, box.south, box.middle + box.half, box.north);
  index.finish();
  return (lon, lat) => {
    const found = [-360, 0, 360].flatMap((turn) => index.search(lon + turn, lat, lon + turn, lat));
    return [...new Set(found.map((at) => boxes[at]!.of))];
  };
};

interface Box {
  south: number;
  north: number;
  /** longitude of its middle, and degrees from there to its edges */
  middle: number;
  half: number;
}

/** Nothing within `reach` metres of the path lies out of it. */
const boxAround = ({ lon, lat }: Path, reach: number): Box => {
  const west = lon.reduce((a, b) => Math.min(a, b));
  const east = lon.reduce((a, b) => Math.max(a, b));
  const up = reach / (radian * earth);
  const south = lat.reduce((a, b) => Math.min(a, b)) - up;
  const north = lat.reduce((a, b) => Math.max(a, b)) + up;
  // a metre is most degrees of longitude where the box is nearest to a pole; around the pole itself it is all of them
  const highest = Math.max(-south, north);
  const aside = highest < 90 ? up / Math.cos(highest * radian) : 180;
  return { south, north, middle: (west + east) / 2, half: (east - west) / 2 + aside };
};

const everywhere: Box = { south: -90, north: 90, middle: 0, half: 540 };

const isOutOf = ({ south, north, middle, half }: Box, lon: number, lat: number): boolean =>
  lat < south || lat > north || Math.abs(near(lon - middle)) > half;

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
