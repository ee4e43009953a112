import type { ChangeRecord } from '@plomb/contract/records/changes';
import { type RawBuilder, sql } from 'kysely';
import { deviceOf, names } from '../../lock/named.ts';
import { stateThen } from '../../lock/state.ts';
import { isOneOf } from '../../platform/crud.ts';
import { frameOfEvent } from './frames.ts';
import { exactly, type Reader, type Source } from './source.ts';
import type { Slice } from './window.ts';

export interface ChangeFilter {
  what?: 'change' | 'alert' | undefined;
  kind?: unknown;
  lock_status?: unknown;
}

const changed = sql`(r.counts and r.ls_before <> r.ls_after)`;
const rang = sql`r.rang <> '{}'`;
/** As the index has it. */
const filed = sql`(${changed} or ${rang})`;

const all = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

const eventTerms = (f: ChangeFilter): RawBuilder<unknown>[] => [
  ...(f.what === undefined ? [] : [f.what === 'change' ? changed : rang]),
  ...(f.kind === undefined ? [] : [sql`r.rang && ${all(f.kind)}::text[]`]),
  ...(f.lock_status === undefined ? [] : [isOneOf(sql`r.ls_after`, f.lock_status)]),
];
/** Alarms of locks that no word of theirs rang; null: none of them passes. */
const alarmTerms = (f: ChangeFilter): RawBuilder<unknown>[] | null =>
  f.what === 'change' || f.lock_status !== undefined
    ? null
    : [
        sql`r.event_id is null and r.device_id is not null`,
        ...(f.kind === undefined ? [] : [isOneOf(sql`r.kind`, f.kind)]),
      ];

/** Of one moment events stand before alarms. */
const ranks = { e: 1, a: 0 } as const;
type Table = keyof typeof ranks;
const timeIn = { e: sql`r.at`, a: sql`r.first_time` };

const behind = (before: string, table: Table): RawBuilder<unknown> => {
  const [at, named] = before.split('~');
  const time = timeIn[table];
  if (named === undefined) return sql`${time} < ${at}::timestamptz`;
  const rank = ranks[named.startsWith('e') ? 'e' : 'a'];
  return sql`${time} <= ${at}::timestamptz and
    (${time}, ${sql.lit(ranks[table])}, r.id) < (${at}::timestamptz, ${sql.lit(rank)}, ${Number(named.slice(1))}::bigint)`;
};
const inSlice = ({ from, to, before }: Slice, table: Table): RawBuilder<unknown> =>
  sql`${timeIn[table]} >= ${from}::timestamptz and ${timeIn[table]} <= ${to}::timestamptz
    ${before === null ? sql`` : sql`and ${behind(before, table)}`}`;

const ofEvents = sql`1 as rank, r.id, r.device_id, r.org_id, r.at, r.receive_time, r.ls_before, r.ls_after, r.lst, r.lso, r.fault, r.rang,
  r.electric, r.lon, r.lat, r.replay, r.authenticated, r.quality = 'inferred' as inferred, ${changed} as changed`;
const ofAlarms = sql`0 as rank, r.id, r.device_id, r.org_id, r.first_time as at, r.first_time as receive_time, null::smallint as ls_before,
  null::smallint as ls_after, null::smallint as lst, null::smallint as lso, nullif(r.fault, 0) as fault, array[r.kind] as rang,
  null::smallint as electric, r.lon, r.lat, r.late as replay, not r.unproved as authenticated, false as inferred, false as changed`;
const order = sql`r.at desc, r.rank desc, r.id desc`;

const said = (records: RawBuilder<unknown>) => sql<ChangeRecord>`
  select ${exactly(sql`r.at`)} || '~' || case r.rank when 1 then 'e' else 'a' end || r.id as key,
    case when not r.changed then 'alert' when r.rang = '{}' then 'change' else 'both' end as what, r.device_id,
    ${sql.raw(names.sn)}, ${sql.raw(names.device_name)}, ${sql.raw(names.subject)}, g.org_name, r.at, r.receive_time, r.ls_before, r.ls_after,
    ${sql.raw(stateThen('r.ls_before'))} as state_before, ${sql.raw(stateThen('r.ls_after'))} as state_after, r.lst, r.lso, r.fault, r.rang, r.electric, r.lon, r.lat, r.replay, r.authenticated, r.inferred
  from ${records} r ${sql.raw(deviceOf('r'))} left join device_type t on t.id = d.device_type_id
    join organisation g on g.id = r.org_id order by ${order}`;

const both = (events: RawBuilder<unknown>, alarms: RawBuilder<unknown> | null) =>
  alarms ? sql`(${events}) union all (${alarms})` : events;

/** What locks went through and what rang, by when it happened. */
export const changes: Source<ChangeFilter, ChangeRecord> = {
  isNarrow: (f) => f.what !== undefined || f.kind !== undefined || f.lock_status !== undefined,
  newest: async (f, { groups, by, held }, slice, size, { db }) => {
    const mine = sql`r.${sql.ref(by)} = g.id`;
    const where = (table: Table, terms: RawBuilder<unknown>[]) =>
      sql.join([mine, inSlice(slice, table), ...terms, ...held], sql` and `);
    const alarmsToo = alarmTerms(f);
    const events = sql`select ${ofEvents} from lock_event r where ${where('e', [filed, ...eventTerms(f)])}
      order by r.at desc, r.id desc limit ${size}`;
    const alarms =
      alarmsToo &&
      sql`select ${ofAlarms} from alarm r where ${where('a', alarmsToo)} order by r.first_time desc, r.id desc limit ${size}`;
    const { rows } = await said(sql`(select r.* from ${groups} cross join lateral (${both(events, alarms)}) r
      order by ${order} limit ${size})`).execute(db);
    return rows;
  },
  some: (f, { groups, by, held }, slice, most) => {
    const where = (table: Table, terms: RawBuilder<unknown>[]) =>
      sql.join([inSlice(slice, table), ...terms, ...held], sql` and `);
    const alarmsToo = alarmTerms(f);
    return both(
      sql`select 1 from ${groups} join lock_event r on r.${sql.ref(by)} = g.id where ${where('e', [filed, ...eventTerms(f)])} limit ${most}`,
      alarmsToo &&
        sql`select 1 from ${groups} join alarm r on r.${sql.ref(by)} = g.id where ${where('a', alarmsToo)} limit ${most}`,
    );
  },
};

export const changeByKey = async (asked: string, { db }: Pick<Reader, 'db'>) => {
  const named = asked.split('~')[1] ?? '';
  const id = Number(named.slice(1));
  const isEvent = named.startsWith('e');
  const one = async (records: RawBuilder<unknown>) => (await said(sql`(${records})`).execute(db)).rows[0] ?? null;
  const found = await one(
    isEvent
      ? sql`select ${ofEvents} from lock_event r where r.id = ${id} and ${filed}`
      : sql`select ${ofAlarms} from alarm r where r.id = ${id} and r.event_id is null and r.device_id is not null`,
  );
  if (!found) return null;
  const beside = (is: RawBuilder<unknown>, by: RawBuilder<unknown>) =>
    one(
      sql`select ${ofEvents} from lock_event r where r.device_id = ${found.device_id} and ${filed} and ${is} order by ${by} limit 1`,
    );
  const at = sql`${asked.split('~')[0]}::timestamptz`;
  const rung = isEvent
    ? (await sql<{ id: number }>`select id from alarm where event_id = ${id} order by id limit 1`.execute(db)).rows[0]
        ?.id
    : id;
  return {
    ...found,
    before: await beside(
      isEvent ? sql`(r.at, r.id) < (${at}, ${id}::bigint)` : sql`r.at < ${at}`,
      sql`r.at desc, r.id desc`,
    ),
    after: await beside(isEvent ? sql`(r.at, r.id) > (${at}, ${id}::bigint)` : sql`r.at > ${at}`, sql`r.at, r.id`),
    alarm_id: rung ?? null,
    frame: await frameOfEvent(isEvent ? id : null, { db }),
  };
};
