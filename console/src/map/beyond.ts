import type { LngLat } from './marks.ts';

/** A town that streets name so near is this one, or they know the land around it. */
const NEAR_KM = 25;
const KM_OF_DEGREE = 111.2;

export interface Named {
  name: string;
  at: LngLat;
}

/**
 * Towns of the offline map that a map of streets does not name, for it ends before them: a country's file knows nothing of the neighbours'.
 * `streets`: places that it names here; null: it has names as pictures, and `box` says where it ends.
 */
export const beyond = (
  offline: readonly Named[],
  streets: readonly LngLat[] | null,
  box: readonly [west: number, south: number, east: number, north: number] | null,
): string[] => {
  const isNear = ([aLon, aLat]: LngLat, [bLon, bLat]: LngLat): boolean =>
    Math.hypot((aLon - bLon) * Math.cos((aLat * Math.PI) / 180), aLat - bLat) * KM_OF_DEGREE < NEAR_KM;
  const isIn = ([lon, lat]: LngLat): boolean =>
    box === null || (lon >= box[0] && lat >= box[1] && lon <= box[2] && lat <= box[3]);
  const left = offline.filter(({ at }) => (streets ? !streets.some((place) => isNear(at, place)) : !isIn(at)));
  return [...new Set(left.map(({ name }) => name))].sort();
};
