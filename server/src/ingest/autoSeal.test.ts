import { LockSource, LockStatus } from '@plomb/contract/lock/codes';
import type { LockReport } from '@plomb/contract/lock/report';
import { describe, expect, it } from 'vitest';
import type { Present } from './present.ts';
import { anEvent, judged, rules, sent } from './testing/reports.ts';

const { unsealedLocked, unsealedOpen, sealedLocked } = LockStatus;

const closed = { event: anEvent(2, null, 0) };
const closedAndSealed = { event: anEvent(2, LockSource.automaticSeal, 2) };
const barOnly = { ls: unsealedOpen };
const sealedItself = closedAndSealed;
const sealedByOrder = { event: anEvent(2, LockSource.remoteSeal, 2) };
const stays = {};

/**
 * The auto-seal modes, carried out by the lock: what it tells when its bar is closed, what it tells later, and the status
 * after each. The platform carries out none of it, and believes what it is told.
 */
const modes: Record<number, readonly [told: Partial<LockReport>, status: LockStatus][]> = {
  0: [[closedAndSealed, sealedLocked]],
  // what can be opened by hand is never shown as locked
  1: [[barOnly, unsealedOpen]],
  2: [
    [closed, unsealedLocked],
    [stays, unsealedLocked],
    [sealedByOrder, sealedLocked],
  ],
  3: [[closedAndSealed, sealedLocked]],
  // outside of its areas; back in one it stays sealed
  4: [
    [closed, unsealedLocked],
    [sealedItself, sealedLocked],
    [stays, sealedLocked],
  ],
  // while it drives; standing it stays sealed
  5: [
    [closed, unsealedLocked],
    [sealedItself, sealedLocked],
    [stays, sealedLocked],
  ],
};

describe.each(Object.entries(modes))('in auto-seal mode %s', (_, course) => {
  const given = rules({ sealModel: 'native' });
  it('a lock that is closed ends as the table says, and rings nothing', () => {
    let state: Present = judged(barOnly, { state: { lockStatus: unsealedOpen }, given }).next;
    for (const [told, status] of course) {
      const { next, kinds } = judged(told, { state, commands: [sent('seal', { id: 1 })], given });
      expect([next.lockStatus, kinds]).toEqual([status, []]);
      // told again it changes nothing
      const again = judged(told, { state: next, commands: [sent('seal', { id: 1 })], given });
      expect([again.next.lockStatus, again.kinds]).toEqual([status, []]);
      state = next;
    }
  });
});
