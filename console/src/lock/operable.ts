import type { ErrorCode } from '@plomb/contract/errors';
import { LockStatus } from '@plomb/contract/lock/codes';
import type { Command } from '@plomb/contract/lock/command';
import { type LockFacts, refusalByState } from '@plomb/contract/lock/operable';
import type { PhysicalKind } from '@plomb/contract/lock/orderKinds';

/** Longest that the news of a deed and the state it led to come apart. */
const APART = 60_000;
/**
 * A command is proved and the state shown is still the one before it: the two come by different ways. Until the state
 * has come nothing is ordered by it.
 */
export const isStateBehind = (
  command: Pick<Command, 'kind' | 'evidence' | 'evidence_time'>,
  lock: { lock_status: number; lock_since: string | null },
  now: number,
): boolean => {
  const { kind, evidence, evidence_time: time } = command;
  if (time === null || (evidence !== 'confirmed' && evidence !== 'held')) return false;
  const proved = Date.parse(time);
  const fits = (kind === 'seal') === (lock.lock_status === LockStatus.sealedLocked);
  const newer = lock.lock_since !== null && Date.parse(lock.lock_since) >= proved;
  return !fits && !newer && now - proved < APART;
};

/**
 * Why pressing the button would be refused, as far as the console can know; null = worth asking. The server decides:
 * this only spares the operator a dialog that ends in a refusal.
 */
export const refusalOf = (
  kind: PhysicalKind,
  lock: LockFacts,
  underWay: Pick<Command, 'kind' | 'state'> | null,
): ErrorCode | null => {
  // one that has not left yet is replaced by an order of the other kind
  if (underWay && (underWay.state !== 'queued' || underWay.kind === kind)) return 'oneLivePhysicalCommand';
  return refusalByState(kind, lock);
};
