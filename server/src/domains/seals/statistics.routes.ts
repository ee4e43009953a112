import type { OutputOf } from '@plomb/contract/kit/call';
import { NAMED, sealStatistics, type TallyRow, type TallyTime } from '@plomb/contract/seals/statistics';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { type Ctx, type FileRows, type Served, serve } from '../../platform/serve.ts';
import { checkDays, ofQuarters, zoneOf } from './days.ts';

const ROWS = 20;

type Asked = Omit<z.output<typeof sealStatistics.list.input>, 'span'> & { span?: 'hour' | 'day' | 'week' | undefined };

/** Tenths of a degree as they are asked for; null: nobody knew where. */
const placeOf = (place: string): { lat: number; lon: number } | null => {
  const [lat, lon] = place.split(',').map(Number);
  return place === 'none' ? null : { lat: lat!, lon: lon! };
};

/** What is counted, narrowed by all that is asked but for one: a list of places stays whole when one of them is chosen. */
const narrowed = (f: Asked, but?: 'source' | 'outcome' | 'operator_id' | 'place'): RawBuilder<unknown> => {
  const terms: RawBuilder<unknown>[] = [sql`true`];
  if (f.source && but !== 'source') terms.push(sql`t.source = ${f.source}`);
  if (f.source && f.what !== undefined && but !== 'source') terms.push(sql`t.what = ${f.what}`);
  if (f.outcome && but !== 'outcome') terms.push(sql`t.outcome = ${f.outcome}`);
  if (f.wrong !== undefined && but !== 'outcome') terms.push(sql`(t.outcome <> 'done') = ${f.wrong}`);
  if (f.operator_id && but !== 'operator_id') terms.push(sql`t.operator_id = ${f.operator_id}`);
  if (f.place && but !== 'place') {
    const place = placeOf(f.place);
    terms.push(place ? sql`(t.lat, t.lon) = (${place.lat}::smallint, ${place.lon}::smallint)` : sql`t.lat is null`);
  }
  return sql.join(terms, sql` and `);
};
const ofTime = ({ from, to }: Asked) => sql`from seal_tally t where t.start >= ${from} and t.start < ${to}`;

const timesOf = async (f: Asked, { db, operator }: Ctx): Promise<TallyTime[]> => {
  const span = f.span ?? 'day';
  const zone = sql`(select time_zone from organisation where id = ${operator.orgId})`;
  const each = sql.lit(span);
  const of = (source: string) =>
    sql`coalesce(sum(q.count) filter (where q.source = ${sql.lit(source)}), 0)::int as ${sql.ref(source)}`;
  // of very many a quarter of an hour is put into its day once. Each that there is begins one: clocks that are put forward or back leave out an hour, or have
  // one twice
  const { rows } = await sql<TallyTime>`
    with z as (select ${zone} as name),
      q as (select t.start, t.source, t.outcome <> 'done' as is_wrong, sum(t.count) as count ${ofTime(f)} and ${narrowed(f)} group by 1, 2, 3),
      n as (select date_trunc(${each}, q.start, (select name from z)) as start, ${of('qr')}, ${of('nfc')}, ${of('rfid')}, ${of('reader')},
        coalesce(sum(q.count) filter (where q.is_wrong), 0)::int as wrong from q group by 1)
    select s.start, coalesce(n.qr, 0) as qr, coalesce(n.nfc, 0) as nfc, coalesce(n.rfid, 0) as rfid, coalesce(n.reader, 0) as reader,
      coalesce(n.wrong, 0) as wrong
    from z cross join lateral (select distinct date_trunc(${each}, l, z.name) as start
        from generate_series(${f.from}::timestamptz, ${f.to}::timestamptz - interval '1 second', interval '15 minutes') l) s
      left join n on n.start = s.start order by s.start desc`.execute(db);
  return rows;
};

/** The first of many, and the rest as one. */
const named = <T extends { count: number }>(all: readonly T[]) => {
  const rest = all.slice(NAMED);
  return {
    first: all.slice(0, NAMED),
    rest: { kinds: rest.length, count: rest.reduce((n, { count }) => n + count, 0) },
  };
};
type Told = OutputOf<typeof sealStatistics.list>;

const list = async (asked: Asked, ctx: Ctx): Promise<Told> => {
  checkDays(asked);
  const f = ofQuarters(asked);
  const { db } = ctx;
  const times = await timesOf(f, ctx);
  // the time is read once, and added up to what all four are made of
  const { rows } = await sql<Record<'places' | 'persons' | 'types' | 'outcomes', never[] | null>>`
    with t as materialized (select t.source, t.what, t.outcome, t.operator_id, t.lat, t.lon, max(t.oper_name) as oper_name, sum(t.count) as count
        ${ofTime(f)} group by t.source, t.what, t.outcome, t.operator_id, t.lat, t.lon),
      places as (select case when t.lat is null then 'none' else t.lat || ',' || t.lon end as place, t.lat::float8 / 10 as lat,
          t.lon::float8 / 10 as lon, sum(t.count)::int as count from t where ${narrowed(f, 'place')} group by t.lat, t.lon),
      persons as (select t.operator_id, max(t.oper_name) as oper_name, sum(t.count)::int as count from t where ${narrowed(f, 'operator_id')}
        group by t.operator_id),
      types as (select t.source, t.what, sum(t.count)::int as count from t where ${narrowed(f, 'source')} group by t.source, t.what),
      outcomes as (select t.outcome, sum(t.count)::int as count from t where ${narrowed(f, 'outcome')} group by t.outcome)
    select (select jsonb_agg(to_jsonb(p) order by p.count desc, p.place) from places p) as places,
      (select jsonb_agg(to_jsonb(p) order by p.count desc, p.operator_id) from persons p) as persons,
      (select jsonb_agg(to_jsonb(p) order by p.count desc, p.source, p.what) from types p) as types,
      (select jsonb_agg(to_jsonb(p) order by p.count desc, p.outcome) from outcomes p) as outcomes`.execute(db);
  const found = rows[0]!;
  const [places, persons]: [Told['places'], Told['persons']] = [found.places ?? [], found.persons ?? []];
  const [types, outcomes]: [Told['types'], Told['outcomes']] = [found.types ?? [], found.outcomes ?? []];
  const [place, person] = [named(places), named(persons)];
  return {
    ...{ times, types, outcomes },
    ...{ places: place.first, morePlaces: place.rest, persons: person.first, morePersons: person.rest },
    total: times.reduce((n, one) => n + one.qr + one.nfc + one.rfid + one.reader, 0),
    time_zone: await zoneOf(ctx),
  };
};

type Before = { at: string; source: string; id: number } | undefined;

/** Whether little of a time may be asked for: what is counted then says where it lies, and the rest is not read to find it. */
const isRare = ({ operator_id, place, outcome, wrong, what }: Asked): boolean =>
  operator_id !== undefined ||
  place !== undefined ||
  wrong === true ||
  what !== undefined ||
  (outcome ?? 'done') !== 'done';

/**
 * The newest quarters of an hour that have so much of what is asked for that a page is full; in that of `before` there may be no more of it.
 * What is not so rare has them in the last part of the time, and the rest is not looked through.
 */
const quartersOf = async (f: Asked, before: Before, { db }: Ctx): Promise<string[]> => {
  const end = before?.at ?? f.to;
  const lately = new Date(Date.parse(end) - (Date.parse(f.to) - Date.parse(f.from)) / 16).toISOString();
  for (const from of lately > f.from ? [lately, f.from] : [f.from]) {
    const { rows } = await sql<{ start: string }>`
      select distinct t.start ${ofTime({ ...f, from })} and t.start <= ${end} and ${narrowed(f)}
      order by t.start desc limit ${ROWS + 2}`.execute(db);
    if (rows.length === ROWS + 2 || from === f.from) return rows.map(({ start }) => start);
  }
  return [];
};

/** Operations and results as one list, each read by its own index no further than the page. */
const rows = async (asked: Asked & { before?: Before }, ctx: Ctx): Promise<OutputOf<typeof sealStatistics.rows>> => {
  checkDays(asked);
  const f = ofQuarters(asked);
  const { before } = asked;
  const place = f.place === undefined ? undefined : placeOf(f.place);
  const quarters = isRare(f) ? await quartersOf(f, before, ctx) : null;
  const branch = (isReader: boolean): RawBuilder<unknown> => {
    const source = isReader ? sql`'reader'` : sql`r.medium`;
    const what = isReader ? sql`r.result` : sql`r.operation`;
    const outcome = isReader ? sql`case when r.good then 'done' else 'failed' end` : sql`r.outcome`;
    const terms: RawBuilder<unknown>[] = [sql`true`];
    if (before)
      terms.push(sql`(date_trunc('milliseconds', r.at), ${source}, r.id) < (${before.at}::timestamptz, ${before.source}::text, ${before.id}::bigint)
        and r.at < ${before.at}::timestamptz + interval '1 millisecond'`);
    if (f.source) terms.push(sql`${source} = ${f.source}`);
    if (f.source && f.what !== undefined) terms.push(sql`${what} = ${f.what}`);
    if (f.outcome) terms.push(sql`${outcome} = ${f.outcome}`);
    if (f.wrong !== undefined) terms.push(sql`(${outcome} <> 'done') = ${f.wrong}`);
    if (f.operator_id) terms.push(sql`r.operator_id = ${f.operator_id}`);
    if (place === null) terms.push(sql`(r.lat is null or r.lon is null)`);
    if (place) terms.push(sql`(tally_of(r.lat), tally_of(r.lon)) = (${place.lat}::smallint, ${place.lon}::smallint)`);
    const table = isReader ? sql`rfid_record` : sql`seal_operation`;
    const read = (from: RawBuilder<unknown>) => sql`
      select ${source}::text as source, r.id, date_trunc('milliseconds', r.at) as at, r.number, ${what}::int as what, ${outcome} as outcome,
        ${isReader ? sql`r.cause` : sql`r.refusal`} as refusal, r.object, r.oper_name, ${isReader ? sql`r.reader` : sql`''`} as reader, r.lat, r.lon
      from ${from} r where ${sql.join(terms, sql` and `)}
      order by r.at desc, ${isReader ? sql`r.id` : sql`r.medium desc, r.id`} desc limit ${ROWS + 1}`;
    // a quarter is read by its time, whatever other index would have all of a kind; or of each organisation the newest, by one that has them in order
    return quarters
      ? sql`(select b.* from unnest(${quarters}::timestamptz[]) as q(start) cross join lateral (
          ${read(sql`(select * from ${table} r where r.at >= q.start and r.at < q.start + interval '15 minutes' offset 0)`)}) b)`
      : sql`(select b.* from unnest((select plomb_orgs())::bigint[]) as o(id) cross join lateral (
          ${read(sql`(select * from ${table} r where r.org_id = o.id and r.at >= ${f.from} and r.at < ${f.to})`)}) b)`;
  };
  const { rows: found } = await sql<TallyRow>`
    select * from (${branch(false)} union all ${branch(true)}) b order by at desc, source desc, id desc limit ${ROWS + 1}`.execute(
    ctx.db,
  );
  return { rows: found.slice(0, ROWS), more: found.length > ROWS };
};

export const statisticsRoutes = (): Served[] =>
  serve(sealStatistics, {
    list,
    rows,
    async *export(asked, ctx): FileRows {
      checkDays(asked as Asked);
      yield await timesOf(ofQuarters(asked as Asked), ctx);
    },
  });
