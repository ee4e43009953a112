/** What a reader asks of the lock of a chip. */
export const rfidActions = ['unlock', 'lock', 'reset', 'long_open'] as const;
export type RfidAction = (typeof rfidActions)[number];

/** What a reader says came of it. Numbers of the specification, section 4 (RFID records). */
export const RfidResult = {
  unlockFailed: 0,
  unlocked: 1,
  reset: 2,
  resetFailed: 3,
  longOpen: 4,
  longOpenFailed: 5,
  lockFailed: 6,
  locked: 7,
} as const;
export type RfidResult = (typeof RfidResult)[keyof typeof RfidResult];
export const rfidResults = Object.values(RfidResult);

/** How such a lock stands. */
export const rfidStates = ['closed', 'open', 'long_open'] as const;
export type RfidState = (typeof rfidStates)[number];

/** Failures one after the other at which somebody has to look. Source: ours, domain rules §8. */
export const RFID_FAILURES = 3;

/** A handset's clock goes so far behind ours, and what it tells is not taken for a deed of before. */
export const CLOCK_MS = 30_000;

interface Meaning {
  action: RfidAction;
  /** where the lock stands after it, and where it can stand before; none: it failed, and the lock is as it was */
  leads?: { to: RfidState; from: RfidState };
}
const meanings: Record<RfidResult, Meaning> = {
  [RfidResult.unlocked]: { action: 'unlock', leads: { from: 'closed', to: 'open' } },
  [RfidResult.unlockFailed]: { action: 'unlock' },
  [RfidResult.locked]: { action: 'lock', leads: { from: 'open', to: 'closed' } },
  [RfidResult.lockFailed]: { action: 'lock' },
  [RfidResult.longOpen]: { action: 'long_open', leads: { from: 'open', to: 'long_open' } },
  [RfidResult.longOpenFailed]: { action: 'long_open' },
  [RfidResult.reset]: { action: 'reset', leads: { from: 'long_open', to: 'closed' } },
  [RfidResult.resetFailed]: { action: 'reset' },
};

/** Which action it is the result of, and whether that was done. */
export const rfidMeaning = (result: RfidResult): { action: RfidAction; good: boolean } => ({
  action: meanings[result].action,
  good: meanings[result].leads !== undefined,
});

/**
 * Where a lock stands after a result. A reader tells what has happened, so it is believed; where the lock could not have stood so it is not
 * `expected`: something between was not told. `null`: nobody knows where it stood.
 */
export const rfidMoved = (
  state: RfidState | null,
  result: RfidResult,
): { state: RfidState | null; expected: boolean } => {
  const { leads } = meanings[result];
  return leads ? { state: leads.to, expected: state === null || state === leads.from } : { state, expected: true };
};

/** What a record is for the task that it names: it ends it, tried it, or is of a time at which there was no such task, yet or any more. */
export const taskOutcomes = ['done', 'tried', 'early', 'over'] as const;
export type TaskOutcome = (typeof taskOutcomes)[number];

/** By when it was done. Whose record it is says its reader: it is believed, and the task names who did it. */
export const rfidTaskTold = (
  task: { open: boolean; asked: Date; ended: Date | null },
  { at, good }: { at: Date; good: boolean },
): TaskOutcome => {
  if (at.getTime() < task.asked.getTime() - CLOCK_MS) return 'early';
  if (good) return task.open ? 'done' : 'over';
  return task.ended === null || at <= task.ended ? 'tried' : 'over';
};
