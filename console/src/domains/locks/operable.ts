import type { Connection } from '@plomb/contract/devices';
import type { ErrorCode } from '@plomb/contract/errors';
import type { Command, CommandKind } from '@plomb/contract/locks';
import { type LockFacts, refusalByState } from '@plomb/contract/operable';
import { isStale } from '@plomb/contract/stateTrust';

/**
 * Why pressing the button would be refused, as far as the console can know; null = worth asking. The server decides:
 * this only spares the operator a dialog that ends in a refusal.
 */
export const refusalOf = (
  kind: CommandKind,
  lock: Omit<LockFacts, 'fresh'>,
  connection: Connection,
  underWay: Pick<Command, 'kind' | 'state'> | null,
): ErrorCode | null => {
  // one that has not left yet is replaced by an order of the other kind
  if (underWay && (underWay.state !== 'queued' || underWay.kind === kind)) return 'commandOpen';
  return refusalByState(kind, { ...lock, fresh: !isStale(lock.lock_status, connection) });
};
