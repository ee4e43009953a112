import { LockAction, LockStatus } from '@plomb/contract/lock/codes';
import type { LockEvent } from '@plomb/contract/lock/command';
import type { Track } from '@plomb/contract/tracks/tracks';
import { type Fix, type Gap, placeAt, type Stop, type Trip } from '@plomb/contract/tracks/trip';

/** A track with what is made of it. */
export interface Played {
  track: Track;
  trip: Trip;
}
export type TrackAlarm = Track['alarms'][number];

interface When {
  key: string;
  /** of which lock */
  id: number;
  /** ms since 1970; a time has an end, too */
  at: number;
  to: number | null;
  place: { lon: number; lat: number } | null;
}
/** Something that happened on a track: one line beside the map, one sign on it and on the chart. */
export type Moment = When &
  (
    | { kind: 'event'; event: LockEvent; family: Track['family'] }
    | { kind: 'alarm'; alarm: TrackAlarm }
    | { kind: 'gap'; gap: Gap }
    | { kind: 'stop'; stop: Stop }
    | { kind: 'late'; fixes: readonly Fix[] }
  );

/** Points that were told late, one after the other. */
const lateRuns = ({ runs }: Trip): Fix[][] => {
  const late: Fix[][] = [];
  for (const run of runs)
    for (const [i, fix] of run.entries()) {
      if (!fix.late) continue;
      if (run[i - 1]?.late) late.at(-1)?.push(fix);
      else late.push([fix]);
    }
  return late;
};

/** Forced by a word that moved no state: the sign of the state would be that of a lock in order. */
export const isForced = ({ lst, ls_after }: Pick<LockEvent, 'lst' | 'ls_after'>): boolean =>
  lst === LockAction.tamper && ls_after !== LockStatus.abnormal;

/** What nobody proved to be the lock's word is nowhere on the map, whatever place it names. */
const placed = (
  trip: Trip,
  at: number,
  said: { lon: number | null; lat: number | null },
  isProved: boolean,
): { lon: number; lat: number } | null => {
  if (!isProved) return null;
  return said.lon !== null && said.lat !== null ? { lon: said.lon, lat: said.lat } : placeAt(trip, at);
};

const momentsIn = ({ track, trip }: Played): Moment[] => {
  const { id } = track;
  const key = (kind: string, of: number): string => `${id}-${kind}-${of}`;
  return [
    ...track.events.map((event): Moment => {
      const at = Date.parse(event.at);
      const place = placed(trip, at, event, event.authenticated);
      return { kind: 'event', key: key('event', event.id), id, at, to: null, place, event, family: track.family };
    }),
    ...track.alarms.map((alarm): Moment => {
      const at = Date.parse(alarm.first_time);
      const place = placed(trip, at, alarm, !alarm.unproved);
      return { kind: 'alarm', key: key('alarm', alarm.id), id, at, to: null, place, alarm };
    }),
    ...trip.gaps.map(
      (gap): Moment => ({
        ...{ kind: 'gap', key: key('gap', gap.from), id, at: gap.from, to: gap.to, gap },
        place: placeAt(trip, gap.from),
      }),
    ),
    ...trip.stops.map(
      (stop): Moment => ({
        ...{ kind: 'stop', key: key('stop', stop.from), id, at: stop.from, to: stop.to, stop },
        place: { lon: stop.lon, lat: stop.lat },
      }),
    ),
    ...lateRuns(trip).map((fixes): Moment => {
      const [first, last] = [fixes[0]!, fixes.at(-1)!];
      return { kind: 'late', key: key('late', first.at), id, at: first.at, to: last.at, place: first, fixes };
    }),
  ];
};

/** What happened on these tracks, in the order it happened. */
export const momentsOf = (played: readonly Played[]): Moment[] =>
  played.flatMap(momentsIn).sort((a, b) => a.at - b.at || a.key.localeCompare(b.key));

/** Which moment the playback is at: the last that has begun, of those that are not over for long. */
export const momentAt = (moments: readonly Moment[], at: number): Moment | undefined =>
  moments.findLast((m) => m.at <= at && at <= (m.to ?? m.at + 60_000)) ?? undefined;

/** The report before or after a time; at an end the last one. */
export const pointBeside = (trip: Trip, at: number, step: 1 | -1): number | undefined =>
  (step > 0 ? trip.fixes.find((fix) => fix.at > at) : trip.fixes.findLast((fix) => fix.at < at))?.at;

/** The last report at a time or before it, of a run that goes on: what the lock said of itself then. */
export const saidAt = (trip: Trip, at: number): Fix | null => {
  const run = trip.runs.find((one) => one[0]!.at <= at && at <= one.at(-1)!.at);
  return run?.findLast((fix) => fix.at <= at) ?? null;
};
