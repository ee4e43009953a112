import type { ErrorCode } from '@plomb/contract/errors';
import type { CommandKind, CommandState } from '@plomb/contract/lock/command';
import { type LockFacts, refusalByState } from '@plomb/contract/lock/operable';

/** Seconds after the bytes went out until silence makes a physical command uncertain. */
export const ANSWER_WINDOW = 60;

export interface Operable extends LockFacts {
  status: 1 | 2;
  lost: boolean;
}

/** Why a lock may not be operated now; null = it may. The organisation and the button were checked before. */
export const refusalToOperate = (kind: CommandKind, lock: Operable): ErrorCode | null =>
  lock.status !== 1 || lock.lost ? 'deviceUnusable' : refusalByState(kind, lock);

/** Whether an operator may still take a command back. */
export const refusalToCancel = (state: CommandState): ErrorCode | null => {
  if (state === 'queued') return null;
  return state === 'sent' || state === 'uncertain' ? 'commandSent' : 'commandEnded';
};
