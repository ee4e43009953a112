import type { ErrorCode } from '@plomb/contract/errors';
import { maskedEvent, maskedOrder } from '@plomb/contract/lock/cards';
import type { Command, CommandState, LockEvent } from '@plomb/contract/lock/command';
import { orders } from '@plomb/contract/orders/orders';

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
