import { deviceConfiguration } from '@plomb/contract/devices/configuration';
import { type DeviceRights, deviceRights } from '@plomb/contract/devices/rights';
import type { UnsealPassword } from '@plomb/contract/lock/identity';
import { orders } from '@plomb/contract/orders/orders';
import { sql } from 'kysely';
import { passwordFresh } from '../../lock/state.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';
import { configurationOf, type HeldParameter, type OrderUnderWay, type TypeIntervals } from './configuration.ts';
import { heldCards, maskedCards, unlistedCards } from './heldCards.ts';

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

export const standingRoutes: Served[] = [
  ...serve(deviceConfiguration, {
    detail: async ({ id }, ctx) => {
      const type = await typeOf(id, ctx);
      return { rows: configurationOf(type, await parametersOf(id, ctx), await underWay(id, ctx)) };
    },
  }),
  ...serve(deviceRights, {
    detail: async ({ id }, ctx) => {
      const { db, operator } = ctx;
      const type = await typeOf(id, ctx);
      const known = await sql<NonNullable<DeviceRights['password']>>`
        select p.told_time, not ${sql.raw(passwordFresh)} as stale, p.exposed and p.state = 'current' as exposed
        from unlock_password p join lock_state s using (device_id) join device_connection c using (device_id)
        where p.device_id = ${id} and p.end_time is null`.execute(db);
      const held = await heldCards(id, ctx);
      const set = await sql<{ before: boolean }>`
        select exists (select from static_password where device_id = ${id} and state in ('current', 'uncertain')
          and sealed is not null and setter_org_id <> org_id) as before`.execute(db);
      return {
        unseal_password: type.unseal_password,
        password: known.rows[0] ?? null,
        cards: operator.grants.has(orders.add_cards.permit) ? held.cards : maskedCards(held.cards),
        unlisted: await unlistedCards(id, ctx),
        before: { cards: held.others, password: set.rows[0]!.before },
      };
    },
  }),
];
