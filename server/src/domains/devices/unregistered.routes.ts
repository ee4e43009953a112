import { unregistered } from '@plomb/contract/devices/unregistered';
import { sql } from 'kysely';
import { matches } from '../../platform/crud.ts';
import { serve } from '../../platform/serve.ts';

export const unregisteredRoutes = serve(unregistered, {
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
