import { type ErrorCode, errors } from '@plomb/contract/errors';
import { refusalByState } from '@plomb/contract/lock/operable';
import type { PhysicalKind } from '@plomb/contract/lock/orderKinds';
import type { Shown } from './shown.ts';

/** What may be asked of a selection; `other`: whatever else the batch offers. */
export const selectionKinds = ['seal', 'unseal', 'other'] as const;
export type SelectionKind = (typeof selectionKinds)[number];

export interface Judged {
  /** the order goes to these */
  able: Shown[];
  /** and to none of these, each for its reason; the server judges again before anything is ordered */
  left: { shown: Shown; why: ErrorCode }[];
}

/** Who of a selection would take an order by what its lock said last. */
export const judged = (picked: readonly Shown[], kind: SelectionKind): Judged => {
  const [able, left]: [Shown[], Judged['left']] = [[], []];
  for (const shown of picked) {
    const why = kind === 'other' ? null : refusalByState(kind as PhysicalKind, { ...shown.lock, fresh: shown.fresh });
    if (why !== null && why in errors) left.push({ shown, why });
    else able.push(shown);
  }
  return { able, left };
};

/** How many of each status. */
export const statusesOf = (picked: readonly Shown[]): Map<Shown['lock']['lock_status'], number> => {
  const counts = new Map<Shown['lock']['lock_status'], number>();
  for (const { lock } of picked) counts.set(lock.lock_status, (counts.get(lock.lock_status) ?? 0) + 1);
  return counts;
};
