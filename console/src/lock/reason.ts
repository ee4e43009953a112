import { orders } from '@plomb/contract/orders/orders';

/** One sentence of the chosen reason and the details; `join` puts the two together. "Other" says nothing by itself. */
export const reasonText = (
  chosen: string | null,
  word: string,
  details: string,
  join: (reason: string, details: string) => string,
): string => {
  const typed = details.trim();
  if (chosen === null) return '';
  if (chosen === 'other') return typed;
  return typed === '' ? word : join(word, typed);
};

export const isReasonEnough = (text: string): boolean => orders.unseal.input.shape.reason.safeParse(text).success;
