import { deviceTypes, manufacturers } from '@plomb/contract/devices';
import { identityMistake } from '@plomb/contract/identity';
import { sql } from 'kysely';
import { crud } from '../../platform/crud.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';

type Table = 'device_type' | 'manufacturer';

/** With the owner as the caller sees it: one above is out of sight, and what it owns is not the caller's to change. */
const owned = (table: Table) => sql`(
  select x.*, coalesce(o.org_name, '') as org_name, o.id is null as shared
  from ${sql.table(table)} x left join organisation o on o.id = x.org_id)`;

/** What is seen and not owned is refused with its reason; the database refuses it in any case. */
const refuseShared = async (table: Table, ids: readonly number[], { db }: Ctx): Promise<void> => {
  const { rows } = await sql`select from ${owned(table)} as row where id = any(${ids}) and shared`.execute(db);
  if (rows.length > 0) throw new Refusal('sharedFromAbove');
};

const makers = crud(manufacturers, {
  table: 'manufacturer',
  rows: owned('manufacturer'),
  search: ['factoryCode', 'factoryName'],
  label: 'factoryName',
});
const types = crud(deviceTypes, {
  table: 'device_type',
  rows: owned('device_type'),
  search: ['device_type', 'device_type_name'],
  label: 'device_type_name',
});

/** Refuses a type or manufacturer the caller does not see, in the same words whether it exists or not. */
export const checkNamed = async (
  { device_type_id, manufacturer_id }: { device_type_id: number; manufacturer_id: number | null },
  { db }: Ctx,
): Promise<void> => {
  const { rows } = await sql<{ type: boolean; maker: boolean }>`
    select exists (select from device_type where id = ${device_type_id}) as type,
      ${manufacturer_id}::bigint is null or exists (select from manufacturer where id = ${manufacturer_id}) as maker`.execute(
    db,
  );
  if (!rows[0]?.type) throw fieldRefusal('device_type_id', 'choice');
  if (!rows[0]?.maker) throw fieldRefusal('manufacturer_id', 'choice');
};

const refuseMistake = (type: Parameters<typeof identityMistake>[0]): void => {
  const mistake = identityMistake(type);
  if (mistake) throw fieldRefusal(mistake.field, mistake.message);
};

export interface Defaults {
  /** the battery level at which a type that names none raises the alarm */
  lowBattery(): number;
  /** these devices are spoken to, and believed, by other rules from now on */
  changed(devices: readonly number[]): void;
}

export const catalogueRoutes = ({ lowBattery, changed }: Defaults): Served[] => [
  ...serve(manufacturers, {
    ...makers,
    add: ({ org_id, ...input }, ctx) => makers.add({ ...input, org_id: org_id ?? ctx.operator.orgId }, ctx),
    async update(input, ctx) {
      await refuseShared('manufacturer', [input.id], ctx);
      return makers.update(input, ctx);
    },
    async delete(input, ctx) {
      await refuseShared('manufacturer', input.ids, ctx);
      return makers.delete(input, ctx);
    },
  }),
  ...serve(deviceTypes, {
    ...types,
    add: async ({ org_id, low_battery = lowBattery(), ...input }, ctx) => {
      refuseMistake(input);
      return types.add({ ...input, low_battery, org_id: org_id ?? ctx.operator.orgId }, ctx);
    },
    async update(input, ctx) {
      refuseMistake(input);
      await refuseShared('device_type', [input.id], ctx);
      const before = await types.detail({ id: input.id }, ctx);
      const done = await types.update(input, ctx);
      const after = await types.detail({ id: input.id }, ctx);
      if (after.version !== before.version) {
        const { rows } = await sql<{ id: number }>`
          select id from device where device_type_id = ${input.id} order by id`.execute(ctx.db);
        if (rows.length > 0) ctx.afterCommit(() => changed(rows.map(({ id }) => id)));
      }
      return done;
    },
    async delete(input, ctx) {
      await refuseShared('device_type', input.ids, ctx);
      return types.delete(input, ctx);
    },
  }),
];
