import { deviceTypes } from '@plomb/contract/devices/deviceTypes';
import { identityMistake } from '@plomb/contract/lock/identity';
import { limitsMistake } from '@plomb/contract/lock/intervals';
import { sql } from 'kysely';
import { crud } from '../../platform/crud.ts';
import { fieldRefusal } from '../../platform/refusal.ts';
import { type Served, serve } from '../../platform/serve.ts';
import { owned, refuseShared } from './owned.ts';
import { exchangeAllOf } from './retire.ts';

const plain = crud(deviceTypes, {
  table: 'device_type',
  rows: owned('device_type'),
  search: ['device_type', 'device_type_name'],
  label: 'device_type_name',
  isOwned: true,
});

const refuseMistake = (type: Parameters<typeof identityMistake>[0] & Parameters<typeof limitsMistake>[0]): void => {
  const mistake = identityMistake(type) ?? limitsMistake(type);
  if (mistake) throw fieldRefusal(mistake.field, mistake.message);
};

export interface TypeDeps {
  /** the battery level at which a type that names none raises the alarm */
  lowBattery(): number;
  /** these devices are spoken to, and believed, by other rules from now on */
  changed(devices: readonly number[]): void;
}

export const deviceTypeRoutes = ({ lowBattery, changed }: TypeDeps): Served[] =>
  serve(deviceTypes, {
    ...plain,
    add: async ({ low_battery = lowBattery(), ...input }, ctx) => {
      refuseMistake(input);
      return plain.add({ ...input, low_battery }, ctx);
    },
    async update(input, ctx) {
      refuseMistake(input);
      await refuseShared('device_type', [input.id], ctx);
      const before = await plain.detail({ id: input.id }, ctx);
      if (input.family !== before.family) await exchangeAllOf(input.id, ctx);
      const done = await plain.update(input, ctx);
      const after = await plain.detail({ id: input.id }, ctx);
      if (after.version !== before.version) {
        const { rows } = await sql<{ id: number }>`
          select id from device where device_type_id = ${input.id} order by id`.execute(ctx.db);
        if (rows.length > 0) ctx.afterCommit(() => changed(rows.map(({ id }) => id)));
      }
      return done;
    },
    async delete(input, ctx) {
      await refuseShared('device_type', input.ids, ctx);
      return plain.delete(input, ctx);
    },
  });
