import type { OutputOf } from '@plomb/contract/kit/call';
import { LEAST_OFF_ROUTE, type Limits, MOST_LINE, MOST_OFF_ROUTE, usualLimits } from '@plomb/contract/logistics/limits';
import type { logisticsBatches } from '@plomb/contract/logistics/logisticsBatches';
import { sql } from 'kysely';
import { peopleNamed } from '../../people/peopleNamed.ts';
import { matches } from '../../platform/crud.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Handlers, Reading } from '../../platform/serve.ts';
import { readTemplate } from './templates.routes.ts';

/** Rows a form offers. */
const SHOWN = 20;

/** What new plans of an organisation begin with: as the nearest has it that said anything. */
export const limitsOf = async (org: number, { client }: Reading): Promise<OutputOf<typeof logisticsBatches.limits>> => {
  const { rows } = await client.query<{ org_id: number; limits: Limits; name: string }>(
    `select l.org_id, l.limits, coalesce(o.org_name, '') as name from batch_limits_of($1) l left join organisation o on o.id = l.org_id`,
    [org],
  );
  const [said] = rows;
  if (!said) return { limits: usualLimits, from: 'product', from_org_name: '' };
  return { limits: said.limits, from: said.org_id === org ? 'own' : 'above', from_org_name: said.name };
};
type Offers =
  | 'vehicles'
  | 'locks'
  | 'positions'
  | 'mayOwn'
  | 'people'
  | 'templates'
  | 'corridors'
  | 'owners'
  | 'template'
  | 'limits';
/** What the form of a plan offers, and by what the list is narrowed. */
export const offers: Handlers<Pick<typeof logisticsBatches, Offers>> = {
  vehicles: async ({ keyword }, { db }) => {
    const { rows } = await sql<{ id: number; plate: string; enterprise: string; serial: string }>`
    select v.id, v.plate, v.enterprise, coalesce(b.serial, '') as serial from vehicle v
      left join logistics_batch b on b.vehicle_id = v.id and b.state in ('draft', 'in_transit')
    where ${keyword === '' ? sql`true` : sql`(${matches(sql`v.plate`, keyword)} or ${matches(sql`v.enterprise`, keyword)})`}
    order by b.id is not null, v.plate limit ${SHOWN}`.execute(db);
    return { rows };
  },
  locks: async ({ keyword }, { db }) => {
    const { rows } = await sql<OutputOf<typeof logisticsBatches.locks>['rows'][number]>`
    select d.id, d.sn, d.device_name, coalesce(c.connected, false) as online, s.electric, s.lock_status, coalesce(b.serial, '') as serial
    from device d join lock_state s on s.device_id = d.id left join device_connection c on c.device_id = d.id
      left join batch_position p on p.device_id = d.id and p.open left join logistics_batch b on b.id = p.batch_id
    where d.retired_time is null and d.status = 1
      and ${keyword === '' ? sql`true` : sql`(${matches(sql`d.sn`, keyword)} or ${matches(sql`d.device_name`, keyword)} or ${matches(sql`d.subject`, keyword)})`}
    order by b.id is not null, d.sn limit ${SHOWN}`.execute(db);
    return { rows };
  },
  positions: async (_, { db }) => {
    const { rows } = await sql<{ id: number; position: string; process_name: string }>`
    select id, position, process_name from seal_position order by process_name, position limit 200`.execute(db);
    return { rows };
  },
  mayOwn: async ({ keyword, batch_id }, { db, operator }) => {
    if (batch_id === undefined) return { rows: await peopleNamed(keyword, db, operator.orgId) };
    const { rows } = await sql<{ org_id: number }>`select org_id from logistics_batch where id = ${batch_id}`.execute(
      db,
    );
    if (!rows[0]) throw new Refusal('notFound');
    return { rows: await peopleNamed(keyword, db, rows[0].org_id) };
  },
  people: async ({ keyword }, { db }) => {
    const { rows: roles } = await sql<{ id: number; role_name: string }>`
    select id, role_name from role where ${keyword === '' ? sql`true` : matches(sql`role_name`, keyword)}
    order by role_name limit ${SHOWN}`.execute(db);
    return { rows: await peopleNamed(keyword, db), roles };
  },
  templates: async ({ keyword, id }, { db }) => {
    const { rows } = await sql<{ id: number; name: string; org_name: string }>`
    select t.id, t.name, coalesce(o.org_name, '') as org_name from journey_template t left join organisation o on o.id = t.org_id
    where ${keyword === '' ? sql`true` : matches(sql`t.name`, keyword)} or t.id = ${id ?? null}
    order by t.id = ${id ?? null} desc nulls last, t.name, t.id limit ${SHOWN}`.execute(db);
    return { rows };
  },
  corridors: async ({ keyword }, { db }) => {
    const { rows } = await sql<OutputOf<typeof logisticsBatches.corridors>['rows'][number]>`
    select f.id, f.fence_name as name, o.org_name, f.fence_context -> 'coordinates' as line,
      least(greatest(round(f.radius)::int, ${LEAST_OFF_ROUTE}), ${MOST_OFF_ROUTE}) as metres
    from fence f join organisation o on o.id = f.org_id
    where f.fence_type = 'line' and f.status = 1 and jsonb_array_length(f.fence_context -> 'coordinates') between 2 and ${MOST_LINE}
      and ${keyword === '' ? sql`true` : matches(sql`f.fence_name`, keyword)}
    order by f.fence_name, f.id limit ${SHOWN}`.execute(db);
    return { rows };
  },
  owners: async ({ keyword, id }, { db }) => {
    const named =
      keyword === ''
        ? sql`true`
        : sql`(${matches(sql`p.oper_name`, keyword)} or ${matches(sql`p.login_name`, keyword)})`;
    // the last one of each: who is looked up has an index, and all batches are not read
    const { rows } = await sql<{ id: number; name: string; org_name: string }>`
    select p.id, p.oper_name as name, o.org_name from operator p join organisation o on o.id = p.org_id
    where (${named} or p.id = ${id ?? null}) and (select true from logistics_batch b where b.owner_id = p.id order by b.end_time desc, b.id desc limit 1)
    order by p.id = ${id ?? null} desc nulls last, p.oper_name, p.id limit ${SHOWN}`.execute(db);
    return { rows };
  },
  template: ({ id }, ctx) => readTemplate(id, ctx),
  limits: async (_, ctx) => limitsOf(ctx.operator.orgId, ctx),
};
