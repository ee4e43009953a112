import type { Fence, MapLock } from '@plomb/contract/map';
import type { ClientBase, Pool } from 'pg';

const iso = (value: string, name: string) =>
  `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${name}`;

/** Every lock as the live map shows it; the caller's role decides which rows there are. */
const mapLockSql = `
  select d.id, d.sn, d.device_name, d.subject, d.org_id, o.org_name, t.device_type_name, t.family, s.lock_status,
    ${iso('s.lock_since', 'lock_since')}, s.lock_actor, s.lock_source, s.fault, a.kind as alarm, s.lon, s.lat,
    s.velocity, s.heading, s.electric, s.charging, s.voltage, s.temperature, s.signal, s.mileage, s.ver,
    ${iso('s.device_time', 'report_time')}, ${iso('greatest(s.receive_time, c.seen_time)', 'seen_time')},
    c.connected, t.report_interval, t.sleep_interval
  from device d
    join device_type t on t.id = d.device_type_id
    join organisation o on o.id = d.org_id
    join device_state s on s.device_id = d.id
    join device_connection c on c.device_id = d.id
    left join lateral (
      select kind from alarm where device_id = d.id and process_time is null
      order by array_position(array['critical', 'warning', 'info'], severity), id desc limit 1) a on true
  where d.status = 1`;

export const mapLocks = async (db: ClientBase): Promise<MapLock[]> =>
  (await db.query<MapLock>(`${mapLockSql} order by d.id`)).rows;

export const mapLocksByIds = async (db: Pool, ids: readonly number[]): Promise<MapLock[]> =>
  (await db.query<MapLock>(`${mapLockSql} and d.id = any($1)`, [ids])).rows;

export const shownFences = async (db: ClientBase): Promise<Fence[]> =>
  (
    await db.query<Fence>(
      `select id, fence_name, fence_type, fence_context, radius, is_show from fence
       where is_show and status = 1 order by id limit 2000`,
    )
  ).rows;
