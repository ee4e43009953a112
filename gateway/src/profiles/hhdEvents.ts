import { Fault, LockAction, LockSource, LockStatus } from '@plomb/contract/lock/codes';
import type { Meaning } from './blankReport.ts';

const { unsealedLocked, unsealedOpen, sealedLocked, abnormal } = LockStatus;

const seal = (lso: LockSource): Meaning => ({
  lst: LockAction.lock,
  lso,
  ls: sealedLocked,
  alarms: [],
  fault: Fault.none,
});
const unseal = (lso: LockSource): Meaning => ({
  lst: LockAction.unlock,
  lso,
  ls: unsealedLocked,
  alarms: [],
  fault: Fault.none,
});
const tamper = (fault: typeof Fault.illegalUnlock | typeof Fault.illegalUnlocking): Meaning => ({
  lst: LockAction.tamper,
  lso: null,
  ls: abnormal,
  alarms: [fault === Fault.illegalUnlock ? 'illegal_unlock' : 'illegal_unlocking'],
  fault,
});
const notice = (...alarms: Meaning['alarms']): Meaning => ({
  lst: LockAction.normal,
  lso: null,
  ls: null,
  alarms,
  fault: Fault.none,
});

/** Item 0x60 event code → what it means. A refusal changes nothing at the lock, so it names no status. */
const hhdMeanings: Readonly<Record<number, Meaning>> = {
  0: { lst: LockAction.lock, lso: null, ls: unsealedLocked, alarms: [], fault: Fault.none },
  // Opened while sealed is for the server to judge, which knows the state before.
  1: { lst: LockAction.unlock, lso: null, ls: unsealedOpen, alarms: [], fault: Fault.none },
  2: seal(LockSource.automaticSeal),
  3: seal(LockSource.cardSeal),
  4: unseal(LockSource.cardUnseal),
  5: seal(LockSource.bluetoothSeal),
  6: unseal(LockSource.bluetoothUnseal),
  7: seal(LockSource.remoteSeal),
  8: unseal(LockSource.remoteUnseal),
  // By SMS: remote too; the event's code keeps the difference.
  9: seal(LockSource.remoteSeal),
  10: unseal(LockSource.remoteUnseal),
  11: notice('illegal_card'),
  12: notice('illegal_card'),
  13: notice('card_outside_area'),
  14: notice('card_outside_area'),
  15: tamper(Fault.illegalUnlock),
  16: tamper(Fault.illegalUnlocking),
  17: tamper(Fault.illegalUnlocking),
  18: notice('low_battery'),
  19: notice('wrong_password'),
  20: seal(LockSource.automaticSeal),
  23: notice('low_battery'),
  24: {
    lst: LockAction.normal,
    lso: LockSource.fault,
    ls: abnormal,
    alarms: ['lock_fault'],
    fault: Fault.lockMotor,
  },
};

/** Codes published for waking up: no event, but the reason of the report. */
export const hhdWakes: Readonly<Record<number, string>> = { 21: 'turned over', 22: 'touched' };

const alarmed: Meaning = {
  lst: LockAction.normal,
  lso: LockSource.fault,
  ls: null,
  alarms: ['lock_fault'],
  fault: Fault.other,
};

/** What an event means. What the lock itself calls an alarm rings, whether its code is one that does, or is known at all. */
export function meaningOf(code: number, isAlarm: boolean): Meaning {
  const known = hhdMeanings[code];
  if (!isAlarm || (known && known.alarms.length > 0)) return known ?? notice();
  return known ? { ...known, alarms: alarmed.alarms, fault: alarmed.fault } : alarmed;
}
