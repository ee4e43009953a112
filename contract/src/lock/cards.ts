import type { Command } from './command.ts';

/** A simple card is its number: whoever reads it whole can make another. Enough of it is left to tell cards apart. */
const masked = (number: string): string =>
  `***${number.slice(Math.max(number.length - 4, Math.ceil(number.length / 2)))}`;
const maskedAll = (numbers: unknown): string[] => (numbers as string[]).map(masked);

/** The arguments of an order as the log has them, and whoever may not give it. */
export const maskedArgs = (args: Command['args']): Command['args'] =>
  'cards' in args ? { ...args, cards: maskedAll(args.cards) } : args;

/** An order as it is shown to whoever may not give it. */
export const maskedOrder = <T extends Pick<Command, 'args' | 'result'>>(order: T): T => {
  const { cards } = order.result ?? {};
  const result = cards?.numbers
    ? { ...order.result, cards: { ...cards, numbers: cards.numbers.map(masked) } }
    : order.result;
  return { ...order, args: maskedArgs(order.args), result };
};
