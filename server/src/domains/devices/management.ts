import { deviceManagement, endOf } from '@plomb/contract/devices/management';
import { connectionFactsOf } from '@plomb/contract/lock/connection';
import type { Pool } from 'pg';
import { reportInterval, seenTime, sleepInterval } from '../../lock/state.ts';
import { operatorSql } from '../../platform/access.ts';

interface Held {
  id: number;
  until: number;
  present: boolean;
  able: boolean;
  connected: boolean;
  seen_time: string | null;
  report_interval: number;
  sleep_interval: number;
  now: number;
}

export interface SessionLimits {
  idleSeconds: number;
  maxSeconds: number;
}

const millis = (time: string) => `(extract(epoch from ${time}) * 1000)::float8`;

/** Whether whoever entered is signed in, or the API key that did is in force. */
const present = `case when l.api_key_id is null
  then exists (select from session n where n.operator_id = l.operator_id and n.end_time is null and not n.wall
    and n.seen_time > now() - make_interval(secs => $1) and n.create_time > now() - make_interval(secs => $2))
  else exists (select from api_key k where k.id = l.api_key_id and k.revoke_time is null and k.expire_time > now()) end`;

/** Whether whoever entered may still, by a key both may: asked as at the door. */
const able = `coalesce('${deviceManagement.enter.permit}' = any(able.grants) and d.org_id = any(able.org_ids)
  and (l.api_key_id is null or exists (
    select from api_key k where k.id = l.api_key_id and '${deviceManagement.enter.permit}' = any(k.scope))), false)`;

const leasesHeld = async (platform: Pool, { idleSeconds, maxSeconds }: SessionLimits): Promise<Held[]> => {
  // hardly ever is one held; to plan what is asked of it took 20 ms of every second
  const { rows: some } = await platform.query('select from management_lease where end_time is null limit 1');
  if (some.length === 0) return [];
  const { rows } = await platform.query<Held>(
    `with held as materialized (select * from management_lease where end_time is null),
       able as (select one.* from (select distinct operator_id from held) each
         cross join lateral (${operatorSql('select each.operator_id')}) one)
     select l.id, ${millis('l.until_time')} as until, ${present} as present, ${able} as able, c.connected, ${seenTime} as seen_time,
       ${reportInterval} as report_interval, ${sleepInterval} as sleep_interval, ${millis('now()')} as now
     from held l left join able on able.id = l.operator_id join device d on d.id = l.device_id join device_type t on t.id = d.device_type_id
       join lock_state s on s.device_id = d.id join device_connection c on c.device_id = d.id
     order by l.id`,
    [idleSeconds, maxSeconds],
  );
  return rows;
};

/** Ends the leases that time, their holder or their lock has ended. Tells the devices of which one ended since it last told. */
export const endLeases = async (platform: Pool, limits: SessionLimits): Promise<number[]> => {
  const rows = await leasesHeld(platform, limits);
  const over = rows.flatMap(({ id, now, until, present, able, ...lock }) => {
    const why = endOf({ until, present, able, connection: connectionFactsOf(lock) }, now);
    return why ? [{ id, why }] : [];
  });
  if (over.length > 0)
    // one that was renewed since it was read goes on
    await platform.query(
      `update management_lease l set end_time = least(now(), l.until_time), ended_by = u.why
       from unnest($1::bigint[], $2::text[]) as u(id, why)
       where l.id = u.id and l.end_time is null and (u.why <> 'lease_end' or l.until_time <= now())`,
      [over.map(({ id }) => id), over.map(({ why }) => why)],
    );
  const { rows: ended } = await platform.query<{ device_id: number }>(
    'update management_lease set told = true where not told and end_time is not null returning device_id',
  );
  return [...new Set(ended.map(({ device_id }) => device_id))];
};
