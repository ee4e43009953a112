import type { LifeEntry } from '@plomb/contract/devices/life';

export interface Silence {
  kind: 'silence';
  /** when it reported again */
  time: string;
  since: string;
}

/** The entries with the times in which nothing was reported, each where it ended. An hour that is told tells of its own. */
export const withSilence = (entries: readonly LifeEntry[]): (LifeEntry | Silence)[] => {
  const silences = entries.flatMap((entry): Silence[] =>
    entry.kind === 'report'
      ? entry.run.silences.map(({ from_time, to_time }) => ({ kind: 'silence', time: to_time, since: from_time }))
      : [],
  );
  // what ends a silence stands above it: it is not older, and sorting keeps the order of what is told at one moment
  return [...entries, ...silences].sort((a, b) => Date.parse(b.time) - Date.parse(a.time));
};
