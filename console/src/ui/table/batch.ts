import { Refused } from '../../platform/answer.ts';

/**
 * What became of records sent together: the calls do all of them or none.
 * `unknown`: no answer came. `left`: not sent, because of what happened before.
 */
export interface Outcome {
  ids: readonly number[];
  result: 'done' | 'refused' | 'unknown' | 'left';
  error?: unknown;
}

/** A call of the contract takes so many ids. */
export const mostAtOnce = 100;

const parts = (ids: readonly number[], most: number): number[][] =>
  Array.from({ length: Math.ceil(ids.length / most) }, (_, i) => ids.slice(i * most, (i + 1) * most));

/**
 * Sends ids in parts, one part after the other. A refused part leaves the others alone; a broken line or an ended
 * session stops the rest.
 */
export const runBatch = async (
  ids: readonly number[],
  most: number,
  act: (ids: number[]) => Promise<unknown>,
  told: (outcomes: readonly Outcome[]) => void,
  signal: AbortSignal,
): Promise<Outcome[]> => {
  const outcomes: Outcome[] = [];
  let stopped = false;
  for (const part of parts(ids, most)) {
    if (stopped || signal.aborted) {
      outcomes.push({ ids: part, result: 'left' });
      continue;
    }
    try {
      await act(part);
      outcomes.push({ ids: part, result: 'done' });
    } catch (error) {
      const refused = error instanceof Refused;
      stopped = !refused || error.sign === 'sessionTimeOut';
      outcomes.push({ ids: part, result: refused ? 'refused' : 'unknown', error });
    }
    told(outcomes);
  }
  return outcomes;
};

export const idsOf = (outcomes: readonly Outcome[], ...results: Outcome['result'][]): number[] =>
  outcomes.filter((o) => results.includes(o.result)).flatMap((o) => [...o.ids]);
