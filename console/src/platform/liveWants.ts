import { MOST_WATCHED } from '@plomb/contract/live/live';

/** Which locks somebody shows: all of them, or some by id. What nobody shows is not sent. */
export interface Wants {
  all: boolean;
  ids: readonly number[];
}
export const nothing: Wants = { all: false, ids: [] };

/** What satisfies everybody: more than one stream brings by id is asked for as all. */
export const together = (many: Iterable<Wants>): Wants => {
  const ids = new Set<number>();
  let all = false;
  for (const wants of many) {
    all ||= wants.all;
    for (const id of wants.ids) ids.add(id);
  }
  return all || ids.size > MOST_WATCHED ? { all: true, ids: [] } : { all: false, ids: [...ids].sort((a, b) => a - b) };
};

export const covers = (given: Wants, wanted: Wants): boolean => {
  if (given.all) return true;
  if (wanted.all) return false;
  const ids = new Set(given.ids);
  return wanted.ids.every((id) => ids.has(id));
};
export const sameWants = (a: Wants, b: Wants): boolean => covers(a, b) && covers(b, a);
