import { Fault, LockSource } from '@plomb/contract/lock';

/** Codes come from locks in the field: one the table does not know has no name, and shows as its number or not at all. */
const nameIn =
  <N extends string>(codes: Readonly<Record<N, number>>) =>
  (code: number | null): N | null => {
    for (const name in codes) if (codes[name] === code) return name;
    return null;
  };

const { none: _, ...faults } = Fault;
/** How the lock was operated, as a key of the dictionary. */
export const sourceName = nameIn(LockSource);
/** What is broken, as a key of the dictionary; null when nothing is. */
export const faultName = nameIn(faults);
