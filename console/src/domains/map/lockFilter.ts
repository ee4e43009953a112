import { type FleetChoice, urgencyOf } from '@plomb/contract/map/fleetFilter';
import type { Shown } from './shown.ts';

export const sorts = ['severity', 'name', 'silence', 'battery'] as const;
export type Sort = (typeof sorts)[number];

export interface LockFilter extends FleetChoice {
  text: string;
  /** only of this organisation and those below it; null = of all */
  org: number | null;
  /** only these: several locks at one spot of the map */
  only: readonly number[] | null;
}
export const noFilter: LockFilter = {
  text: '',
  org: null,
  statuses: [],
  connections: [],
  alarm: false,
  heard: null,
  only: null,
};

export const isFiltering = (f: LockFilter): boolean =>
  f.text.trim() !== '' ||
  f.org !== null ||
  f.statuses.length > 0 ||
  f.connections.length > 0 ||
  f.alarm ||
  f.heard !== null ||
  f.only !== null;

/** West, south, east, north. */
export type Bounds = readonly [number, number, number, number];
export const isInside = ({ lock: { lon, lat } }: Shown, [west, south, east, north]: Bounds): boolean => {
  if (lon === null || lat === null || lat < south || lat > north) return false;
  // a view across the date line runs past ±180
  const within = (x: number): boolean => x >= west && x <= east;
  return within(lon) || within(lon - 360) || within(lon + 360);
};

const keys: Record<Sort, (s: Shown) => number> = {
  severity: ({ lock: { lock_status, alarm_severity: alarm, electric }, connection }) =>
    -urgencyOf({ status: lock_status, alarm, connection, electric }),
  name: () => 0,
  silence: (s) => (s.lock.seen_time === null ? 0 : Date.parse(s.lock.seen_time)),
  battery: (s) => s.lock.electric ?? 101,
};
/** What the order goes by, small first; equals stand in the order of names, which does not move while the values do. */
export const sortKey = (shown: Shown, sort: Sort): number => keys[sort](shown);

/** Takes a value out of a choice, or puts it in. */
export const toggled = <T>(chosen: readonly T[], value: T): T[] =>
  chosen.includes(value) ? chosen.filter((v) => v !== value) : [...chosen, value];
