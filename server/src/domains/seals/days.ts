import { MOST_DAYS, MOST_HOURLY_DAYS, quarterEdge } from '@plomb/contract/seals/statistics';
import { fieldRefusal } from '../../platform/refusal.ts';
import type { Ctx } from '../../platform/serve.ts';

const DAY_MS = 86_400_000;

/** By which days are counted: a browser elsewhere has others, and calls these by it. */
export const zoneOf = async ({ client, operator }: Pick<Ctx, 'client' | 'operator'>): Promise<string> =>
  (await client.query<{ time_zone: string }>('select time_zone from organisation where id = $1', [operator.orgId]))
    .rows[0]!.time_zone;

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

/** The time that is counted, and that the rows behind its numbers are of. */
export const ofQuarters = <T extends { from: string; to: string }>(asked: T): T => ({
  ...asked,
  from: quarterEdge(asked.from),
  to: quarterEdge(asked.to),
});
