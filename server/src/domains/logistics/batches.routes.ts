import type { Call, OutputOf } from '@plomb/contract/kit/call';
import { BatchStep, stepped } from '@plomb/contract/logistics/batchSteps';
import type { Limits } from '@plomb/contract/logistics/limits';
import { type BatchTab, batchTabs, logisticsBatches } from '@plomb/contract/logistics/logisticsBatches';
import { MOST_AMENDMENTS, patrolOfLocks, strayStop, takesTwo } from '@plomb/contract/logistics/plan';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { z } from 'zod';
import type { SecondPerson } from '../../people/secondPerson.ts';
import { cursor } from '../../platform/crud.ts';
import { useFile as keepFile } from '../../platform/files/files.ts';
import type { Finder } from '../../platform/finding.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';
import { checkRead } from '../../platform/version.ts';
import { plan as planText, readBatch, routeColumns, version } from './detail.ts';
import { type HeldBatch, holdBatch, moveBatch, writeSteps } from './hold.ts';
import { COUNTED, openBatchListing } from './listing.ts';
import { limitsOf, offers } from './offers.ts';
import { checkOpeners, namedAnew, withOpeners } from './openers.ts';
import { batchRows, countsOf, inOrder, onItsWay, whereBatches } from './queries.ts';

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
const vehicleOf = async (id: number, { client }: Ctx): Promise<Named['vehicle']> => {
  const { rows } = await client.query<{ plate: string }>('select plate from vehicle where id = $1', [id]);
  if (!rows[0]) throw fieldRefusal('vehicle_id', 'choice');
  return { id, plate: rows[0].plate };
};
/** Whoever answers for a batch of this organisation sees it: they are of it, or of one above. */
const ownerOf = async (id: number, org: number, { client }: Ctx): Promise<Named['owner']> => {
  const { rows } = await client.query<{ name: string }>(
    'select oper_name as name from operator where id = $1 and status = 1 and org_id in (select orgs_above($2))',
    [id, org],
  );
  if (!rows[0]) throw fieldRefusal('owner_id', 'choice');
  return { id, name: rows[0].name };
};

/** Those named as openers with their names, and the locks: all in sight, or the form says so. */
const checkPositions = async (
  { positions, stops }: Pick<Plan, 'positions' | 'stops'>,
  org: number,
  { client }: Ctx,
) => {
  const devices = positions.flatMap(({ device_id }) => device_id ?? []);
  const { rows: seen } = await client.query<{ id: number }>(
    'select id from device where id = any($1) and retired_time is null',
    [devices],
  );
  const unseen = positions.findIndex(({ device_id }) => device_id !== null && !seen.some(({ id }) => id === device_id));
  if (unseen >= 0) throw fieldRefusal(`positions.${unseen}.device_id`, 'choice');
  const named = await withOpeners(positions, stops, client);
  await checkOpeners(positions, org, client);
  return named;
};
/** A position that is planned already keeps its id, by which handsets name it, and one that is planned no more stays for what is told late. */
const writePositions = async (
  batch: { id: number; org_id: number; positions: readonly { id: number }[] },
  plan: Pick<Plan, 'positions' | 'stops'>,
  ctx: Ctx,
) => {
  const positions = await checkPositions(plan, batch.org_id, ctx);
  const kept = positions.flatMap(({ id }) => id ?? []);
  const unknown = positions.findIndex(({ id }) => id !== undefined && !batch.positions.some((one) => one.id === id));
  if (unknown >= 0 || new Set(kept).size !== kept.length)
    throw fieldRefusal(`positions.${Math.max(unknown, 0)}.position`, 'choice');
  await ctx.client.query(
    `update batch_position set nth = null, open = false where batch_id = $1 and nth is not null and id <> all($2)`,
    [batch.id, kept],
  );
  const columns = `position, process_name, medium, device_id, planned_number, photos_asked, openers, open_stops, second_person`;
  const values = `p ->> 'position', p ->> 'process_name', p ->> 'medium', (p ->> 'device_id')::bigint, p ->> 'number',
    array(select jsonb_array_elements_text(p -> 'photos_asked')), p -> 'openers',
    array(select jsonb_array_elements_text(p -> 'open_stops')), (p ->> 'second_person')::boolean`;
  const given = [batch.org_id, batch.id, JSON.stringify(positions)];
  await ctx.client.query(
    `update batch_position b set (nth, ${columns}) = (q.n, ${values})
     from jsonb_array_elements($3::jsonb) with ordinality q(p, n) where b.org_id = $1 and b.batch_id = $2 and b.id = (p ->> 'id')::bigint`,
    given,
  );
  await ctx.client.query(
    `insert into batch_position (org_id, batch_id, nth, ${columns}) select $1, $2, n, ${values}
     from jsonb_array_elements($3::jsonb) with ordinality q(p, n) where p ->> 'id' is null`,
    given,
  );
};

interface Named {
  vehicle: { id: number; plate: string };
  owner: { id: number; name: string };
  limits: Limits;
}
const routeValues = (route: Route, { vehicle, owner, limits }: Named): unknown[] => [
  ...[vehicle.id, vehicle.plate],
  ...[route.carrier, route.driver, owner.id, owner.name, route.plan_start, route.plan_end],
  ...[
    JSON.stringify(route.start),
    JSON.stringify(route.end),
    JSON.stringify(route.destination),
    JSON.stringify(route.stops),
    JSON.stringify(limits),
  ],
];
const updateRoute = async (id: number, route: Route, named: Named, { client }: Ctx) => {
  await client.query(
    `update logistics_batch set ${routeColumns.map((name, nth) => `${name} = $${nth + 2}`).join(', ')} where id = $1`,
    [id, ...routeValues(route, named)],
  );
};
/** Refuses where somebody else has changed the plan since it was read. */
const checkPlan = async (id: number, call: Call, read: string | undefined, ctx: Ctx): Promise<void> => {
  const { rows } = await sql<{ version: string }>`
    select ${version} as version from logistics_batch b where id = ${id}`.execute(ctx.db);
  await checkRead(ctx, call, ['id', id], read, rows[0]!.version);
};
const planNow = async (id: number, { client }: Ctx): Promise<Record<string, unknown>> => {
  const { rows } = await client.query<{ now: Record<string, unknown> }>(
    `select ${planText} as now from logistics_batch b where id = $1`,
    [id],
  );
  return rows[0]!.now;
};
/** Changes a plan, and keeps who did it, what it was, what it is and why. */
const amend = async (
  batch: HeldBatch,
  { reason, witness }: { reason: string; witness?: Awaited<ReturnType<SecondPerson>> | null },
  change: () => Promise<void>,
  ctx: Ctx,
): Promise<void> => {
  const before = await planNow(batch.id, ctx);
  await change();
  const after = await planNow(batch.id, ctx);
  const changed = Object.keys(after).filter((key) => JSON.stringify(after[key]) !== JSON.stringify(before[key]));
  if (changed.length === 0) return;
  const { rows } = await ctx.client.query<{ made: number }>(
    'select count(*)::int as made from batch_amendment where batch_id = $1',
    [batch.id],
  );
  if (rows[0]!.made >= MOST_AMENDMENTS) throw new Refusal('batchAmendMost');
  const only = (of: Record<string, unknown>) => Object.fromEntries(changed.map((key) => [key, of[key]]));
  await ctx.client.query(
    `insert into batch_amendment (org_id, batch_id, operator_id, oper_name, reason, witness_id, witness, before, after)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[batch.org_id, batch.id, ctx.operator.id, ctx.operator.operName, reason],
      ...[witness?.id ?? null, witness?.operName ?? ''],
      ...[JSON.stringify(only(before)), JSON.stringify(only(after))],
    ],
  );
  ctx.changed(only(before), only(after));
};

type Detail = OutputOf<typeof logisticsBatches.detail>;

export interface BatchDeps {
  secondPerson: SecondPerson;
  /** outside of row-level security */
  readers: Pool;
  finder: Finder;
}

export const batchRoutes = ({ secondPerson, readers, finder }: BatchDeps): Served[] => {
  const listed = openBatchListing(readers, finder);
  return serve(logisticsBatches, {
    list: async (input, ctx) => {
      const { ids, ...total } = await listed(input, ctx);
      const { rows } = await batchRows(
        sql`where b.id = any(${ids})`,
        sql`order by array_position(${ids}::bigint[], b.id)`,
      ).execute(ctx.db);
      return { rows: rows.map(onItsWay), ...total };
    },
    counts: async ({ today }, { db, operator }) => {
      const tabs = batchTabs.filter((tab) => tab !== 'all');
      const all = sql`(select count(*)::int from (select from logistics_batch limit ${COUNTED + 1}) c) as "all"`;
      const { rows } = await sql<Record<BatchTab, number>>`
        select n.*, ${all} from (${countsOf(tabs, { today, org: operator.orgId })}) n`.execute(db);
      const counts = rows[0]!;
      return { ...counts, ...(counts.all > COUNTED && { all: COUNTED, allIsAtLeast: true as const }) };
    },
    detail: ({ id }, ctx) => readBatch(id, ctx, { steps: STEPS, amendments: MOST_AMENDMENTS }),
    async *export(filter, ctx) {
      for await (const part of cursor(
        ctx,
        batchRows(whereBatches({ ...filter, org: ctx.operator.orgId }), inOrder) as never,
      ))
        yield part.map((row) => {
          const { positions, lock, next_stop, why, ...rest } = onItsWay(row as never) as unknown as Detail;
          return {
            ...rest,
            positions: positions.map(({ position, number }) => `${position} ${number}`.trim()).join(', '),
            lock: lock?.sn ?? '',
            why: why?.code ?? '',
            next_stop: next_stop?.address ?? '',
          };
        });
    },
    ...offers,
    setLimits: async ({ limits }, ctx) => {
      const { client, operator } = ctx;
      const before = await limitsOf(operator.orgId, ctx);
      ctx.note(operator.orgName);
      if (limits === null) await client.query('delete from batch_limit where org_id = $1', [operator.orgId]);
      else
        await client.query(
          `insert into batch_limit (org_id, limits, changed_by) values ($1, $2, $3)
           on conflict (org_id) do update set limits = excluded.limits, changed_by = excluded.changed_by, update_time = now()`,
          [operator.orgId, JSON.stringify(limits), operator.operName],
        );
      ctx.changed({ limits: before.limits }, { limits: (await limitsOf(operator.orgId, ctx)).limits });
      return {};
    },
    add: async ({ template_id, template_time, ...plan }, ctx) => {
      const { client, operator } = ctx;
      const vehicle = await vehicleOf(plan.vehicle_id, ctx);
      const owner = await ownerOf(plan.owner_id ?? operator.id, operator.orgId, ctx);
      const limits = plan.limits ?? (await limitsOf(operator.orgId, ctx)).limits;
      const template = await templateOf(template_id, template_time, ctx);
      const names = ['org_id', 'creator_id', 'creator', ...templateColumns, ...routeColumns];
      const { rows } = await client.query<{ id: number; serial: string }>(
        `insert into logistics_batch (${names.join(', ')}) values (${names.map((_, nth) => `$${nth + 1}`).join(', ')}) returning id, serial`,
        [operator.orgId, operator.id, operator.operName, ...template, ...routeValues(plan, { vehicle, owner, limits })],
      );
      const batch = rows[0]!;
      ctx.note(`${batch.serial} ${vehicle.plate}`);
      await writePositions({ id: batch.id, org_id: operator.orgId, positions: [] }, plan, ctx);
      return batch;
    },
    update: async ({ id, version: read, ...plan }, ctx) => {
      const batch = await heldBatch(id, ctx);
      decide(batch, 'amend');
      if (batch.state !== 'draft' || (await hasSteps(id, ctx))) throw new Refusal('batchApplied');
      await checkPlan(id, logisticsBatches.update, read, ctx);
      const to = plan.owner_id ?? batch.owner_id;
      if (to !== batch.owner_id && !ctx.operator.grants.has(administers)) throw new Refusal('noPermission');
      const [owner, vehicle] = [await ownerOf(to, batch.org_id, ctx), await vehicleOf(plan.vehicle_id, ctx)];
      const change = async () => {
        await updateRoute(id, plan, { vehicle, owner, limits: plan.limits ?? batch.limits }, ctx);
        await writePositions(batch, plan, ctx);
      };
      await amend(batch, { reason: '' }, change, ctx);
      return { id };
    },
    amend: async (
      { id, version: read, reason, witness_login, witness_password, witness_code, positions, ...route },
      ctx,
    ) => {
      const batch = await heldBatch(id, ctx);
      decide(batch, 'amend');
      await checkPlan(id, logisticsBatches.amend, read, ctx);
      if (strayStop(batch.positions, route.stops) >= 0) throw fieldRefusal('stops', 'batchStop');
      // what was planned before stays as it was planned
      const stops = route.stops.map(({ id: stop, patrol }) => ({
        patrol: patrol && !batch.stops.some((one) => one.id === stop && one.patrol),
      }));
      const idle = patrolOfLocks(batch.positions, stops);
      if (idle >= 0) throw fieldRefusal(`stops.${idle}.patrol`, 'batchPatrolLocks');
      const named = await namedNow(id, ctx);
      const anew = await namedAnew(batch.positions, positions, batch.org_id, ctx.client);
      const way = { ...batch, start: batch.start_place, end: batch.end_place };
      const byTwo = batch.state === 'in_transit' && takesTwo(way, { ...route, positions: anew });
      if (byTwo && !(witness_login && witness_password)) throw new Refusal('batchAmendTwo');
      const witness = byTwo
        ? await secondPerson(ctx, {
            ...{
              path: logisticsBatches.amend.path,
              login_name: witness_login!,
              password: witness_password!,
              code: witness_code,
            },
            ...{ orgIds: [batch.org_id], otherwise: 'witnessWrong' },
          })
        : null;
      const change = async () => {
        await updateRoute(id, route, { ...named, limits: route.limits ?? batch.limits }, ctx);
        await ctx.client.query(
          `update batch_position b set openers = p -> 'openers' from jsonb_array_elements($2::jsonb) p
           where b.batch_id = $1 and b.id = (p ->> 'id')::bigint`,
          [id, JSON.stringify(anew)],
        );
      };
      await amend(batch, { reason, witness }, change, ctx);
      return { id };
    },
    cancel: async ({ id, reason }, ctx) => {
      const batch = await heldBatch(id, ctx);
      decide(batch, 'cancel');
      await ctx.client.query(
        "update logistics_batch set state = 'cancelled', end_time = now(), end_reason = $2, ended_by = $3, ender_id = $4 where id = $1",
        [id, reason, ctx.operator.operName, ctx.operator.id],
      );
      return {};
    },
    own: async ({ id, owner_id, reason }, ctx) => {
      const batch = await heldBatch(id, ctx);
      decide(batch, 'amend');
      const { name } = await ownerOf(owner_id, batch.org_id, ctx);
      const change = async () => {
        await ctx.client.query('update logistics_batch set owner_id = $2, owner_name = $3 where id = $1', [
          id,
          owner_id,
          name,
        ]);
      };
      await amend(batch, { reason }, change, ctx);
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
        ending: { result: 'forced', reason, by: operator },
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
};

const templateColumns = ['template_id', 'template_name', 'template_time'] as const;
/** What a batch keeps of the template it is made of, which is as it was when it filled the form. */
const templateOf = async (id: number | undefined, as: string | undefined, { client }: Ctx): Promise<unknown[]> => {
  if (id === undefined) return [null, '', null];
  const { rows } = await client.query<{ name: string; update_time: string }>(
    'select name, update_time from journey_template where id = $1',
    [id],
  );
  if (!rows[0]) throw fieldRefusal('template_id', as === undefined ? 'choice' : 'templateChanged');
  if (as !== undefined && Date.parse(as) !== Date.parse(rows[0].update_time))
    throw fieldRefusal('template_id', 'templateChanged');
  return [id, rows[0].name, rows[0].update_time];
};
const hasSteps = async (id: number, { client }: Ctx): Promise<boolean> => {
  const { rowCount } = await client.query('select from batch_step where batch_id = $1 limit 1', [id]);
  return rowCount !== 0;
};
const namedNow = async (id: number, { client }: Ctx): Promise<Omit<Named, 'limits'>> => {
  const { rows } = await client.query<Omit<Named, 'limits'>>(
    `select jsonb_build_object('id', vehicle_id, 'plate', plate) as vehicle, jsonb_build_object('id', owner_id, 'name', owner_name) as owner
     from logistics_batch where id = $1`,
    [id],
  );
  return rows[0]!;
};
