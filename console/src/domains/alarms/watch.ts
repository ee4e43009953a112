import type { Alarm } from '@plomb/contract/alarms';

/** What came in while somebody looked. */
export interface Watched {
  /** critical alarms that nobody has taken, the oldest first: each stays until somebody takes it */
  critical: readonly Alarm[];
  /** warnings, the newest first: they wait behind the bell */
  quiet: readonly Alarm[];
  /** how many of the warnings nobody has looked at */
  unread: number;
  /** alarms put away here by hand: they neither stand on the screen nor ring again in this window */
  away: ReadonlySet<number>;
  /** all that came lately: one that comes back, or is changed, is not news again */
  known: ReadonlySet<number>;
}
export const nothingWatched: Watched = { critical: [], quiet: [], unread: 0, away: new Set(), known: new Set() };

/** What a window that stays open for days remembers: more than any storm, less than would be felt. */
export const MOST = { critical: 500, quiet: 200, known: 5000 };

const byAge = (a: Alarm, b: Alarm): number => Date.parse(a.first_time) - Date.parse(b.first_time) || a.id - b.id;

const remembered = (known: ReadonlySet<number>, ids: readonly number[]): ReadonlySet<number> => {
  const next = new Set(known);
  for (const id of ids) next.add(id);
  for (const oldest of next) {
    if (next.size <= MOST.known) break;
    next.delete(oldest);
  }
  return next;
};

/** Alarms as the stream tells them, one or a burst; `news` are those that were not known and want somebody. */
export const watched = (state: Watched, alarms: readonly Alarm[]): { state: Watched; news: Alarm[] } => {
  const critical = new Map(state.critical.map((a) => [a.id, a]));
  const quiet = new Map(state.quiet.map((a) => [a.id, a]));
  let { unread } = state;
  const come = new Set<number>();
  const news: Alarm[] = [];
  for (const alarm of alarms) {
    const { id, severity } = alarm;
    const fresh = !state.known.has(id) && !come.has(id);
    const shelf = severity === 'critical' ? critical : quiet;
    const stands = shelf.has(id);
    come.add(id);
    // a mere notice neither shows nor sounds: the list keeps it
    const open = alarm.status === 'unprocessed' && alarm.owner === '' && severity !== 'info';
    if (!open) shelf.delete(id);
    else if ((fresh || stands) && !state.away.has(id)) shelf.set(id, alarm);
    if (!open || !fresh) continue;
    news.push(alarm);
    if (severity !== 'critical') unread += 1;
  }
  const oldestFirst = [...critical.values()].sort(byAge);
  const newestFirst = [...quiet.values()].sort((a, b) => byAge(b, a));
  const state2 = {
    ...state,
    critical: oldestFirst.slice(0, MOST.critical),
    quiet: newestFirst.slice(0, MOST.quiet),
    known: remembered(state.known, [...come]),
    unread: Math.min(unread, newestFirst.length),
  };
  return { state: state2, news };
};

export const putAway = (state: Watched, id: number): Watched => ({
  ...state,
  critical: state.critical.filter((a) => a.id !== id),
  away: remembered(state.away, [id]),
});

export interface Group {
  kind: Alarm['kind'];
  alarms: readonly Alarm[];
}
/** The same thing on many locks is one matter. The group with the newest comes first. */
export const grouped = (alarms: readonly Alarm[]): Group[] => {
  const groups = new Map<Alarm['kind'], Alarm[]>();
  for (const alarm of alarms) {
    const known = groups.get(alarm.kind);
    if (known) known.push(alarm);
    else groups.set(alarm.kind, [alarm]);
  }
  return Array.from(groups, ([kind, members]) => ({ kind, alarms: members }));
};
