import { deviceConfiguration } from '@plomb/contract/devices/configuration';
import { deviceRights } from '@plomb/contract/devices/rights';
import type { UnsealPassword } from '@plomb/contract/lock/identity';
import { orders } from '@plomb/contract/orders/orders';
import { sql } from 'kysely';
import { Refusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';
import { type ConfigurationOrder, configurationOf, type TypeIntervals } from './configuration.ts';
import { heldCards, maskedCards } from './heldCards.ts';

/** Orders looked through at most: what was set longer ago than by so many of the kind is not told. */
const MOST_ORDERS = 500;
/** Operators told of at most. */
const MOST_PEOPLE = 200;

const iso = (column: 'create_time' | 'answer_time') =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${sql.ref(column)}`;

/** The orders of these kinds, newest first. */
const ordersOf = async (id: number, kinds: readonly string[], { db }: Ctx): Promise<ConfigurationOrder[]> => {
  const { rows } = await sql<ConfigurationOrder>`
    select kind, args, state, result, oper_name, ${iso('create_time')}, ${iso('answer_time')}
    from command where device_id = ${id} and kind = any(${kinds})
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

/** Whether a role holds a button whose menu is switched on. */
const holds = (permit: string) => {
  const [menu, button] = permit.split(':');
  return sql<boolean>`exists (select from role_button rb join button b on b.id = rb.button_id
    join menu m on m.id = b.menu_id join menu_enabled e on e.id = m.id
    where rb.role_id = w.role_id and m.menu_code = ${menu} and b.btn_code = ${button})`;
};

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
      const kinds = ['set_intervals', 'set_low_battery', 'auto_seal_mode', 'query_parameters'];
      return { rows: configurationOf(lock, await ordersOf(id, kinds, ctx)) };
    },
  }),
  ...serve(deviceRights, {
    detail: async ({ id }, ctx) => {
      const { db, operator } = ctx;
      const lock = await lockOf(id, ctx);
      // whose organisation is that of the device, or stands above it
      const reaching = sql`with recursive up as (
        select id, parent_id from organisation where id = ${lock.org_id}
        union all select o.id, o.parent_id from organisation o join up on o.id = up.parent_id)`;
      const people = await sql<Person>`${reaching}
        select * from (
          select w.id, w.oper_name, w.login_name, r.role_name as "roleName", o.org_name,
            ${holds(orders.unseal.permit)} as unseal, ${holds(orders.unlockPassword.permit)} as password,
            ${holds(orders.add_cards.permit)} as cards
          from operator w join role r on r.id = w.role_id join organisation o on o.id = w.org_id
          where w.status = 1 and o.status = 1 and w.org_id in (select id from up)) p
        where unseal or password or cards order by oper_name, id limit ${MOST_PEOPLE + 1}`.execute(db);
      const rest = await sql<{ keys: number; above: boolean }>`${reaching}
        select (select count(*) from api_key k join operator w on w.id = k.operator_id
            where ${orders.unseal.permit} = any(k.scope) and k.revoke_time is null and k.expire_time > now()
              and w.status = 1 and w.org_id in (select id from up)) as keys,
          exists (select from up where parent_id is not null and parent_id not in (select id from up)) as above`.execute(
        db,
      );
      const password = await sql<{ told_time: string; disclosed: boolean }>`
        select told_time, state = 'disclosed' as disclosed from unlock_password
        where device_id = ${id} and end_time is null`.execute(db);
      const cards = heldCards((await ordersOf(id, ['add_cards', 'delete_cards', 'query_cards'], ctx)).reverse());
      return {
        operators: people.rows.slice(0, MOST_PEOPLE),
        more: people.rows.length > MOST_PEOPLE,
        ...rest.rows[0]!,
        unseal_password: lock.unseal_password,
        password: password.rows[0] ?? null,
        cards: operator.grants.has(orders.add_cards.permit) ? cards : maskedCards(cards),
      };
    },
  }),
];
