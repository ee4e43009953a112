import type { LockFamily } from '@plomb/contract/lock/codes';
import type { LockReport } from '@plomb/contract/lock/report';
import { keepable } from './columns.ts';
import { type KeptWord, type LockWord, saysMetal, trueOrder, type WordKey } from './word.ts';

/**
 * A lock whose acknowledgement was lost tells the same deed again from its memory, under another frame number: the same
 * moment on its own clock, the same words. The copy it told first is the deed; the others are history of where it was.
 */
export interface Deed {
  readonly key: WordKey;
  readonly replay: boolean;
  /** the id of its event; it left none, since it said nothing new; or it is in the batch under way */
  readonly kept: number | 'unnoticed' | 'now';
}

/** Deeds by what identifies them. */
export type Deeds = ReadonlyMap<string, Deed>;

/** What identifies a deed, whatever frame tells it. `deviceTime` in ms, by the lock's own clock. */
export const deedOf = (deviceTime: number, { event, fault, ls }: KeptWord): string =>
  JSON.stringify(
    [deviceTime, fault, ls, event && [event.code, event.lst, event.lso, event.ls, event.alarms, event.actor ?? null]],
    keepable,
  );

/** Whether a report can tell a deed again, or have been told again already. */
export const mayBeCopy = (report: LockReport): boolean => report.authenticated && saysMetal(report);

/** Two live events of one second are two deeds, whatever they say; the same status stated twice is one. */
export const isCopy = (known: Pick<Deed, 'replay' | 'kept'>, word: Pick<LockWord, 'replay'>): boolean =>
  known.replay || word.replay || known.kept === 'unnoticed';

/** The deed is the copy that came first; where its time lies does not matter, both have the same. */
export const cameFirst =
  (family: LockFamily) =>
  (a: WordKey, b: WordKey): boolean =>
    (a.receiveTime - b.receiveTime || trueOrder(family)({ ...a, at: 0 }, { ...b, at: 0 })) < 0;
