import { Connection } from '@plomb/contract/devices';
import type { LockStatus } from '@plomb/contract/lock';
import { searchKey } from '@plomb/contract/search';
import { bySeverity, stateSigns } from '@plomb/contract/stateSigns';
import { isCritical } from '../locks/alarmRank.ts';
import type { Board, Shown } from './board.ts';

export const sorts = ['severity', 'name', 'silence', 'battery'] as const;
export type Sort = (typeof sorts)[number];

export interface LockFilter {
  text: string;
  /** empty = every one */
  statuses: readonly LockStatus[];
  connections: readonly Connection[];
  /** only these: several locks at one spot of the map */
  only: readonly number[] | null;
}
export const noFilter: LockFilter = { text: '', statuses: [], connections: [], only: null };

export const isFiltering = (f: LockFilter): boolean =>
  f.text.trim() !== '' || f.statuses.length > 0 || f.connections.length > 0 || f.only !== null;

export interface Counts {
  statuses: Record<LockStatus, number>;
  connections: Record<Connection, number>;
}

/** West, south, east, north. */
export type Bounds = readonly [number, number, number, number];
export const isInside = ({ lock }: Shown, [west, south, east, north]: Bounds): boolean => {
  if (lock.lon === null || lock.lat === null || lock.lat < south || lock.lat > north) return false;
  // a view across the date line runs past ±180
  return [lock.lon - 360, lock.lon, lock.lon + 360].some((lon) => lon >= west && lon <= east);
};

/**
 * The locks that pass, and what choosing each state or connection would show: every count takes the other filters into
 * account, not its own.
 */
export const filterBoard = (board: Board, f: LockFilter): { passed: Shown[]; counts: Counts } => {
  const text = searchKey(f.text);
  const only = f.only === null ? null : new Set(f.only);
  const counts: Counts = {
    statuses: Object.fromEntries(bySeverity.map((s) => [s, 0])) as Counts['statuses'],
    connections: Object.fromEntries(Connection.options.map((c) => [c, 0])) as Counts['connections'],
  };
  const passed: Shown[] = [];
  for (const shown of board.shown.values()) {
    if (text !== '' && !shown.text.includes(text)) continue;
    if (only && !only.has(shown.lock.id)) continue;
    const status = f.statuses.length === 0 || f.statuses.includes(shown.lock.lock_status);
    const connection = f.connections.length === 0 || f.connections.includes(shown.connection);
    if (connection) counts.statuses[shown.lock.lock_status] += 1;
    if (status) counts.connections[shown.connection] += 1;
    if (status && connection) passed.push(shown);
  }
  return { passed, counts };
};

/** How much a lock wants to be seen: a critical alarm before every state, any other alarm before its like. */
const urgency = ({ lock }: Shown): number =>
  (isCritical(lock.alarm) ? 20 : 0) + 2 * stateSigns[lock.lock_status].severity + (lock.alarm === null ? 0 : 1);

const weights: Record<Sort, (s: Shown) => number> = {
  severity: (s) => -urgency(s),
  name: () => 0,
  silence: (s) => (s.lock.seen_time === null ? 0 : Date.parse(s.lock.seen_time)),
  battery: (s) => s.lock.electric ?? 101,
};

/** Sorted anew; equals stand in the order of names, which does not move while the values do. */
export const sortShown = (rows: readonly Shown[], sort: Sort, names: Board['names']): Shown[] => {
  const weight = weights[sort];
  return rows
    .map((shown) => ({ shown, first: weight(shown), second: names.get(shown.lock.id) ?? 0 }))
    .sort((a, b) => a.first - b.first || a.second - b.second)
    .map((r) => r.shown);
};

/** Takes a value out of a choice, or puts it in. */
export const toggled = <T>(chosen: readonly T[], value: T): T[] =>
  chosen.includes(value) ? chosen.filter((v) => v !== value) : [...chosen, value];
