import type { AlarmKind } from '@plomb/contract/lock';
import type { Pool } from 'pg';

/** Raises an alarm that comes from no report; one that is open already is counted instead. Tells its id. */
export const raiseAlarm = async (
  platform: Pool,
  deviceId: number,
  kind: AlarmKind,
  severity: 'critical' | 'warning' | 'info',
): Promise<number | undefined> => {
  const { rows } = await platform.query<{ id: number }>(
    `insert into alarm (device_id, org_id, kind, severity, first_time, last_time)
     select id, org_id, $2, $3, now(), now() from device where id = $1
     on conflict (device_id, org_id, kind) where process_time is null
       do update set hits = alarm.hits + 1, last_time = now() returning id`,
    [deviceId, kind, severity],
  );
  return rows[0]?.id;
};
