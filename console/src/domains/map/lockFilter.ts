import { isCritical } from '@plomb/contract/alarmSeverity';
import { Connection } from '@plomb/contract/devices';
import type { LockStatus } from '@plomb/contract/lock';
import { bySeverity, stateSigns } from '@plomb/contract/stateSigns';
import type { Shown } from './board.ts';

export const sorts = ['severity', 'name', 'silence', 'battery'] as const;
export type Sort = (typeof sorts)[number];

export interface LockFilter {
  text: string;
  /** empty = every one */
  statuses: readonly LockStatus[];
  connections: readonly Connection[];
  /** only locks with an alarm that somebody has to deal with */
  alarm: boolean;
  /** only these: several locks at one spot of the map */
  only: readonly number[] | null;
}
export const noFilter: LockFilter = { text: '', statuses: [], connections: [], alarm: false, only: null };

export const isFiltering = (f: LockFilter): boolean =>
  f.text.trim() !== '' || f.statuses.length > 0 || f.connections.length > 0 || f.alarm || f.only !== null;

export interface Counts {
  statuses: Record<LockStatus, number>;
  connections: Record<Connection, number>;
  alarm: number;
}
export const emptyCounts = (): Counts => ({
  statuses: Object.fromEntries(bySeverity.map((s) => [s, 0])) as Counts['statuses'],
  connections: Object.fromEntries(Connection.options.map((c) => [c, 0])) as Counts['connections'],
  alarm: 0,
});

/** West, south, east, north. */
export type Bounds = readonly [number, number, number, number];
export const isInside = ({ lock: { lon, lat } }: Shown, [west, south, east, north]: Bounds): boolean => {
  if (lon === null || lat === null || lat < south || lat > north) return false;
  // a view across the date line runs past ±180
  const within = (x: number): boolean => x >= west && x <= east;
  return within(lon) || within(lon - 360) || within(lon + 360);
};

/** How much a lock wants to be seen: a critical alarm before every state, any other alarm before its like. */
const urgency = ({ lock }: Shown): number =>
  (isCritical(lock.alarm) ? 20 : 0) + 2 * stateSigns[lock.lock_status].severity + (lock.alarm === null ? 0 : 1);

const keys: Record<Sort, (s: Shown) => number> = {
  severity: (s) => -urgency(s),
  name: () => 0,
  silence: (s) => (s.lock.seen_time === null ? 0 : Date.parse(s.lock.seen_time)),
  battery: (s) => s.lock.electric ?? 101,
};
/** What the order goes by, small first; equals stand in the order of names, which does not move while the values do. */
export const sortKey = (shown: Shown, sort: Sort): number => keys[sort](shown);

/** Takes a value out of a choice, or puts it in. */
export const toggled = <T>(chosen: readonly T[], value: T): T[] =>
  chosen.includes(value) ? chosen.filter((v) => v !== value) : [...chosen, value];
