import dayjs, { type Dayjs } from 'dayjs';
import { useMemo } from 'react';
import { serverNow } from '../platform/clock.ts';

const momentOf = (at: string | number | null | undefined): Dayjs | null => (at == null || at === '' ? null : dayjs(at));

/**
 * The value of a picker, the same object as long as it is the same moment: a picker that is given another one gives up what was
 * typed or chosen in it, so a page that is drawn anew (a report, a second of playback) would take it out of the dispatcher's hands.
 */
export const useMoment = (at: string | number | null | undefined): Dayjs | null => useMemo(() => momentOf(at), [at]);

/** The same of two that belong together. */
export const useMoments = (
  from: string | number | null | undefined,
  to: string | number | null | undefined,
): [Dayjs | null, Dayjs | null] => useMemo(() => [momentOf(from), momentOf(to)], [from, to]);

/**
 * How moments are shown, and typed: with the year unless all are of this one, so that last December is not taken for the coming
 * one. Texts alone: where one is a function, the fields of the picker cannot be typed into.
 */
export const momentFormats = (moments: readonly (Dayjs | null)[], now: Dayjs = dayjs(serverNow())): string[] => {
  const [short, full] = ['MM-DD HH:mm', 'YYYY-MM-DD HH:mm'];
  return moments.every((moment) => moment === null || moment.year() === now.year()) ? [short, full] : [full, short];
};
