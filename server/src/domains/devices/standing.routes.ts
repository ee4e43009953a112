import { assignments } from '@plomb/contract/batches/assignments';
import { deviceConfiguration } from '@plomb/contract/devices/configuration';
import { type DeviceRights, deviceRights } from '@plomb/contract/devices/rights';
import { errors } from '@plomb/contract/errors';
import { authorisations } from '@plomb/contract/friends/authorisations';
import { fill } from '@plomb/contract/kit/text';
import type { UnsealPassword } from '@plomb/contract/lock/identity';
import { orders } from '@plomb/contract/orders/orders';
import { sql } from 'kysely';
import { alsoSeeing } from '../../lock/alsoSeeing.ts';
import { mayOperate, type Operation, openingsOf, type PlaceInAreas, type Right } from '../../lock/mayOperate.ts';
import { type Lock, locksById, type RightIds, underWayOf } from '../../lock/operating.ts';
import { passwordFresh } from '../../lock/state.ts';
import { grantsSql } from '../../platform/access.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';
import { configurationOf, type HeldParameter, type OrderUnderWay, type TypeIntervals } from './configuration.ts';
import { heldCards, maskedCards, unlistedCards } from './heldCards.ts';

/** Operators told of at most. */
const MOST_PEOPLE = 200;
/** And of those who were shown its password. */
const MOST_SHOWN = 20;

const iso = (time: string): string => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** What is kept of its parameters: whose orders they were is said of those of its owner alone, while these are there. */
const parametersOf = async (id: number, { db }: Ctx): Promise<HeldParameter[]> => {
  const known = (value: string, time: string, name: string) =>
    sql.raw(
      `case when ${value} is not null then jsonb_build_object('value', ${value}, 'time', ${iso(time)}) end as ${name}`,
    );
  const by = (org: string, time: string, order: string, name: string) =>
    sql.raw(`case when ${org} = p.org_id then jsonb_build_object('oper_name', coalesce(${order}.oper_name, ''),
      'create_time', ${iso(`coalesce(${order}.create_time, ${time})`)},
      'cancelled', coalesce(${order}.state = 'cancelled', false)) end as ${name}`);
  const { rows } = await sql<HeldParameter>`
    select p.name, ${known('p.confirmed', 'p.confirmed_time', 'confirmed')}, ${known('p.read', 'p.read_time', 'read')},
      ${known('doubt.value', 'doubt.time', 'perhaps')}, coalesce(p.read_id >= doubt.id, false) as settled,
      ${by('p.confirmed_org_id', 'p.confirmed_time', 'c', 'confirmed_by')}, ${by('doubt.org_id', 'doubt.time', 's', 'perhaps_by')}
    from device_parameter p
      left join lateral jsonb_to_record(p.doubts -> -1) as doubt (value bigint, time timestamptz, id bigint, org_id bigint) on true
      left join command c on c.id = p.confirmed_id left join command s on s.id = doubt.id
    where p.device_id = ${id}`.execute(db);
  return rows;
};

const underWay = async (id: number, { db }: Ctx): Promise<OrderUnderWay[]> => {
  const { rows } = await sql<OrderUnderWay>`
    select kind, args, oper_name, ${sql.raw(iso('create_time'))} as create_time
    from command where device_id = ${id} and state in ('queued', 'sent', 'uncertain')
      and kind in ('set_intervals', 'set_low_battery', 'auto_seal_mode') order by id desc`.execute(db);
  return rows;
};

const typeOf = async (id: number, { db }: Ctx) => {
  const { rows } = await sql<TypeIntervals & { org_id: number; unseal_password: UnsealPassword }>`
    select d.org_id, t.report_interval, t.sleep_interval, t.unseal_password
    from device d join device_type t on t.id = d.device_type_id where d.id = ${id}`.execute(db);
  return found(rows[0]);
};

const found = <T>(row: T | undefined): T => {
  if (!row) throw new Refusal('notFound');
  return row;
};

/** Of somebody who has every button that it may take. */
const buttonsOf = (operation: Operation): ReadonlySet<string> =>
  new Set([orders[operation].permit, assignments.order.permit, authorisations.order.permit]);

/** Whether somebody of such a right may do it at this moment; not said with which buttons: with those it takes. */
const verdictOf = async (
  operation: Operation,
  {
    lock,
    right,
    grants = buttonsOf(operation),
    ...by
  }: { lock: Lock; right: Right; grants?: ReadonlySet<string> } & RightIds,
  { client }: Ctx,
): Promise<DeviceRights['now']['unseal']> => {
  const underWay = (await underWayOf(client, [lock.id], by)).get(lock.id) ?? null;
  const verdict = mayOperate(operation, { right, grants, lock, underWay, approved: false });
  if (verdict.answer === 'may') return { answer: 'may', why: null, until: null };
  const words = errors[verdict.code];
  const { until, values } = verdict.answer === 'refused' ? verdict : { until: null, values: {} };
  const [zh, en] = [fill(words.zh, values), fill(words.en, values)];
  return { answer: verdict.answer, why: { zh, en }, until };
};

/**
 * Who may act now and reaches a device of the organisation, with what its role permits: asked as at the door. An operator's
 * role may be of an organisation that the caller does not see.
 */
const ableTo = (orgId: number) => sql`with recursive up as (
    select id, parent_id from organisation where id = ${orgId}
    union all select o.id, o.parent_id from organisation o join up on o.id = up.parent_id),
  reaching as materialized (
    select o.id, o.oper_name, o.login_name, o.role_id, g.org_name from operator o join organisation g on g.id = o.org_id
    where o.status = 1 and o.org_id in (select id from up where organisation_enabled(id))),
  permitted as materialized (
    select role_id, ${sql.raw(grantsSql('held.role_id'))} as grants from (select distinct role_id from reaching) held),
  able as (
    select reaching.*, permitted.grants, coalesce(r.role_name, '') as "roleName"
    from reaching join permitted using (role_id) left join role r on r.id = role_id)`;

interface Person {
  id: number;
  oper_name: string;
  login_name: string;
  roleName: string;
  org_name: string;
  unseal: boolean;
  password: boolean;
  cards: boolean;
}

/** Who else was given orders of it: the organisations' names, out of sight or not, and how many there may open it. */
const assignedOf = async (lock: Lock, ctx: Ctx): Promise<DeviceRights['assigned']> => {
  const { client, operator } = ctx;
  const { id: deviceId } = lock;
  const { rows: given } = await client.query<{ to_org_id: number }>(
    'select to_org_id from device_assignment where device_id = $1 and end_time is null',
    [deviceId],
  );
  if (given.length === 0) return [];
  const { rows } = await alsoSeeing(
    client,
    given.map((one) => one.to_org_id),
    operator.orgIds,
    () =>
      client.query<Omit<DeviceRights['assigned'][number], 'now'> & { id: number }>(
        `select a.id, g.org_name, a.orders, a.sending, a.oper_name, a.create_time, (select count(*)::int from operator p
             where a.sending and a.orders = 'unseal' and p.status = 1 and p.org_id = a.to_org_id
               and organisation_enabled(p.org_id) and ${grantsSql('p.role_id')} @> $2::text[]) as people
         from device_assignment a join organisation g on g.id = a.to_org_id
         where a.device_id = $1 and a.end_time is null order by a.id`,
        [deviceId, [orders.unseal.permit, assignments.order.permit]],
      ),
  );
  const all: DeviceRights['assigned'] = [];
  for (const { id, ...one } of rows) {
    const right = { by: 'assignment' as const, ended: false, sending: one.sending, orders: one.orders };
    all.push({ ...one, now: await verdictOf('unseal', { lock, right, assignmentId: id }, ctx) });
  }
  return all;
};

/** Who was authorised to order it, now or from a time on, in sight or not. */
const authorisedOf = async (lock: Lock, ctx: Ctx): Promise<DeviceRights['authorised']> => {
  const { rows } = await sql<
    Omit<DeviceRights['authorised'][number], 'now'> & { grants: string[]; open: number; place: PlaceInAreas | null }
  >`
    select id, holder_name as oper_name, holder_login as login_name, holder_org as org_name, orders, from_time, until_time,
      first_name, second_name, grants, max_uses, proved as used, open,
      (select to_jsonb(p) from authorisation_place(id, ${lock.id}) p) as place from authorised_people(${lock.id})`.execute(
    ctx.db,
  );
  const all: DeviceRights['authorised'] = [];
  for (const { grants: held, open, place, ...one } of rows) {
    const grants = new Set(held);
    const hasBegun = Date.parse(one.from_time) <= Date.now();
    const right = {
      by: 'authorisation' as const,
      orders: hasBegun ? one.orders : null,
      openings: openingsOf({ max_uses: one.max_uses, proved: one.used, open }),
      place,
    };
    all.push({ ...one, now: await verdictOf('unseal', { lock, right, grants, authorisationId: one.id }, ctx) });
  }
  return all;
};

export const standingRoutes: Served[] = [
  ...serve(deviceConfiguration, {
    detail: async ({ id }, ctx) => {
      const type = await typeOf(id, ctx);
      return { rows: configurationOf(type, await parametersOf(id, ctx), await underWay(id, ctx)) };
    },
  }),
  ...serve(deviceRights, {
    detail: async ({ id }, ctx) => {
      const { client, db, operator } = ctx;
      const type = await typeOf(id, ctx);
      const lock = found((await locksById(client, [id]))[0]);
      const inSight = { lock, right: { by: 'organisation' as const, sees: true } };
      const ways = [orders.unseal.permit, orders.unlockPassword.permit, orders.add_cards.permit] as const;
      const [unseal, password, cards] = ways;
      const people = await sql<Person>`${ableTo(type.org_id)}
        select id, oper_name, login_name, "roleName", org_name,
          ${unseal} = any(grants) as unseal, ${password} = any(grants) as password, ${cards} = any(grants) as cards
        from able where grants && ${ways}::text[] order by oper_name, id limit ${MOST_PEOPLE + 1}`.execute(db);
      // of a key as of its owner: it unseals by a right of both, and where that was ticked by itself
      const rest = await sql<{ keys: number; above: boolean }>`${ableTo(type.org_id)}
        select (select count(*) from api_key k join able on able.id = k.operator_id
            where ${unseal} = any(k.scope) and k.physical and k.revoke_time is null and k.expire_time > now()
              and ${unseal} = any(able.grants)) as keys,
          exists (select from up where parent_id is not null and parent_id not in (select id from up)) as above`.execute(
        db,
      );
      const known = await sql<NonNullable<DeviceRights['password']>>`
        select p.told_time, not ${sql.raw(passwordFresh)} as stale, p.exposed and p.state = 'current' as exposed,
          array(select jsonb_build_object('oper_name', x.oper_name, 'time', ${sql.raw(iso('x.disclose_time'))}, 'sent',
              case when x.channel is not null then jsonb_build_object('name', x.sent_name, 'channel', x.channel,
                'recipient', x.recipient, 'state', m.state, 'until_time', ${sql.raw(iso('x.until_time'))}) end)
            from password_disclosure x left join message m on m.id = x.message_id where x.password_id = p.id order by x.id desc limit ${MOST_SHOWN}) as shown
        from unlock_password p join lock_state s using (device_id) join device_connection c using (device_id)
        where p.device_id = ${id} and p.end_time is null`.execute(db);
      const held = await heldCards(id, ctx);
      const set = await sql<{ before: boolean }>`
        select exists (select from static_password where device_id = ${id} and state in ('current', 'uncertain')
          and sealed is not null and setter_org_id <> org_id) as before`.execute(db);
      return {
        operators: people.rows.slice(0, MOST_PEOPLE),
        more: people.rows.length > MOST_PEOPLE,
        ...rest.rows[0]!,
        now: {
          unseal: await verdictOf('unseal', inSight, ctx),
          password: await verdictOf('unlockPassword', inSight, ctx),
          cards: await verdictOf('add_cards', inSight, ctx),
        },
        assigned: await assignedOf(lock, ctx),
        authorised: await authorisedOf(lock, ctx),
        unseal_password: type.unseal_password,
        password: known.rows[0] ?? null,
        cards: operator.grants.has(cards) ? held.cards : maskedCards(held.cards),
        unlisted: await unlistedCards(id, ctx),
        before: { cards: held.others, password: set.rows[0]!.before },
      };
    },
  }),
];
