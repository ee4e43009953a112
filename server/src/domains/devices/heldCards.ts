import type { DeviceRights } from '@plomb/contract/devices/rights';
import { maskedCard } from '@plomb/contract/lock/cards';
import type { Command } from '@plomb/contract/lock/command';

type HeldCard = DeviceRights['cards'][number];
export type CardOrder = Pick<Command, 'kind' | 'args' | 'state' | 'attempt' | 'result' | 'create_time' | 'answer_time'>;

/** It went to the lock, and no answer says whether it was taken. */
const isInDoubt = ({ state, attempt }: CardOrder): boolean =>
  state === 'sent' || state === 'uncertain' || ((state === 'queued' || state === 'cancelled') && attempt > 0);

/**
 * The cards a lock holds as far as orders tell: what it took, may have taken or told, less what it has deleted. A factory
 * reset leaves none. Oldest order first.
 */
export const heldCards = (orders: readonly CardOrder[]): HeldCard[] => {
  const held = new Map<string, HeldCard>();
  for (const order of orders) {
    const { kind, args, state, result, create_time, answer_time: time } = order;
    const named = Array.isArray(args.cards) ? (args.cards as string[]) : [];
    if (kind === 'add_cards' && isInDoubt(order)) {
      for (const number of named)
        if (!held.has(number)) held.set(number, { number, time: create_time, known: 'perhaps' });
    }
    if (state !== 'answered_ok' || time === null) continue;
    if (kind === 'factory_reset') held.clear();
    if (kind === 'add_cards') for (const number of named) held.set(number, { number, time, known: 'taken' });
    if (kind === 'delete_cards') for (const number of named) held.delete(number);
    if (kind === 'query_cards')
      for (const number of result?.cards?.numbers ?? []) held.set(number, { number, time, known: 'told' });
  }
  return [...held.values()];
};

/** The same for whoever may not give cards. */
export const maskedCards = (cards: readonly HeldCard[]): HeldCard[] =>
  cards.map((card) => ({ ...card, number: maskedCard(card.number) }));
