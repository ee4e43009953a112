import type { ErrorCode } from '@plomb/contract/errors';
import { LockStatus } from '@plomb/contract/lock';
import type { Command, CommandKind } from '@plomb/contract/locks';
import type { MapLock } from '@plomb/contract/map';

type State = Pick<MapLock, 'lock_status' | 'electric'>;

/**
 * Why pressing the button would be refused, as far as the console can know; null = worth asking. The server decides:
 * this only spares the operator a dialog that ends in a refusal.
 */
export const refusalOf = (
  kind: CommandKind,
  lock: State,
  underWay: Pick<Command, 'kind' | 'state'> | null,
): ErrorCode | null => {
  // one that has not left yet is replaced by an order of the other kind
  if (underWay && (underWay.state !== 'queued' || underWay.kind === kind)) return 'commandOpen';
  if (kind === 'seal') {
    if (lock.lock_status === LockStatus.sealedLocked) return 'alreadySealed';
    return lock.lock_status === LockStatus.unsealedOpen ? 'closeShackleFirst' : null;
  }
  if (lock.electric !== null && lock.electric <= 5) return 'batteryTooLow';
  return lock.lock_status === LockStatus.unsealedOpen ? 'alreadyUnsealed' : null;
};
