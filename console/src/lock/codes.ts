import { LockSource } from '@plomb/contract/lock/codes';
import type { Dictionary } from '../platform/dictionaries.ts';

/** Codes come from locks in the field: a source no table knows has no word, a fault then stands as its number. */
export const sourceWord = (sources: Dictionary, code: number | null): string =>
  code !== null && sources.has(code) ? sources.word(code) : '';

const byCard: ReadonlySet<number | null> = new Set([LockSource.cardUnseal, LockSource.cardSeal]);
/** Who did it; a lock that was shown a card tells its number alone. */
export const actorWord = (actor: string, source: number | null, card: (number: string) => string): string =>
  byCard.has(source) && /^[*0-9A-F]+$/i.test(actor) ? card(actor) : actor;

/** What is broken, with its number; empty when nothing is. */
export const faultWord = (faults: Dictionary, code: number): string => {
  if (code === 0) return '';
  return faults.has(code) ? `${faults.word(code)} ${code}` : String(code);
};
