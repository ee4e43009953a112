import type { LngLat } from '../map/marks.ts';

/** What is typed of an area; `points` one corner a line, longitude before latitude. */
export interface AreaTyped {
  number?: string;
  name?: string;
  shape?: string;
  points?: string;
  radius?: string;
}

export const linesOf = (points: string | undefined): string[] =>
  (points ?? '')
    .split(/[\n;；]+/)
    .map((line) => line.trim())
    .filter(Boolean);

/** Degrees of each line; what is not two numbers stays as NaN, which the rules refuse. */
export const pointsOf = (points: string | undefined): LngLat[] =>
  linesOf(points).map((line) => {
    const parts = line.split(/[\s,，]+/).filter(Boolean);
    const [lon, lat] = parts.length === 2 ? parts.map(Number) : [];
    return [lon ?? Number.NaN, lat ?? Number.NaN];
  });

/** A place on the map as a line: five decimals are a metre. Maps go round the world; longitudes do not. */
export const lineOf = ([lon, lat]: LngLat): string =>
  `${(((((lon + 180) % 360) + 360) % 360) - 180).toFixed(5)}, ${lat.toFixed(5)}`;

/** The area as its orders take it. */
export const areaOf = ({ shape, points, radius }: AreaTyped) => {
  const places = pointsOf(points);
  return shape === 'circle'
    ? { shape, centre: places.length === 1 ? places[0] : undefined, radius: Number(radius || Number.NaN) }
    : { shape: 'polygon' as const, points: places };
};
