import type { ErrorCode } from '@plomb/contract/errors';
import { maskedEvent, maskedOrder } from '@plomb/contract/lock/cards';
import { LockStatus } from '@plomb/contract/lock/codes';
import type { Command, CommandState, LockEvent } from '@plomb/contract/lock/command';
import { type LockFacts, refusalByState, refusalByUse } from '@plomb/contract/lock/operable';
import { abilities, type CommandKind, movesMetal, orderKinds } from '@plomb/contract/lock/orderKinds';
import { orders } from '@plomb/contract/orders/orders';

/** Seconds after the bytes went out until silence makes an order uncertain, or has it sent again where that may be. */
export const ANSWER_WINDOW = 60;

export interface Operable extends LockFacts {
  status: 1 | 2;
}

/** Why a device takes no order of such a kind, whatever its lock says; null = it does. */
export const refusalOfDevice = (
  { status, out_of_use }: Pick<Operable, 'status' | 'out_of_use'>,
  kind: { moves: boolean; opens: boolean },
): ErrorCode | null => (status === 1 ? refusalByUse(out_of_use, kind) : 'deviceDisabled');

/** Why a lock may not be operated now; null = it may. The organisation and the button were checked before. */
export const refusalToOperate = (kind: CommandKind, lock: Operable): ErrorCode | null => {
  if (abilities[lock.family][kind] === 'no') return 'commandUnsupported';
  const no = refusalOfDevice(lock, orderKinds[kind]);
  if (no) return no;
  if (movesMetal(kind)) return refusalByState(kind, lock);
  // the password of the factory, which everybody knows, would open it
  return kind === 'factory_reset' && lock.lock_status === LockStatus.sealedLocked ? 'unsealFirst' : null;
};

/** Whether an operator may still take a command back. */
export const refusalToCancel = (state: CommandState): ErrorCode | null => {
  if (state === 'queued') return null;
  return state === 'sent' || state === 'uncertain' ? 'commandSent' : 'commandEnded';
};

type Grants = { grants: ReadonlySet<string> };

/** The numbers of cards whole are for those who may give the order. */
export const asSeenBy = <T extends Pick<Command, 'kind' | 'args' | 'result'>>({ grants }: Grants, order: T): T =>
  grants.has(orders[order.kind].permit) ? order : maskedOrder(order);

/** Whether somebody reads the number of a card whole that is told by a lock: who may give cards (decision 0047). */
export const readsCards = ({ grants }: Grants): boolean => grants.has(orders.add_cards.permit);

export const eventsSeenBy = <T extends Pick<LockEvent, 'actor' | 'lso'>>(reader: Grants, events: readonly T[]): T[] =>
  events.map((event) => (readsCards(reader) ? event : maskedEvent(event)));
