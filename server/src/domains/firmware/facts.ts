import type { ClientBase, Pool } from 'pg';
import { outOfUse, reportInterval, sleepInterval } from '../../lock/state.ts';
import type { LockFacts } from './rules.ts';

export interface Lock extends LockFacts {
  id: number;
  org_id: number;
  sn: string;
}

/** The locks with these ids that are in sight, with what decides whether they get a firmware, and when. */
export const locksById = async (db: ClientBase | Pool, ids: readonly number[]): Promise<Lock[]> => {
  const { rows } = await db.query<Lock>(
    `select d.id, d.org_id, d.sn, d.device_type_id, t.family, d.status = 1 as enabled, ${outOfUse} is not null as out_of_use, s.ver,
       exists (select from firmware_issue i join firmware_rollout r on r.id = i.rollout_id where i.device_id = d.id and i.refusal = ''
         and i.state in ('created', 'queued', 'sending', 'verifying') and r.state <> 'draft') as under_way,
       c.connected, s.lock_status, s.electric,
       connection_of(c.connected, s.receive_time, ${reportInterval}, ${sleepInterval}) in ('online', 'sleeping') as electric_fresh
     from device d join device_type t on t.id = d.device_type_id join lock_state s on s.device_id = d.id
       join device_connection c on c.device_id = d.id
     where d.id = any($1) and d.retired_time is null`,
    [ids],
  );
  return rows;
};
