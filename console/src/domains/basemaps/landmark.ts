import type { Datum } from '@plomb/contract/basemaps/baseMaps';
import { toDatum } from '../../map/datum.ts';
import { metresBetween } from '../../map/draw/drawn.ts';
import type { LngLat } from '../../map/marks.ts';

/** A place that is known, by which base maps are judged: what one draws there stands there, or its datum is another one. */
export interface Landmark {
  name: string;
  at: LngLat;
}

export const readLandmark = (stored: unknown): Landmark | null => {
  if (typeof stored !== 'object' || stored === null || !('name' in stored) || !('at' in stored)) return null;
  const { name, at } = stored;
  const isPlace = Array.isArray(at) && at.length === 2 && at.every((n) => Number.isFinite(n));
  return typeof name === 'string' && isPlace ? { name, at: [Number(at[0]), Number(at[1])] } : null;
};

/** Nearer than that nobody points on a small picture, and no formula of a vendor's datum is surer. */
export const RIGHT_METRES = 30;
/** A building is wide, and so is a finger. */
const DOUBT_METRES = 60;

/** In which datum a map is drawn that has a place so many metres from where it is, if its shift is that of one. */
export const datumOfError = (at: LngLat, metres: number): Datum | null => {
  if (metres <= RIGHT_METRES) return null;
  const shifts = (['gcj02', 'bd09'] as const).map((datum) => ({
    datum,
    by: Math.abs(metresBetween(at, toDatum(datum, at)) - metres),
  }));
  const [nearest] = shifts.sort((a, b) => a.by - b.by);
  return nearest && nearest.by <= DOUBT_METRES && metresBetween(at, toDatum(nearest.datum, at)) > RIGHT_METRES
    ? nearest.datum
    : null;
};
