import type { FleetLock } from '@plomb/contract/map/map';
import type { Track } from '@plomb/contract/tracks/tracks';
import { tripOf } from '@plomb/contract/tracks/trip';
import type { LngLat } from '../../map/marks.ts';
import { type Bounds, isInside } from './lockFilter.ts';
import type { Shown } from './shown.ts';

/** Locks that are followed together: more trails are not told apart. */
export const MOST_FOLLOWED = 5;
/** Minutes that a trail reaches back; no playback reaches further at once. */
export const trailMinutes = [10, 20, 30] as const;
export type TrailMinutes = (typeof trailMinutes)[number];

/** Where a lock was, and when; times are ms since 1970. */
export interface Crumb {
  at: number;
  place: LngLat;
  /** nothing joins it to the one before: nobody knows where it was in between */
  apart: boolean;
}

/** What was stored of a lock's way, as crumbs. */
export const crumbsOf = (track: Track, window: { from: number; to: number }): Crumb[] =>
  tripOf(track, window).runs.flatMap((run) =>
    run.map(({ at, lon, lat }, i) => ({ at, place: [lon, lat] as const, apart: i === 0 })),
  );

/** Two reports that are further apart than this are not joined. */
const gapOf = ({ report_interval }: Pick<FleetLock, 'report_interval'>): number => (2 * report_interval + 60) * 1000;

/** With what the stream has just told; what is known already changes nothing. */
export const withCrumb = (trail: readonly Crumb[], lock: FleetLock): readonly Crumb[] => {
  if (lock.lon === null || lock.lat === null || lock.place_time === null) return trail;
  const at = Date.parse(lock.place_time);
  const last = trail.at(-1);
  if (last && at <= last.at) return trail;
  return [...trail, { at, place: [lock.lon, lock.lat], apart: !last || at - last.at > gapOf(lock) }];
};

/** What was stored, and what the stream told since. */
export const joined = (stored: readonly Crumb[], told: readonly Crumb[]): readonly Crumb[] => {
  const last = stored.at(-1);
  return last ? [...stored, ...told.filter(({ at }) => at > last.at)] : told;
};

/** The lines that are drawn of the last minutes. */
export const linesOf = (trail: readonly Crumb[], now: number, minutes: number): LngLat[][] => {
  const lines: LngLat[][] = [];
  for (const { at, place, apart } of trail) {
    if (at < now - minutes * 60_000) continue;
    const line = lines.at(-1);
    if (line && !apart) line.push(place);
    else lines.push([place]);
  }
  return lines.filter((line) => line.length > 1);
};

/** Whether the view has to move for those that are followed: one of them is not in what panels leave free. */
export const hasLeft = (followed: readonly Shown[], free: Bounds): boolean =>
  followed.some((shown) => shown.lock.lon !== null && !isInside(shown, free));

/** One more is followed, the one that was followed longest gives way; or one less. */
export const followedWith = (ids: readonly number[], id: number, on: boolean): number[] => {
  const others = ids.filter((one) => one !== id);
  return on ? [...others, id].slice(-MOST_FOLLOWED) : others;
};
