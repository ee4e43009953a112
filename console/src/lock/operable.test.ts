import { LockStatus } from '@plomb/contract/lock/codes';
import { describe, expect, it } from 'vitest';
import { isStateBehind } from './operable.ts';

const proved = '2026-11-21T08:00:00.000Z';
const now = Date.parse(proved) + 2000;
const unsealed = { kind: 'unseal', evidence: 'confirmed', evidence_time: proved } as const;
const sealed = { lock_status: LockStatus.sealedLocked, lock_since: '2026-11-21T07:00:00.000Z' };

describe('the state behind a proved command', () => {
  it('orders nothing while it is still the one before the deed', () => {
    expect(isStateBehind(unsealed, sealed, now)).toBe(true);
    expect(
      isStateBehind(
        { ...unsealed, kind: 'seal', evidence: 'held' },
        { ...sealed, lock_status: LockStatus.unsealedLocked },
        now,
      ),
    ).toBe(true);
  });
  it('is there once it fits, or is newer than the deed: somebody has closed the lock again', () => {
    expect(isStateBehind(unsealed, { ...sealed, lock_status: LockStatus.unsealedOpen }, now)).toBe(false);
    expect(isStateBehind(unsealed, { ...sealed, lock_since: proved }, now)).toBe(false);
  });
  it('is not waited for where nothing is proved, nor for ever', () => {
    expect(isStateBehind({ ...unsealed, evidence: 'possible' }, sealed, now)).toBe(false);
    expect(isStateBehind({ ...unsealed, evidence: null, evidence_time: null }, sealed, now)).toBe(false);
    expect(isStateBehind(unsealed, sealed, now + 60_000)).toBe(false);
  });
});
