import { MOST_OPEN, MOST_WATCHED } from '@plomb/contract/live/live';

/** Which locks somebody shows: all of them, or some by id. What nobody shows is not sent. */
export interface Wants {
  all: boolean;
  ids: readonly number[];
  /** those that stand open before a person: they are told at once, and the others once a second */
  open?: readonly number[];
}
export const nothing: Wants = { all: false, ids: [] };

/** What satisfies everybody: more than one stream brings by id is asked for as all. */
export const together = (many: Iterable<Wants>): Wants => {
  const ids = new Set<number>();
  const opened = new Set<number>();
  let all = false;
  for (const wants of many) {
    all ||= wants.all;
    for (const id of wants.ids) ids.add(id);
    for (const id of wants.open ?? []) opened.add(id);
  }
  // opened last, told first
  const open = [...opened].slice(-MOST_OPEN).sort((a, b) => a - b);
  const some =
    all || ids.size > MOST_WATCHED ? { all: true, ids: [] } : { all: false, ids: [...ids].sort((a, b) => a - b) };
  return open.length > 0 ? { ...some, open } : some;
};

export const covers = (given: Wants, wanted: Wants): boolean => {
  if (given.all) return true;
  if (wanted.all) return false;
  const ids = new Set(given.ids);
  return wanted.ids.every((id) => ids.has(id));
};
/** Whether what stands open is told at once. What was closed meanwhile is so, too: that costs nobody anything. */
export const opens = (given: Wants, wanted: Wants): boolean => {
  const open = new Set(given.open);
  return (wanted.open ?? []).every((id) => open.has(id));
};
/** Of the same locks, whichever of them stand open. */
export const sameWants = (a: Wants, b: Wants): boolean => covers(a, b) && covers(b, a);
