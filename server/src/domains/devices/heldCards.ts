import { maskedArgs } from '@plomb/contract/lock/cards';
import type { Command } from '@plomb/contract/lock/command';

export interface HeldCard {
  number: string;
  time: string;
  /** the lock itself told of it; else it has taken the order to add it */
  told: boolean;
}

type CardOrder = Pick<Command, 'kind' | 'args' | 'state' | 'result' | 'answer_time'>;

/** The cards a lock holds as far as orders tell: what it took, what it told, less what it has deleted. Oldest order first. */
export const heldCards = (orders: readonly CardOrder[]): HeldCard[] => {
  const held = new Map<string, HeldCard>();
  for (const { kind, args, state, result, answer_time: time } of orders) {
    if (state !== 'answered_ok' || time === null) continue;
    const named = Array.isArray(args.cards) ? (args.cards as string[]) : [];
    if (kind === 'add_cards') for (const number of named) held.set(number, { number, time, told: false });
    if (kind === 'delete_cards') for (const number of named) held.delete(number);
    if (kind === 'query_cards')
      for (const number of result?.cards?.numbers ?? []) held.set(number, { number, time, told: true });
  }
  return [...held.values()];
};

/** The same for whoever may not give cards. */
export const maskedCards = (cards: readonly HeldCard[]): HeldCard[] => {
  const { cards: numbers } = maskedArgs({ cards: cards.map(({ number }) => number) }) as { cards: string[] };
  return cards.map((card, at) => ({ ...card, number: numbers[at]! }));
};
