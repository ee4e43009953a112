import type { ErrorCode } from '@plomb/contract/errors';
import type { LockFamily } from '@plomb/contract/lock';
import { LockStatus } from '@plomb/contract/lock';
import type { CommandKind, CommandState } from '@plomb/contract/locks';

/**
 * Native: the lock itself knows "sealed". Platform: the lock knows only "locked", and sealed is a fact the platform holds.
 */
export const sealModel: Record<LockFamily, 'native' | 'platform'> = { hhd: 'native', jt701: 'platform' };

/** Seconds after the bytes went out until silence makes a physical command uncertain. */
export const ANSWER_WINDOW = 60;

export interface Operable {
  family: LockFamily;
  status: 1 | 2;
  lost: boolean;
  lock_status: number;
  electric: number | null;
}

/** Why a lock may not be operated now; null = it may. The organisation and the button were checked before. */
export const refusalToOperate = (kind: CommandKind, lock: Operable): ErrorCode | null => {
  if (lock.status !== 1 || lock.lost) return 'deviceUnusable';
  const model = sealModel[lock.family];
  if (kind === 'seal') {
    if (lock.lock_status === LockStatus.sealedLocked) return 'alreadySealed';
    if (lock.lock_status === LockStatus.unsealedOpen) return 'closeShackleFirst';
    // a seal the platform merely holds needs a lock that is known to be closed
    if (model === 'platform' && lock.lock_status !== LockStatus.unsealedLocked) return 'closeShackleFirst';
    return null;
  }
  if (lock.electric !== null && lock.electric <= 5) return 'batteryTooLow';
  if (lock.lock_status === LockStatus.unsealedOpen) return 'alreadyUnsealed';
  if (lock.lock_status === LockStatus.unsealedLocked && model === 'native') return 'alreadyUnsealed';
  return null;
};

/** Whether an operator may still take a command back. */
export const refusalToCancel = (state: CommandState): ErrorCode | null => {
  if (state === 'queued') return null;
  return state === 'sent' || state === 'uncertain' ? 'commandSent' : 'commandEnded';
};
