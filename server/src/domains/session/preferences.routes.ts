import { preferences } from '@plomb/contract/session/preferences';
import { Refusal } from '../../platform/refusal.ts';
import { type Served, serve } from '../../platform/serve.ts';

/** More names than any person makes; a script that does is stopped. */
const MOST = 300;

export const preferenceRoutes: Served[] = serve(preferences, {
  find: async (_, { client, operator }) => {
    const { rows } = await client.query<{ name: string; value: unknown }>(
      'select name, value from ui_preference where operator_id = $1',
      [operator.id],
    );
    return { preferences: Object.fromEntries(rows.map((r) => [r.name, r.value])) };
  },
  update: async ({ name, value }, { client, operator }) => {
    if (value === undefined || value === null) {
      await client.query('delete from ui_preference where operator_id = $1 and name = $2', [operator.id, name]);
      return {};
    }
    const { rowCount } = await client.query(
      `insert into ui_preference (operator_id, name, value)
       select $1, $2, $3 where (select count(*) from ui_preference where operator_id = $1) < $4
       on conflict (operator_id, name) do update set value = excluded.value`,
      [operator.id, name, JSON.stringify(value), MOST],
    );
    if (rowCount === 0) throw new Refusal('tooMany');
    return {};
  },
});
