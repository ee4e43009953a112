import type { OutputOf } from '@plomb/contract/kit/call';
import { BatchStep, stepped } from '@plomb/contract/logistics/batchSteps';
import { type BatchTab, batchTabs, logisticsBatches } from '@plomb/contract/logistics/logisticsBatches';
import type { NamedOpener } from '@plomb/contract/logistics/plan';
import { sql } from 'kysely';
import type { z } from 'zod';
import { peopleNamed } from '../../people/peopleNamed.ts';
import { cursor, matches } from '../../platform/crud.ts';
import { useFile as keepFile } from '../../platform/files/files.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';
import { checkRead } from '../../platform/version.ts';
import { type HeldBatch, holdBatch, moveBatch, writeSteps } from './hold.ts';
import { batchRows, inOrder, inTab, onItsWay, stepRows, whereBatches } from './queries.ts';

/** Rows a form offers. */
const SHOWN = 20;
/** A total is counted so far; who looks for more narrows. */
const COUNTED = 10_000;
/** Steps that a batch's page shows at once. */
const STEPS = 200;
/** Who may change owners may end what others own. */
const administers = logisticsBatches.own.permit;

type Plan = z.output<typeof logisticsBatches.add.input>;
type Route = Omit<Plan, 'vehicle_id' | 'positions'>;

const nobody = {
  ...{ last: false, atStart: false, photos: 0, photosAsked: 0, matches: true, authorised: false },
  ...{ atDestination: false, resealed: false, bySecond: false },
};
/** What people decide of a batch, by its table. */
const decide = (
  batch: HeldBatch,
  event: 'force' | 'abnormal' | 'cancel' | 'amend',
  { mayEnd = false, photos = 0 }: { mayEnd?: boolean; photos?: number } = {},
) => {
  const verdict = stepped({ ...batch, position: null }, event, {
    ...{ ...nobody, photos, inside: false, witnessed: false, reason: true, mayEnd },
    applied: batch.positions.some(({ state }) => state === 'sealed'),
  });
  if ('refusal' in verdict) throw new Refusal(verdict.refusal);
  return verdict.standing;
};
const heldBatch = async (id: number, ctx: Ctx): Promise<HeldBatch> => {
  const batch = await holdBatch(ctx.client, id);
  if (!batch) throw new Refusal('notFound');
  ctx.note(batch.serial);
  return batch;
};

/** The vehicle, in sight. */
const plateOf = async (id: number, { client }: Ctx): Promise<string> => {
  const { rows } = await client.query<{ plate: string }>('select plate from vehicle where id = $1', [id]);
  if (!rows[0]) throw fieldRefusal('vehicle_id', 'choice');
  return rows[0].plate;
};
const ownerName = async (id: number, { client }: Ctx): Promise<string> => {
  const { rows } = await client.query<{ oper_name: string }>(
    'select oper_name from operator where id = $1 and status = 1',
    [id],
  );
  if (!rows[0]) throw fieldRefusal('owner_id', 'choice');
  return rows[0].oper_name;
};

/** Those named as openers with their names, and the locks: all in sight, or the form says so. */
const checkPositions = async ({ positions, stops }: Pick<Plan, 'positions' | 'stops'>, { client }: Ctx) => {
  const ids = (kind: NamedOpener['kind']) =>
    positions.flatMap(({ openers }) => openers.filter((one) => one.kind === kind).map(({ id }) => id));
  const { rows } = await client.query<NamedOpener>(
    `select 'person' as kind, id, oper_name as name from operator where id = any($1) and status = 1
     union all select 'role', id, role_name from role where id = any($2)`,
    [ids('person'), ids('role')],
  );
  const devices = positions.flatMap(({ device_id }) => device_id ?? []);
  const { rows: seen } = await client.query<{ id: number }>(
    'select id from device where id = any($1) and retired_time is null',
    [devices],
  );
  return positions.map((one, nth) => {
    const openers = one.openers.map(({ kind, id }) => rows.find((row) => row.kind === kind && row.id === id));
    if (openers.some((named) => !named)) throw fieldRefusal(`positions.${nth}.openers`, 'choice');
    if (one.device_id !== null && !seen.some(({ id }) => id === one.device_id))
      throw fieldRefusal(`positions.${nth}.device_id`, 'choice');
    if (one.open_stops.some((stop) => stop >= stops.length))
      throw fieldRefusal(`positions.${nth}.open_stops`, 'batchStop');
    return { ...one, openers };
  });
};
const writePositions = async (
  batch: { id: number; org_id: number },
  plan: Pick<Plan, 'positions' | 'stops'>,
  ctx: Ctx,
) => {
  const positions = await checkPositions(plan, ctx);
  await ctx.client.query(
    `insert into batch_position (org_id, batch_id, nth, position, process_name, medium, device_id, planned_number, photos_asked, openers,
       open_stops, second_person)
     select $1, $2, n, p ->> 'position', p ->> 'process_name', p ->> 'medium', (p ->> 'device_id')::bigint, p ->> 'number',
       array(select jsonb_array_elements_text(p -> 'photos_asked')), p -> 'openers',
       array(select x::text::int from jsonb_array_elements(p -> 'open_stops') x), (p ->> 'second_person')::boolean
     from jsonb_array_elements($3::jsonb) with ordinality q(p, n)`,
    [batch.org_id, batch.id, JSON.stringify(positions)],
  );
};

const routeColumns = [
  ...['carrier', 'driver', 'owner_id', 'owner_name', 'plan_start', 'plan_end', 'start_place', 'end_place'],
  ...['destination', 'stops'],
] as const;
const routeValues = (route: Route, owner: { id: number; name: string }): unknown[] => [
  ...[route.carrier, route.driver, owner.id, owner.name, route.plan_start, route.plan_end],
  ...[
    JSON.stringify(route.start),
    JSON.stringify(route.end),
    JSON.stringify(route.destination),
    JSON.stringify(route.stops),
  ],
];
const updateRoute = async (id: number, route: Route, owner: { id: number; name: string }, { client }: Ctx) => {
  await client.query(
    `update logistics_batch set ${routeColumns.map((name, nth) => `${name} = $${nth + 2}`).join(', ')} where id = $1`,
    [id, ...routeValues(route, owner)],
  );
};
/** What stands in the row of what an amendment can change. */
const routeNow = async (id: number, { client }: Ctx): Promise<Record<string, unknown>> => {
  const { rows } = await client.query<{ now: Record<string, unknown> }>(
    `select (select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(b)) where key = any($2)) as now from logistics_batch b where id = $1`,
    [id, routeColumns],
  );
  return rows[0]!.now;
};
const amend = async (batch: HeldBatch, reason: string, change: () => Promise<void>, ctx: Ctx): Promise<void> => {
  const before = await routeNow(batch.id, ctx);
  await change();
  const after = await routeNow(batch.id, ctx);
  const changed = Object.keys(after).filter((key) => JSON.stringify(after[key]) !== JSON.stringify(before[key]));
  if (changed.length === 0) return;
  const only = (of: Record<string, unknown>) => Object.fromEntries(changed.map((key) => [key, of[key]]));
  await ctx.client.query(
    `insert into batch_amendment (org_id, batch_id, operator_id, oper_name, reason, before, after) values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      ...[batch.org_id, batch.id, ctx.operator.id, ctx.operator.operName, reason],
      ...[JSON.stringify(only(before)), JSON.stringify(only(after))],
    ],
  );
  ctx.changed(only(before), only(after));
};

/** A fingerprint of a plan and its positions: of what an update would write over. */
const version = sql`(select md5(to_jsonb(b)::text || coalesce((select string_agg(to_jsonb(p)::text, '' order by p.nth)
  from batch_position p where p.batch_id = b.id), '')))`;

type Detail = OutputOf<typeof logisticsBatches.detail>;

export const batchRoutes: Served[] = serve(logisticsBatches, {
  list: async ({ page, size, ...filter }, { db }) => {
    const where = whereBatches(filter);
    const { rows } = await batchRows(where, sql`${inOrder} limit ${size} offset ${(page - 1) * size}`).execute(db);
    const { rows: counted } = await sql<{ n: number }>`
      select count(*)::int as n from (select from logistics_batch b ${where} limit ${COUNTED}) c`.execute(db);
    return { rows: rows.map(onItsWay), total: counted[0]!.n };
  },
  counts: async ({ today }, { db }) => {
    const each = batchTabs
      .filter((tab) => tab !== 'all')
      .map((tab) => sql`(select count(*)::int from logistics_batch b where ${inTab(tab, today)}) as ${sql.ref(tab)}`);
    const all = sql`(select count(*)::int from (select from logistics_batch limit ${COUNTED}) c) as "all"`;
    const { rows } = await sql<Record<BatchTab, number>>`select ${sql.join([...each, all])}`.execute(db);
    return rows[0]!;
  },
  detail: async ({ id }, { db }) => {
    const { rows } = await batchRows(sql`where b.id = ${id}`, sql``).execute(db);
    if (!rows[0]) throw new Refusal('notFound');
    const { rows: steps } = await stepRows({ batch_id: id }, sql`order by s.at desc, s.id desc limit ${STEPS}`).execute(
      db,
    );
    const { rows: amendments } = await sql<Detail['amendments'][number]>`
      select id, at, oper_name, reason, before, after from batch_amendment where batch_id = ${id} order by id desc limit 50`.execute(
      db,
    );
    const { rows: versions } = await sql<{ version: string }>`
      select ${version} as version from logistics_batch b where id = ${id}`.execute(db);
    return { ...onItsWay(rows[0]), steps, amendments, version: versions[0]!.version } as unknown as Detail;
  },
  async *export(filter, ctx) {
    for await (const part of cursor(ctx, batchRows(whereBatches(filter), inOrder) as never))
      yield part.map((row) => {
        const { positions, lock, next_stop, ...rest } = onItsWay(row as never) as unknown as Detail;
        return {
          ...rest,
          positions: positions.map(({ position, number }) => `${position} ${number}`.trim()).join(', '),
          lock: lock?.sn ?? '',
          next_stop: next_stop?.address ?? '',
        };
      });
  },
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
  people: async ({ keyword }, { db }) => {
    const { rows: roles } = await sql<{ id: number; role_name: string }>`
      select id, role_name from role where ${keyword === '' ? sql`true` : matches(sql`role_name`, keyword)}
      order by role_name limit ${SHOWN}`.execute(db);
    return { rows: await peopleNamed(keyword, db), roles };
  },
  add: async (plan, ctx) => {
    const { client, operator } = ctx;
    const plate = await plateOf(plan.vehicle_id, ctx);
    const owner = { id: plan.owner_id ?? operator.id, name: '' };
    owner.name = await ownerName(owner.id, ctx);
    const names = ['org_id', 'vehicle_id', 'plate', 'creator_id', 'creator', ...routeColumns];
    const { rows } = await client.query<{ id: number; serial: string }>(
      `insert into logistics_batch (${names.join(', ')}) values (${names.map((_, nth) => `$${nth + 1}`).join(', ')}) returning id, serial`,
      [operator.orgId, plan.vehicle_id, plate, operator.id, operator.operName, ...routeValues(plan, owner)],
    );
    const batch = rows[0]!;
    ctx.note(`${batch.serial} ${plate}`);
    await writePositions({ id: batch.id, org_id: operator.orgId }, plan, ctx);
    return batch;
  },
  update: async ({ id, version: read, ...plan }, ctx) => {
    const batch = await heldBatch(id, ctx);
    decide(batch, 'amend');
    if (batch.state !== 'draft' || (await hasSteps(id, ctx))) throw new Refusal('batchApplied');
    const { rows } = await sql<{ version: string }>`
      select ${version} as version from logistics_batch b where id = ${id}`.execute(ctx.db);
    await checkRead(ctx, logisticsBatches.update, ['id', id], read, rows[0]!.version);
    const owner = { id: plan.owner_id ?? batch.owner_id, name: '' };
    if (owner.id !== batch.owner_id && !ctx.operator.grants.has(administers)) throw new Refusal('noPermission');
    owner.name = await ownerName(owner.id, ctx);
    const plate = await plateOf(plan.vehicle_id, ctx);
    await ctx.client.query('update logistics_batch set vehicle_id = $2, plate = $3 where id = $1', [
      id,
      plan.vehicle_id,
      plate,
    ]);
    await updateRoute(id, plan, owner, ctx);
    await ctx.client.query('delete from batch_position where batch_id = $1', [id]);
    await writePositions(batch, plan, ctx);
    return { id };
  },
  amend: async ({ id, reason, ...route }, ctx) => {
    const batch = await heldBatch(id, ctx);
    decide(batch, 'amend');
    // where a position may be opened is told by the stop's place in the list
    if (batch.positions.some(({ open_stops }) => open_stops.some((stop) => stop >= route.stops.length)))
      throw fieldRefusal('stops', 'batchStop');
    const owner = { id: batch.owner_id, name: await storedOwner(id, ctx) };
    await amend(batch, reason, () => updateRoute(id, route, owner, ctx), ctx);
    return { id };
  },
  cancel: async ({ id, reason }, ctx) => {
    const batch = await heldBatch(id, ctx);
    decide(batch, 'cancel');
    await ctx.client.query(
      "update logistics_batch set state = 'cancelled', end_time = now(), end_reason = $2, ended_by = $3 where id = $1",
      [id, reason, ctx.operator.operName],
    );
    return {};
  },
  own: async ({ id, owner_id }, ctx) => {
    const batch = await heldBatch(id, ctx);
    decide(batch, 'amend');
    const name = await ownerName(owner_id, ctx);
    const change = async () => {
      await ctx.client.query('update logistics_batch set owner_id = $2, owner_name = $3 where id = $1', [
        id,
        owner_id,
        name,
      ]);
    };
    await amend(batch, name, change, ctx);
    return {};
  },
  force: async ({ id, reason }, ctx) => {
    const { client, operator } = ctx;
    // seals before their batch, as whoever operates one holds them
    await client.query(
      `select from seal where id in (select seal_id from batch_position where batch_id = $1 and seal_id is not null) order by id for update`,
      [id],
    );
    const batch = await heldBatch(id, ctx);
    const mayEnd = batch.owner_id === operator.id || operator.grants.has(administers);
    const standing = decide(batch, 'force', { mayEnd });
    const on = batch.positions.filter(({ state }) => state === 'sealed');
    const at = new Date();
    const open = on.map(({ position, number }) => `${position} ${number}`.trim()).join(', ');
    await writeSteps(client, batch, { position: null, source: 'person', at, operator, reason, number: open }, [
      { step: BatchStep.force, cause: null },
      { step: BatchStep.abnormal, cause: 'forced_end' },
    ]);
    await client.query(
      `update seal set abnormal = true where state = 'sealed' and thing = 'position' and thing_id = any($1)`,
      [on.map((one) => one.id)],
    );
    await moveBatch(client, batch, standing, {
      ...{ at, cause: 'forced_end' },
      ending: { result: 'forced', reason, by: operator.operName },
    });
    return {};
  },
  abnormal: async ({ id, reason, photos }, ctx) => {
    const { client, operator } = ctx;
    const batch = await heldBatch(id, ctx);
    const standing = decide(batch, 'abnormal', { photos: photos.length });
    const { rows } = await client.query(
      `select from file where id = any($1) and purpose = 'seal' and operator_id = $2
         and not exists (select from file_use u where u.file_id = file.id)`,
      [photos, operator.id],
    );
    if (rows.length !== new Set(photos).size) throw fieldRefusal('photos', 'choice');
    for (const photo of photos) await keepFile(client, photo, `batch ${batch.serial}`, { evidence: true });
    const at = new Date();
    await writeSteps(client, batch, { position: null, source: 'person', at, operator, reason, photos }, [
      { step: BatchStep.abnormal, cause: 'reported' },
    ]);
    await moveBatch(client, batch, standing, { at, cause: 'reported' });
    return {};
  },
});

const hasSteps = async (id: number, { client }: Ctx): Promise<boolean> => {
  const { rowCount } = await client.query('select from batch_step where batch_id = $1 limit 1', [id]);
  return rowCount !== 0;
};
const storedOwner = async (id: number, { client }: Ctx): Promise<string> => {
  const { rows } = await client.query<{ owner_name: string }>('select owner_name from logistics_batch where id = $1', [
    id,
  ]);
  return rows[0]!.owner_name;
};
