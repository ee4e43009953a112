import type { Approval, ApprovalKind, ApprovalState, approvalDirections } from '@plomb/contract/approvals/approvals';
import { approvals } from '@plomb/contract/approvals/approvals';
import type { OutputOf } from '@plomb/contract/kit/call';
import { map } from '@plomb/contract/map/map';
import { type RawBuilder, sql } from 'kysely';
import type { ClientBase, Pool } from 'pg';
import { deviceOf, named, names } from '../../lock/named.ts';
import { fresh, wordTime } from '../../lock/state.ts';
import { grantsSql } from '../../platform/access.ts';
import { isOneOf, matches } from '../../platform/crud.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Ctx } from '../../platform/serve.ts';

interface Asked {
  direction?: (typeof approvalDirections)[number] | undefined;
  kind?: ApprovalKind | undefined;
  state?: ApprovalState | ApprovalState[] | undefined;
  keyword?: string | undefined;
  before?: number | undefined;
  ids?: readonly number[] | undefined;
  device?: number | undefined;
  /** as of this many hours: those that wait, and what was settled since */
  hours?: number | undefined;
  order?: 'newest' | 'urgency' | undefined;
}

const terms = (f: Asked, me: number): RawBuilder<unknown>[] => [
  sql`true`,
  ...(f.direction === undefined
    ? []
    : [f.direction === 'byMe' ? sql`a.operator_id = ${me}` : sql`a.operator_id <> ${me}`]),
  ...(f.kind === undefined ? [] : [sql`a.kind = ${f.kind}`]),
  ...(f.state === undefined ? [] : [isOneOf(sql`a.state`, f.state)]),
  ...(f.before === undefined ? [] : [sql`a.id < ${f.before}`]),
  ...(f.ids === undefined ? [] : [sql`a.id = any(${f.ids})`]),
  ...(f.device === undefined ? [] : [sql`a.device_id = ${f.device}`]),
  ...(f.hours === undefined
    ? []
    : [sql`(a.state = 'waiting' or a.end_time > now() - make_interval(hours => ${f.hours}))`]),
  ...(f.keyword
    ? [
        matches(
          sql`concat_ws(' ', ${sql.raw(named.sn)}, ${sql.raw(named.device_name)}, ${sql.raw(named.subject)}, f.firmware_version, a.oper_name, a.login_name)`,
          f.keyword,
        ),
      ]
    : []),
];

const iso = (time: string): string => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** How the roll-out stands that is to go on, and what failed of it, in SQL. */
const rollout = `case when r.id is not null then (
  select jsonb_build_object('id', r.id, 'device_type_name', coalesce(rt.device_type_name, ''), 'state', r.state, 'wave', r.wave,
      'total', count(*), 'success', count(*) filter (where i.state = 'success'),
      'open', count(*) filter (where i.state in ('created', 'queued', 'sending', 'verifying')),
      'failed', coalesce((select jsonb_agg(jsonb_build_object('cause', b.cause, 'count', b.count, 'numbers', b.numbers) order by b.count desc)
        from (select x.cause, count(*) as count, (array_agg(x.sn order by x.id))[1:3] as numbers from firmware_issue x
           where x.rollout_id = r.id and x.refusal = '' and x.state in ('failed', 'timed_out') and x.cause is not null group by x.cause) b), '[]'))
    from firmware_issue i where i.rollout_id = r.id and i.refusal = '') end`;

/** Newest first, or what lapses first. */
export const approvalsOf = async (
  f: Asked,
  { db, operator }: Pick<Ctx, 'db' | 'operator'>,
  limit: number,
): Promise<Approval[]> => {
  // a place is shown by the map's button
  const place = operator.grants.has(map.lock.permit) ? "'lon', s.lon, 'lat', s.lat" : "'lon', null, 'lat', null";
  const { rows } = await sql<Approval>`
    select a.id, a.device_id, a.kind, a.state, ${sql.raw(names.sn)}, ${sql.raw(names.device_name)}, ${sql.raw(names.subject)},
      g.org_name, coalesce(f.firmware_version, '') as firmware_version, a.reason_code, a.reason_text, a.reason, a.oper_name, a.login_name, a.create_time, a.expire_time, a.end_time,
      a.decider_name, a.decider_login, a.way, a.remark, a.operator_id = ${operator.id} as own,
      (select c.id from command c where c.approval_id = a.id) as order_id,
      case when d.id is not null then jsonb_build_object('lock_status', s.lock_status, 'family', t.family,
        'lock_time', ${sql.raw(iso(wordTime))}, 'fresh', ${sql.raw(fresh)}, 'electric', s.electric, 'velocity', s.velocity,
        'place_time', ${sql.raw(iso('s.place_time'))}, ${sql.raw(place)}) end as lock, ${sql.raw(rollout)} as rollout
    from approval a ${sql.raw(deviceOf('a'))} join organisation g on g.id = a.org_id
      left join lock_state s on s.device_id = d.id left join device_type t on t.id = d.device_type_id
      left join device_connection c on c.device_id = d.id
      left join firmware_rollout r on r.id = a.rollout_id left join firmware f on f.id = r.firmware_id
      left join device_type rt on rt.id = f.device_type_id
    where ${sql.join(terms(f, operator.id), sql` and `)} order by ${f.order === 'urgency' ? sql`a.expire_time, a.id` : sql`a.id desc`} limit ${limit}`.execute(
    db,
  );
  return rows;
};

/** What waits for this reader's decision: how many, and the longest waiting. */
export const waitingFor = async ({ db, operator }: Pick<Ctx, 'db' | 'operator'>) => {
  const waits = sql`a.state = 'waiting' and a.expire_time > now() and a.operator_id <> ${operator.id}`;
  const counted = await sql<{ count: number }>`select count(*)::int as count from approval a where ${waits}`.execute(
    db,
  );
  const { rows } = await sql<
    Pick<Approval, 'id' | 'kind' | 'sn' | 'device_name' | 'subject' | 'firmware_version' | 'create_time'>
  >`
    select a.id, a.kind, ${sql.raw(names.sn)}, ${sql.raw(names.device_name)}, ${sql.raw(names.subject)},
      coalesce(f.firmware_version, '') as firmware_version, ${sql.raw(iso('a.create_time'))} as create_time
    from approval a ${sql.raw(deviceOf('a'))}
      left join firmware_rollout r on r.id = a.rollout_id left join firmware f on f.id = r.firmware_id
    where ${waits} order by a.create_time, a.id limit 3`.execute(db);
  return { count: counted.rows[0]!.count, rows };
};

export const approvalById = async (id: number, ctx: Pick<Ctx, 'db' | 'operator'>): Promise<Approval> => {
  const [one] = await approvalsOf({ ids: [id] }, ctx, 1);
  if (!one) throw new Refusal('notFound');
  return one;
};

export interface Held {
  id: number;
  org_id: number;
  /** null: it is about a roll-out */
  device_id: number | null;
  rollout_id: number | null;
  kind: ApprovalKind;
  state: ApprovalState;
  reason_code: string | null;
  reason_text: { zh: string; en: string } | null;
  reason: string;
  operator_id: number;
  oper_name: string;
  login_name: string;
  api_key_id: number | null;
  create_time: Date;
  isLate: boolean;
}

/** Held, so that two who decide take turns. */
export const heldApproval = async (client: ClientBase, id: number): Promise<Held> => {
  const { rows } = await client.query<Held>(
    `select id, org_id, device_id, rollout_id, kind, state, reason_code, reason_text, reason, operator_id, oper_name, login_name, api_key_id, create_time,
       expire_time <= now() as "isLate" from approval where id = $1 for no key update`,
    [id],
  );
  if (!rows[0]) throw new Refusal('notFound');
  return rows[0];
};

/** Who may decide what is asked of devices of this organisation, those next to it first. */
export const decidersOf = async (platform: Pool, orgId: number): Promise<number[]> => {
  const { rows } = await platform.query<{ id: number }>(
    `with recursive up as (
       select id, parent_id, 0 as above from organisation where id = $1
       union all select o.id, o.parent_id, up.above + 1 from organisation o join up on o.id = up.parent_id)
     select p.id from operator p join up on up.id = p.org_id where p.status = 1 and organisation_enabled(p.org_id)
       and $2 = any (${grantsSql('p.role_id')}) order by up.above, p.id`,
    [orgId, approvals.approve.permit],
  );
  return rows.map(({ id }) => id);
};

/** Who may decide a request of an organisation but for whoever asked: those in sight by name, the others by their number. */
export const decidersTold = async (
  platform: Pool,
  { id, orgId, asker, seen, most }: { id: number; orgId: number; asker: number; seen: readonly number[]; most: number },
): Promise<Omit<OutputOf<typeof approvals.deciders>, 'frozen'>> => {
  const all = (await decidersOf(platform, orgId)).filter((id) => id !== asker);
  const { rows } = await platform.query<OutputOf<typeof approvals.deciders>['rows'][number]>(
    `select p.id, p.oper_name, p.login_name, g.org_name,
       (select case when m.state in ('waiting', 'sending') then 'waits' when m.state = 'sent' then 'sent' else 'failed' end
         from approval_mail x join message m on m.id = x.message_id where x.approval_id = $4 and x.operator_id = p.id) as mail
       from unnest($1::bigint[]) with ordinality n(id, nth) join operator p on p.id = n.id join organisation g on g.id = p.org_id
      where p.org_id = any($2) order by nth limit $3`,
    [all, seen, most, id],
  );
  return { rows, others: all.length - rows.length };
};
