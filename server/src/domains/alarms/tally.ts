import type { alarms } from '@plomb/contract/alarms/alarms';
import type { OutputOf } from '@plomb/contract/kit/call';
import { fieldRefusal } from '../../platform/refusal.ts';
import type { Ctx } from '../../platform/serve.ts';

/** A day begins at most so long ago, ms, on whatever clock: what was done since some year reads everything. */
const DAY = 2 * 86_400_000;

/** One pass over what is open, and one over what was processed since. */
export const tallyOf = async ({ client, operator }: Ctx, since: string): Promise<OutputOf<typeof alarms.tally>> => {
  if (Date.parse(since) < Date.now() - DAY) throw fieldRefusal('since', 'outOfRange');
  const { rows } = await client.query<{
    kind: never;
    severity: 'critical' | 'warning' | 'info';
    count: number;
    mine: number;
    unclaimed: number;
    oldest_time: string;
  }>(
    `select kind, severity, count(*) as count, count(*) filter (where owner_id = $1) as mine,
       count(*) filter (where owner_id is null) as unclaimed, min(first_time) as oldest_time
     from alarm where process_time is null group by kind, severity
     order by array_position(array['critical', 'warning', 'info'], severity), count(*) desc, kind`,
    [operator.id],
  );
  const { rows: done } = await client.query<{ processed: number; mine: number; mean: number | null }>(
    `select count(*) as processed, count(*) filter (where processor_id = $1) as mine,
       (extract(epoch from avg(process_time - create_time)) / 60)::float8 as mean
     from alarm where process_time >= $2 and processor_id is not null`,
    [operator.id, since],
  );
  const sum = (field: 'count' | 'mine' | 'unclaimed', of = rows.filter((row) => row.severity !== 'info')): number =>
    of.reduce((total, row) => total + row[field], 0);
  return {
    all: sum('count'),
    mine: sum('mine'),
    unclaimed: sum('unclaimed'),
    notices: sum(
      'count',
      rows.filter((row) => row.severity === 'info'),
    ),
    kinds: rows.map(({ kind, severity, count, oldest_time }) => ({ kind, severity, count, oldest_time })),
    processed: done[0]!.processed,
    processed_by_me: done[0]!.mine,
    mean_minutes: done[0]!.mean,
  };
};
