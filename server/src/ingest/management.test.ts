import { type AlarmKind, Fault, LockSource, LockStatus } from '@plomb/contract/lock/codes';
import type { LockReport } from '@plomb/contract/lock/report';
import { expect, it } from 'vitest';
import { judgeBatch } from './batch.ts';
import { aBatch, anEvent, aReport, minutes, noon, rules } from './testing/reports.ts';

const managed = [{ from: noon - minutes(10), until: noon + minutes(10) }];
/** What a batch of one lock rings, its words a minute apart from noon on. */
const rung = (
  words: readonly Partial<LockReport>[],
  lockStatus: LockStatus = LockStatus.unsealedLocked,
): AlarmKind[] => {
  const reports = words.map((word, i) => aReport({ deviceTime: noon + minutes(i), ...word }));
  const batch = aBatch(reports, { state: { lockStatus }, given: rules({ managed }) });
  return judgeBatch([batch]).alarms.map(({ kind }) => kind);
};
const rings = (kind: AlarmKind) => ({ event: anEvent(0, null, null, { alarms: [kind] }) });

it.each<[AlarmKind, 'quiet' | 'rings']>([
  ['illegal_unlock', 'quiet'],
  ['seal_without_right', 'quiet'],
  ['illegal_card', 'quiet'],
  ['card_outside_area', 'quiet'],
  ['wrong_password', 'quiet'],
  ['lock_fault', 'rings'],
  ['illegal_unlocking', 'rings'],
])('in management mode %s is %s', (kind, how) => {
  expect(rung([rings(kind)])).toEqual(how === 'rings' ? [kind] : []);
});

it('whatever forces a lock rings, also where it is told as an illegal unlock', () => {
  expect(rung([{ event: anEvent(3, null, 3), fault: Fault.illegalUnlock }])).toEqual(['illegal_unlock']);
});

it('before and after it everything rings', () => {
  expect(rung([{ ...rings('illegal_card'), deviceTime: noon - minutes(11) }])).toEqual(['illegal_card']);
  expect(rung([{ ...rings('illegal_card'), deviceTime: noon + minutes(11) }])).toEqual(['illegal_card']);
});

it('a seal ends it, within a batch too: what comes after rings, also once it is unsealed again', () => {
  const seal = { event: anEvent(2, LockSource.cardSeal, 2) };
  const unseal = { event: anEvent(1, LockSource.cardUnseal, 0) };
  expect(rung([rings('illegal_card'), seal])).toEqual([]);
  expect(rung([seal, unseal, rings('illegal_card')])).toEqual(['illegal_card']);
});

it('a lock that is suddenly abnormal rings, and one that stays so is quiet', () => {
  expect(rung([{ ls: LockStatus.abnormal }])).toEqual(['state_gap']);
  expect(rung([rings('illegal_card')], LockStatus.abnormal)).toEqual([]);
});

it('a lock that was sealed when it began never was in it, also once it is unsealed', () => {
  const before = { event: anEvent(2, LockSource.cardSeal, 2), deviceTime: noon - minutes(11) };
  const unseal = { event: anEvent(1, LockSource.cardUnseal, 0) };
  expect(rung([before, unseal, rings('illegal_card')])).toEqual(['illegal_card']);
});

it('a lock that is sealed is in no management mode', () => {
  expect(rung([rings('illegal_card')], LockStatus.sealedLocked)).toEqual(['illegal_card']);
});
