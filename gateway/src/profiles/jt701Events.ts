import { Fault, LockAction, LockSource, LockStatus } from '@plomb/contract/lock/codes';
import { EventSource, type LockEvent, Verify } from '@plomb/protocols/jointech/lock-event';
import type { Position } from '@plomb/protocols/jointech/position';
import type { SubLockReport } from '@plomb/protocols/jointech/sub-lock';
import type { Meaning } from './blankReport.ts';

const notice = (...alarms: Meaning['alarms']): Meaning => ({
  lst: LockAction.normal,
  lso: null,
  ls: null,
  alarms,
  fault: Fault.none,
});
const opened = (lso: LockSource | null): Meaning => ({
  lst: LockAction.unlock,
  lso,
  ls: LockStatus.unsealedOpen,
  alarms: [],
  fault: Fault.none,
});

/** What a P45 means. Whether a password came from us is for the server to say, which knows what it ordered. */
export function meaningOf({ source, verify }: LockEvent): Meaning {
  if (source === null) return notice();
  if (source === EventSource.illegalCard) return notice('illegal_card');
  if (source === EventSource.ropePulled) return opened(null);
  // Locked again by itself: whether that seals depends on the journey, so the status is not named.
  if (source === EventSource.autoLocked) {
    return { lst: LockAction.lock, lso: LockSource.automaticSeal, ls: null, alarms: [], fault: Fault.none };
  }
  const lso = opensBy[source];
  if (lso === undefined || verify === null) return notice();
  if (verify === Verify.refusedOutsideFence) return notice('card_outside_area');
  return isAccepted(verify) ? opened(lso) : notice();
}

export function isPublished(source: number): boolean {
  return Object.values<number>(EventSource).includes(source);
}

const opensBy: Readonly<Record<number, LockSource>> = {
  [EventSource.card]: LockSource.cardUnseal,
  [EventSource.staticPassword]: LockSource.passwordUnseal,
  [EventSource.dynamicPassword]: LockSource.passwordUnseal,
  [EventSource.bluetooth]: LockSource.bluetoothUnseal,
};

/** Opened inside fence 1-10 or with the fence check off. */
function isAccepted(verify: number): boolean {
  return (verify >= 1 && verify <= 10) || verify === Verify.openedWithoutFence;
}

const tamper: Meaning = {
  lst: LockAction.tamper,
  lso: null,
  ls: LockStatus.abnormal,
  alarms: ['illegal_unlocking'],
  fault: Fault.illegalUnlocking,
};

/**
 * Alarm bits of a position frame, the worst first. Vibration and the lock's own fences are missing on purpose: they are
 * no fault of the lock, and the platform judges its own fences.
 */
const alarmBits = [
  ['ropeCut', tamper],
  ['coverOpened', tamper],
  [
    'motorStuck',
    {
      lst: LockAction.normal,
      lso: LockSource.fault,
      ls: LockStatus.abnormal,
      alarms: ['lock_fault'],
      fault: Fault.lockMotor,
    },
  ],
  ['wrongPassword', notice('wrong_password')],
  ['illegalCard', notice('illegal_card')],
  ['lowBattery', notice('low_battery')],
  [
    'longUnlock',
    { lst: LockAction.normal, lso: LockSource.fault, ls: null, alarms: ['lock_fault'], fault: Fault.other },
  ],
] as const satisfies readonly (readonly [keyof Position['status'], Meaning])[];

/** The alarm a frame tells: the worst bit decides, and the others' alarms ride along. Null when none is set. */
export function alarmOf(status: Position['status']): { code: string; meaning: Meaning } | null {
  const set = alarmBits.filter(([bit]) => status[bit]);
  const [worst] = set;
  if (!worst) return null;
  const alarms = [...new Set<Meaning['alarms'][number]>(set.flatMap(([, meaning]) => meaning.alarms))];
  return { code: `jt701:${worst[0]}`, meaning: { ...worst[1], alarms } };
}

/** The status the bits state: locked only with the rope in and the motor home. */
export function statusOf(status: Position['status']): LockStatus {
  if (status.ropeCut || status.coverOpened || status.motorStuck) return LockStatus.abnormal;
  return status.ropeInserted && status.motorLocked ? LockStatus.unsealedLocked : LockStatus.unsealedOpen;
}

const coverOpened = 4;
/** Nothing, locked, opened by Bluetooth, cover opened, opened by radio. */
const publishedKinds: ReadonlySet<number> = new Set([0, 1, 2, coverOpened, 8]);

/**
 * What a sub-lock's report means for the lock that passes it on: its own state stays as it is, its alarms are those of
 * both. Null when nothing happened.
 */
export function subLockMeaning({ lock }: SubLockReport): Meaning | null {
  if (!lock) return null;
  const { kind } = lock.event;
  const isLost = lock.gateway?.lost === true;
  if (kind === 0 && !isLost) return null;
  const alarms: Meaning['alarms'] = [];
  if (kind === coverOpened) alarms.push('illegal_unlocking');
  if (isLost) alarms.push('lock_fault');
  return notice(...alarms);
}

export function isPublishedKind(kind: number): boolean {
  return publishedKinds.has(kind);
}
