import { type RfidResult, rfidMeaning, rfidMoved } from '../seals/rfidSteps.ts';

/** What a reader said of the lock of a chip while that was on a position, and the step that put it there; ms since 1970. */
export interface Reading {
  at: number;
  result: RfidResult;
  position: string;
  number: string;
  sealed: { step: number; at: number };
}

const closes = ({ result }: Reading): boolean => rfidMoved(null, result).state === 'closed';
/**
 * Where a lock was closed that was closed: what opened it between was not told. Whoever puts it on closes it, too, and may have a while for
 * that. So many ms count as one deed.
 */
export const closedTwice = (readings: readonly Reading[], deed: number): Reading[] => {
  const last = new Map<number, Reading>();
  return readings
    .filter(({ result }) => rfidMeaning(result).good)
    .toSorted((a, b) => a.at - b.at)
    .filter((one) => {
      const before = last.get(one.sealed.step);
      last.set(one.sealed.step, one);
      return closes(one) && (before ? closes(before) : one.at - one.sealed.at > deed);
    });
};

/** By which a reason and the line of time name such a word: it is of a chip, whose records may be another's by now. */
export const readingKey = (step: number, at: number): string => `reading ${step} ${at}`;
