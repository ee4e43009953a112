import { approvalRules } from '@plomb/contract/approvals/approvals';
import { assignments } from '@plomb/contract/batches/assignments';
import { MOST_OPENERS, type Opener, type OpenerArea } from '@plomb/contract/devices/openers';
import { abilities } from '@plomb/contract/lock/orderKinds';
import type { NamedArea } from '@plomb/contract/lock/outline';
import { logisticsBatches } from '@plomb/contract/logistics/logisticsBatches';
import { orders } from '@plomb/contract/orders/orders';
import type { SetUp } from '@plomb/contract/session/session';
import { type RawBuilder, sql } from 'kysely';
import { alsoSeeing } from '../../lock/alsoSeeing.ts';
import { dueTime } from '../../lock/authorisationDue.ts';
import type { Holding } from '../../lock/frozen.ts';
import { PLACE_HOLDS, type PlaceInAreas } from '../../lock/mayOperate.ts';
import type { Lock } from '../../lock/operating.ts';
import { passwordFresh } from '../../lock/state.ts';
import { grantsSql } from '../../platform/access.ts';
import { matches } from '../../platform/crud.ts';
import type { Ctx } from '../../platform/serve.ts';

/** Of a kind: one more than is told of, to know that there are more. */
export const MOST = MOST_OPENERS + 1;

/**
 * Who may act now and reaches a device of the organisation, and the rights of their roles: asked as at the door. An operator's
 * role may be of an organisation that the caller does not see. Rights are read once a seat, however many sit there.
 */
export const ableTo = (orgId: number): RawBuilder<unknown> => sql`with recursive up as (
    select id, parent_id from organisation where id = ${orgId}
    union all select o.id, o.parent_id from organisation o join up on o.id = up.parent_id),
  reaching as (
    select o.id, o.oper_name, o.login_name, o.role_id, o.org_id, g.org_name, coalesce(r.role_name, '') as "roleName"
    from operator o join organisation g on g.id = o.org_id left join role r on r.id = o.role_id
    where o.status = 1 and o.org_id in (select id from up where organisation_enabled(id)))`;

/** A role held in an organisation: who sits there may do the same, and ends the same frozen periods, as the order judges it. */
export interface Seat {
  role_id: number;
  org_id: number;
}
/** Of one or more people there. */
export const seatOf = ({ role_id, org_id }: Seat): string => `${role_id}/${org_id}`;

/** The seats of those people, and what each permits. */
export const seatsOf = async (orgId: number, { db }: Ctx): Promise<(Seat & Holding)[]> => {
  const { rows } = await sql<Seat & { grants: string[] }>`${ableTo(orgId)}
    select role_id, org_id, ${sql.raw(grantsSql('held.role_id'))} as grants from (select distinct role_id, org_id from reaching) held`.execute(
    db,
  );
  return rows.map(({ grants, ...seat }) => ({
    ...{ ...seat, grants: new Set(grants) },
    mayEnd: ({ above }) => above.includes(seat.org_id),
  }));
};

/** Organisations above those the caller sees, which reach it too. */
export const reachedFromAbove = async (orgId: number, { db }: Ctx): Promise<boolean> => {
  const { rows } = await sql<{ above: boolean }>`${ableTo(orgId)}
    select exists (select from up where parent_id is not null and parent_id not in (select id from up)) as above`.execute(
    db,
  );
  return rows[0]!.above;
};

export type PersonRow = Pick<Opener, 'id' | 'name' | 'login_name' | 'org_name' | 'roleName'> & Seat;
interface Narrowed {
  keyword: string | undefined;
  operatorId: number | undefined;
  /** seats whose verdict is meant by the keyword */
  seats: readonly Seat[];
}
const columns = (seats: readonly Seat[]) =>
  sql`unnest(${seats.map(({ role_id }) => role_id)}::bigint[], ${seats.map(({ org_id }) => org_id)}::bigint[])`;
const left = ({ keyword, operatorId, seats }: Narrowed) => sql`
  ${operatorId === undefined ? sql`true` : sql`id = ${operatorId}`} and ${
    keyword
      ? sql`(${matches(sql`concat_ws(' ', oper_name, login_name, org_name, "roleName")`, keyword)} or (role_id, org_id) in (select * from ${columns(seats)}))`
      : sql`true`
  }`;

/** How many in which seat. */
export const countPeople = async (orgId: number, narrowed: Narrowed, { db }: Ctx) => {
  const { rows } = await sql<Seat & { count: number }>`${ableTo(orgId)}
    select role_id, org_id, count(*)::int as count from reaching where ${left(narrowed)} group by 1, 2`.execute(db);
  return rows;
};
/** A part of them, in the order of these seats. */
export const peopleOf = async (
  orgId: number,
  narrowed: Narrowed & { inOrder: readonly (readonly Seat[])[]; limit: number; offset: number },
  { db }: Ctx,
): Promise<PersonRow[]> => {
  const ranks = narrowed.inOrder.flatMap((seats, rank) => seats.map((seat) => ({ ...seat, rank })));
  const { rows } = await sql<PersonRow>`${ableTo(orgId)}
    select reaching.id, oper_name as name, login_name, org_name, "roleName", role_id, org_id from reaching
      join unnest(${ranks.map(({ role_id }) => role_id)}::bigint[], ${ranks.map(({ org_id }) => org_id)}::bigint[],
        ${ranks.map(({ rank }) => rank)}::int[]) as ranked (of_role, of_org, rank) on of_role = role_id and of_org = org_id
    where ${left(narrowed)} order by rank, oper_name, reaching.id limit ${narrowed.limit} offset ${narrowed.offset}`.execute(
    db,
  );
  return rows;
};

export type KeyRow = PersonRow & {
  operator_id: number;
  by: string;
  scope: string[];
  physical: boolean;
  expire_time: string;
  /** what its owner has to do first, as at the door */
  set_up: SetUp | null;
};
/** Their keys that name such an order, with an end after the moment that is asked for. */
export const keysOf = async (orgId: number, permit: string, at: Date, { db }: Ctx): Promise<KeyRow[]> => {
  const { rows } = await sql<KeyRow>`${ableTo(orgId)}
    select k.id, k.key_name as name, '' as login_name, p.org_name, p."roleName", p.role_id, p.org_id, p.id as operator_id, p.oper_name as by,
      k.scope, k.physical, k.expire_time, set_up_of(p.id) as set_up
    from api_key k join reaching p on p.id = k.operator_id
    where ${permit} = any(k.scope) and k.revoke_time is null and k.expire_time > ${at} order by k.key_name, k.id limit ${MOST}`.execute(
    db,
  );
  return rows;
};

export interface AssignedRow {
  id: number;
  org_name: string;
  orders: 'seal' | 'unseal';
  sending: boolean;
  oper_name: string;
  create_time: string;
  /** null: it is asked of one of them */
  people: number | null;
}
/** Organisations that were given orders of it, in sight or not, and how many there hold the buttons. */
export const assignedOf = async (lock: Lock, operation: 'seal' | 'unseal', ctx: Ctx): Promise<AssignedRow[]> => {
  const { client, operator } = ctx;
  const { rows: given } = await client.query<{ to_org_id: number }>(
    'select to_org_id from device_assignment where device_id = $1 and end_time is null',
    [lock.id],
  );
  if (given.length === 0) return [];
  const { rows } = await alsoSeeing(
    client,
    given.map((one) => one.to_org_id),
    operator.orgIds,
    () =>
      client.query<AssignedRow>(
        `select a.id, g.org_name, a.orders, a.sending, a.oper_name, a.create_time, (select count(*)::int from operator p
             where p.status = 1 and p.org_id = a.to_org_id and organisation_enabled(p.org_id)
               and ${grantsSql('p.role_id')} @> $2::text[]) as people
         from device_assignment a join organisation g on g.id = a.to_org_id
         where a.device_id = $1 and a.end_time is null order by a.id limit ${MOST}`,
        [lock.id, [orders[operation].permit, assignments.order.permit]],
      ),
  );
  return rows;
};

export interface AuthorisedRow {
  id: number;
  holder_id: number;
  holder_name: string;
  holder_login: string;
  holder_org: string;
  orders: 'seal' | 'unseal';
  from_time: string;
  until_time: string | null;
  first_name: string;
  second_name: string;
  grants: string[];
  max_uses: number | null;
  proved: number;
  open: number;
  place: PlaceInAreas | null;
  areas: NamedArea[] | null;
  state: 'active' | 'pending_first' | 'pending_second';
  /** when it ends by itself unless somebody acts */
  due_time: string | null;
}
/** Who was authorised to order it, now or from a time on or once others have agreed, in sight or not. */
export const authorisedOf = async (lock: Lock, { client }: Ctx): Promise<AuthorisedRow[]> => {
  const { rows } = await client.query<AuthorisedRow>(
    `select a.*, ${dueTime} as due_time, (select to_jsonb(p) from authorisation_place(a.id, $1) p) as place from authorised_people($1) a limit ${MOST}`,
    [lock.id],
  );
  return rows;
};

export interface CodeRow {
  id: number | null;
  told_time: string;
  stale: boolean;
  oper_name: string;
  disclose_time: string | null;
  sent_name: string;
  channel: NonNullable<Opener['sent']>['channel'] | null;
  recipient: string;
  state: NonNullable<Opener['sent']>['state'];
  until_time: string | null;
  /** it was disclosed to somebody besides whom the reader does not see: of an organisation that had the lock before */
  unseen: boolean;
}
export const codeColumns = `x.id, p.told_time, not ${passwordFresh} as stale, coalesce(x.oper_name, '') as oper_name, x.disclose_time,
  coalesce(x.sent_name, '') as sent_name, x.channel, coalesce(x.recipient, '') as recipient, m.state, x.until_time`;
/** Its one-time password in force and to whom it was disclosed; a row without an id: to nobody, or to nobody in sight. */
export const codesOf = async (lock: Lock, { client }: Ctx): Promise<CodeRow[]> => {
  const { rows } = await client.query<CodeRow>(
    `select ${codeColumns}, disclosed_unseen(p.device_id) as unseen
     from unlock_password p join lock_state s using (device_id) join device_connection c using (device_id)
       left join password_disclosure x on x.password_id = p.id and not x.never_left left join message m on m.id = x.message_id
     where p.device_id = $1 and p.end_time is null order by x.id desc nulls last limit ${MOST}`,
    [lock.id],
  );
  const [first] = rows;
  if (!first?.unseen) return rows;
  const { told_time, stale } = first;
  const seen = rows.filter(({ id }) => id !== null).map((row) => ({ ...row, unseen: false }));
  const unseen: CodeRow = {
    ...{ id: null, told_time, stale, oper_name: '', disclose_time: null, sent_name: '', channel: null, recipient: '' },
    ...{ state: null, until_time: null, unseen: true },
  };
  return [...seen, unseen];
};

export interface PasswordRow {
  id: number;
  /** as its maker has it for all its locks */
  factory: boolean;
  /** it was ordered, and no answer says whether the lock took it */
  doubtful: boolean;
  set_time: string | null;
  /** who set it; '' = nobody in sight */
  oper_name: string;
  login_name: string;
  operator_id: number | null;
}
const withPassword = Object.entries(abilities).flatMap(([family, can]) =>
  can.set_unlock_password === 'no' ? [] : [`'${family}'`],
);
/** SQL over d (device): the passwords that stay which may open it now, the factory's where none was set from here. */
export const passwordColumns = `coalesce(p.id, d.id) as id, p.sealed is null as factory, coalesce(p.state = 'uncertain', false) as doubtful,
  coalesce(p.set_time, c.create_time) as set_time, coalesce(c.oper_name, '') as oper_name, coalesce(c.login_name, '') as login_name,
  (select o.id from operator o where o.id = c.operator_id) as operator_id`;
export const passwordsIn = `device_type t on t.id = d.device_type_id and t.family in (${withPassword.join(', ')})
  left join static_password p on p.device_id = d.id and p.state in ('current', 'uncertain') left join command c on c.id = p.command_id and p.sealed is not null`;
/** Its passwords that stay: each opens it at the lock, whoever types it. */
export const passwordsOf = async (lock: Lock, { client }: Ctx): Promise<PasswordRow[]> => {
  const { rows } = await client.query<PasswordRow>(
    `select ${passwordColumns} from device d join ${passwordsIn} where d.id = $1 order by p.id desc`,
    [lock.id],
  );
  return rows;
};

/** Where it was last. */
export const placeOf = async (lock: Lock, { client }: Ctx) => {
  const { rows } = await client.query<{ lon: number; lat: number; time: string; fresh: boolean }>(
    `select lon, lat, place_time as time, place_time > now() - make_interval(secs => ${PLACE_HOLDS}) as fresh
       from lock_state where device_id = $1 and lon is not null and lat is not null and place_time is not null`,
    [lock.id],
  );
  return rows[0] ?? null;
};

/**
 * Where one person alone unseals it, as far as the caller sees who says so: areas that its organisation or one above named, and
 * where its journey lets it be unsealed, by the same rows as `journey_places`.
 */
export const aloneIn = async (lock: Lock, { client, operator }: Ctx): Promise<OpenerArea[]> => {
  // everywhere it takes two
  if (lock.approval_kinds.includes('unseal')) return [];
  const { rows } = await client.query<Omit<OpenerArea, 'open'>>(
    `select a ->> 'name' as name, a -> 'area' as area, o.org_name as of
       from orgs_above($1) above join approval_rule r on r.org_id = above and r.kind = 'unseal' join organisation o on o.id = r.org_id,
         jsonb_array_elements(r.areas) a where $3
     union all
     select at ->> 'address', jsonb_build_object('shape', 'circle', 'centre', jsonb_build_array(at -> 'lon', at -> 'lat'),
         'radius', at -> 'radius'), b.serial
       from batch_position p join logistics_batch b on b.id = p.batch_id and (b.state = 'in_transit' or b.state = 'draft' and p.state = 'sealed'),
         lateral (select case b.state when 'draft' then b.start_place else b.destination end as at union all
           select x from jsonb_array_elements(b.stops) x where b.state = 'in_transit' and x ->> 'id' = any (p.open_stops)) places
      where p.device_id = $2 and p.open and $4`,
    [
      ...[lock.org_id, lock.id],
      ...[operator.grants.has(approvalRules.list.permit), operator.grants.has(logisticsBatches.list.permit)],
    ],
  );
  return rows.map((one) => ({ ...one, open: true }));
};
