import { locks } from '@plomb/contract/locks';

/** Why locks are usually unsealed; the words are in the dictionary. */
export const reasons = ['customs', 'arrival', 'transfer', 'mistake', 'maintenance', 'emergency', 'other'] as const;
export type Reason = (typeof reasons)[number];

/** One sentence of the chosen reason and the details; `join` puts the two together. "Other" says nothing by itself. */
export const reasonText = (
  chosen: Reason | null,
  word: string,
  details: string,
  join: (reason: string, details: string) => string,
): string => {
  const typed = details.trim();
  if (chosen === null) return '';
  if (chosen === 'other') return typed;
  return typed === '' ? word : join(word, typed);
};

export const isReasonEnough = (text: string): boolean => locks.unseal.input.shape.reason.safeParse(text).success;
