import { Fault, LockAction, LockSource, LockStatus } from '@plomb/contract/lock/codes';
import type { LockReport } from '@plomb/contract/lock/report';
import { blindingFaults } from './word.ts';

/** What a report says of the metal. `stated`: no event, but the lock says which status it is in. */
export type Happening =
  | { what: 'seal'; source: LockSource }
  | { what: 'unseal'; source: LockSource }
  | { what: 'closed'; sealed: boolean }
  | { what: 'opened' }
  | { what: 'tampered' }
  | { what: 'broken' }
  | { what: 'stated'; status: LockStatus }
  | { what: 'nothing' };

const seals: ReadonlySet<number> = new Set([
  LockSource.automaticSeal,
  LockSource.cardSeal,
  LockSource.bluetoothSeal,
  LockSource.passwordSeal,
  LockSource.remoteSeal,
]);
const unseals: ReadonlySet<number> = new Set([
  LockSource.remoteUnseal,
  LockSource.passwordUnseal,
  LockSource.bluetoothUnseal,
  LockSource.cardUnseal,
  LockSource.automaticUnseal,
  LockSource.authorisedUnlock,
]);

const blinding: ReadonlySet<number> = new Set(blindingFaults);

/** The worst of what a report tells decides: a motor fault, then tampering, then what was done, then what is stated. */
export const happeningOf = ({ event, fault, ls }: Pick<LockReport, 'event' | 'fault' | 'ls'>): Happening => {
  if (blinding.has(fault)) return { what: 'broken' };
  if (event?.lst === LockAction.tamper || fault === Fault.illegalUnlocking || fault === Fault.illegalUnlock)
    return { what: 'tampered' };
  if (event?.lst === LockAction.lock) {
    if (event.lso !== null && seals.has(event.lso)) return { what: 'seal', source: event.lso };
    return { what: 'closed', sealed: event.ls === LockStatus.sealedLocked };
  }
  if (event?.lst === LockAction.unlock) {
    if (event.lso !== null && unseals.has(event.lso)) return { what: 'unseal', source: event.lso };
    return { what: 'opened' };
  }
  const status = event?.ls ?? ls;
  return status === null || status === LockStatus.initial ? { what: 'nothing' } : { what: 'stated', status };
};

/** Whether an event that names a status names one its own action can lead to. */
export const isConsistent = ({ event }: Pick<LockReport, 'event'>): boolean => {
  if (!event || event.ls === null) return true;
  if (event.lst === LockAction.lock)
    return event.ls === LockStatus.unsealedLocked || event.ls === LockStatus.sealedLocked;
  if (event.lst === LockAction.unlock)
    return event.ls === LockStatus.unsealedLocked || event.ls === LockStatus.unsealedOpen;
  return true;
};
