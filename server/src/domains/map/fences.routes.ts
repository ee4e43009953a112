import { drawnOf, fenceLimits, type Outline, outlineFault } from '@plomb/contract/lock/outline';
import { fences } from '@plomb/contract/map/fences';
import { sql } from 'kysely';
import type { z } from 'zod';
import { crud, setStatus } from '../../platform/crud.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';
import { checkVersion, versionOf } from '../../platform/version.ts';
import { previewOf } from './fencePreview.ts';
import { type DrawnFence, locksInFence } from './inside.ts';

/** How many there are is counted by organisation and type: nobody waits until a hundred thousand are. */
const rows = sql`(
  select f.*, o.org_name, case f.bound
      when 'devices' then (select count(*) from fence_device x join device d on d.id = x.device_id
        where x.fence_id = f.id and d.retired_time is null)
      else (select coalesce(sum(c.devices), 0) from device_count c
        where not c.retired and c.org_id in (select orgs_below(f.org_id)) and (f.bound = 'all'
          or c.device_type_id in (select x.device_type_id from fence_device_type x where x.fence_id = f.id)))
      end::int as devices
  from fence f join organisation o on o.id = f.org_id)`;
const asListed = {
  ...fences,
  detail: { ...fences.detail, output: fences.list.output.shape.rows.element },
};
const plain = crud(asListed, { table: 'fence', rows, search: ['fence_name'], label: 'fence_name' });
const { list, export: file, delete: remove } = plain;

const written = {
  table: 'fence',
  columns: ['fence_name', 'fence_context', 'radius', 'is_show', 'colour', 'alarm_on', 'bound', 'schedule'],
};

type Said = Omit<z.output<typeof fences.update.input>, 'id' | 'version'>;
/** The locks of an organisation that cannot be named are none. */
const check = ({ outline, bound, device_ids, device_type_ids }: Said): void => {
  const fault = outlineFault(outline, fenceLimits);
  if (fault) throw fieldRefusal('outline', fault);
  if (bound === 'devices' && device_ids.length === 0) throw fieldRefusal('device_ids', 'selectOne');
  if (bound === 'types' && device_type_ids.length === 0) throw fieldRefusal('device_type_ids', 'selectOne');
};
export const fenceTypeOf = ({ shape }: Outline): 'line' | 'polygon' | 'circle' => shape;

/** Devices and types that are the fence's to name: in sight, and of its organisation's. */
const keepBound = async ({ client }: Ctx, id: number, orgId: number, said: Said): Promise<void> => {
  // of what is retired nobody is asked: it is for this fence again once it is taken back
  await client.query(
    `delete from fence_device x where fence_id = $1
       and not ($2 and exists (select from device d where d.id = x.device_id and d.retired_time is not null))`,
    [id, said.bound === 'devices'],
  );
  await client.query('delete from fence_device_type where fence_id = $1', [id]);
  if (said.bound === 'devices') {
    const named = await client.query(
      `insert into fence_device (fence_id, device_id) select $1, id from device
        where id = any($2) and retired_time is null and org_id in (select orgs_below($3))`,
      [id, said.device_ids, orgId],
    );
    if (named.rowCount !== new Set(said.device_ids).size) throw new Refusal('notFound');
  }
  if (said.bound === 'types') {
    const named = await client.query(
      'insert into fence_device_type (fence_id, device_type_id) select $1, id from device_type where id = any($2)',
      [id, said.device_type_ids],
    );
    if (named.rowCount !== new Set(said.device_type_ids).size) throw new Refusal('notFound');
  }
};

const columnsOf = (said: Said): unknown[] => {
  const { geometry, radius } = drawnOf(said.outline);
  return [
    ...[said.fence_name, fenceTypeOf(said.outline), JSON.stringify(geometry), radius, said.is_show, said.colour],
    ...[said.alarm_on, said.bound, said.schedule && JSON.stringify(said.schedule)],
  ];
};

export const addFence = async (ctx: Ctx, orgId: number, status: 1 | 2, said: Said): Promise<number> => {
  const { rows: made } = await ctx.client.query<{ id: number }>(
    `insert into fence (fence_name, fence_type, fence_context, radius, is_show, colour, alarm_on, bound, schedule, org_id, status)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`,
    [...columnsOf(said), orgId, status],
  );
  const { id } = made[0]!;
  await keepBound(ctx, id, orgId, said);
  return id;
};
/** The organisation of what is added: the one that is named and may be, else that of whoever adds it. */
export const ownerOf = ({ operator }: Ctx, named: number | undefined): number => {
  const orgId = named ?? operator.orgId;
  if (!operator.orgIds.includes(orgId)) throw new Refusal('notFound');
  return orgId;
};

const MOST_LISTED = 200;
/** So many locks around each fence of a list are looked at one by one. */
const MOST_COUNTED = 5000;

export const fenceRoutes: Served[] = serve(fences, {
  list,
  delete: remove,
  async *export(input, ctx) {
    for await (const part of file(input, ctx))
      yield part.map((row) => {
        const schedule = row.schedule as Said['schedule'];
        return 'schedule' in row && schedule
          ? { ...row, schedule: `${schedule.days.join('')} ${schedule.from}-${schedule.until} ${schedule.time_zone}` }
          : row;
      });
  },
  status: (input, ctx) => setStatus('fence', input, ctx),
  async detail({ id }, ctx) {
    const found = await sql<Record<string, unknown>>`
      select row.*, ${versionOf(written, sql`${id}`)} as version from ${rows} as row where id = ${id}`.execute(ctx.db);
    const fence = found.rows[0];
    if (!fence) throw new Refusal('notFound');
    const devices = await ctx.client.query<{ id: number; sn: string; device_name: string; subject: string }>(
      `select d.id, d.sn, d.device_name, d.subject from fence_device x join device d on d.id = x.device_id
        where x.fence_id = $1 and d.retired_time is null order by d.sn`,
      [id],
    );
    const types = await ctx.client.query<{ id: number; device_type_name: string }>(
      `select t.id, t.device_type_name from fence_device_type x join device_type t on t.id = x.device_type_id
        where x.fence_id = $1 order by t.device_type_name`,
      [id],
    );
    return {
      ...(fence as never as z.output<typeof fences.detail.output>),
      device_list: devices.rows,
      device_type_list: types.rows,
    };
  },
  async add({ org_id, status, ...said }, ctx) {
    ctx.note(said.fence_name);
    check(said);
    return { id: await addFence(ctx, ownerOf(ctx, org_id), status, said) };
  },
  async update({ id, version, ...said }, ctx) {
    ctx.note(said.fence_name);
    check(said);
    const { rows: held } = await ctx.client.query<{ org_id: number }>(
      'select org_id from fence where id = $1 for update',
      [id],
    );
    if (!held[0]) throw new Refusal('notFound');
    await checkVersion(ctx, written, fences.update, { id, ...(version === undefined ? {} : { version }) });
    await ctx.client.query(
      `update fence set fence_name = $1, fence_type = $2, fence_context = $3, radius = $4, is_show = $5, colour = $6, alarm_on = $7,
         bound = $8, schedule = $9 where id = $10`,
      [...columnsOf(said), id],
    );
    await keepBound(ctx, id, held[0].org_id, said);
    return { id };
  },
  async preview(said, ctx) {
    const { id, org_id, outline } = said;
    const fault = outlineFault(outline, fenceLimits);
    if (fault) throw fieldRefusal('outline', fault);
    if (id === undefined) return previewOf(ctx.client, ownerOf(ctx, org_id), null, said);
    const { rows: held } = await ctx.client.query<DrawnFence & { org_id: number }>(
      'select id, org_id, fence_context, radius from fence where id = $1',
      [id],
    );
    if (!held[0]) throw new Refusal('notFound');
    return previewOf(ctx.client, held[0].org_id, held[0], said);
  },
  async options(_, { client }) {
    const { rows: organizations } = await client.query<{ id: number; org_name: string; parent_id: number | null }>(
      'select id, org_name, parent_id from organisation where status = 1 order by org_name',
    );
    const { rows: device_types } = await client.query<{ id: number; device_type_name: string }>(
      'select id, device_type_name from device_type order by device_type_name, id',
    );
    return { organizations, device_types };
  },
  async inside({ ids }, { client }) {
    const rows = [];
    for (const id of new Set(ids)) {
      const there = await locksInFence(client, id, 0, MOST_COUNTED);
      if (!there) throw new Refusal('notFound');
      rows.push({ id, inside: there.total, at_least: there.atLeast });
    }
    return { rows };
  },
  async locks({ id }, { client }) {
    const inside = await locksInFence(client, id, MOST_LISTED);
    if (!inside) throw new Refusal('notFound');
    return {
      rows: inside.locks.map(({ lock_status: _, ...lock }) => lock),
      total: inside.total,
      leaving: inside.leaving,
      atLeast: inside.atLeast,
    };
  },
});
