import type { CommitUnknown } from './postgres/transaction.ts';

export interface UnknownEnds {
  /** nobody knows whether this was saved */
  note(end: CommitUnknown): void;
  /** `run` reads or forgets what may have changed without a word */
  whenDecided(run: () => Promise<void> | void): void;
  /** asks the database about what is open */
  look(): Promise<void>;
}

/**
 * A call whose COMMIT was not answered did not tell anybody what it changed, and cannot: it may have changed nothing. Once
 * the database has decided, whoever shows or remembers anything reads it anew.
 */
export const openUnknownEnds = (): UnknownEnds => {
  const open = new Set<CommitUnknown>();
  const listeners: (() => Promise<void> | void)[] = [];
  return {
    note: (end) => void open.add(end),
    whenDecided: (run) => void listeners.push(run),
    async look() {
      let decided = false;
      for (const end of [...open])
        if (await end.isDecided()) {
          open.delete(end);
          decided = true;
        }
      if (decided) for (const run of listeners) await run();
    },
  };
};
