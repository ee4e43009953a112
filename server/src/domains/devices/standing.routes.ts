import { deviceConfiguration } from '@plomb/contract/devices/configuration';
import { deviceRights } from '@plomb/contract/devices/rights';
import type { UnsealPassword } from '@plomb/contract/lock/identity';
import type { CommandKind } from '@plomb/contract/lock/orderKinds';
import { orders } from '@plomb/contract/orders/orders';
import { sql } from 'kysely';
import { grantsSql } from '../../platform/access.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';
import { type ConfigurationOrder, configurationOf, type TypeIntervals } from './configuration.ts';
import { type CardOrder, heldCards, maskedCards } from './heldCards.ts';

/** Orders looked through at most: what was set longer ago than by so many of the kind is not told. */
const MOST_ORDERS = 500;
const settingKinds = [
  'set_intervals',
  'set_low_battery',
  'auto_seal_mode',
  'query_parameters',
  'factory_reset',
] as const;
const cardKinds = ['add_cards', 'delete_cards', 'query_cards', 'factory_reset'] as const;
/** Operators told of at most. */
const MOST_PEOPLE = 200;

const iso = (column: 'create_time' | 'answer_time') =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${sql.ref(column)}`;

/** The orders of these kinds, newest first. */
const ordersOf = async (
  id: number,
  kinds: readonly CommandKind[],
  { db }: Ctx,
): Promise<(ConfigurationOrder & CardOrder)[]> => {
  const { rows } = await sql<ConfigurationOrder & CardOrder>`
    select kind, args, state, attempt, result, oper_name, ${iso('create_time')}, ${iso('answer_time')}
    from command where device_id = ${id} and kind = any(${kinds})
      -- the lock of before may have been another
      and command.create_time > coalesce((select exchange_time from device_state where device_id = ${id}), '-infinity')
    order by command.create_time desc, id desc limit ${MOST_ORDERS}`.execute(db);
  return rows;
};

const lockOf = async (id: number, { db }: Ctx) => {
  const { rows } = await sql<TypeIntervals & { org_id: number; unseal_password: UnsealPassword }>`
    select d.org_id, t.report_interval, t.sleep_interval, t.unseal_password
    from device d join device_type t on t.id = d.device_type_id where d.id = ${id}`.execute(db);
  if (!rows[0]) throw new Refusal('notFound');
  return rows[0];
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

export const standingRoutes: Served[] = [
  ...serve(deviceConfiguration, {
    detail: async ({ id }, ctx) => {
      const lock = await lockOf(id, ctx);
      return { rows: configurationOf(lock, await ordersOf(id, settingKinds, ctx)) };
    },
  }),
  ...serve(deviceRights, {
    detail: async ({ id }, ctx) => {
      const { db, operator } = ctx;
      const lock = await lockOf(id, ctx);
      const ways = [orders.unseal.permit, orders.unlockPassword.permit, orders.add_cards.permit] as const;
      const [unseal, password, cards] = ways;
      const people = await sql<Person>`${ableTo(lock.org_id)}
        select id, oper_name, login_name, "roleName", org_name,
          ${unseal} = any(grants) as unseal, ${password} = any(grants) as password, ${cards} = any(grants) as cards
        from able where grants && ${ways}::text[] order by oper_name, id limit ${MOST_PEOPLE + 1}`.execute(db);
      // of a key as of its owner: it unseals by a right of both, and where that was ticked by itself
      const rest = await sql<{ keys: number; above: boolean }>`${ableTo(lock.org_id)}
        select (select count(*) from api_key k join able on able.id = k.operator_id
            where ${unseal} = any(k.scope) and k.physical and k.revoke_time is null and k.expire_time > now()
              and ${unseal} = any(able.grants)) as keys,
          exists (select from up where parent_id is not null and parent_id not in (select id from up)) as above`.execute(
        db,
      );
      const known = await sql<{ told_time: string; disclosed: boolean }>`
        select told_time, state = 'disclosed' as disclosed from unlock_password
        where device_id = ${id} and end_time is null`.execute(db);
      const held = heldCards((await ordersOf(id, cardKinds, ctx)).reverse());
      return {
        operators: people.rows.slice(0, MOST_PEOPLE),
        more: people.rows.length > MOST_PEOPLE,
        ...rest.rows[0]!,
        unseal_password: lock.unseal_password,
        password: known.rows[0] ?? null,
        cards: operator.grants.has(cards) ? held : maskedCards(held),
      };
    },
  }),
];
