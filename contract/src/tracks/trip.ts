import { countWhile } from '../kit/countWhile.ts';
import { metresBetween, type Place } from '../lock/metres.ts';
import type { Track, TrackPoint } from './tracks.ts';

/** A report; its times are words, or milliseconds since 1970. */
export interface Reported<T extends string | number> extends Omit<TrackPoint, 'at' | 'receive_time'> {
  at: T;
  receive_time: T;
}
/** A track as it is read: what is not told as words need not be written as such. */
export interface ReadTrack extends Omit<Track, 'points'> {
  points: Reported<number>[];
}
const iso = (ms: number): string => new Date(ms).toISOString();
/** The same as it is told. */
export const trackOf = ({ points, ...track }: ReadTrack): Track => ({
  ...track,
  points: points.map((one) => ({
    ...{ at: iso(one.at), receive_time: iso(one.receive_time), late: one.late, proved: one.proved },
    ...{ lon: one.lon, lat: one.lat, velocity: one.velocity, heading: one.heading },
    ...{ electric: one.electric, temperature: one.temperature, lock_status: one.lock_status },
  })),
});

/** A report with a place that the lock itself has told. */
export interface Fix<T = string> extends Omit<TrackPoint, 'at' | 'receive_time' | 'lon' | 'lat'> {
  /** ms since 1970 */
  at: number;
  receive_time: T;
  lon: number;
  lat: number;
}

/**
 * A time without a place. `silent`: nothing was heard. `no_fix`: it was heard, and did not know where it was. `asleep`: it
 * stood, and was silent for no longer than it may.
 */
export const gapKinds = ['silent', 'no_fix', 'asleep'] as const;
export interface Gap {
  kind: (typeof gapKinds)[number];
  from: number;
  to: number;
  /** metres between its two ends in a straight line; null: one of them is outside of the window */
  apart: number | null;
}

export interface Stop {
  from: number;
  to: number;
  lon: number;
  lat: number;
}

/** A track as it is drawn and summed up. Times are milliseconds. */
export interface Trip<T = string> {
  fixes: Fix<T>[];
  /** when it told anything that is proved */
  heard: number[];
  /** fixes that belong together: nothing is drawn between two runs */
  runs: Fix<T>[][];
  gaps: Gap[];
  stops: Stop[];
  metres: number;
  moving: number;
  stopped: number;
  /** without evidence of where it was */
  unseen: number;
  top: number | null;
  late: number;
  noFix: number;
  unproved: number;
}

/** Slower than this it stands: a place trembles. */
const STANDS = 3;
/** A stop stays within so many metres, and lasts so long. */
const STOP_RADIUS = 80;
/** Who stands shorter waits at a light, ms. */
export const STOP_TIME = 3 * 60_000;

interface Told<T extends string | number> extends Pick<Track, 'cut' | 'before' | 'after' | 'intervals'> {
  points: readonly Reported<T>[];
}

const isFix = <T extends string | number>(p: Reported<T>): p is Reported<T> & Place =>
  p.proved && p.lon !== null && p.lat !== null;
const timeOf = ({ at }: { at: string | number }): number => (typeof at === 'number' ? at : Date.parse(at));

/** How long a lock may be silent: awake as long as it is online for, which is twice its interval and a minute; asleep longer. */
const mayBeSilent = {
  awake: ({ report_interval }: Track['intervals'][number]): number => 2 * report_interval * 1000 + 60_000,
  asleep: ({ sleep_interval }: Track['intervals'][number]): number => 2 * sleep_interval * 1000 + 300_000,
};
/** Of times in their order how many are not later. */
const countUntil = (times: readonly number[], at: number): number => countWhile(times, (time) => time <= at);

/**
 * Whether it was silent for longer than it might by the interval of that time. Where another one began to hold meanwhile, the
 * lock was heard (it took it), and is waited for anew: neither does the old one excuse what came after, nor the new one before.
 */
const overdueBy = (intervals: Track['intervals']) => {
  // asked of each of thousands of reports: of hundreds of intervals it looks at those of that time alone
  const begins = intervals.map((one) => timeOf({ at: one.from }));
  return (from: number, to: number, how: keyof typeof mayBeSilent): boolean => {
    const first = Math.max(countUntil(begins, from) - 1, 0);
    for (let nth = first; nth === first ? nth < intervals.length : begins[nth]! < to; nth += 1) {
      const begin = nth === first ? from : begins[nth]!;
      if (Math.min(to, begins[nth + 1] ?? to) - begin > mayBeSilent[how](intervals[nth]!)) return true;
    }
    return false;
  };
};

/** The longest time between two without a word that is proved. */
export const longestSilence = ({ heard }: Pick<Trip, 'heard'>, { from, to }: { from: number; to: number }): number => {
  let [longest, last] = [0, from];
  for (let nth = countUntil(heard, from); nth < heard.length && heard[nth]! < to; nth += 1) {
    longest = Math.max(longest, heard[nth]! - last);
    last = heard[nth]!;
  }
  return Math.max(longest, to - last);
};

/**
 * What can be said of a lock's way between two times, and where nothing can. `longest`: a time without a place that is longer, ms, is a
 * gap however seldom it reports.
 */
export const tripOf = <T extends string | number>(
  told: Told<T>,
  window: { from: number; to: number },
  longest = Infinity,
): Trip<T> => {
  // of thousands of reports each time is read once
  const [fixes, heard]: [Fix<T>[], number[]] = [[], []];
  for (const p of told.points) {
    if (!p.proved) continue;
    const at = timeOf(p);
    heard.push(at);
    if (isFix(p)) fixes.push(typeof p.at === 'number' ? (p as Fix<T>) : { ...p, at });
  }
  const overdue = overdueBy(told.intervals);
  const kindOf = (from: number, to: number, mayBeAsleep: boolean): Gap['kind'] => {
    const next = heard[countUntil(heard, from)];
    if (next !== undefined && next < to) return 'no_fix';
    return mayBeAsleep ? 'asleep' : 'silent';
  };
  const gaps: Gap[] = [];
  const runs: Fix<T>[][] = [];
  /** `a`, `b`: what is known on its two sides, maybe outside of the window */
  const between = (a: (Partial<Place> & { at: number }) | null, b: typeof a): boolean => {
    const [from, to] = [Math.max(a?.at ?? window.from, window.from), Math.min(b?.at ?? window.to, window.to)];
    const [silent, again] = [a?.at ?? window.from, b?.at ?? window.to];
    if (to <= from || (again - silent <= longest && !overdue(silent, again, 'awake'))) return false;
    const places = [a, b].filter((p): p is Place & { at: number } => p?.lon !== undefined && p.lat !== undefined);
    const [one, other] = places;
    const apart = one && other ? metresBetween(one, other) : null;
    const isWithin = (a === null || a.at >= window.from) && (b === null || b.at <= window.to);
    const mayBeAsleep = apart !== null && apart < STOP_RADIUS && !overdue(silent, again, 'asleep');
    gaps.push({ kind: kindOf(from, to, mayBeAsleep), from, to, apart: isWithin ? apart : null });
    return true;
  };
  const beside = (p: Track['before']) =>
    p && { at: timeOf(p), ...(p.lon !== null && p.lat !== null && { lon: p.lon, lat: p.lat }) };

  let last: Fix<T> | null = null;
  for (const fix of fixes) {
    if (between(last ?? beside(told.before), fix) || !last) runs.push([]);
    runs.at(-1)?.push(fix);
    last = fix;
  }
  // what comes behind the last report that was read was told, and is not at hand
  if (!told.cut) between(last ?? beside(told.before), beside(told.after));

  const stops = runs.flatMap(stopsIn);
  const begun = stops.map(({ from }) => from);
  let [metres, moving, stopped] = [0, 0, 0];
  for (const run of runs)
    for (const [i, b] of run.entries()) {
      const a = run[i - 1];
      if (!a) continue;
      metres += metresBetween(a, b);
      const stop = stops[countUntil(begun, a.at) - 1];
      if (stop && b.at <= stop.to) stopped += b.at - a.at;
      else moving += b.at - a.at;
    }
  const sum = (of: readonly Gap[]): number => of.reduce((all, { from, to }) => all + to - from, 0);
  const speeds = fixes.flatMap(({ velocity }) => velocity ?? []);
  return {
    ...{ fixes, heard, runs, gaps, stops, metres, moving },
    stopped: stopped + sum(gaps.filter(({ kind }) => kind === 'asleep')),
    unseen: sum(gaps.filter(({ kind }) => kind !== 'asleep')),
    top: speeds.length > 0 ? Math.max(...speeds) : null,
    late: fixes.filter((fix) => fix.late).length,
    noFix: told.points.filter((p) => p.proved && p.lon === null).length,
    unproved: told.points.filter((p) => !p.proved).length,
  };
};

const stopsIn = (run: readonly Fix<unknown>[]): Stop[] => {
  const stops: Stop[] = [];
  let first: Fix<unknown> | null = null;
  let last: Fix<unknown> | null = null;
  const end = (): void => {
    if (first && last && last.at - first.at >= STOP_TIME)
      stops.push({ from: first.at, to: last.at, lon: first.lon, lat: first.lat });
    [first, last] = [null, null];
  };
  for (const fix of run) {
    const stands: boolean = (fix.velocity ?? 0) < STANDS && (!first || metresBetween(first, fix) < STOP_RADIUS);
    if (!stands) end();
    if ((fix.velocity ?? 0) >= STANDS) continue;
    first ??= fix;
    last = fix;
  }
  end();
  return stops;
};

/** Where a track is at a time: at its last place, or on the way between two that belong together; null: nobody knows. */
export const placeAt = (trip: Pick<Trip, 'runs'>, at: number): (Fix & { between: boolean }) | null => {
  for (const run of trip.runs) {
    const [first, last] = [run[0]!, run.at(-1)!];
    if (at < first.at || at > last.at) continue;
    const next = run.findIndex((fix) => fix.at >= at);
    const [a, b] = [run[Math.max(next - 1, 0)]!, run[next]!];
    if (b.at === at || a === b) return { ...b, between: false };
    const share = (at - a.at) / (b.at - a.at);
    return { ...a, at, lon: a.lon + (b.lon - a.lon) * share, lat: a.lat + (b.lat - a.lat) * share, between: true };
  }
  return null;
};
