import { type Assignment, assignmentStates } from '@plomb/contract/batches/assignments';
import { errors } from '@plomb/contract/errors';
import type { Lang } from '@plomb/contract/kit/text';
import { LockStatus } from '@plomb/contract/lock/codes';
import { dictionarySeeds } from '@plomb/contract/words';
import { type RawBuilder, sql } from 'kysely';
import { alsoSeeing } from '../../lock/alsoSeeing.ts';
import type { FindLocks } from '../../lock/findLocks.ts';
import { deviceOf, named } from '../../lock/named.ts';
import { connection, fresh, held, stateCode, wordTime } from '../../lock/state.ts';
import { contains, matches } from '../../platform/crud.ts';
import type { Ctx } from '../../platform/serve.ts';

export interface AssignmentFilter {
  state?: string | undefined;
  orders?: string | undefined;
  distribution_id?: number | undefined;
  keyword?: string | undefined;
  before?: number | undefined;
  ids?: number[] | undefined;
}

type Orders = Pick<Assignment, 'given_orders'>;
type Row = Omit<Assignment, 'why' | keyof Orders | `order_${'kind' | 'stage' | 'time'}`> & {
  /** whose device it was */
  owner_id: number | null;
  refusal: keyof typeof errors | '';
  end_cause: string | null;
  end_by: string;
};

/** What a device is called, and guards, is told as long as the assignment lasts; then only to whoever sees the device. */
const told = (own: readonly number[], field: 'device_name' | 'subject') =>
  sql`case when a.end_time is null or d.org_id = any(${own}) then ${sql.raw(named[field])}
    when a.org_id = any(${own}) then coalesce(l.${sql.raw(field)}, '') else '' end`;
const sn = sql.raw("coalesce(nullif(coalesce(d.sn, l.sn, ''), ''), a.sn)");
const [orgName, toOrgName] = [
  sql.raw('coalesce(o.org_name, a.org_name)'),
  sql.raw('coalesce(g.org_name, a.to_org_name)'),
];

const beside = sql.raw(`${deviceOf('a')}
  left join organisation o on o.id = a.org_id left join organisation g on g.id = a.to_org_id`);

const iso = (time: string): string => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Of the orders by an assignment the newest are told with it, and those somebody has to look at; so many at most. */
const NEWEST_ORDERS = 10;
const MOST_ORDERS = 50;

const rowsById = (ids: readonly number[], { orgIds: own, orgId: mine }: Ctx['operator']): RawBuilder<Row> => sql<Row>`
  select a.id, a.distribution_id, a.device_id, ${sn} as sn,
    ${told(own, 'device_name')} as device_name, ${told(own, 'subject')} as subject,
    ${orgName} as org_name, ${toOrgName} as to_org_name, a.orders, a.state,
    a.org_id as owner_id, a.refusal, a.end_cause, a.end_by, a.oper_name, a.login_name, a.create_time, a.end_time,
    coalesce(a.org_id = any(${own}), false) as own, coalesce(a.to_org_id = ${mine}, false) as given,
    case when a.end_time is null then s.lock_status end as lock_status,
    coalesce(a.end_time is null and ${sql.raw(held)}, false) as held,
    coalesce(a.end_time is null and s.lock_status <> ${LockStatus.initial} and not ${sql.raw(fresh)}, false) as stale,
    case when a.end_time is null and d.id is not null then ${sql.raw(stateCode)} end as lock_state,
    case when a.end_time is null and d.id is not null then ${sql.raw(connection)} end as connection,
    case when a.end_time is null then ${sql.raw(wordTime)} end as lock_time
  from device_assignment a ${beside}
    left join device_type t on t.id = d.device_type_id left join lock_state s on s.device_id = d.id
    left join device_connection c on c.device_id = d.id
  where a.id = any(${ids}) order by a.id desc`;

/** What was ordered by these. */
const ordersBy = (ids: readonly number[]): RawBuilder<Orders & { id: number }> => sql<Orders & { id: number }>`
  select a.id, given.all as given_orders from unnest(${ids}::bigint[]) as a(id)
    cross join lateral (select coalesce(jsonb_agg(jsonb_build_object('id', q.id, 'kind', q.kind, 'stage', q.stage, 'cause', q.cause,
        'oper_name', q.oper_name, 'login_name', q.login_name, 'create_time', ${sql.raw(iso('q.create_time'))}) order by q.id desc), '[]') as all
      from (select q.* from command q where q.assignment_id = a.id and (q.needs_person or q.id in (
        select n.id from command n where n.assignment_id = a.id order by n.id desc limit ${NEWEST_ORDERS})) order by q.id desc limit ${MOST_ORDERS}) q) given`;

/** What a keyword can find at all, before names are looked up one by one. */
const likely = async (keyword: string, { db, operator }: Ctx, owners: readonly number[], findLocks: FindLocks) => {
  const scope = { ...operator, orgIds: [...new Set([...operator.orgIds, ...owners])] };
  const locks = await findLocks(keyword, { db, operator: scope });
  if (!locks) return [];
  const { rows } = await sql<{
    id: number;
  }>`select id from organisation where ${matches(sql`org_name`, keyword)}`.execute(db);
  const orgs = rows.map(({ id }) => id);
  return [
    sql`(a.device_id = any(${locks}) or a.org_id = any(${orgs}) or a.to_org_id = any(${orgs})
      or a.search_text like search_key(${contains(keyword.normalize('NFKC'))}))`,
  ];
};

/** Whether a keyword is in what is told of one, asked of one row after the other: a planner cannot turn it into a join of all. */
const isNamed = (keyword: string, own: readonly number[]): RawBuilder<unknown> =>
  sql`(select ${matches(
    sql`(${sn} || ' ' || ${told(own, 'subject')} || ' ' || ${told(own, 'device_name')} || ' ' || ${orgName} || ' ' || ${toOrgName})`,
    keyword,
  )} from (select) as one ${beside})`;

const terms = (f: AssignmentFilter, own: readonly number[]): RawBuilder<unknown>[] => [
  ...(f.before === undefined ? [] : [sql`a.id < ${f.before}`]),
  ...(f.ids === undefined ? [] : [sql`a.id = any(${f.ids})`]),
  ...(f.orders === undefined ? [] : [sql`a.orders = ${f.orders}`]),
  ...(f.distribution_id === undefined ? [] : [sql`a.distribution_id = ${f.distribution_id}`]),
  ...(f.keyword ? [isNamed(f.keyword, own)] : []),
];

/** The newest that a filter leaves, by id: of each side, organisation and state from its own index, see `orderQueue.ts`. */
const idsOf = async (
  f: AssignmentFilter,
  ctx: Ctx,
  limit: number,
  owners: readonly number[],
  findLocks: FindLocks,
): Promise<number[]> => {
  const { db, operator } = ctx;
  const own = operator.orgIds;
  const said = [...(f.keyword ? await likely(f.keyword, ctx, owners, findLocks) : []), ...terms(f, own)];
  // the order is that of the index and of no other: by number alone a planner reads all rows of whoever has nearly all
  const side = (column: string, states: readonly string[]) => sql`select p.id from unnest(${own}::bigint[]) as mine(id)
    cross join unnest(${states}::text[]) as stands(state)
    cross join lateral (select a.id from device_assignment a
      where ${sql.join([sql`a.${sql.raw(column)} = mine.id and a.state between stands.state and stands.state`, ...said], sql` and `)}
      order by a.state, a.id desc limit ${limit}) p`;
  const states = assignmentStates.filter((state) => f.state === undefined || state === f.state);
  // what was refused never was anything of theirs
  const taken = states.filter((state) => state !== 'refused');
  const whose = sql`(a.org_id = any(${own}) and a.state = any(${states}) or a.to_org_id = any(${own}) and a.state = any(${taken}))`;
  const found = await (f.distribution_id === undefined
    ? sql<{ id: number }>`select id from (${side('org_id', states)} union ${side('to_org_id', taken)}) as found
        order by id desc limit ${limit}`
    : // they lie together, of all organisations
      sql<{ id: number }>`select a.id from device_assignment a where ${sql.join([whose, ...said], sql` and `)}
        order by a.id desc limit ${limit}`
  ).execute(db);
  return found.rows.map(({ id }) => id);
};

const ends = dictionarySeeds.assignment_end.items;
const inWords = (
  { owner_id: _, refusal, end_cause, end_by, ...one }: Row,
  given: Assignment['given_orders'],
  lang: Lang,
): Assignment => {
  const [newest] = given;
  const last = {
    order_kind: newest?.kind ?? null,
    order_stage: newest?.stage ?? null,
    order_time: newest?.create_time ?? null,
  };
  const word = end_cause === null ? '' : ends[end_cause as keyof typeof ends][lang === 'zh' ? 0 : 1];
  return {
    ...one,
    ...last,
    given_orders: given,
    why: refusal ? errors[refusal][lang] : [word, end_by].filter(Boolean).join(': '),
  };
};

/** Whose devices these organisations have been given: one step of an index for each owner, however many the devices are. */
const owners = async ({ db, operator }: Ctx): Promise<number[]> =>
  (
    await sql<{ id: number }>`with recursive owner as (
      select mine.id as to_id, (select min(a.org_id) from device_assignment a where a.to_org_id = mine.id and a.end_time is null) as id
        from unnest(${operator.orgIds}::bigint[]) as mine(id)
      union all
      select to_id, (select min(a.org_id) from device_assignment a
          where a.to_org_id = owner.to_id and a.end_time is null and a.org_id > owner.id) from owner where id is not null)
    select distinct id from owner where id is not null`.execute(db)
  ).rows.map(({ id }) => id);

/** Newest first: what was given of the reader's devices, and what its organisations were given. */
export const assignmentsOf = async (
  f: AssignmentFilter,
  ctx: Ctx,
  limit: number,
  findLocks: FindLocks,
): Promise<Assignment[]> => {
  const { client, db, operator, lang } = ctx;
  const theirs = await owners(ctx);
  const { rows } = await alsoSeeing(client, theirs, operator.orgIds, async () =>
    rowsById(await idsOf(f, ctx, limit, theirs, findLocks), operator).execute(db),
  );
  // what became of an order stays told to whoever gave it, also when the right to it has ended
  const whose = [...new Set(rows.flatMap(({ owner_id }) => owner_id ?? []))];
  const orders = await alsoSeeing(client, whose, operator.orgIds, () => ordersBy(rows.map(({ id }) => id)).execute(db));
  const given = new Map(orders.rows.map(({ id, given_orders }) => [id, given_orders]));
  return rows.map((row) => inWords(row, given.get(row.id) ?? [], lang));
};
