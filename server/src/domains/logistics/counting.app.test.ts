import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { kyselyOn } from '../../platform/postgres/kysely.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import { type FreshDatabase, freshDatabase } from '../../testing/database.ts';
import { countOfBatches } from './queries.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

it.each(['current', 'gap', 'breached'] as const)(
  'batches of “%s” are counted without reading those that ended before today',
  async (tab) => {
    await transaction(database.pools.owner, async (client) => {
      await client.query('set local enable_seqscan = off; set local enable_bitmapscan = off');
      const { rows } = await sql<Record<string, string>>`explain ${countOfBatches({ tab, org: 1 }, 100)}`.execute(
        kyselyOn(client),
      );
      const plan = rows.map((row) => Object.values(row)[0]).join('\n');
      expect(plan).toMatch(/Index Cond: \(.*end_time >= /);
    });
  },
);
