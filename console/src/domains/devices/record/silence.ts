import type { LifeEntry } from '@plomb/contract/devices/life';

export interface Silence {
  kind: 'silence';
  /** when it was heard again */
  time: string;
  since: string;
}

/** A lock that reports seldom may be as long without a word: twice its interval and five minutes, as for its connection. */
const longest = (interval: number): number => (2 * interval + 300) * 1000;

/**
 * The entries with the times in which nothing was reported in their places. Only between two runs that stand there: what
 * was before the last of them is not read yet.
 */
export const withSilence = (entries: readonly LifeEntry[], interval: number): (LifeEntry | Silence)[] => {
  const told: (LifeEntry | Silence)[] = [];
  let next: string | null = null;
  for (const entry of entries) {
    if (entry.kind === 'report') {
      const { from_time, to_time } = entry.run;
      if (next !== null && Date.parse(next) - Date.parse(to_time) > longest(interval))
        told.push({ kind: 'silence', time: next, since: to_time });
      next = from_time;
    }
    told.push(entry);
  }
  return told;
};
