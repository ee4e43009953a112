import type { handKinds } from './seals.ts';

/** What came into a hand and left it, added up. */
export type SealSums = Record<(typeof handKinds)[number], number>;

/**
 * What somebody had in hand before, and got, and what became of all that:
 * `opening + received = used + given + returned + scrapped + in_hand + unexplained`.
 */
export interface SealBalance {
  opening: number;
  received: number;
  used: number;
  /** handed on to somebody else who took it */
  given: number;
  returned: number;
  scrapped: number;
  in_hand: number;
  /** left the hand and is nowhere; below nought: came from nowhere. Never hidden */
  unexplained: number;
}

const inHand = (s: SealSums): number => s.received + s.found - s.used - s.given - s.returned - s.scrapped - s.missing;

/**
 * A month of a holder. `before`: until it began; `during`: in it; `counted`: what is in hand at its end by the seals themselves, where
 * that is known; null: what movements say.
 */
export const balanceOf = (before: SealSums, during: SealSums, counted: number | null): SealBalance => {
  const { received, used, given, returned, scrapped } = during;
  const opening = inHand(before);
  const in_hand = counted ?? opening + inHand(during);
  return {
    ...{ opening, received, used, given, returned, scrapped, in_hand },
    unexplained: opening + received - used - given - returned - scrapped - in_hand,
  };
};
