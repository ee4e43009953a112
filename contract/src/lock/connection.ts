import { z } from 'zod';

export const Connection = z.enum(['online', 'sleeping', 'late', 'offline']);
export type Connection = z.output<typeof Connection>;
/** The specification's two values; the finer word stands beside it. */
export const CommunicateStatus = z.enum(['online', 'offline']);

/** How long ago a lock last said something; `older`: for longer than a day, or never. */
export const Heard = z.enum(['minute', 'ten_minutes', 'half_hour', 'two_hours', 'day', 'older']);
export type Heard = z.output<typeof Heard>;
/** Up to so many seconds. */
export const heardWithin: readonly (readonly [Exclude<Heard, 'older'>, seconds: number])[] = [
  ['minute', 60],
  ['ten_minutes', 600],
  ['half_hour', 1800],
  ['two_hours', 7200],
  ['day', 86_400],
];

/**
 * Why a lock is not where or as it should be: it left its fence, which nobody has dealt with yet, or it says nothing. One that
 * does both is off its route.
 */
export const Astray = z.enum(['off_route', 'silent']);
export type Astray = z.output<typeof Astray>;

export interface ConnectionFacts {
  /** an open socket, now */
  connected: boolean;
  /** ms since 1970 of the last word from the device, null = never */
  seen: number | null;
  /** seconds between reports while awake, and between wake-ups while asleep */
  reportInterval: number;
  sleepInterval: number;
}

/** Of a lock as the calls tell it. */
export const connectionFactsOf = (lock: {
  connected: boolean;
  seen_time: string | null;
  report_interval: number;
  sleep_interval: number;
}): ConnectionFacts => ({
  connected: lock.connected,
  seen: lock.seen_time === null ? null : Date.parse(lock.seen_time),
  reportInterval: lock.report_interval,
  sleepInterval: lock.sleep_interval,
});

/**
 * How reachable a lock is. Most locks sleep between reports with a closed socket, so a closed socket alone is no bad
 * news: sleeping until the next wake-up is due, then late, then offline.
 */
export const connectionOf = (
  now: number,
  { connected, seen, reportInterval, sleepInterval }: ConnectionFacts,
): Connection => {
  if (seen === null) return 'offline';
  const age = (now - seen) / 1000;
  if (connected && age <= 2 * reportInterval + 60) return 'online';
  if (age <= sleepInterval + 60) return 'sleeping';
  return age <= 2 * sleepInterval + 300 ? 'late' : 'offline';
};

/** Since when silence alone has made a lock offline, or will, ms since 1970; -Infinity: it never said anything. */
export const offlineFrom = ({ connected, seen, reportInterval, sleepInterval }: ConnectionFacts): number =>
  seen === null
    ? Number.NEGATIVE_INFINITY
    : seen + Math.max(connected ? 2 * reportInterval + 60 : 0, 2 * sleepInterval + 300) * 1000;

/** When silence alone makes another connection of the one at `now`, ms since 1970; Infinity: never. */
export const connectionUntil = (now: number, facts: ConnectionFacts): number => {
  const { connected, seen, reportInterval, sleepInterval } = facts;
  if (seen === null) return Number.POSITIVE_INFINITY;
  const ends = [...(connected ? [2 * reportInterval + 60] : []), sleepInterval + 60, 2 * sleepInterval + 300].map(
    (seconds) => seen + seconds * 1000,
  );
  // the rule counts a moment itself as still within
  return Math.min(...ends.filter((end) => end >= now).map((end) => end + 1), Number.POSITIVE_INFINITY);
};
