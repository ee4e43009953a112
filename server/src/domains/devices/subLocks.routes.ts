import { deviceSubLocks, type SubLock } from '@plomb/contract/devices/subLocks';
import { sql } from 'kysely';
import { Refusal } from '../../platform/refusal.ts';
import { type Served, serve } from '../../platform/serve.ts';

export const subLockRoutes: Served[] = serve(deviceSubLocks, {
  list: async ({ id }, { db }) => {
    const known = await sql`select from device where id = ${id}`.execute(db);
    if (known.rows.length === 0) throw new Refusal('notFound');
    const { rows } = await sql<SubLock>`
      select id, locked, voltage, electric, rssi, temperature, humidity, told_time from sub_lock
      where device_id = ${id} order by id`.execute(db);
    return { rows };
  },
});
