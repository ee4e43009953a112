import { describe, expect, it } from 'vitest';
import { type RfidState, rfidMeaning, rfidMoved, rfidResults, rfidStates } from './rfidSteps.ts';

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
