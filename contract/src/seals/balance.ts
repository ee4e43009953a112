import type { handKinds } from './seals.ts';

/** What came into a hand and left it, added up. */
export type SealSums = Record<(typeof handKinds)[number], number>;

/** What went missing in a time and was not found in it, and what was found of what was missing before: neither hides the other. */
export interface SealLosses {
  lost: number;
  found: number;
}

/**
 * What somebody had in hand before, and got, and what became of all that:
 * `opening + received + found = used + given + returned + scrapped + in_hand + unexplained`.
 */
export interface SealBalance {
  opening: number;
  received: number;
  /** was unexplained in a time before, and is there again */
  found: number;
  used: number;
  /** handed on to somebody else who took it */
  given: number;
  returned: number;
  scrapped: number;
  in_hand: number;
  /** left the hand and is nowhere. Never hidden */
  unexplained: number;
}
export const balanceTerms = [
  ...['opening', 'received', 'found', 'used', 'given', 'returned', 'scrapped', 'in_hand', 'unexplained'],
] as (keyof SealBalance)[];

const inHand = (s: SealSums): number => s.received + s.found - s.used - s.given - s.returned - s.scrapped - s.missing;

/** A time of a holder. `before`: until it began; `during`: in it, with what went missing and was found. */
export const balanceOf = (before: SealSums, during: SealSums, { lost, found }: SealLosses): SealBalance => {
  const { received, used, given, returned, scrapped } = during;
  const opening = inHand(before);
  return {
    ...{ opening, received, found, used, given, returned, scrapped },
    ...{ in_hand: opening + inHand(during), unexplained: lost },
  };
};

/**
 * All holders as one. What went from one of them to another is counted by both hands: as one it neither came nor left (`inside`).
 */
export const balanceOfAll = (
  rows: readonly SealBalance[],
  inside: Pick<SealBalance, 'received' | 'given' | 'returned'>,
): SealBalance => {
  const sum = (term: keyof SealBalance): number => rows.reduce((n, row) => n + row[term], 0);
  const all = Object.fromEntries(balanceTerms.map((term) => [term, sum(term)])) as unknown as SealBalance;
  return {
    ...all,
    received: all.received - inside.received,
    given: all.given - inside.given,
    returned: all.returned - inside.returned,
  };
};
