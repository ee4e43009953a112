import { LATE_SECONDS, type ReportRecord } from '@plomb/contract/records/reports';
import { type RawBuilder, sql } from 'kysely';
import { deviceOf, names } from '../../lock/named.ts';
import { stateThen } from '../../lock/state.ts';
import { isOneOf } from '../../platform/crud.ts';
import type { Ctx } from '../../platform/serve.ts';
import type { Whose } from './locks.ts';
import { exactly, type Source } from './source.ts';
import type { Slice } from './window.ts';

export interface ReportFilter {
  lock_status?: unknown;
  msg_type?: unknown;
  fault?: unknown;
  position_status?: 'valid' | 'invalid' | undefined;
  told?: ReportRecord['told'] | undefined;
}

const delay = sql`extract(epoch from r.receive_time - r.device_time)`;
const told = sql`case when r.replay then 'replayed' when ${delay} > ${sql.lit(LATE_SECONDS)} then 'late' else 'live' end`;

const terms = (f: ReportFilter): RawBuilder<unknown>[] => [
  ...(f.lock_status === undefined ? [] : [isOneOf(sql`r.lock_status`, f.lock_status)]),
  ...(f.msg_type === undefined ? [] : [isOneOf(sql`r.msg_type`, f.msg_type)]),
  ...(f.fault === undefined ? [] : [isOneOf(sql`r.fault`, f.fault)]),
  ...(f.position_status === undefined
    ? []
    : [f.position_status === 'valid' ? sql`r.lon is not null` : sql`r.lon is null`]),
  ...(f.told === undefined ? [] : [sql`${told} = ${f.told}`]),
];

/** What stands behind a place, which is a key or a time. */
const behind = (before: string): RawBuilder<unknown> => {
  const [time, device, serial, hash] = before.split('~');
  if (device === undefined) return sql`r.device_time < ${time}::timestamptz`;
  // the time by itself is what the index and the partitions are found by
  return sql`r.device_time <= ${time}::timestamptz and
    (r.device_time, r.device_id, r.serial, r.hash) < (${time}::timestamptz, ${Number(device)}::bigint, ${Number(serial)}::int, ${Number(hash)}::int)`;
};
const inSlice = ({ from, to, before }: Slice): RawBuilder<unknown> =>
  sql`r.device_time >= ${from}::timestamptz and r.device_time <= ${to}::timestamptz
    ${before === null ? sql`` : sql`and ${behind(before)}`}`;

/** All of a report but its frame, which is long and seldom asked for. */
const plain = sql`r.device_id, r.device_time, r.serial, r.hash, r.org_id, r.receive_time, r.msg_type, r.replay, r.eventful,
  r.authenticated, r.lon, r.lat, r.velocity, r.heading, r.altitude, r.satellites, r.mileage, r.lock_status, r.fault, r.electric,
  r.voltage, r.temperature, r.signal, r.mcc, r.mnc, r.lac, r.cid, r.report_reson`;
const newestFirst = sql`r.device_time desc, r.device_id desc, r.serial desc, r.hash desc`;

const rounded = (column: string) => sql`round(r.${sql.ref(column)}::numeric, 2)::float8 as ${sql.ref(column)}`;
const said = (records: RawBuilder<unknown>) => sql<ReportRecord>`
  select ${exactly(sql`r.device_time`)} || '~' || r.device_id || '~' || r.serial || '~' || r.hash as key,
    r.device_id, ${sql.raw(names.sn)}, ${sql.raw(names.device_name)}, ${sql.raw(names.subject)}, g.org_name,
    r.device_time, r.receive_time, ${told} as told,
    round(${delay})::int as delay, case when r.replay then 'offline' else 'online' end as communicate_status, r.authenticated,
    r.msg_type, case when r.lon is null then 'invalid' else 'valid' end as position_status, r.lon, r.lat,
    ${rounded('velocity')}, r.heading, ${rounded('altitude')}, r.satellites, ${rounded('mileage')}, r.lock_status, ${sql.raw(stateThen('r.lock_status'))} as lock_state,
    e.lst, e.lso, r.fault, coalesce(e.rang, '{}') as rang, r.electric, ${rounded('voltage')}, ${rounded('temperature')}, r.signal, r.mcc, r.mnc, r.lac, r.cid,
    r.report_reson
  from ${records} r ${sql.raw(deviceOf('r'))} left join device_type t on t.id = d.device_type_id join organisation g on g.id = r.org_id
    left join lateral (select e.lst, e.lso, e.rang from lock_event e where r.eventful and e.device_id = r.device_id
      and e.device_time = r.device_time and e.serial = r.serial and e.hash = r.hash and e.org_id = r.org_id
      order by e.id limit 1) e on true
  order by ${newestFirst}`;

/**
 * Since when a page of many groups is, told by times alone of which an index has the newest of each: nothing of it is older than the last
 * of as many as it has. Else a page of each would be read for one of all. Null: it goes back to where the slice begins.
 */
const sinceWhen = async ({ groups, by, many }: Whose, slice: Slice, size: number, db: Ctx['db']) => {
  const few = Math.ceil((2 * size) / many) + 1;
  if (few >= size) return null;
  const { rows } = await sql<{ since: string }>`
    select ${exactly(sql`n.device_time`)} as since from ${groups} cross join lateral (select r.device_time from position r
      where r.${sql.ref(by)} = g.id and ${inSlice(slice)} order by r.device_time desc limit ${few}) n
    order by n.device_time desc offset ${size - 1} limit 1`.execute(db);
  return rows[0]?.since ?? null;
};

/** Reports by their locks' own time, each partition of which is a day. */
export const reports: Source<ReportFilter, ReportRecord> = {
  isNarrow: (f) => terms(f).length > 0,
  newest: async (f, whose, slice, size, { db }) => {
    const { groups, by, held } = whose;
    const narrowed = [...terms(f), ...held];
    const from = (narrowed.length === 0 && (await sinceWhen(whose, slice, size, db))) || slice.from;
    return (
      await said(sql`(select r.* from ${groups} cross join lateral (select ${plain} from position r
        where ${sql.join([sql`r.${sql.ref(by)} = g.id`, inSlice({ ...slice, from }), ...narrowed], sql` and `)}
        order by ${newestFirst} limit ${size}) r
      order by ${newestFirst} limit ${size})`).execute(db)
    ).rows;
  },
  some: (f, { groups, by, held }, slice, most) =>
    sql`select 1 from ${groups} join position r on r.${sql.ref(by)} = g.id
      where ${sql.join([inSlice(slice), ...terms(f), ...held], sql` and `)} limit ${most}`,
};

const one = async (db: Ctx['db'], where: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
  (await said(sql`(select ${plain} from position r where ${where} order by ${order} limit 1)`).execute(db)).rows[0] ??
  null;

/** One report with what came before and after it within a day: farther away the partitions are not looked through. */
export const reportByKey = async (key: string, { db }: Pick<Ctx, 'db'>) => {
  const [time = '', device, serial, hash] = key.split('~');
  const place = sql`(${time}::timestamptz, ${Number(serial)}::int, ${Number(hash)}::int)`;
  const its = sql`(r.device_time, r.serial, r.hash)`;
  const of = sql`r.device_id = ${Number(device)}`;
  const found = await one(db, sql`${of} and r.device_time = ${time}::timestamptz and ${its} = ${place}`, newestFirst);
  if (!found) return null;
  const back = sql`${of} and r.device_time between ${time}::timestamptz - interval '1 day' and ${time}::timestamptz and ${its} < ${place}`;
  const on = sql`${of} and r.device_time between ${time}::timestamptz and ${time}::timestamptz + interval '1 day' and ${its} > ${place}`;
  const placed =
    found.lon === null ? await one(db, sql`${back} and r.lon is not null and r.authenticated`, newestFirst) : null;
  return {
    ...found,
    before: await one(db, back, newestFirst),
    after: await one(db, on, sql`r.device_time, r.serial, r.hash`),
    last_place: placed && { lon: placed.lon!, lat: placed.lat!, device_time: placed.device_time },
    frame: `${time}~${serial}~${hash}`,
  };
};
