import type { Alarm } from '@plomb/contract/alarms/alarms';
import { alarmSeverities } from '@plomb/contract/alarms/severity';

/** What came in while somebody looked. */
export interface Watched {
  /** critical alarms that nobody has taken, the newest first, and after them those that rang again since somebody did */
  critical: readonly Alarm[];
  /** warnings, the newest first: they wait behind the bell */
  quiet: readonly Alarm[];
  /** those of the warnings that nobody has looked at in this browser */
  unread: ReadonlySet<number>;
  /** alarms put away here by hand: they neither stand on the screen nor ring in this window, until they ring after a rest */
  away: ReadonlySet<number>;
  /** all that came lately: one that is merely changed is not news again */
  known: ReadonlyMap<number, Known>;
}
/** How grave it was, when it rang last (ms since 1970) and how often, when it was handed up, and whether only strangers had told it. */
interface Known {
  severity: Alarm['severity'];
  last: number;
  hits: number;
  escalated: string | null;
  unproved: boolean;
}
export const nothingWatched: Watched = {
  critical: [],
  quiet: [],
  unread: new Set(),
  away: new Set(),
  known: new Map(),
};

/** Milliseconds: a critical alarm that was taken, or put away here, is news again when it rings after such a rest. */
export const REST = 10 * 60_000;

/** What a window that stays open for days remembers: more than any storm, less than would be felt. */
export const MOST = { critical: 500, quiet: 200, known: 5000 };

const byAge = (a: Alarm, b: Alarm): number => Date.parse(a.first_time) - Date.parse(b.first_time) || a.id - b.id;

/**
 * What somebody should see before the rest: what nobody has taken, and of that what was told last. By number, not by the
 * lock's time: a deed told hours late is news too. Of what rang again, what rang last.
 */
export const byNews = (a: Alarm, b: Alarm): number => {
  const [taken, other] = [a.owner !== '', b.owner !== ''];
  if (taken !== other) return taken ? 1 : -1;
  return (taken ? Date.parse(b.last_time) - Date.parse(a.last_time) : 0) || b.id - a.id;
};

/** Forgets the oldest beyond what a window remembers. */
const bounded = <T extends { keys(): Iterable<number>; size: number; delete(id: number): boolean }>(ids: T): T => {
  for (const oldest of ids.keys()) {
    if (ids.size <= MOST.known) break;
    ids.delete(oldest);
  }
  return ids;
};

/** Alarms as the stream tells them, one or a burst; `news` are those that were not known and want somebody. */
export const watched = (state: Watched, alarms: readonly Alarm[]): { state: Watched; news: Alarm[] } => {
  const critical = new Map(state.critical.map((a) => [a.id, a]));
  const quiet = new Map(state.quiet.map((a) => [a.id, a]));
  const unread = new Set(state.unread);
  const known = new Map(state.known);
  const away = new Set(state.away);
  const news: Alarm[] = [];
  for (const alarm of alarms) {
    const { id, severity } = alarm;
    const [before, last] = [known.get(id), Date.parse(alarm.last_time)];
    const fresh = before === undefined;
    const shelf = severity === 'critical' ? critical : quiet;
    const standing = shelf.get(id);
    known.set(id, {
      severity,
      last: Math.max(before?.last ?? last, last),
      hits: alarm.hits,
      escalated: alarm.escalate_time,
      unproved: alarm.unproved,
    });
    const isTaken = alarm.owner !== '';
    // metal forced once more is another deed: whoever took the first may have gone home since, or looked away from it
    const rested = severity === 'critical' && !fresh && alarm.hits > before.hits && last - before.last >= REST;
    // whoever had it gave it up: it waits as if it had come now
    const handedUp = !fresh && alarm.escalate_time !== null && alarm.escalate_time !== before.escalated;
    // what a stranger said may have been dealt with as such: that the lock itself says it is another thing
    const proved = severity === 'critical' && !fresh && before.unproved && !alarm.unproved;
    // by the hours of its rule: what was a notice of the night, or a warning, is told as if it had come now
    const graver = !fresh && alarmSeverities.indexOf(severity) < alarmSeverities.indexOf(before.severity);
    if (graver) quiet.delete(id);
    const again = (rested && (isTaken || away.has(id))) || handedUp || proved || graver;
    if (again) away.delete(id);
    // a mere notice neither shows nor sounds: the list keeps it
    const isWanted = !isTaken || again || (standing !== undefined && standing.owner !== '');
    const open = alarm.status === 'unprocessed' && severity !== 'info' && isWanted;
    if (!open) shelf.delete(id);
    else if ((fresh || standing || again) && !away.has(id)) shelf.set(id, alarm);
    if (!open || !(fresh || again)) continue;
    news.push(alarm);
    if (severity !== 'critical') unread.add(id);
  }
  const critical2 = [...critical.values()].sort(byNews);
  const quiet2 = [...quiet.values()].sort((a, b) => byAge(b, a)).slice(0, MOST.quiet);
  const state2 = {
    ...state,
    critical: critical2.slice(0, MOST.critical),
    quiet: quiet2,
    known: bounded(known),
    away,
    // what somebody took or processed meanwhile is nobody's news
    unread: new Set(quiet2.map(({ id }) => id).filter((id) => unread.has(id))),
  };
  return { state: state2, news };
};

export const putAway = (state: Watched, id: number): Watched => ({
  ...state,
  critical: state.critical.filter((a) => a.id !== id),
  away: bounded(new Set([...state.away, id])),
});

/** Not open any more, which the stream did not tell. */
export const without = (state: Watched, ids: ReadonlySet<number>): Watched => ({
  ...state,
  critical: state.critical.filter((a) => !ids.has(a.id)),
});

/** Taken here, or seen to have rung again: it leaves the screen, and may come back when it rings anew. */
export const cared = (state: Watched, id: number): Watched => without(state, new Set([id]));

/** Looked at here: one, or without its number all of them. */
export const read = (state: Watched, id?: number): Watched => ({
  ...state,
  unread: id === undefined ? new Set() : new Set([...state.unread].filter((one) => one !== id)),
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
