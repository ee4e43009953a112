import { MOST_DAYS, MOST_HOURLY_DAYS } from '@plomb/contract/seals/statistics';
import { fieldRefusal } from '../../platform/refusal.ts';

const DAY_MS = 86_400_000;

/** A time that is asked by the hour has not too many of them, and a file is bounded like a screen. */
export const checkDays = ({
  from,
  to,
  span = 'day',
}: {
  from: string;
  to: string;
  span?: string | undefined;
}): void => {
  const most = span === 'hour' ? MOST_HOURLY_DAYS : MOST_DAYS;
  if (!(from < to) || Date.parse(to) - Date.parse(from) > most * DAY_MS)
    throw fieldRefusal('to', span === 'hour' ? 'hourlyDays' : 'rfidDays');
};
