import type { Alarm } from '@plomb/contract/alarms/alarms';
import type { Command, LockEvent } from '@plomb/contract/lock/command';
import { movesMetal } from '@plomb/contract/lock/orderKinds';
import { isUndecided, isUnderWay } from './stepper.ts';

export type Entry =
  /** with what it rang: one deed is one line */
  | { kind: 'event'; key: string; time: string; event: LockEvent; alarms: readonly Alarm[] }
  | { kind: 'command'; key: string; time: string; command: Command }
  | { kind: 'alarm'; key: string; time: string; alarm: Alarm };

/** As much of a list as was fetched, in the order of `ageOf`, newest first, and whether older rows exist. */
export interface Fetched<T> {
  rows: readonly T[];
  more: boolean;
}
export interface Sources {
  events: Fetched<LockEvent>;
  commands: Fetched<Command>;
  alarms: Fetched<Alarm>;
}
export type SourceName = keyof Sources;

/** When a command last got anywhere. */
export const commandTime = (c: Command): string =>
  c.evidence_time ?? c.finish_time ?? c.answer_time ?? c.sent_time ?? c.create_time;

/** The time that no row reaches which was not fetched. Alarms come in the order they rang: a late one tells of a time before. */
const ageOf = {
  events: (rows: readonly LockEvent[]) => rows.at(-1)?.at,
  commands: (rows: readonly Command[]) => rows.at(-1)?.create_time,
  alarms: (rows: readonly Alarm[]) => (rows.findLast(({ late }) => !late) ?? rows.at(-1))?.first_time,
};

/**
 * Lock events, commands and alarms as one line of time, newest first. The lists are fetched in pages of different
 * reach: what is older than the shortest reach is held back, so that the line never has gaps, and `wants` names the
 * lists to fetch on from.
 */
export const mergeTimeline = (sources: Sources): { entries: Entry[]; wants: SourceName[] } => {
  const { events, commands, alarms } = sources;
  const reaches = [
    reachOf('events', events, ageOf.events),
    reachOf('commands', commands, ageOf.commands),
    reachOf('alarms', alarms, ageOf.alarms),
  ].filter((r) => r !== null);
  const shortest = reaches.reduce((a, r) => (r.reach > a ? r.reach : a), '');
  const shown = new Set(events.rows.filter(({ at }) => at >= shortest).map(({ id }) => id));
  const rang = Map.groupBy(alarms.rows, ({ event_id }) => (event_id !== null && shown.has(event_id) ? event_id : null));
  const all: Entry[] = [
    ...events.rows.map(
      (event): Entry => ({
        kind: 'event',
        key: `e${event.id}`,
        time: event.at,
        event,
        alarms: rang.get(event.id) ?? [],
      }),
    ),
    ...commands.rows.map(
      (command): Entry => ({ kind: 'command', key: `c${command.id}`, time: commandTime(command), command }),
    ),
    ...(rang.get(null) ?? []).map(
      (alarm): Entry => ({ kind: 'alarm', key: `a${alarm.id}`, time: alarm.first_time, alarm }),
    ),
  ];
  return {
    entries: all.filter((e) => e.time >= shortest).sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0)),
    wants: reaches.filter((r) => r.reach === shortest).map((r) => r.name),
  };
};

const reachOf = <T>(name: SourceName, { rows, more }: Fetched<T>, age: (rows: readonly T[]) => string | undefined) => {
  const reach = more ? age(rows) : undefined;
  return reach === undefined ? null : { name, reach };
};

/** What a lock's clock said when that is not when it happened; less than a minute is not worth a word. */
export const lockClock = ({ at, device_time }: Pick<LockEvent, 'at' | 'device_time'>): string | null =>
  Math.abs(Date.parse(at) - Date.parse(device_time)) < 60_000 ? null : device_time;

const QUARTER_HOUR = 15 * 60_000;
const DAY = 24 * 60 * 60_000;
/** Whether a command deserves its card above the time line: still open, or over for a few minutes only. */
export const isOfInterest = (c: Command, now: number): boolean =>
  now - Date.parse(commandTime(c)) < (isUndecided(c) ? DAY : QUARTER_HOUR);

/** First of which nobody knows whether the lock moved, then of which nobody knows whether the lock took it. */
const urgency = (c: Command): number => {
  if (!isUndecided(c)) return 2;
  return movesMetal(c.kind) ? 0 : c.state === 'uncertain' ? 1 : 2;
};

/**
 * The orders that stand out above the time line: the last one given, the last one that moves metal, which a question after
 * it must not hide, and all that are under way or in doubt. What is in doubt stands first, else newest first.
 */
export const outstanding = (commands: readonly Command[], now: number): Command[] => {
  const moves = commands.find(({ kind }) => movesMetal(kind));
  const standsOut = (c: Command, at: number): boolean =>
    at === 0 || c === moves || isUnderWay(c) || (c.state === 'uncertain' && isUndecided(c) && !movesMetal(c.kind));
  return commands.filter((c, at) => standsOut(c, at) && isOfInterest(c, now)).sort((a, b) => urgency(a) - urgency(b));
};
