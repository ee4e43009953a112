import { LockSource } from './codes.ts';
import type { Command, LockEvent } from './command.ts';

const MASK = '***';
/** A simple card is its number: whoever reads it whole can make another. Enough of it is left to tell cards apart. */
export const maskedCard = (number: string): string =>
  number === '' || number.startsWith(MASK)
    ? number
    : `${MASK}${number.slice(Math.max(number.length - 4, Math.ceil(number.length / 2)))}`;
const maskedAll = (numbers: unknown): string[] => (numbers as string[]).map(maskedCard);

const byCard: ReadonlySet<number | null> = new Set([LockSource.cardUnseal, LockSource.cardSeal]);
const byUser: ReadonlySet<number | null> = new Set([
  LockSource.remoteUnseal,
  LockSource.remoteSeal,
  LockSource.bluetoothUnseal,
  LockSource.bluetoothSeal,
]);
/** Whether what a lock names is a card: its source says so, or says nothing else and it is a bare number. */
export const isCard = (actor: string, source: number | null): boolean =>
  byCard.has(source) || (!byUser.has(source) && /^[0-9A-F]+$/i.test(actor));

/** Who moved a lock as anybody may read it. */
export const maskedActor = (actor: string, source: number | null): string =>
  isCard(actor, source) ? maskedCard(actor) : actor;

/** A word of a lock as it is shown to whoever may not give cards, and on paper. */
export const maskedEvent = <T extends Pick<LockEvent, 'actor' | 'lso'>>(event: T): T => ({
  ...event,
  actor: maskedActor(event.actor, event.lso),
});

/** The arguments of an order as the log has them, and whoever may not give it. */
export const maskedArgs = (args: Command['args']): Command['args'] =>
  'cards' in args ? { ...args, cards: maskedAll(args.cards) } : args;

/** An order as it is shown to whoever may not give it. */
export const maskedOrder = <T extends Pick<Command, 'args' | 'result'>>(order: T): T => {
  const { cards } = order.result ?? {};
  const result = cards?.numbers
    ? { ...order.result, cards: { ...cards, numbers: cards.numbers.map(maskedCard) } }
    : order.result;
  return { ...order, args: maskedArgs(order.args), result };
};
