import type { AlarmKind } from '@plomb/contract/lock/codes';

/** A time in which a device was in management mode, ms since 1970 on our clock; both ends are within. */
export interface Managed {
  from: number;
  until: number;
}

/** What is done with a lock rings nothing meanwhile. Its faults, its battery, its place and whatever forces it do. */
const quiet: ReadonlySet<AlarmKind> = new Set([
  'illegal_unlock',
  'seal_without_right',
  'state_gap',
  'illegal_card',
  'card_outside_area',
  'card_against_rule',
  'wrong_password',
]);

export const isManaged = (times: readonly Managed[], at: number): boolean =>
  times.some(({ from, until }) => from <= at && at <= until);

/** What of all that a word would ring it rings in management mode. */
export const loud = (kinds: ReadonlySet<AlarmKind>): Set<AlarmKind> =>
  new Set([...kinds].filter((kind) => !quiet.has(kind)));

/** A time that began while the lock was sealed is none. */
export const endedBefore = (times: readonly Managed[], at: number): readonly Managed[] =>
  isManaged(times, at)
    ? times.map((time) => (isManaged([time], at) ? { from: time.from, until: time.from } : time))
    : times;

/** A seal has ended the time it lies in: the trigger `seal_ends_management` keeps the same. */
export const endedBySeal = (times: readonly Managed[], at: number): readonly Managed[] =>
  isManaged(times, at) ? times.map((time) => (isManaged([time], at) ? { from: time.from, until: at } : time)) : times;
