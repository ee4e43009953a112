import type { OutputOf } from '@plomb/contract/kit/call';
import { MOST_LABELS, type labels as of } from '@plomb/contract/seals/labels';

export type Series = OutputOf<typeof of.series>['rows'][number];
export type Label = OutputOf<typeof of.list>['rows'][number];
/** Running numbers of a series, both printed. */
export interface Range {
  first: number;
  last: number;
}

/** What stands below the number of a label. */
export const noteOf = ({ kind_name, iso_class }: Series): string =>
  [kind_name, iso_class !== 'none' && `ISO 17712 ${iso_class}`].filter(Boolean).join(' · ');

/** As many numbers of a series as are printed at once, from one on. */
export const upTo = ({ first, count }: Series, from: number): Range => ({
  first: from,
  last: Math.min(from + MOST_LABELS, first + count) - 1,
});

/** How many of them stand no further than the last that was used. */
export const usedUpTo = (labels: readonly Label[]): number =>
  labels.findLastIndex(({ state }) => state !== 'blank') + 1;
/**
 * Where blank numbers are, of a range in which some were used: the first of them up to one that was used, and those
 * behind all that were, which may lie beyond the range.
 */
export const blankRanges = (begins: number, labels: readonly Label[], series: Series, next: number | null): Range[] => {
  const from = labels.findIndex(({ state }) => state === 'blank');
  const to = labels.findIndex(({ state }, at) => at > from && state !== 'blank');
  const rest = usedUpTo(labels);
  const beyond = next ?? (from < 0 ? series.blank : null);
  return [
    ...(from >= 0 && to >= 0 ? [{ first: begins + from, last: begins + to - 1 }] : []),
    ...(rest < labels.length ? [{ first: begins + rest, last: begins + labels.length - 1 }] : []),
    ...(rest === labels.length && beyond !== null ? [upTo(series, beyond)] : []),
  ];
};

/** Of a range of which some were printed: those in it that never were, or what never was beyond it; nothing where all were. */
export const neverPrinted = (begins: number, labels: readonly Label[], series: Series): Range | null => {
  const isFresh = ({ state, printed }: Label): boolean => state === 'blank' && printed === 0;
  const from = labels.findIndex(isFresh);
  if (from < 0) return series.unprinted === null ? null : upTo(series, series.unprinted);
  const to = labels.findIndex((label, at) => at > from && !isFresh(label));
  return { first: begins + from, last: begins + (to < 0 ? labels.length : to) - 1 };
};
