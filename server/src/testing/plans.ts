import { kyselyOn } from '../platform/postgres/kysely.ts';
import { scoped } from '../platform/postgres/transaction.ts';
import type { Served } from '../platform/serve.ts';
import type { FreshDatabase } from './database.ts';

/** How the database goes about the statements of a call, as one who sees three organisations, where reading all there is is not what it likes best. */
export const plansOf = async (
  { pools }: Pick<FreshDatabase, 'pools'>,
  routes: readonly Served[],
  path: string,
  input: object,
): Promise<string> => {
  const found = routes.find(({ call }) => call.path === path)!;
  const orgIds = [1, 2, 3];
  const told: string[] = [];
  await scoped(pools.app, orgIds, async (client) => {
    await client.query('set local enable_seqscan = off; set local enable_bitmapscan = off');
    const explaining = {
      query: async (text: string, values: unknown[]) => {
        const { rows } = await client.query<Record<string, string>>(`explain ${text}`, values);
        told.push(rows.map((row) => Object.values(row)[0]).join('\n'));
        return client.query(text, values);
      },
    };
    await found.run(input, { client, db: kyselyOn(explaining as never), operator: { orgId: 1, orgIds } } as never);
  });
  return told.join('\n');
};
