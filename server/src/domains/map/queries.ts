import type { LockFence, ShownFence } from '@plomb/contract/map/fences';
import type { ShownInterest } from '@plomb/contract/map/interests';
import type { FleetPart, MapLock } from '@plomb/contract/map/map';
import type { ClientBase, Pool, QueryResultRow } from 'pg';
import {
  clockDoubt,
  management,
  managementBy,
  managementUntil,
  outOfUse,
  reportInterval,
  seenTime,
  sleepInterval,
  wordTime,
} from '../../lock/state.ts';
import { type DrawnFence, isForLock, isIn, type LockPlace, nearBox } from './inside.ts';

const iso = (value: string, name: string) =>
  `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${name}`;

const worstAlarm = `
  select kind, severity from alarm where device_id = d.id and org_id = d.org_id and process_time is null
  order by array_position(array['critical', 'warning', 'info'], severity), id desc limit 1`;

/** Every lock as the live map shows it; the caller's role decides which rows there are. */
const mapLockSql = `
  select d.id, d.sn, d.device_name, d.subject, d.org_id, o.org_name, t.device_type_name, t.family,
    ${outOfUse} as out_of_use, ${managementBy} as management_by, ${iso(managementUntil, 'management_until')}, s.lock_status,
    ${iso('s.lock_since', 'lock_since')}, ${iso(`(${wordTime})`, 'lock_time')}, ${clockDoubt} as clock_doubt,
    ${iso('s.aside_since', 'aside_since')}, s.lock_actor, s.lock_source, s.fault, a.kind as alarm, a.severity as alarm_severity, s.lon, s.lat,
    s.velocity, s.heading, s.electric, s.charging, s.voltage, s.temperature, s.signal, s.mileage, s.ver,
    ${iso('s.present_time', 'report_time')}, ${iso('s.place_time', 'place_time')}, ${iso(seenTime, 'seen_time')},
    c.connected, ${reportInterval} as report_interval, ${sleepInterval} as sleep_interval
  from device d
    join device_type t on t.id = d.device_type_id
    join organisation o on o.id = d.org_id
    join lock_state s on s.device_id = d.id
    join device_connection c on c.device_id = d.id
    left join lateral (${worstAlarm}) a on true
    ${management}
  where d.status = 1`;

/** Locks by column, with what they share. */
export type FleetRows = Pick<FleetPart, 'columns' | 'orgs' | 'types' | 'now'>;

const columns: Record<keyof FleetPart['columns'], string> = {
  id: 'd.id',
  sn: 'd.sn',
  device_name: 'd.device_name',
  subject: 'd.subject',
  org: 'd.org_id',
  type: 'd.device_type_id',
  out_of_use: outOfUse,
  lock_status: 's.lock_status',
  fault: 's.fault',
  alarm: 'a.kind',
  alarm_severity: 'a.severity',
  lon: 'round(s.lon * 1e5)::int',
  lat: 'round(s.lat * 1e5)::int',
  velocity: 'round(s.velocity)::int',
  heading: 's.heading',
  electric: 's.electric',
  charging: 's.charging',
  aside: 'extract(epoch from now() - s.aside_since)::bigint',
  report: 'extract(epoch from now() - s.present_time)::bigint',
  unplaced: 'extract(epoch from s.present_time - s.place_time)::bigint',
  seen: `extract(epoch from now() - ${seenTime})::bigint`,
  unsaid: `extract(epoch from ${seenTime} - (${wordTime}))::bigint`,
  connected: 'c.connected',
  report_interval: 's.report_interval',
  sleep_interval: 's.sleep_interval',
};

/** One row whose only column is the whole part: the database writes the arrays, so the event loop never sees the rows. */
const fleetSql = `
  with part as materialized (
    select ${Object.entries(columns)
      .map(([name, value]) => `${value} as ${name}`)
      .join(', ')}
    from device d
      join lock_state s on s.device_id = d.id
      join device_connection c on c.device_id = d.id
      left join device_type t on t.id = d.device_type_id
      left join lateral (${worstAlarm}) a on true
    where d.status = 1 and d.id = any($1))
  select json_build_object(
    'columns', json_build_object(${Object.keys(columns)
      .map((name) => `'${name}', coalesce(json_agg(${name} order by id), '[]')`)
      .join(', ')}),
    'orgs', (select coalesce(json_agg(json_build_object('org_id', id, 'org_name', org_name)), '[]')
               from organisation where id in (select org from part)),
    'types', (select coalesce(json_agg(json_build_object('id', id, 'device_type_name', device_type_name,
                'family', family, 'report_interval', report_interval, 'sleep_interval', sleep_interval)), '[]')
               from device_type where id in (select type from part)),
    'now', floor(extract(epoch from now()) * 1000)) as part
  from part`;

/**
 * Ids of the locks behind `after` in these organisations, `null` = in all: on `readers`. Under row-level security the
 * planner takes any reach for a few rows, and every part read and sorted the whole of it.
 */
export const fleetIds = async (
  readers: Pool,
  orgIds: readonly number[] | null,
  after: number,
  size: number,
): Promise<number[]> => {
  const { rows } = await readers.query<{ id: number }>(
    `select id from device where status = 1 and id > $1 ${orgIds ? 'and org_id = any($3)' : ''} order by id limit $2`,
    [after, size, ...(orgIds ? [orgIds] : [])],
  );
  return rows.map((row) => row.id);
};

/** These locks, as far as the caller's role lets them be seen. */
export const fleetRows = async (db: ClientBase | Pool, ids: readonly number[]): Promise<FleetRows> =>
  (await db.query<{ part: FleetRows }>(fleetSql, [ids])).rows[0]!.part;

/** How many devices the caller's role may see. */
export const registered = async (db: ClientBase | Pool): Promise<number> =>
  (await db.query<{ n: number }>('select coalesce(sum(devices), 0)::bigint as n from device_count where not retired'))
    .rows[0]!.n;

export const mapLock = async (db: ClientBase, id: number): Promise<MapLock | undefined> =>
  (await db.query<MapLock>(`${mapLockSql} and d.id = $1`, [id])).rows[0];

export const mapLocksByIds = async (db: Pool, ids: readonly number[]): Promise<MapLock[]> =>
  (await db.query<MapLock>(`${mapLockSql} and d.id = any($1)`, [ids])).rows;

/** The first of what lies on the map beside the locks, and how many there are: more would be too much for a browser. */
const firstOf = async <R extends QueryResultRow>(db: ClientBase, what: string, from: string, most: number) => {
  const { rows } = await db.query<R>(`select ${what} from ${from} order by id limit ${most}`);
  if (rows.length < most) return { rows, total: rows.length };
  const counted = await db.query<{ total: number }>(`select count(*)::int as total from ${from}`);
  return { rows, total: counted.rows[0]!.total };
};
export const shownFences = async (db: ClientBase): Promise<{ fences: ShownFence[]; total: number }> => {
  const { rows, total } = await firstOf<ShownFence>(
    db,
    'id, fence_name, fence_type, fence_context, radius, colour, is_show',
    'fence where is_show and status = 1',
    2000,
  );
  return { fences: rows, total };
};
export const shownInterests = async (db: ClientBase): Promise<{ interests: ShownInterest[]; total: number }> => {
  const { rows, total } = await firstOf<ShownInterest>(
    db,
    'id, interest_name, lng, lat',
    'interest where is_show_map',
    5000,
  );
  return { interests: rows, total };
};

/** Fences of one lock that are told: a hundred say where it is. */
const MOST_FENCES = 100;
type FenceOfLock = Omit<LockFence, 'inside'>;
const fenceOfLock = 'f.id, f.fence_name, f.colour, f.alarm_on, f.schedule';
const fencesIn = async (db: ClientBase, id: number, place: LockPlace): Promise<FenceOfLock[]> => {
  const { rows: near } = await db.query<FenceOfLock & DrawnFence>(
    `select ${fenceOfLock}, f.fence_context, f.radius
       from device d join lock_state s on s.device_id = d.id join fence f on f.status = 1 and ${nearBox}
      where d.id = $1 and ${isForLock} order by f.fence_name, f.id`,
    [id],
  );
  return near.filter((fence) => isIn(fence)(place)).map(({ fence_context: _, radius: __, ...fence }) => fence);
};
/** The fences in sight that a lock is judged by, those first that it is in now; undefined: no such lock. */
export const fencesOfLock = async (
  db: ClientBase,
  id: number,
): Promise<{ fences: LockFence[]; total: number } | undefined> => {
  const { rows: locks } = await db.query<Omit<LockPlace, 'lon' | 'lat'> & { lon: number | null; lat: number | null }>(
    'select lon, lat, fence_edges from lock_state where device_id = $1',
    [id],
  );
  const [lock] = locks;
  if (!lock) return undefined;
  const { lon, lat } = lock;
  const inside = lon === null || lat === null ? [] : await fencesIn(db, id, { ...lock, lon, lat });
  const { rows: others } = await db.query<FenceOfLock & { total: number }>(
    `select ${fenceOfLock}, count(*) over () as total from device d join fence f on f.status = 1
      where d.id = $1 and ${isForLock} and f.id <> all($2::bigint[]) order by f.fence_name, f.id limit ${MOST_FENCES}`,
    [id, inside.map((fence) => fence.id)],
  );
  const total = inside.length + Number(others[0]?.total ?? 0);
  const fences = [
    ...inside.map((fence) => ({ ...fence, inside: true })),
    ...others.map(({ total: _, ...fence }) => ({ ...fence, inside: false })),
  ];
  return { fences: fences.slice(0, MOST_FENCES), total };
};
