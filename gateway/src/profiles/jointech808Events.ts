import { Fault, LockAction, LockSource, LockStatus } from '@plomb/contract/lock/codes';
import { hasCard, hasPassword, hasResult, type LockEvent, refused } from '@plomb/protocols/jointech808/lock-event';
import { alarmWord, statusWord } from '@plomb/protocols/jointech808/words';
import type { Meaning } from './blankReport.ts';

const notice = (...alarms: Meaning['alarms']): Meaning => ({
  lst: LockAction.normal,
  lso: null,
  ls: null,
  alarms,
  fault: Fault.none,
});
const openedBy = (lso: LockSource): Meaning => ({
  lst: LockAction.unlock,
  lso,
  ls: LockStatus.unsealedOpen,
  alarms: [],
  fault: Fault.none,
});

export const openedFromAfar = openedBy(LockSource.remoteUnseal);

export const isPublished = (type: number): boolean => hasPassword(type) || hasCard(type);

/**
 * What a 0x0B means: opened, or refused. Which of its types are passwords typed, sent or told over the air nobody has
 * published; of the cards without a result neither what was done with them.
 */
export function meaningOf({ type, card, result }: LockEvent): Meaning {
  if (!hasResult(type)) return notice();
  if (result === refused) return card === null ? notice() : notice('illegal_card');
  // A password without its result is cut short: nothing says that it opened.
  if (card === null && result === null) return notice();
  return openedBy(card === null ? LockSource.passwordUnseal : LockSource.cardUnseal);
}

const tamper: Meaning = {
  lst: LockAction.tamper,
  lso: null,
  ls: LockStatus.abnormal,
  alarms: ['illegal_unlocking'],
  fault: Fault.illegalUnlocking,
};

const { raw: coverOpened } = alarmWord.of({ coverOpened: true });
const { raw: lowBattery } = alarmWord.of({ lowBattery: true });
/** Speed and the lock's own fences are missing above on purpose: the platform judges its own. */
export const publishedAlarms =
  alarmWord.of({ overspeed: true, enteredFence: true, leftFence: true }).raw | coverOpened | lowBattery;

/** What these bits tell that have just been set: the worst decides, and the other's alarm rides along. */
export function alarmOf(risen: number): { code: string; meaning: Meaning } | null {
  const isLow = (risen & lowBattery) !== 0;
  if ((risen & coverOpened) !== 0) {
    const alarms: Meaning['alarms'] = isLow ? [...tamper.alarms, 'low_battery'] : tamper.alarms;
    return { code: 'jointech808:coverOpened', meaning: { ...tamper, alarms } };
  }
  return isLow ? { code: 'jointech808:lowBattery', meaning: notice('low_battery') } : null;
}

const { raw: open } = statusWord.of({ ropeOpen: true, motorOpen: true });

export const isOpen = (status: number): boolean => (status & open) !== 0;

/** The status the two words state: locked only with the rope in and the motor home, and nothing forced. */
export function statusOf(alarm: number, status: number): LockStatus {
  if ((alarm & coverOpened) !== 0) return LockStatus.abnormal;
  return isOpen(status) ? LockStatus.unsealedOpen : LockStatus.unsealedLocked;
}
