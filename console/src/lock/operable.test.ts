import { LockStatus } from '@plomb/contract/lock/codes';
import type { OutOfUse } from '@plomb/contract/lock/operable';
import { describe, expect, it } from 'vitest';
import { isStateBehind, refusalOf } from './operable.ts';

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

const lock = (lock_status: 0 | 1 | 2 | 3 | 255, electric: number | null = 80, out_of_use: OutOfUse | null = null) => ({
  family: 'hhd' as const,
  out_of_use,
  lock_status,
  electric,
  fresh: true,
});

it.each([
  ['unseal', lock(2), null, null],
  ['unseal', lock(2), { kind: 'unseal', state: 'queued' }, 'oneLivePhysicalCommand'],
  ['unseal', lock(2), { kind: 'seal', state: 'queued' }, null],
  ['unseal', lock(2), { kind: 'seal', state: 'sent' }, 'oneLivePhysicalCommand'],
  ['unseal', lock(2, 5), null, 'batteryTooLow'],
  ['unseal', lock(2, null), null, null],
  ['unseal', lock(1), null, 'alreadyOpen'],
  ['unseal', lock(2, 80, 'lost'), null, 'deviceLost'],
  ['unseal', lock(2, 80, 'maintenance'), null, 'deviceInMaintenance'],
  ['seal', lock(0, 80, 'scrapped'), null, 'deviceScrapped'],
  ['unseal', lock(0), null, 'alreadyUnsealed'],
  ['unseal', lock(3), null, null],
  ['seal', lock(0, 3), null, null],
  ['seal', lock(2), null, 'alreadySealed'],
  ['seal', lock(1), null, 'closeShackleFirst'],
] as const)('%s with %o, under way %o: %s', (kind, of, underWay, refusal) => {
  expect(refusalOf(kind, of, underWay)).toBe(refusal);
});
