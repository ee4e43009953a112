import { useRef, useState } from 'react';
import { idsOf, mostAtOnce, type Outcome, runBatch } from './batch.ts';

export interface BatchState {
  title: string;
  count: number;
  /** ids in one request */
  most: number;
  outcomes: readonly Outcome[];
  running: boolean;
  nameOf: (id: number) => string;
}
export interface Batch {
  state: BatchState | null;
  run: (work: BatchWork) => Promise<void>;
  oneByOne: () => void;
  stop: () => void;
  close: () => void;
}
export interface BatchWork {
  /** of the dialog that appears when it takes long or something was refused */
  title: string;
  ids: readonly number[];
  act: (ids: number[]) => Promise<unknown>;
  /** those that are done, once it is over */
  done: (ids: number[]) => Promise<void>;
  nameOf: (id: number) => string;
}

/** Runs one call over many records and remembers what became of each. */
export const useBatch = (): Batch => {
  const [state, setState] = useState<BatchState | null>(null);
  const stopper = useRef<AbortController | null>(null);
  const work = useRef<BatchWork | null>(null);

  const start = async (ids: readonly number[], most: number, before: readonly Outcome[]): Promise<void> => {
    const { title, act, done, nameOf } = work.current ?? {};
    if (!title || !act || !done || !nameOf) return;
    stopper.current = new AbortController();
    const now = (outcomes: readonly Outcome[], running: boolean): BatchState => ({
      title,
      count: before.reduce((sum, o) => sum + o.ids.length, 0) + ids.length,
      most,
      outcomes: [...before, ...outcomes],
      running,
      nameOf,
    });
    if (ids.length > most) setState(now([], true));
    const told = (outcomes: readonly Outcome[]): void => {
      if (ids.length > most) setState(now(outcomes, true));
    };
    const outcomes = await runBatch(ids, most, act, told, stopper.current.signal);
    const all = [...before, ...outcomes];
    setState(all.every((o) => o.result === 'done') ? null : now(outcomes, false));
    const finished = idsOf(outcomes, 'done');
    if (finished.length > 0) await done(finished);
  };
  return {
    state,
    run: (asked) => {
      work.current = asked;
      return start(asked.ids, mostAtOnce, []);
    },
    oneByOne: () => {
      const outcomes = state?.outcomes ?? [];
      void start(
        idsOf(outcomes, 'refused'),
        1,
        outcomes.filter((o) => o.result !== 'refused'),
      );
    },
    stop: () => stopper.current?.abort(),
    close: () => setState(null),
  };
};
