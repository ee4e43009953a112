import type { OutputOf } from '@plomb/contract/kit/call';
import { sealCalls } from '@plomb/contract/seals/domain';
import {
  type FigureGroup,
  type FigureRow,
  type FigureSeries,
  type FigureTime,
  type FigureView,
  type FigureWay,
  figureSeries,
  sealFigures,
  waysOf,
} from '@plomb/contract/seals/figures';
import { type SealMedium, sealMedia } from '@plomb/contract/seals/number';
import { NAMED } from '@plomb/contract/seals/statistics';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { type Ctx, type FileRows, type Served, serve } from '../../platform/serve.ts';
import { checkDays, zoneOf } from './days.ts';

const ROWS = 20;
type Asked = Omit<z.output<typeof sealFigures.list.input>, 'span'> & { span?: 'day' | 'week' | 'month' | undefined };
type Narrowing = 'series' | FigureWay;

/** Columns that each fact has, whatever it is one of. */
const of = {
  place: (lat: RawBuilder<unknown>, lon: RawBuilder<unknown>) =>
    sql`coalesce(tally_of(${lat}) || ',' || tally_of(${lon}), 'none') as place, '' as place_name, tally_of(${lat})::float8 / 10 as place_lat,
      tally_of(${lon})::float8 / 10 as place_lon, ${lat} as lat, ${lon} as lon`,
  noPatrol: sql`null::timestamptz as done_at, null::int as seen, null::int as seals`,
  noJourney: sql`'{}'::text[] as reasons, '' as carrier`,
};
/** Moments are told to a millisecond, and so are they put in order. */
const ms = (at: RawBuilder<unknown>) => sql`date_trunc('milliseconds', ${at}) as at`;

/** What of a row somebody may see who sees the numbers: of locks, of batches, of seals by their media. Of the rest a tenth of a degree is told. */
interface Sight {
  locks: boolean;
  batches: boolean;
  media: SealMedium[];
}
const sightOf = ({ operator: { grants } }: Ctx): Sight => ({
  locks: grants.has('map:list'),
  batches: grants.has('logisticsBatch:list'),
  media: sealMedia.filter((medium) => grants.has(sealCalls[`${medium}Operations`].list.permit)),
});

/** A journey is counted once it is over, by its verdict as it is kept. */
const journeys = ({ from, to }: Asked, { batches }: Sight): RawBuilder<unknown> => sql`
  select 'journey ' || b.id as id, ${ms(sql`b.end_time`)}, coalesce(b.verdict, 'unjudged') as series, b.org_id, b.id as batch_id,
    null::bigint as device_id, null::bigint as seal_id, null::text as medium, null::bigint as operation_id, ${batches ? sql`b.plate` : sql`''`} as number, b.carrier as object,
    b.owner_id as operator_id, b.owner_name as oper_name, '' as place, '' as place_name, null::float8 as place_lat, null::float8 as place_lon,
    null::float8 as lat, null::float8 as lon, ${of.noPatrol}, b.verdict_codes as reasons, b.carrier
  from logistics_batch b where b.state = 'completed' and b.end_time >= ${from} and b.end_time < ${to}`;

/** A patrol is due before it is counted; until then it was neither done nor missed. */
const patrols = ({ from, to }: Asked, { batches }: Sight): RawBuilder<unknown> => sql`
  select 'patrol ' || p.batch_id || ' ' || p.stop_id as id, p.due as at, case when p.seen < greatest(p.seals, 1) then 'missed' else 'done' end as series,
    p.org_id, p.batch_id, null::bigint as device_id, null::bigint as seal_id, null::text as medium, null::bigint as operation_id,
    null::text as number, ${batches ? sql`p.address` : sql`''`} as object, p.operator_id, p.oper_name, ${
      batches
        ? sql`p.address as place, p.address as place_name, p.lat as place_lat, p.lon as place_lon, p.lat, p.lon`
        : of.place(sql`p.lat`, sql`p.lon`)
    }, p.done_at, p.seen, p.seals, ${of.noJourney}
  from batch_patrol p where p.due >= ${from} and p.due < least(${to}::timestamptz, now())`;

const openings = ({ from, to }: Asked): RawBuilder<unknown> => {
  const within = (at: RawBuilder<unknown>) => sql`${at} >= ${from} and ${at} < ${to}`;
  const isOfLock = sql`e.without_right and e.opening_way is not null and e.authenticated`;
  const operations = (series: string, what: RawBuilder<unknown>) => sql`
    select 'seal ' || o.id as id, ${ms(sql`o.at`)}, ${series} as series, o.org_id, null::bigint as batch_id, null::bigint as device_id, o.seal_id,
      o.medium, o.id as operation_id, o.number, o.object, o.operator_id, o.oper_name, ${of.place(sql`o.lat`, sql`o.lon`)}, ${of.noPatrol}, ${of.noJourney}
    from seal_operation o where ${what} and ${within(sql`o.at`)}`;
  return sql`
    select 'lock ' || e.id as id, ${ms(sql`e.at`)}, 'lock' as series, e.org_id, null::bigint as batch_id, e.device_id, null::bigint as seal_id,
      null::text as medium, null::bigint as operation_id, null::text as number, '' as object, null::bigint as operator_id, '' as oper_name,
      ${of.place(sql`e.lat`, sql`e.lon`)}, ${of.noPatrol}, ${of.noJourney}
    from lock_event e where ${isOfLock} and ${within(sql`e.at`)}
    union all
    -- what the lock said was without right is counted as that
    select 'step ' || s.id, ${ms(sql`s.at`)}, 'elsewhere', s.org_id, s.batch_id, s.device_id, s.seal_id, null, s.seal_operation_id, s.number,
      s.position, s.operator_id, s.oper_name, ${of.place(sql`s.lat`, sql`s.lon`)}, ${of.noPatrol}, ${of.noJourney}
    from batch_step s where s.cause = 'unsealed_outside' and ${within(sql`s.at`)}
      and not exists (select from lock_event e where e.id = s.lock_event_id and ${isOfLock})
    union all
    -- what it was on is open with it: as the verdict says, outside of the circles where it may be opened, or nobody knows where
    select 'step ' || s.id, ${ms(sql`s.at`)}, 'elsewhere', s.org_id, s.batch_id, s.device_id, s.seal_id, null, s.seal_operation_id, s.number,
      s.position, s.operator_id, s.oper_name, ${of.place(sql`s.lat`, sql`s.lon`)}, ${of.noPatrol}, ${of.noJourney}
    from batch_step s join logistics_batch b on b.id = s.batch_id left join batch_position p on p.id = s.position_id
    where s.step = 3 and ${within(sql`s.at`)} and date_trunc('milliseconds', s.at) >= date_trunc('milliseconds', b.transit_time)
      and not (s.lat is not null and s.lon is not null and exists (
        select from jsonb_array_elements(jsonb_build_array(b.destination) || b.stops) c(place)
        where (place ->> 'id' is null or place ->> 'id' = any (p.open_stops))
          and in_shape(null, (place ->> 'lon')::float8, (place ->> 'lat')::float8, (place ->> 'radius')::float8, s.lon, s.lat)))
    union all
    -- where it may be opened, and by whoever may not; elsewhere it is counted by that
    select 'step ' || s.id, ${ms(sql`s.at`)}, 'lock', s.org_id, s.batch_id, s.device_id, s.seal_id, null, null, s.number,
      s.position, s.operator_id, s.oper_name, ${of.place(sql`s.lat`, sql`s.lon`)}, ${of.noPatrol}, ${of.noJourney}
    from batch_step s where s.source = 'reader' and s.cause in ('lock_abnormal', 'reader_abnormal') and ${within(sql`s.at`)}
      and not exists (select from batch_step e where e.rfid_record_id = s.rfid_record_id and e.cause = 'unsealed_outside')
    union all ${operations('found', sql`o.operation = 4 and o.outcome = 'done' and o.abnormal_kind in ('missing', 'broken', 'attacked')`)}
    union all ${operations('refused', sql`(o.operation = 2 and o.refusal in ('sealRight', 'sealWitness') or o.operation = 3 and o.refusal = 'sealRight')`)}`;
};
const facts: Record<FigureView, (f: Asked, sight: Sight) => RawBuilder<unknown>> = { journeys, patrols, openings };

/** Narrowed by all that is asked but for one: a list of places stays whole when one of them is chosen. */
const asked = (f: Asked, but?: Narrowing): RawBuilder<unknown> => {
  const terms: RawBuilder<unknown>[] = [sql`true`];
  if (f.series && but !== 'series') terms.push(sql`f.series = ${f.series}`);
  if (f.place !== undefined && but !== 'place') terms.push(sql`f.place = ${f.place}`);
  if (f.org_id !== undefined && but !== 'org') terms.push(sql`f.org_id = ${f.org_id}`);
  if (f.operator_id !== undefined && but !== 'person') terms.push(sql`coalesce(f.operator_id, 0) = ${f.operator_id}`);
  if (f.reason !== undefined && but !== 'reason') terms.push(sql`${f.reason}::text = any(f.reasons)`);
  if (f.carrier !== undefined && but !== 'carrier') terms.push(sql`f.carrier = ${f.carrier}`);
  return sql.join(terms, sql` and `);
};
const zone = ({ operator }: Ctx) => sql`(select time_zone from organisation where id = ${operator.orgId})`;

interface Counted {
  way: 'time' | Narrowing;
  start: string | null;
  key: string;
  name: string;
  lat: number | null;
  lon: number | null;
  series: FigureSeries;
  count: number;
}
const none = sql`null::float8 as lat, null::float8 as lon`;
const never = sql`null::timestamptz as start`;
/** Told apart by one thing, narrowed by all the others. */
const wayOf = (way: FigureWay, f: Asked): RawBuilder<unknown> => {
  const counted = sql`f.series, count(*)::int`;
  return {
    place: sql`union all select 'place', ${never}, f.place, max(f.place_name), max(f.place_lat), max(f.place_lon), ${counted}
      from f where ${asked(f, 'place')} group by f.place, f.series`,
    org: sql`union all select 'org', ${never}, f.org_id::text, max(o.org_name), ${none}, ${counted}
      from f left join organisation o on o.id = f.org_id where ${asked(f, 'org')} group by f.org_id, f.series`,
    person: sql`union all select 'person', ${never}, coalesce(f.operator_id, 0)::text, max(f.oper_name), ${none}, ${counted}
      from f where ${asked(f, 'person')} group by coalesce(f.operator_id, 0), f.series`,
    // one that has several counts with each
    reason: sql`union all select 'reason', ${never}, r.code, '', ${none}, ${counted}
      from f cross join lateral unnest(f.reasons) r(code) where ${asked(f, 'reason')} group by r.code, f.series`,
    carrier: sql`union all select 'carrier', ${never}, f.carrier, f.carrier, ${none}, ${counted}
      from f where ${asked(f, 'carrier')} group by f.carrier, f.series`,
  }[way];
};
/** What numbers are told apart by: nothing else of a fact is made for them. */
const counting = sql.raw(
  [
    'at',
    'series',
    'org_id',
    'operator_id',
    'oper_name',
    'place',
    'place_name',
    'place_lat',
    'place_lon',
    'reasons',
    'carrier',
  ]
    .map((column) => `f.${column}`)
    .join(', '),
);
/** All numbers of a page from one reading of the facts. */
const countedOf = async (f: Asked, ctx: Ctx, isWhole = true): Promise<Counted[]> => {
  const { rows } = await sql<Counted>`
    with f as materialized (select ${counting} from (${facts[f.view](f, sightOf(ctx))}) f), z as (select ${zone(ctx)} as name)
    select 'time' as way, date_trunc(${sql.lit(f.span ?? 'day')}, f.at, (select name from z)) as start, '' as key, '' as name, ${none}, f.series,
      count(*)::int as count from f where ${asked(f)} group by 2, f.series
    ${
      isWhole
        ? sql`
    ${sql.join(
      waysOf[f.view].map((way) => wayOf(way, f)),
      sql` `,
    )}
    union all select 'series', ${never}, '', '', ${none}, f.series, count(*)::int from f where ${asked(f, 'series')} group by f.series`
        : sql``
    }`.execute(ctx.db);
  return rows;
};
/** Every day, week or month of the time, also those in which nothing was: the newest first. */
const timesOf = async (f: Asked, counted: readonly Counted[], ctx: Ctx): Promise<FigureTime[]> => {
  const span = f.span ?? 'day';
  const { rows } = await sql<{ start: string }>`
    with z as (select ${zone(ctx)} as name)
    select l at time zone z.name as start from z cross join lateral generate_series(
      date_trunc(${sql.lit(span)}, ${f.from}::timestamptz at time zone z.name), (${f.to}::timestamptz - interval '1 millisecond') at time zone z.name,
      ('1 ' || ${sql.lit(span)})::interval) l order by 1 desc`.execute(ctx.db);
  const times = new Map(rows.map(({ start }) => [start, { start, counts: {} } as FigureTime]));
  for (const { way, start, series, count } of counted) if (way === 'time') times.get(start!)!.counts[series] = count;
  return [...times.values()];
};

/** The most frequent of a kind, and the rest as one. */
const groupsOf = (way: Counted['way'], counted: readonly Counted[]) => {
  const groups = new Map<string, FigureGroup>();
  for (const { key, name, lat, lon, series, count, ...one } of counted) {
    if (one.way !== way) continue;
    const group = groups.get(key) ?? { ...{ key, name, lat, lon }, counts: {}, count: 0 };
    groups.set(key, { ...group, counts: { ...group.counts, [series]: count }, count: group.count + count });
  }
  const all = [...groups.values()].toSorted((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
  const rest = all.slice(NAMED);
  return { rows: all.slice(0, NAMED), kinds: rest.length, count: rest.reduce((n, { count }) => n + count, 0) };
};

/** What is counted of these batches is what was judged last. */
const judgingOf = async ({ view, from, to }: Asked, ctx: Ctx): Promise<number> => {
  if (view === 'openings') return 0;
  const inTime = {
    journeys: sql`b.end_time >= ${from} and b.end_time < ${to}`,
    patrols: sql`b.transit_time < ${to} and (b.end_time is null or b.end_time >= ${from})`,
  }[view];
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from logistics_batch b
    where b.id in (select batch_id from batch_told) and b.transit_time is not null and ${inTime}`.execute(ctx.db);
  return rows[0]!.n;
};

const list = async (f: Asked, ctx: Ctx): Promise<OutputOf<typeof sealFigures.list>> => {
  checkDays(f);
  const counted = await countedOf(f, ctx);
  const of = (way: Counted['way']) => counted.filter((one) => one.way === way);
  return {
    times: await timesOf(f, counted, ctx),
    ...{ place: groupsOf('place', counted), org: groupsOf('org', counted), person: groupsOf('person', counted) },
    ...{ reason: groupsOf('reason', counted), carrier: groupsOf('carrier', counted) },
    series: Object.fromEntries(of('series').map(({ series, count }) => [series, count])),
    total: of('time').reduce((n, { count }) => n + count, 0),
    judging: await judgingOf(f, ctx),
    time_zone: await zoneOf(ctx),
  };
};

const rows = async (
  f: Asked & { before?: { at: string; id: string } | undefined },
  ctx: Ctx,
): Promise<OutputOf<typeof sealFigures.rows>> => {
  checkDays(f);
  const sight = sightOf(ctx);
  const of = {
    locks: sql`${sight.locks}::boolean`,
    batches: sql`${sight.batches}::boolean`,
    seals: sql`coalesce(f.medium, s.medium, '') = any(${sight.media}::text[])`,
  };
  // what it is of says who sees where it was
  const seen = sql`case when f.batch_id is not null then ${of.batches} when f.device_id is not null then ${of.locks} else ${of.seals} end`;
  const where = (exact: RawBuilder<unknown>) =>
    sql`case when ${seen} then ${exact} else tally_of(${exact})::float8 / 10 end`;
  const before = f.before ? sql`(f.at, f.id) < (${f.before.at}::timestamptz, ${f.before.id}::text)` : sql`true`;
  // names are looked up for the rows that are shown
  const { rows: found } = await sql<FigureRow>`
    with f as (select * from (${facts[f.view](f, sight)}) f where ${asked(f)} and ${before} order by f.at desc, f.id desc limit ${ROWS + 1})
    select f.id, f.at, f.series, b.id as batch_id, coalesce(b.serial, '') as serial, d.id as device_id, f.seal_id, coalesce(f.medium, s.medium) as medium,
      f.operation_id, coalesce(f.number, d.sn, b.plate, '') as number,
      case when not ${seen} then '' when f.object <> '' then concat_ws(' ', case when f.id like 'step %' then b.plate end, f.object) else coalesce(d.device_name, '') end
        as object, f.oper_name, coalesce(o.org_name, '') as org_name, f.done_at, f.seen, f.seals, ${where(sql`f.lat`)} as lat, ${where(sql`f.lon`)} as lon, f.reasons
    from f left join logistics_batch b on b.id = f.batch_id and ${of.batches} left join device d on d.id = f.device_id and ${of.locks}
      left join seal s on s.id = f.seal_id
      left join organisation o on o.id = f.org_id
    order by f.at desc, f.id desc`.execute(ctx.db);
  return { rows: found.slice(0, ROWS), more: found.length > ROWS };
};

export const figureRoutes = (): Served[] =>
  serve(sealFigures, {
    list,
    rows,
    async *export(given, ctx): FileRows {
      const f = given as Asked;
      checkDays(f);
      const nothing = Object.fromEntries(figureSeries[f.view].map((series) => [series, 0]));
      const times = await timesOf(f, await countedOf(f, ctx, false), ctx);
      yield times.map(({ start, counts }) => ({ start, ...nothing, ...counts }));
    },
  });
