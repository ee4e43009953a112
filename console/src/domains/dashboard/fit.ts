import type { LngLat } from '../../map/marks.ts';

/** Of the whole world's edge in pixels at zoom 0. */
const TILE = 512;
const x = (lng: number): number => (lng + 180) / 360;
const y = (lat: number): number => {
  const sine = Math.sin((Math.max(-85, Math.min(85, lat)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
};
const lngOf = (at: number): number => at * 360 - 180;
const latOf = (at: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * at))) * 180) / Math.PI;

export interface View {
  centre: LngLat;
  zoom: number;
}

/**
 * A picture of a map that shows all these places with room around them, no closer than `closest`. Places are put on a grid that
 * is coarser the farther it looks, so that one that moves a little does not ask for another picture.
 */
export const viewOf = (places: readonly LngLat[], width: number, height: number, closest: number): View | null => {
  if (places.length === 0) return null;
  const [xs, ys] = [places.map(([lng]) => x(lng)), places.map(([, lat]) => y(lat))];
  const [left, right, upper, lower] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const room = 0.7;
  const fits = Math.min((room * width) / (TILE * (right - left)), (room * height) / (TILE * (lower - upper)));
  const zoom = Math.min(closest, Math.max(0, Math.floor(2 * Math.log2(fits)) / 2));
  const step = 24 / (TILE * 2 ** zoom);
  const on = (at: number): number => Math.round(at / step) * step;
  return { centre: [lngOf(on((left + right) / 2)), latOf(on((upper + lower) / 2))], zoom };
};

/** Where a place stands in that picture, as parts of its width and height. */
export const placeIn = (
  { centre, zoom }: View,
  [lng, lat]: LngLat,
  width: number,
  height: number,
): [number, number] => {
  const scale = TILE * 2 ** zoom;
  return [0.5 + ((x(lng) - x(centre[0])) * scale) / width, 0.5 + ((y(lat) - y(centre[1])) * scale) / height];
};
