import { type LifeKind, lifeKinds } from '@plomb/contract/devices/life';
import { type RawBuilder, sql } from 'kysely';
import { aheadLimit } from '../../ingest/clock.ts';
import * as state from '../../lock/state.ts';
import { toldTime } from '../../lock/told.ts';

/** Where the entries of a kind come from: their number, their time, and the rows of one device that they are. */
interface Source {
  id: RawBuilder<unknown>;
  time: RawBuilder<unknown>;
  /** tables and the condition on the device */
  from: (deviceId: number) => RawBuilder<unknown>;
}

const sources: Record<Exclude<LifeKind, 'report'>, Source> = {
  event: { id: sql`x.id`, time: sql`x.at`, from: (id) => sql`lock_event x where x.device_id = ${id}` },
  order: { id: sql`x.id`, time: sql`x.create_time`, from: (id) => sql`command x where x.device_id = ${id}` },
  alarm: { id: sql`x.id`, time: sql`x.first_time`, from: (id) => sql`alarm x where x.device_id = ${id}` },
  custody: { id: sql`x.id`, time: sql`x.create_time`, from: (id) => sql`custody x where x.device_id = ${id}` },
  edit: {
    id: sql`x.log_id`,
    time: sql`x.create_time`,
    // orders and steps of the stock are entries of their own
    from: (id) => sql`operation_device x join operation_log l on l.id = x.log_id
      where x.device_id = ${id} and l.business_type <> 'command' and l.operate_url not like '/stock/%'`,
  },
  aside: { id: sql`x.id`, time: sql`x.receive_time`, from: (id) => sql`quarantine x where x.device_id = ${id}` },
  registered: { id: sql`x.id`, time: sql`x.create_time`, from: (id) => sql`device x where x.id = ${id}` },
};

/** How a device tells of itself. */
export interface Teller {
  id: number;
  /** milliseconds its clock runs ahead of ours, as far as is known now */
  offset: number;
  /** seconds it may be without a report: twice its interval and five minutes, as for its connection */
  mayBeSilent: number;
}

export interface Page {
  teller: Teller;
  kinds: readonly LifeKind[];
  from: string | undefined;
  to: string | undefined;
  /** the entry before the page; null: the page is the first */
  before: { time: string; kind: LifeKind; id: number } | null;
  /** how many at most */
  size: number;
}

const HOUR = 3_600_000;

export const tellerOf = (deviceId: number): RawBuilder<Teller> => sql`
  select d.id, s.clock_offset_ms as offset,
    2 * greatest(${sql.raw(state.reportInterval)}, ${sql.raw(state.sleepInterval)}) + 300 as "mayBeSilent"
  from device d join device_type t on t.id = d.device_type_id join lock_state s on s.device_id = d.id
  where d.id = ${deviceId}`;

const rankOf = (kind: LifeKind): number => lifeKinds.indexOf(kind);

/** What of a kind lies within the times and behind the cursor, which stands by time, then kind, then number. */
const within = (kind: LifeKind, { time, id }: Pick<Source, 'time' | 'id'>, page: Page): RawBuilder<unknown> => {
  const terms = [sql`true`];
  if (page.from) terms.push(sql`${time} >= ${page.from}::timestamptz`);
  if (page.to) terms.push(sql`${time} <= ${page.to}::timestamptz`);
  const { before } = page;
  if (before) {
    const at = sql`${before.time}::timestamptz`;
    if (before.kind === kind) terms.push(sql`(${time}, ${id}) < (${at}, ${before.id}::bigint)`);
    else terms.push(rankOf(kind) > rankOf(before.kind) ? sql`${time} < ${at}` : sql`${time} <= ${at}`);
  }
  return sql.join(terms, sql` and `);
};

/**
 * The newest hours in which it reported, found by going down the index from one to the next: however often a lock
 * reports, a page reads one row an hour. An hour is one of the lock's clock, by which reports are stored; it has its number
 * by when it began, and the time of the last report in it on our clock. A slow clock's newest hours may all lie behind
 * the cursor, so that many more are gone through.
 */
const hours = (page: Page): RawBuilder<unknown> => {
  const highest = [page.before?.time, page.to].filter((time) => time !== undefined).sort()[0];
  const newest = (
    below: RawBuilder<unknown>,
  ) => sql`lateral (select p.device_time as time, ${toldTime(page.teller.offset)} as at from position p
    where p.device_id = ${page.teller.id} and ${below} order by p.device_time desc limit 1)`;
  const behind = Math.max(-page.teller.offset, 0);
  const below = highest
    ? sql`p.device_time < date_trunc('hour', ${highest}::timestamptz + ${aheadLimit} * interval '1 millisecond', 'UTC') + interval '1 hour'`
    : sql`true`;
  return sql`(with recursive hour as (
      select p.time, p.at, 1 as n from ${newest(below)} p
      union all
      select p.time, p.at, hour.n + 1 from hour, ${newest(sql`p.device_time < date_trunc('hour', hour.time, 'UTC')`)} p
       where hour.n < ${page.size + 3 + Math.ceil(behind / HOUR)}
         and ${page.from ? sql`hour.time >= ${page.from}::timestamptz - ${behind} * interval '1 millisecond'` : sql`true`})
    select extract(epoch from date_trunc('hour', hour.time, 'UTC'))::bigint as id, hour.at from hour)`;
};

/** The entries of a page by kind and number, newest first, each kind read by its own index and no further than the page. */
export const lifeKeys = (page: Page): RawBuilder<{ kind: LifeKind; id: number; time: string }> => {
  const branches = page.kinds.map((kind) => {
    const own = sql`${kind}::text as kind, ${rankOf(kind)}::int as rank`;
    if (kind === 'report') {
      const x = { id: sql`x.id`, time: sql`x.at` };
      return sql`(select ${own}, x.id, x.at as time from ${hours(page)} x where ${within(kind, x, page)}
        order by x.at desc, x.id desc limit ${page.size})`;
    }
    const source = sources[kind];
    return sql`(select ${own}, ${source.id} as id, ${source.time} as time from ${source.from(page.teller.id)}
      and ${within(kind, source, page)} order by ${source.time} desc, ${source.id} desc limit ${page.size})`;
  });
  return sql`select kind, id, to_char(time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as time
    from (${sql.join(branches, sql` union all `)}) e order by e.time desc, e.rank desc, e.id desc limit ${page.size}`;
};

/**
 * What was reported in these hours, each read together with the report before it. Between two live reports there was no
 * silence if they were received one after the other, whatever a clock that was set says; what comes from memory was
 * told when it says.
 */
export const runs = (teller: Teller, hours: readonly number[]): RawBuilder<never> => {
  const report = sql`${toldTime(teller.offset)} as at, p.receive_time, p.device_time, p.replay, p.authenticated, p.velocity, p.electric`;
  const iso = (time: RawBuilder<unknown>) => sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  return sql`
  with reported as (
    select h.id, true as own, ${report} from unnest(${hours}::bigint[]) h(id)
      join position p on p.device_id = ${teller.id} and p.device_time >= to_timestamp(h.id)
        and p.device_time < to_timestamp(h.id) + interval '1 hour'
    union all
    select h.id, false, x.* from unnest(${hours}::bigint[]) h(id), lateral (select ${report} from position p
      where p.device_id = ${teller.id} and p.device_time < to_timestamp(h.id) order by p.device_time desc limit 1) x),
  parted as (
    select *, lag(at) over told as since,
      case when replay or lag(replay) over told then at - lag(at) over told
        else least(at - lag(at) over told, receive_time - lag(receive_time) over told) end as gap
    from reported window told as (partition by id order by device_time))
  select id, min(at) as from_time, max(at) as to_time, count(*) as count,
    count(*) filter (where replay) as late, count(*) filter (where not authenticated) as unproved,
    min(velocity) as slowest, max(velocity) as fastest,
    (array_agg(electric order by device_time) filter (where electric is not null))[1] as electric_first,
    (array_agg(electric order by device_time desc) filter (where electric is not null))[1] as electric_last,
    coalesce(jsonb_agg(jsonb_build_object('from_time', ${iso(sql`since`)}, 'to_time', ${iso(sql`at`)}) order by at desc)
      filter (where gap > ${teller.mayBeSilent} * interval '1 second'), '[]') as silences
  from parted where own group by id`;
};
