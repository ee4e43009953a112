import { devices, deviceTypes, manufacturers, unregistered } from '@plomb/contract/devices';
import { identityMistake } from '@plomb/contract/identity';
import { sql } from 'kysely';
import { crud, matches, setStatus } from '../../platform/crud.ts';
import { fieldRefusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';
import { deviceRows } from './queries.ts';

const manufacturerRoutes = serve(
  manufacturers,
  crud(manufacturers, { table: 'manufacturer', search: ['factoryCode', 'factoryName'], label: 'factoryName' }),
);

const types = crud(deviceTypes, {
  table: 'device_type',
  search: ['device_type', 'device_type_name'],
  label: 'device_type_name',
});
const refuseMistake = (type: Parameters<typeof identityMistake>[0]): void => {
  const mistake = identityMistake(type);
  if (mistake) throw fieldRefusal(mistake.field, mistake.message);
};
const deviceTypeRoutes = ({ lowBattery, changed }: Deps) =>
  serve(deviceTypes, {
    ...types,
    add: async ({ low_battery = lowBattery(), ...input }, ctx) => {
      refuseMistake(input);
      return types.add({ ...input, low_battery }, ctx);
    },
    update: async (input, ctx) => {
      refuseMistake(input);
      // its locks are spoken to, and believed, by the new rules from now on
      ctx.afterCommit(changed);
      return types.update(input, ctx);
    },
  });

const plain = crud(devices, {
  table: 'device',
  rows: deviceRows,
  search: ['sn', 'device_name', 'subject', 'device_no', 'sim_card'],
  label: 'sn',
});

interface Deps {
  /** devices came, went, moved or were renamed */
  changed(): void;
  /** the battery level at which a type that names none raises the alarm */
  lowBattery(): number;
}

const deviceHandlers = ({ changed }: Pick<Deps, 'changed'>) => {
  /** tells the live map and the gateway once the change is there for all to see */
  const telling =
    <I, O>(handler: (input: I, ctx: Ctx) => Promise<O>) =>
    (input: I, ctx: Ctx): Promise<O> => {
      ctx.afterCommit(changed);
      return handler(input, ctx);
    };
  return serve(devices, {
    ...plain,
    add: telling(plain.add),
    update: telling(plain.update),
    delete: telling(plain.delete),
    status: telling((input, ctx) => setStatus('device', input, ctx)),
    options: async (_, { db }) => {
      const organizations = await sql<{ id: number; org_name: string; parent_id: number | null }>`
      select id, org_name, parent_id from organisation where status = 1 order by org_name`.execute(db);
      const types = await sql<{ id: number; device_type: string; device_type_name: string }>`
      select id, device_type, device_type_name from device_type order by device_type`.execute(db);
      const makers = await sql<{ id: number; factoryName: string }>`
      select id, factory_name as "factoryName" from manufacturer order by factory_name`.execute(db);
      return { organizations: organizations.rows, deviceTypes: types.rows, manufacturers: makers.rows };
    },
  });
};

const unregisteredRoutes = serve(unregistered, {
  list: async ({ keyword }, { db }) => {
    const { rows } = await sql<{
      sn: string;
      family: 'hhd' | 'jt701';
      address: string;
      tries: number;
      first_time: string;
      last_time: string;
    }>`select sn, family, address, tries, first_time, last_time from device_unregistered
       where ${keyword ?? ''} = '' or ${matches(sql.ref('sn'), keyword ?? '')} order by last_time desc limit 500`.execute(
      db,
    );
    return { rows };
  },
});

export const deviceRoutes = (deps: Deps): Served[] => [
  ...deviceHandlers(deps),
  ...deviceTypeRoutes(deps),
  ...manufacturerRoutes,
  ...unregisteredRoutes,
];
