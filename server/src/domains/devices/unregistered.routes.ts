import { type Knock, unregistered } from '@plomb/contract/devices/unregistered';
import { sql } from 'kysely';
import { matches } from '../../platform/crud.ts';
import { serve } from '../../platform/serve.ts';

/** A number for an identity that has none, the same at every call; as large as a number of JSON can be. */
const id = sql`(hashtextextended(sn, 0) & 9007199254740991)`;

export const unregisteredRoutes = serve(unregistered, {
  list: async ({ keyword = '', page, size }, { db }) => {
    const found = sql`from device_unregistered where ${keyword} = '' or ${matches(sql.ref('sn'), keyword)}`;
    const { rows } = await sql<Knock>`select ${id} as id, sn, family, address, tries, first_time, last_time ${found}
      order by last_time desc, sn limit ${size} offset ${(page - 1) * size}`.execute(db);
    const count = await sql<{ n: number }>`select count(*) as n ${found}`.execute(db);
    return { rows, total: count.rows[0]?.n ?? 0 };
  },
});
