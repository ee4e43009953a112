import type { Assignment } from '@plomb/contract/batches/assignments';
import { errors } from '@plomb/contract/errors';
import type { Lang } from '@plomb/contract/kit/text';
import { dictionarySeeds } from '@plomb/contract/words';
import { type RawBuilder, sql } from 'kysely';
import { alsoSeeing } from '../../lock/alsoSeeing.ts';
import { deviceOf, named, names } from '../../lock/named.ts';
import { connection, wordTime } from '../../lock/state.ts';
import { matches } from '../../platform/crud.ts';
import type { Ctx } from '../../platform/serve.ts';

export interface AssignmentFilter {
  state?: string | undefined;
  orders?: string | undefined;
  distribution_id?: number | undefined;
  keyword?: string | undefined;
  before?: number | undefined;
  ids?: number[] | undefined;
}

type Row = Omit<Assignment, 'why'> & { refusal: keyof typeof errors | ''; end_cause: string | null };

/** The organisations that a reader's assignments name: whose the devices are, and who may give them orders. */
const sides = async ({ db }: Ctx): Promise<number[]> =>
  (
    await sql<{ id: number }>`select distinct unnest(array[org_id, to_org_id]) as id from device_assignment`.execute(db)
  ).rows.map(({ id }) => id);

/** What a device is called, and guards, is told as long as the assignment lasts; then only to whoever sees the device. */
const told = (own: readonly number[], field: 'device_name' | 'subject') =>
  sql`case when a.end_time is null or d.org_id = any(${own}) then ${sql.raw(named[field])}
    when a.org_id = any(${own}) then coalesce(l.${sql.raw(field)}, '') else '' end`;

const rows = (own: readonly number[], mine: number) => sql`(
  select a.id, a.distribution_id, a.device_id, ${sql.raw(names.sn)},
    ${told(own, 'device_name')} as device_name, ${told(own, 'subject')} as subject,
    coalesce(o.org_name, '') as org_name, coalesce(g.org_name, '') as to_org_name, a.orders,
    case when a.refusal <> '' then 'refused' when a.end_time is not null then 'ended' when a.sending then 'allowed'
      else 'forbidden' end as state,
    a.refusal, a.end_cause, a.end_by, a.oper_name, a.login_name, a.create_time, a.end_time,
    a.org_id = any(${own}) as own, a.to_org_id = ${mine} as given,
    case when a.end_time is null then s.lock_status end as lock_status,
    case when a.end_time is null and d.id is not null then ${sql.raw(connection)} end as connection,
    case when a.end_time is null then ${sql.raw(wordTime)} end as lock_time,
    q.kind as order_kind, q.stage as order_stage, q.create_time as order_time,
    ${sql.raw(named.sn)} || ' ' || ${told(own, 'subject')} || ' ' || ${told(own, 'device_name')} || ' '
      || coalesce(o.org_name, '') || ' ' || coalesce(g.org_name, '') as words
  from device_assignment a ${sql.raw(deviceOf('a'))}
    left join device_type t on t.id = d.device_type_id left join lock_state s on s.device_id = d.id
    left join device_connection c on c.device_id = d.id
    left join organisation o on o.id = a.org_id left join organisation g on g.id = a.to_org_id
    left join lateral (select q.kind, q.stage, q.create_time from command q where q.assignment_id = a.id
      order by q.id desc limit 1) q on true
  where a.org_id = any(${own}) or a.refusal = '' and a.to_org_id = any(${own})) as r`;

const query = (f: AssignmentFilter, { orgIds: own, orgId: mine }: Ctx['operator'], limit?: number): RawBuilder<Row> => {
  const terms = [
    sql`true`,
    ...(f.before === undefined ? [] : [sql`r.id < ${f.before}`]),
    ...(f.ids === undefined ? [] : [sql`r.id = any(${f.ids})`]),
    ...(f.state === undefined ? [] : [sql`r.state = ${f.state}`]),
    ...(f.orders === undefined ? [] : [sql`r.orders = ${f.orders}`]),
    ...(f.distribution_id === undefined ? [] : [sql`r.distribution_id = ${f.distribution_id}`]),
    ...(f.keyword ? [matches(sql`r.words`, f.keyword)] : []),
  ];
  return sql<Row>`select * from ${rows(own, mine)} where ${sql.join(terms, sql` and `)} order by r.id desc
    ${limit === undefined ? sql`` : sql`limit ${limit}`}`;
};

const ends = dictionarySeeds.assignment_end.items;
const inWords = ({ refusal, end_cause, ...row }: Row & { words?: string; end_by?: string }, lang: Lang): Assignment => {
  const { words: _, end_by, ...one } = row;
  const word = end_cause === null ? '' : ends[end_cause as keyof typeof ends][lang === 'zh' ? 0 : 1];
  return { ...one, why: refusal ? errors[refusal][lang] : [word, end_by].filter(Boolean).join(': ') };
};

/** Newest first: what was given of the reader's devices, and what its organisations were given. */
export const assignmentsOf = async (f: AssignmentFilter, ctx: Ctx, limit?: number): Promise<Assignment[]> => {
  const { client, db, operator, lang } = ctx;
  const found = await alsoSeeing(client, await sides(ctx), operator.orgIds, async () =>
    query(f, operator, limit).execute(db),
  );
  return found.rows.map((row) => inWords(row, lang));
};
