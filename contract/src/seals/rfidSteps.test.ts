import { describe, expect, it } from 'vitest';
import {
  CLOCK_MS,
  type RfidState,
  rfidMeaning,
  rfidMoved,
  rfidResults,
  rfidStates,
  rfidTaskTold,
} from './rfidSteps.ts';

/** The table as it was agreed, written a second time: what follows upon what. */
const agreed: Record<string, RfidState> = {
  'closed 1': 'open',
  'open 7': 'closed',
  'open 4': 'long_open',
  'long_open 2': 'closed',
};
const good = [1, 2, 4, 7];

describe('every state of the lock of a chip and every result', () => {
  it.each(rfidStates.flatMap((state) => rfidResults.map((result) => ({ state, result }))))(
    '$state, $result',
    ({ state, result }) => {
      const { state: after, expected } = rfidMoved(state, result);
      expect(rfidMeaning(result).good).toBe(good.includes(result));
      // a failure leaves it as it was
      if (!good.includes(result)) return expect([after, expected]).toEqual([state, true]);
      expect(expected).toBe(agreed[`${state} ${result}`] !== undefined);
      if (expected) expect(after).toBe(agreed[`${state} ${result}`]);
    },
  );
  it('is believed of a lock of which nothing was known', () => {
    for (const result of good) expect(rfidMoved(null, result as 1)).toMatchObject({ expected: true });
    expect(rfidMoved(null, 0)).toEqual({ state: null, expected: true });
  });
});

describe('a record that names a task', () => {
  const asked = new Date('2026-11-20T10:00:00Z');
  const ended = new Date('2026-11-20T11:00:00Z');
  const after = (date: Date, ms: number) => new Date(date.getTime() + ms);
  it.each([
    ['ends it', 60_000, true, true, 'done'],
    ['tried it', 60_000, true, false, 'tried'],
    ['of before it was asked ends nothing', -CLOCK_MS - 1, true, true, 'early'],
    ['nor is it a try', -CLOCK_MS - 1, true, false, 'early'],
    ['by a clock that goes a little behind ends it', -CLOCK_MS, true, true, 'done'],
    ['of one that is over ends nothing', 60_000, false, true, 'over'],
    ['a try of before it was over is one', 60_000, false, false, 'tried'],
    ['a try of later is none', 3_600_001, false, false, 'over'],
  ] as const)('%s', (_, ms, open, good, outcome) => {
    const task = { open, asked, ended: open ? null : ended };
    expect(rfidTaskTold(task, { at: after(asked, ms), good })).toBe(outcome);
  });
});
