/** A word over a time of the chart: between which pixels it may stand, and how wide it is. */
export interface Over {
  from: number;
  to: number;
  wide: number;
}
type Placed<T> = T & { middle: number };

/** Pixels between two words. */
const APART = 6;
/** Where in its time a word is tried: in the middle, else where nothing else stands. */
const tries = [0.5, 0.25, 0.75, 0, 1];

/** Words where they have room, the first of them first; one that has none anywhere is left out. `taken`: where signs stand. */
export const withRoom = <T extends Over>(
  words: readonly T[],
  taken: readonly (readonly [number, number])[],
): Placed<T>[] => {
  const used = [...taken];
  return words.flatMap((word) => {
    const half = word.wide / 2;
    if (word.to - word.from < word.wide) return [];
    for (const share of tries) {
      const middle = word.from + half + (word.to - word.from - word.wide) * share;
      if (used.some(([from, to]) => middle - half < to + APART && middle + half > from - APART)) continue;
      used.push([middle - half, middle + half]);
      return [{ ...word, middle }];
    }
    return [];
  });
};

const WIDE = /[\u2e80-\uffef]/g;
/** About how wide a text is in letters of 11 pixels. */
export const widthOf = (text: string): number => {
  const wide = text.match(WIDE)?.length ?? 0;
  return wide * 11 + (text.length - wide) * 6;
};
