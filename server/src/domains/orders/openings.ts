import type { LockFamily } from '@plomb/contract/lock/codes';
import { type OpeningWay, openingWays } from '@plomb/contract/orders/openings';
import { type RawBuilder, sql } from 'kysely';
import { coveredContent } from '../../lock/coveredFrame.ts';
import { type FindLocks, isFound } from '../../lock/findLocks.ts';
import { deviceOf, names } from '../../lock/named.ts';
import { outOfUse } from '../../lock/state.ts';
import { isOneOf } from '../../platform/crud.ts';
import type { Ctx } from '../../platform/serve.ts';
import { approvedBy } from './approvedBy.ts';
import { assignedTo } from './assignedTo.ts';
import { givenInFrozen } from './givenInFrozen.ts';
import { newestOf } from './newestOf.ts';

export interface OpeningFilter {
  way?: string | string[] | undefined;
  without_right?: boolean | undefined;
  org_id?: number | undefined;
  device_id?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
  keyword?: string | undefined;
  before?: number | undefined;
  ids?: number[] | undefined;
}

const all = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

const terms = (f: OpeningFilter): RawBuilder<unknown>[] => [
  sql`e.opening_way is not null`,
  ...(f.way === undefined ? [] : [isOneOf(sql`e.opening_way`, f.way)]),
  ...(f.without_right === undefined ? [] : [f.without_right ? sql`e.without_right` : sql`not e.without_right`]),
  ...(f.org_id === undefined ? [] : [sql`e.org_id = ${f.org_id}`]),
  ...(f.device_id === undefined ? [] : [sql`e.device_id = ${f.device_id}`]),
  ...(f.from === undefined ? [] : [sql`e.at >= ${f.from}`]),
  ...(f.to === undefined ? [] : [sql`e.at <= ${f.to}`]),
  ...(f.before === undefined ? [] : [sql`e.id < ${f.before}`]),
  ...(f.ids === undefined ? [] : [sql`e.id = any(${f.ids})`]),
];

/** The newest openings that a filter leaves, by id: of each organisation and way from its own index, see `orderQueue.ts`. */
export const openingIds = async (
  f: OpeningFilter,
  ctx: Pick<Ctx, 'db' | 'operator'>,
  size: number,
  findLocks: FindLocks,
): Promise<number[]> => {
  const { db, operator } = ctx;
  const read = async (query: RawBuilder<{ id: number }>): Promise<number[]> =>
    (await query.execute(db)).rows.map(({ id }) => id);
  const newest = (groups: RawBuilder<unknown>, joined: RawBuilder<unknown>[]) =>
    read(
      newestOf(
        groups,
        (most) =>
          sql`select e.id from lock_event e where ${sql.join([...joined, ...terms(f)], sql` and `)} order by e.id desc limit ${most}`,
        size,
      ),
    );
  const locks = f.keyword ? await findLocks(f.keyword, ctx) : null;
  if (locks) return newest(sql`unnest(${locks}::bigint[]) as g(id)`, [sql`e.device_id = g.id`]);
  const held = f.keyword && !locks ? [isFound('e', f.keyword)] : [];
  if (f.device_id !== undefined)
    return read(sql`select e.id from lock_event e where ${sql.join([...terms(f), ...held], sql` and `)}
      order by e.id desc limit ${size}`);
  const orgs = operator.orgIds.filter((id) => f.org_id === undefined || id === f.org_id);
  if (f.way === undefined) return newest(sql`unnest(${orgs}::bigint[]) as g(id)`, [sql`e.org_id = g.id`, ...held]);
  const ofWays = sql`(select o.id, w.way from unnest(${orgs}::bigint[]) as o(id)
    cross join unnest(${all(f.way)}::text[]) as w(way)) g`;
  return newest(ofWays, [sql`e.org_id = g.id`, sql`e.opening_way = g.way`, ...held]);
};

const right = sql`case when e.without_right then 'none'
  when q.evidence = 'confirmed' then 'order' when q.evidence = 'possible' then 'perhaps'
  when e.opening_way = 'password' then case when x.id is null then 'password' else 'disclosure' end
  when e.opening_way = 'card' then case e.swipe ->> 'verdict' when 'rule' then 'rule' when 'unsure' then 'unsure' else 'card' end
  when e.opening_way in ('bluetooth', 'automatic', 'authorised') then 'lock'
  when e.ls_before <> 2 and e.opening_way <> 'forced' then 'unsealed' else 'unknown' end`;
const proof = sql`case when not e.authenticated then 'unproved' when e.quality = 'inferred' then 'inferred'
  when not e.timed then 'untimed' else 'reported' end`;

const rows = sql`
  select e.id, e.device_id, ${sql.raw(names.sn)}, ${sql.raw(names.device_name)}, ${sql.raw(names.subject)}, ${sql.raw(outOfUse)} as out_of_use, g.org_name, e.at,
    e.receive_time, e.opening_way as way, ${right} as right, ${proof} as proof, e.replay,
    coalesce(q.oper_name, knew.names, e.actor) as who,
    coalesce(q.login_name, case when knew.many = 1 then xp.login_name end, '') as login_name, e.actor,
    e.lon, e.lat, e.ls_before, e.ls_after, e.lst, e.lso, e.fault, e.code, q.reason_code, q.reason_text,
    coalesce(q.reason, x.reason, '') as reason, ${sql.raw(assignedTo('q'))} as assigned_to, ${sql.raw(approvedBy('q'))} as approved_by, ${sql.raw(givenInFrozen('q'))} as in_frozen, q.id as order_id, q.evidence, q.create_time as order_time, q.sent_time,
    q.answer_time, x.disclose_time, a.id as alarm_id, a.kind as alarm_kind, a.process_time is not null as alarm_processed, e.swipe
  from lock_event e ${sql.raw(deviceOf('e'))} join organisation g on g.id = e.org_id
    left join lateral (select q.* from command q where q.evidence_event_id = e.id and q.evidence in ('confirmed', 'possible')
      order by q.id desc limit 1) q on true
    -- shown within a day before, and used by no other opening since
    left join lateral (select x.* from password_disclosure x where e.opening_way = 'password' and q.id is null
      and x.device_id = e.device_id and x.org_id = e.org_id and not x.never_left
      and x.disclose_time between e.at - interval '1 day' and e.at + interval '1 minute'
      and not exists (select from lock_event f where f.device_id = e.device_id and f.org_id = e.org_id
        and f.opening_way = 'password' and f.at > x.disclose_time and f.at < e.at)
      order by x.id desc limit 1) x on true
    -- of several who were told it nobody knows which of them opened
    left join lateral (select string_agg(distinct k.name, ' / ') as names, count(distinct k.name) as many
      from (select coalesce(nullif(y.sent_name, ''), y.oper_name) as name from password_disclosure y
        where y.device_id = x.device_id and y.password_id = x.password_id and y.org_id = x.org_id and not y.never_left
          and y.disclose_time <= e.at + interval '1 minute') k) knew on x.id is not null
    left join operator xp on xp.id = case when x.sent_name = '' then x.operator_id else x.receiver_id end
    left join lateral (select a.* from alarm a where a.event_id = e.id
      order by array_position(array['critical', 'warning', 'info'], a.severity), a.id limit 1) a on true`;

type Row = Record<string, unknown>;
export const openingsById = async (ids: readonly number[], { db }: Pick<Ctx, 'db'>): Promise<Row[]> =>
  ids.length === 0
    ? []
    : (
        await sql<Row>`${rows} where e.id = any(${ids}) and e.opening_way is not null
          order by array_position(${ids}::bigint[], e.id)`.execute(db)
      ).rows;

export const everyOpening = (f: OpeningFilter): RawBuilder<unknown> =>
  sql`${rows} where ${sql.join([...terms(f), ...(f.keyword ? [isFound('e', f.keyword)] : [])], sql` and `)} order by e.id desc`;

/** The frame an event came in, hex, what opens a lock covered; null: it is not kept any more, or the event came of none. */
export const frameOf = async (
  eventId: number,
  { db }: Pick<Ctx, 'db'>,
  readsCards: boolean,
): Promise<string | null> => {
  const { rows: found } = await sql<{ raw: Buffer; family: LockFamily | null; former: boolean }>`
    select p.raw, t.family, coalesce(p.receive_time <= s.exchange_time, false) as former from lock_event e join position p on p.device_id = e.device_id
      and p.device_time = e.device_time and p.serial = e.serial and p.hash = e.hash and p.org_id = e.org_id
      left join lock_state s on s.device_id = e.device_id
      left join device d on d.id = e.device_id left join device_type t on t.id = d.device_type_id
    where e.id = ${eventId} order by p.part limit 1`.execute(db);
  return found[0] ? coveredContent(found[0].raw, found[0].family, found[0].former, readsCards) : null;
};

interface Counted {
  way: OpeningWay;
  count: number;
  without_right: number;
}
const summed = (some: readonly Counted[]) => ({
  total: some.reduce((sum, { count }) => sum + count, 0),
  without_right: some.reduce((sum, { without_right: n }) => sum + n, 0),
  ways: openingWays.flatMap((way) => {
    const count = some.filter((one) => one.way === way).reduce((sum, one) => sum + one.count, 0);
    return count > 0 ? [{ way, count }] : [];
  }),
});

/** Of the days that begin then, the last of which goes on. */
export const countOpenings = async (
  days: readonly string[],
  of: Pick<OpeningFilter, 'org_id' | 'device_id' | 'keyword'>,
  ctx: Pick<Ctx, 'db' | 'operator'>,
  findLocks: FindLocks,
) => {
  const { db } = ctx;
  const locks = of.keyword ? await findLocks(of.keyword, ctx) : null;
  const named = locks ? [sql`e.device_id = any(${locks}::bigint[])`] : of.keyword ? [isFound('e', of.keyword)] : [];
  const counted = sql`lock_event e where ${sql.join([...terms({ ...of, from: days[0] }), ...named], sql` and `)}`;
  const { rows: counts } = await sql<Counted & { day: number }>`
    select width_bucket(e.at, ${days}::timestamptz[]) as day, e.opening_way as way, count(*)::int as count,
        count(*) filter (where e.without_right)::int as without_right
      from ${counted} group by 1, 2`.execute(db);
  const { rows: found } = await sql<{ locks: number }>`
    select count(distinct e.device_id)::int as locks from ${counted}`.execute(db);
  return {
    ...summed(counts),
    locks: found[0]!.locks,
    days: days.map((from, at) => ({ from, ...summed(counts.filter(({ day }) => day === at + 1)) })),
  };
};
