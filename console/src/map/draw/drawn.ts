import { type Outline, radiusLimits, squareOf } from '@plomb/contract/lock/outline';
import type { Position } from 'geojson';
import type { FenceMark, LngLat } from '../marks.ts';

export type Shape = Outline['shape'];
/** Metres, until somebody says how many: of a line, and of a circle that is typed. */
export const firstWidth = 200;
export const firstRadius = 500;
const earth = 6_371_008.8;
const rad = (degrees: number): number => (degrees * Math.PI) / 180;
const clamped = (value: number, [least, most]: readonly [number, number]): number =>
  Math.min(most, Math.max(least, value));

/** Five decimals are a metre; maps go round the world, longitudes do not. */
export const placed = ([lon = 0, lat = 0]: Position | LngLat): [number, number] => [
  Math.round(((((lon + 180) % 360) + 360) % 360) * 1e5 - 180e5) / 1e5,
  Math.round(lat * 1e5) / 1e5,
];

/** Metres on the sphere. */
export const metresBetween = ([lon1, lat1]: LngLat, [lon2, lat2]: LngLat): number => {
  const half = (degrees: number): number => Math.sin(rad(degrees) / 2) ** 2;
  const chord = half(lat2 - lat1) + Math.cos(rad(lat1)) * Math.cos(rad(lat2)) * half(lon2 - lon1);
  return 2 * earth * Math.asin(Math.sqrt(Math.min(1, chord)));
};

/** The corners of a ring as GeoJSON has it, which ends where it began. */
export const cornersOf = (points: readonly Position[], closed: boolean): [number, number][] =>
  (closed ? points.slice(0, -1) : points).map(placed);

/** The circle that a ring was drawn as; of `radius` metres where that is known already. */
export const circleOf = (ring: readonly Position[], radius: number | null): Outline => {
  const [lons, lats] = [ring.map(([lon = 0]) => lon), ring.map(([, lat = 0]) => lat)];
  const top = Math.max(...lats);
  const centre: LngLat = [(Math.min(...lons) + Math.max(...lons)) / 2, (Math.min(...lats) + top) / 2];
  const metres = radius ?? metresBetween(centre, [centre[0], top]);
  return { shape: 'circle', centre: placed(centre), radius: Math.round(clamped(metres, radiusLimits)) };
};

/** Whether it has as many corners as its shape needs to be seen. */
export const isDrawn = (outline: Outline): boolean =>
  outline.shape === 'circle' || outline.points.length >= (outline.shape === 'line' ? 2 : 3);

/** As the map draws what nobody moves; what is not yet an outline, as the line it is so far. */
export const markOf = (id: number, name: string, outline: Outline): FenceMark => {
  if (outline.shape === 'circle')
    return { id, name, geometry: { type: 'Point', coordinates: [...outline.centre] }, radius: outline.radius };
  const points = outline.points.map((point) => [...point]);
  const first = points[0] ?? [0, 0];
  if (outline.shape === 'polygon' && isDrawn(outline))
    return { id, name, geometry: { type: 'Polygon', coordinates: [[...points, first]] }, radius: null };
  const radius = outline.shape === 'line' ? outline.width / 2 : 0;
  return {
    id,
    name,
    geometry: { type: 'LineString', coordinates: points.length > 1 ? points : [first, first] },
    radius,
  };
};

/** What an outline measures, in metres and square metres. */
export interface Measures {
  square: number | null;
  /** around it, or along the line */
  length: number;
  radius: number | null;
  width: number | null;
  corners: number;
}
export const measuresOf = (outline: Outline): Measures => {
  if (outline.shape === 'circle') {
    const { radius } = outline;
    return { square: Math.PI * radius ** 2, length: 2 * Math.PI * radius, radius, width: null, corners: 0 };
  }
  const { points } = outline;
  const isLine = outline.shape === 'line';
  const length = edgesOf(outline).reduce((sum, { metres }) => sum + metres, 0);
  return {
    square: isLine || points.length < 3 ? null : squareOf(points),
    length,
    radius: null,
    width: isLine ? outline.width : null,
    corners: points.length,
  };
};

/** From corner to corner; of a polygon also from the last to the first. */
export const edgesOf = (outline: Outline): { middle: LngLat; metres: number }[] => {
  if (outline.shape === 'circle') return [];
  const { points, shape } = outline;
  const ends = shape === 'polygon' && points.length > 2 ? [...points.slice(1), points[0]!] : points.slice(1);
  return ends.map((b, i) => {
    const a = points[i]!;
    return { middle: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], metres: metresBetween(a, b) };
  });
};

/** So many pixels right and down of a place, on a map at this zoom. */
export const nudged = (
  [lon, lat]: LngLat,
  [right, down]: readonly [number, number],
  zoom: number,
): [number, number] => {
  const world = 512 * 2 ** zoom;
  const y = Math.log(Math.tan(Math.PI / 4 + rad(lat) / 2)) - (down * 2 * Math.PI) / world;
  const moved = (2 * Math.atan(Math.exp(y)) - Math.PI / 2) * (180 / Math.PI);
  return placed([lon + (right * 360) / world, Math.min(85, Math.max(-85, moved))]);
};

/** How many pixels right and down of a place another one is, on a map at this zoom. */
export const pixelsTo = ([lon, lat]: LngLat, [toLon, toLat]: LngLat, zoom: number): readonly [number, number] => {
  const world = 512 * 2 ** zoom;
  const y = (degrees: number): number => Math.log(Math.tan(Math.PI / 4 + rad(degrees) / 2));
  return [((toLon - lon) * world) / 360, ((y(lat) - y(toLat)) * world) / (2 * Math.PI)];
};

/** The outline with this corner elsewhere; a circle has its middle alone. */
export const withCornerAt = (outline: Outline, at: number, to: [number, number]): Outline =>
  outline.shape === 'circle'
    ? { ...outline, centre: to }
    : { ...outline, points: outline.points.map((point, i) => (i === at ? to : point)) };
/** One corner more, halfway to the next. */
export const withCornerAfter = (outline: Outline, at: number): Outline => {
  if (outline.shape === 'circle') return outline;
  const { points, shape } = outline;
  const a = points[at]!;
  const b = points[at + 1] ?? (shape === 'polygon' ? points[0]! : (points[at - 1] ?? a));
  const index = points[at + 1] || shape === 'polygon' ? at + 1 : at;
  return { ...outline, points: points.toSpliced(index, 0, placed([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2])) };
};
/** Without this corner; null: none is left. */
export const withoutCorner = (outline: Outline, at: number): Outline | null => {
  if (outline.shape === 'circle') return null;
  const points = outline.points.toSpliced(at, 1);
  return points.length === 0 ? null : { ...outline, points };
};

/** One corner more, at the end. */
export const withCorner = (outline: Outline | null, shape: Shape, at: LngLat): Outline => {
  const corner = placed(at);
  if (shape === 'circle')
    return { shape, centre: corner, radius: outline?.shape === 'circle' ? outline.radius : firstRadius };
  const points = outline && outline.shape !== 'circle' ? [...outline.points, corner] : [corner];
  if (shape === 'polygon') return { shape, points };
  return { shape, points, width: outline?.shape === 'line' ? outline.width : firstWidth };
};

/** Places to fit into the view, to see it whole. */
export const extentOf = (outline: Outline): LngLat[] => {
  if (outline.shape !== 'circle') return outline.points;
  const [lon, lat] = outline.centre;
  const up = (outline.radius / earth) * (180 / Math.PI);
  const aside = up / Math.max(0.01, Math.cos(rad(lat)));
  return [
    [lon - aside, lat - up],
    [lon + aside, lat + up],
  ];
};

/** Corners as they are typed, one a line: longitude before latitude. */
export const typedOf = (points: readonly LngLat[]): string =>
  points.map(([lon, lat]) => `${lon.toFixed(5)}, ${lat.toFixed(5)}`).join('\n');

/** What is typed, as places; null where a line is none. */
export const placesIn = (typed: string): [number, number][] | null => {
  const places = typed
    .split(/[\n;；]+/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) =>
      line
        .split(/[\s,，]+/)
        .filter(Boolean)
        .map(Number),
    );
  const isPlace = (place: number[]): place is [number, number] =>
    place.length === 2 && Math.abs(place[0]!) <= 180 && Math.abs(place[1]!) <= 90;
  return places.every(isPlace) ? places : null;
};
