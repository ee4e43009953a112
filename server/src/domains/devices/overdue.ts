import { StockStatus } from '@plomb/contract/devices/stockSteps';
import type { Pool } from 'pg';
import { raiseAlarm } from '../../ingest/raise.ts';

/** Raised at once; the rest comes with the next minute. */
const MANY = 500;

/**
 * Raises an alarm for devices that were issued and are not received in so many days, once for each issue: somebody has them,
 * and nobody says so. What is lost is known to be. Tells the alarms.
 */
export const findOverdue = async (platform: Pool, days: number): Promise<number[]> => {
  const { rows } = await platform.query<{ id: number }>(
    `select d.id from device d
     where d.stock_status = $1 and d.issue_time < now() - make_interval(days => $2) and not d.lost
       and d.device_state <> 'scrapped' and d.retired_time is null
       and not exists (select from alarm a where a.device_id = d.id and a.org_id = d.org_id and a.kind = 'not_received'
                         and (a.process_time is null or a.first_time > d.issue_time))
     order by d.issue_time limit $3`,
    [StockStatus.issued, days, MANY],
  );
  const raised: number[] = [];
  for (const { id } of rows) {
    const alarm = await raiseAlarm(platform, id, 'not_received');
    if (alarm) raised.push(alarm);
  }
  return raised;
};
