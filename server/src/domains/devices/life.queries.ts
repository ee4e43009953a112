import { type LifeKind, lifeKinds } from '@plomb/contract/devices/life';
import { type RawBuilder, sql } from 'kysely';

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

export interface Page {
  id: number;
  kinds: readonly LifeKind[];
  from: string | undefined;
  to: string | undefined;
  /** the entry before the page; null: the page is the first */
  before: { time: string; kind: LifeKind; id: number } | null;
  /** how many at most */
  size: number;
}

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
 * reports, a page reads one row an hour. An hour has its number by when it began, and the time of the last report in it.
 */
const hours = (page: Page): RawBuilder<unknown> => {
  const highest = [page.before?.time, page.to].filter((time) => time !== undefined).sort()[0];
  const newest = (
    below: RawBuilder<unknown>,
  ) => sql`(select p.device_time from position p where p.device_id = ${page.id}
    and ${below} order by p.device_time desc limit 1)`;
  const below = highest
    ? sql`p.device_time < date_trunc('hour', ${highest}::timestamptz, 'UTC') + interval '1 hour'`
    : sql`true`;
  return sql`(with recursive hour as (
      select ${newest(below)} as time, 1 as n
      union all
      select ${newest(sql`p.device_time < date_trunc('hour', hour.time, 'UTC')`)}, hour.n + 1 from hour
       where hour.time is not null and hour.n < ${page.size + 2}
         and ${page.from ? sql`hour.time >= ${page.from}::timestamptz` : sql`true`})
    select extract(epoch from date_trunc('hour', hour.time, 'UTC'))::bigint as id, hour.time as at from hour
     where hour.time is not null)`;
};

/** The entries of a page by kind and number, newest first, each kind read by its own index and no further than the page. */
export const lifeKeys = (page: Page): RawBuilder<{ kind: LifeKind; id: number; time: string }> => {
  const branches = page.kinds.map((kind) => {
    const own = sql`${kind}::text as kind, ${rankOf(kind)}::int as rank`;
    if (kind === 'report') {
      const x = { id: sql`x.id`, time: sql`x.at` };
      return sql`(select ${own}, x.id, x.at as time from ${hours(page)} x where ${within(kind, x, page)} limit ${page.size})`;
    }
    const source = sources[kind];
    return sql`(select ${own}, ${source.id} as id, ${source.time} as time from ${source.from(page.id)}
      and ${within(kind, source, page)} order by ${source.time} desc, ${source.id} desc limit ${page.size})`;
  });
  return sql`select kind, id, to_char(time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as time
    from (${sql.join(branches, sql` union all `)}) e order by e.time desc, e.rank desc, e.id desc limit ${page.size}`;
};

/** What was reported in these hours. */
export const runs = (deviceId: number, hours: readonly number[]): RawBuilder<never> => sql`
  select h.id, min(p.device_time) as from_time, max(p.device_time) as to_time, count(*) as count,
    count(*) filter (where p.replay) as late, count(*) filter (where not p.authenticated) as unproved,
    min(p.velocity) as slowest, max(p.velocity) as fastest,
    (array_agg(p.electric order by p.device_time) filter (where p.electric is not null))[1] as electric_first,
    (array_agg(p.electric order by p.device_time desc) filter (where p.electric is not null))[1] as electric_last
  from unnest(${hours}::bigint[]) h(id)
    join position p on p.device_id = ${deviceId} and p.device_time >= to_timestamp(h.id)
      and p.device_time < to_timestamp(h.id) + interval '1 hour'
  group by h.id`;
