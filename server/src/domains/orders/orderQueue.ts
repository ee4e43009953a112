import { orderStages, type QueuedOrder } from '@plomb/contract/orders/orderQueue';
import { type RawBuilder, sql } from 'kysely';
import { type FindLocks, isFound } from '../../lock/findLocks.ts';
import { deviceOf, names } from '../../lock/named.ts';
import { connection, outOfUse, seenTime, sleepInterval } from '../../lock/state.ts';
import { isOneOf } from '../../platform/crud.ts';
import type { Ctx } from '../../platform/serve.ts';
import { approvedBy } from './approvedBy.ts';
import { assignedTo } from './assignedTo.ts';
import { givenInFrozen } from './givenInFrozen.ts';
import { newestOf } from './newestOf.ts';
import { replacedBy } from './replacedBy.ts';
import { waitsFor } from './waitsFor.ts';

export interface QueueFilter {
  stage?: string | string[] | undefined;
  kind?: string | string[] | undefined;
  org_id?: number | undefined;
  operator_id?: number | undefined;
  device_id?: number | undefined;
  needs_person?: boolean | undefined;
  moves?: boolean | undefined;
  from?: string | undefined;
  to?: string | undefined;
  keyword?: string | undefined;
  before?: number | undefined;
  ids?: number[] | undefined;
}

const all = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

const terms = (f: QueueFilter): RawBuilder<unknown>[] => [
  ...(f.stage === undefined ? [] : [isOneOf(sql`q.stage`, f.stage)]),
  ...(f.kind === undefined ? [] : [isOneOf(sql`q.kind`, f.kind)]),
  ...(f.org_id === undefined ? [] : [sql`q.org_id = ${f.org_id}`]),
  ...(f.operator_id === undefined ? [] : [sql`q.operator_id = ${f.operator_id}`]),
  ...(f.device_id === undefined ? [] : [sql`q.device_id = ${f.device_id}`]),
  ...(f.needs_person === undefined ? [] : [f.needs_person ? sql`q.needs_person` : sql`not q.needs_person`]),
  ...(f.moves === undefined ? [] : [f.moves ? sql`q.physical` : sql`not q.physical`]),
  ...(f.from === undefined ? [] : [sql`q.create_time >= ${f.from}`]),
  ...(f.to === undefined ? [] : [sql`q.create_time <= ${f.to}`]),
  ...(f.before === undefined ? [] : [sql`q.id < ${f.before}`]),
  ...(f.ids === undefined ? [] : [sql`q.id = any(${f.ids})`]),
];

/** Ids follow the time of giving, but for requests that took their time: by so much more is looked at. */
const slack = sql`interval '2 minutes'`;
/** Between which ids of one organisation the orders of a time lie, so that those before and after are not read through. */
const between = ({ from, to }: QueueFilter): RawBuilder<unknown>[] => [
  ...(to === undefined
    ? []
    : [
        sql`q.id < coalesce((select b.id from command b where b.org_id = g.id and b.create_time > ${to}::timestamptz + ${slack}
        order by b.create_time limit 1), 9223372036854775807)`,
      ]),
  ...(from === undefined
    ? []
    : [
        sql`q.id > coalesce((select b.id from command b where b.org_id = g.id and b.create_time < ${from}::timestamptz - ${slack}
        order by b.create_time desc limit 1), 0)`,
      ]),
];

/**
 * The newest orders that a filter leaves, by id. No index has the newest of several organisations, kinds or stages at once:
 * the newest of each are read from its own (`newestOf`). Sorting what is found costs the same whether there are
 * ten thousand orders or a million.
 */
export const idsOf = async (
  f: QueueFilter,
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
          sql`select q.id from command q where ${sql.join([...joined, ...terms(f)], sql` and `)} order by q.id desc limit ${most}`,
        size,
      ),
    );
  const locks = f.keyword ? await findLocks(f.keyword, ctx) : null;
  if (locks) return newest(sql`unnest(${locks}::bigint[]) as g(id)`, [sql`q.device_id = g.id`]);
  const held = f.keyword && !locks ? [isFound('q', f.keyword)] : [];
  if (f.device_id !== undefined)
    return read(sql`select q.id from command q where ${sql.join([...terms(f), ...held], sql` and `)}
      order by q.id desc limit ${size}`);
  const orgs = operator.orgIds.filter((id) => f.org_id === undefined || id === f.org_id);
  const ofOrgs = sql`unnest(${orgs}::bigint[])`;
  const joined = [sql`q.org_id = g.id`, ...between(f), ...held];
  const stages = sql`unnest(${f.stage === undefined ? [...orderStages] : all(f.stage)}::text[])`;
  if (f.operator_id !== undefined || (f.kind === undefined && f.stage === undefined))
    return newest(sql`${ofOrgs} as g(id)`, joined);
  joined.push(sql`q.stage = g.stage`);
  if (f.kind === undefined)
    return newest(sql`(select o.id, s.stage from ${ofOrgs} as o(id) cross join ${stages} as s(stage)) g`, joined);
  joined.push(sql`q.kind = g.kind`);
  return newest(
    sql`(select o.id, s.stage, k.kind from ${ofOrgs} as o(id) cross join ${stages} as s(stage)
      cross join unnest(${all(f.kind)}::text[]) as k(kind)) g`,
    joined,
  );
};

/** Of a lock out of sight nothing is said but how it was called. */
const ofLock = (column: string) => sql.raw(`case when d.id is not null then ${column} end`);

const rows = sql<QueuedOrder>`
  select q.id, q.device_id, ${sql.raw(names.sn)}, ${sql.raw(names.device_name)}, ${sql.raw(names.subject)}, ${sql.raw(outOfUse)} as out_of_use, q.kind, q.args, q.state,
    q.stage, q.needs_person, q.attempt, q.result, q.reason_code, q.reason_text, q.reason, q.cause, ${sql.raw(replacedBy('q'))} as replaced_by,
    ${sql.raw(assignedTo('q'))} as assigned_to, ${sql.raw(approvedBy('q'))} as approved_by, ${sql.raw(givenInFrozen('q'))} as in_frozen, ${sql.raw(waitsFor('q'))} as waits_for, q.operator_id, q.oper_name,
    q.login_name, g.org_name, q.create_time, q.expire_time, q.sent_time, q.answer_time, q.finish_time,
    q.evidence_time, q.evidence, q.settle_time, q.settler, q.settler_login, q.settlement,
    ${ofLock(connection)} as connection, ${ofLock(seenTime)} as seen_time, ${sql.raw(sleepInterval)} as sleep_interval,
    s.velocity
  from command q ${sql.raw(deviceOf('q'))} join organisation g on g.id = q.org_id
    left join lock_state s on s.device_id = d.id left join device_connection c on c.device_id = d.id
    left join device_type t on t.id = d.device_type_id`;

export const ordersById = async (ids: readonly number[], { db }: Pick<Ctx, 'db'>): Promise<QueuedOrder[]> =>
  ids.length === 0
    ? []
    : (
        await sql<QueuedOrder>`${rows} where q.id = any(${ids}) order by array_position(${ids}::bigint[], q.id)`.execute(
          db,
        )
      ).rows;

/** All that a filter leaves, for a file: what needs somebody before the rest, as the list has it. */
export const everyOrder = (f: QueueFilter): RawBuilder<unknown> => {
  const found = [sql`true`, ...terms(f), ...(f.keyword ? [isFound('q', f.keyword)] : [])];
  const first = f.stage === undefined ? sql`q.needs_person desc, q.needs_person and q.physical desc,` : sql``;
  return sql`${rows} where ${sql.join(found, sql` and `)} order by ${first} q.id desc`;
};
