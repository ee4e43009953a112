import type { Alarm } from '@plomb/contract/alarms/alarms';
import { type RawBuilder, sql } from 'kysely';
import type { ClientBase, Pool } from 'pg';
import type { FenceNames } from '../../lock/fenceNames.ts';
import { batchOfAlarm, deviceOf, namedByAlarm, namesByAlarm } from '../../lock/named.ts';
import { outOfUse } from '../../lock/state.ts';
import { matches } from '../../platform/crud.ts';

const iso = (column: string) => `to_char(a.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`;

/** The card is named by its record, which whoever sees the alarm may see, and its number is masked as `maskedCard` does. */
const swipe = `e.swipe || jsonb_build_object('card',
      '***' || substr(e.actor, greatest(length(e.actor) - 4, ceil(length(e.actor) / 2.0)::int) + 1),
      'card_name', coalesce((select c.ic_name from ic_card c where c.org_id in (select orgs_above(a.org_id))
        and c.ic_no in (e.actor, ltrim(e.actor, '0')) order by c.id limit 1), ''))`;

const columns = `
  select a.id, a.org_id, a.device_id, ${namesByAlarm}, ${outOfUse} as out_of_use,
    (select g.org_name from organisation g where g.id = a.org_id) as org_name, a.kind, a.fault, a.severity, a.event_id, ${swipe} as swipe,
    fences_in_sight(a.fences, a.fence_orgs) as fences, a.fence_orgs, a.hits,
    case when a.seal_about is not null then jsonb_build_object('id', a.seal_id, 'medium', a.seal_medium, 'operation_id', a.seal_operation_id,
      'record_id', a.rfid_record_id) end as seal,
    ${batchOfAlarm} as batch, a.lon, a.lat, case when a.process_time is null then 'unprocessed' else 'processed' end as status,
    a.owner_id, a.owner, a.owner_login, a.processor, a.processor_login, a.result, a.late, a.doubtful, a.unproved, a.remark, a.photos,
    ${['first_time', 'last_time', 'owner_time', 'escalate_time', 'process_time'].map(iso).join(', ')}`;
const joins = `${deviceOf('a')} left join lock_event e on e.id = a.event_id and e.swipe is not null`;
const alarmSql = `${columns} from alarm a ${joins}`;

export type AlarmRow = Alarm & FenceNames & { org_id: number; owner_id: number | null };

export const alarmById = async (db: ClientBase | Pool, id: number): Promise<AlarmRow | undefined> =>
  (await db.query<AlarmRow>(`${alarmSql} where a.id = $1`, [id])).rows[0];

export const alarmsById = async (db: ClientBase | Pool, ids: readonly number[]): Promise<AlarmRow[]> =>
  // most have none, and to plan this takes longer than to run it
  ids.length === 0 ? [] : (await db.query<AlarmRow>(`${alarmSql} where a.id = any($1) order by a.id`, [ids])).rows;

export interface AlarmFilter {
  status?: Alarm['status'] | undefined;
  kind?: string | undefined;
  severity?: Alarm['severity'] | undefined;
  /** taken by this person; null: by nobody */
  ownerId?: number | null | undefined;
  device_id?: number | undefined;
  keyword?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  before?: number | undefined;
  /** the severity with which the row `before` waited; without it, the one it has */
  stood?: Alarm['severity'] | undefined;
  ids?: number[] | undefined;
}

const rankOf = (severity: RawBuilder<unknown>) =>
  sql`array_position(array['critical', 'warning', 'info'], ${severity})`;
const rank = rankOf(sql`a.severity`);
const waits = sql`a.process_time is null`;
/** What waits, the most severe first, then the longest waiting; behind it what is processed, newest first. */
const byUrgency = sql`not (${waits}), case when ${waits} then ${rank} end, case when ${waits} then a.first_time end,
  case when ${waits} then a.id end, a.id desc`;

/**
 * Newest first; of the unprocessed alone the most severe first, then the longest waiting. `all`: what waits before what is
 * processed, in one go and without an index. `most`: of a page only its own rows are named, not all that could be in it.
 */
export const alarmRows = (
  f: AlarmFilter,
  { all = false, most }: { all?: boolean; most?: number } = {},
): RawBuilder<AlarmRow> => {
  const terms = [sql`true`];
  const open = f.status === 'unprocessed';
  if (f.status) terms.push(open ? sql`a.process_time is null` : sql`a.process_time is not null`);
  if (f.kind) terms.push(sql`a.kind = ${f.kind}`);
  if (f.severity) terms.push(sql`a.severity = ${f.severity}`);
  if (f.ownerId !== undefined)
    terms.push(f.ownerId === null ? sql`a.owner_id is null` : sql`a.owner_id = ${f.ownerId}`);
  if (f.device_id) terms.push(sql`a.device_id = ${f.device_id}`);
  const { keyword } = f;
  if (keyword) {
    const found = Object.values(namedByAlarm).map((name) => matches(sql.raw(name), keyword));
    terms.push(sql`(${sql.join(found, sql` or `)})`);
  }
  if (f.from) terms.push(sql`a.last_time >= ${f.from}`);
  if (f.to) terms.push(sql`a.last_time <= ${f.to}`);
  if (f.before)
    terms.push(
      open
        ? f.stood
          ? sql`(${rank}, a.first_time, a.id) > (${rankOf(sql`${f.stood}::text`)}, (select b.first_time from alarm b where b.id = ${f.before}), ${f.before})`
          : sql`(${rank}, a.first_time, a.id) > (select ${rankOf(sql`b.severity`)}, b.first_time, b.id from alarm b where b.id = ${f.before})`
        : sql`a.id < ${f.before}`,
    );
  if (f.ids) terms.push(sql`a.id = any(${f.ids})`);
  const order = all ? byUrgency : open ? sql`${rank}, a.first_time, a.id` : sql`a.id desc`;
  const found = sql`where ${sql.join(terms, sql` and `)} order by ${order}`;
  if (most === undefined) return sql<AlarmRow>`${sql.raw(alarmSql)} ${found}`;
  // a keyword is looked for in the names
  if (keyword) return sql<AlarmRow>`${sql.raw(alarmSql)} ${found} limit ${most}`;
  return sql<AlarmRow>`${sql.raw(columns)} from (select * from alarm a ${found} limit ${most}) a ${sql.raw(joins)} order by ${order}`;
};

/**
 * What waits before what is processed: the lists to read one after the other. `after` is how the row stands that was
 * read last; behind a processed one nothing waits.
 */
export const urgentFirst = (f: AlarmFilter, after: Alarm['status'] | undefined): AlarmFilter[] => {
  if (f.status) return [f];
  const processed: AlarmFilter = { ...f, status: 'processed' };
  if (after === 'processed') return [processed];
  return [
    { ...f, status: 'unprocessed' },
    { ...processed, before: undefined },
  ];
};
