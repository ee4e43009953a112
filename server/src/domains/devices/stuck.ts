import type { Pool } from 'pg';
import { raiseAlarm } from '../../ingest/raise.ts';

/** So many reports put aside within so long are no slip of one frame. */
const MANY = 3;
const WITHIN = '15 minutes';

/**
 * Raises an alarm for devices whose reports keep being put aside: such a lock looks silent, and is not. One that was
 * processed rises again when it goes on. What somebody else says in the lock's name is none of its reports. Tells the alarms.
 */
export const findStuck = async (platform: Pool): Promise<number[]> => {
  const { rows } = await platform.query<{ id: number }>(
    `select q.device_id as id from quarantine q join device d on d.id = q.device_id
     where q.receive_time > now() - $1::interval and q.authenticated and quarantine_kind(q.reason) = '' and q.again_time is null and d.retired_time is null
       and q.org_id = d.org_id
       and not exists (select from alarm a where a.device_id = q.device_id and a.org_id = d.org_id and a.kind = 'put_aside'
                         and (a.process_time is null or a.process_time > q.receive_time))
     group by q.device_id having count(*) >= $2`,
    [WITHIN, MANY],
  );
  const raised: number[] = [];
  for (const { id } of rows) {
    const alarm = await raiseAlarm(platform, id, 'put_aside');
    if (alarm) raised.push(alarm);
  }
  return raised;
};
