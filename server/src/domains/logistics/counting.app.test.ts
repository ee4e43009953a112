import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kyselyOn } from '../../platform/postgres/kysely.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import { type FreshDatabase, freshDatabase } from '../../testing/database.ts';
import { offers } from './offers.ts';
import { type BatchFilter, countOfBatches, pageOfBatches } from './queries.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  // 5,000 that ended in as many hours
  const { owner } = database.pools;
  await owner.query('alter table logistics_batch disable trigger user');
  await owner.query(`with o as (insert into organisation (org_name) values ('house') returning id),
      v as (insert into vehicle (org_id, plate, enterprise, creator) select id, 'B 1', 'carrier', 'who' from o returning id, org_id)
    insert into logistics_batch (org_id, serial, vehicle_id, plate, carrier, owner_id, owner_name, creator_id, creator, plan_start, plan_end,
    start_place, end_place, destination, state, result, transit_time, end_time)
    select org_id, 'WL-' || n, id, 'B 1', 'carrier', 1, 'who', 1, 'who', t, t + interval '1 day', '{}', '{}', '{}', 'completed', 'normal', t, t + interval '1 day'
    from v, generate_series(1, 5000) n, lateral (select timestamptz '2026-01-01' + n * interval '1 hour' as t) at`);
  await owner.query('alter table logistics_batch enable trigger user');
  await owner.query('vacuum analyze logistics_batch');
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

describe('of 5,000 batches', () => {
  const plansOf = (filter: BatchFilter): Promise<string[]> =>
    transaction(database.pools.owner, async (client) => {
      const plans: string[] = [];
      for (const query of [pageOfBatches(filter, 0, 20), countOfBatches(filter, 10_000)]) {
        const { rows } = await sql<Record<string, string>>`explain ${query}`.execute(kyselyOn(client));
        plans.push(rows.map((row) => Object.values(row)[0]).join('\n'));
      }
      return plans;
    });

  it('those of a time are read by it, a page and their number, and not all that ended since', async () => {
    for (const plan of await plansOf({ tab: 'all', org: 1, from: '2026-02-01', to: '2026-02-08' })) {
      expect(plan).toContain('Index Only Scan using logistics_batch_planned');
      expect(plan).not.toMatch(/Seq Scan|logistics_batch_listed/);
    }
  });

  it('those that are known to hold a word are looked up one by one', async () => {
    for (const plan of await plansOf({ tab: 'all', org: 1, keyword: 'WL-77', held: [77] })) {
      expect(plan).toMatch(/Index Cond: \(id = ANY/);
      expect(plan).not.toMatch(/Seq Scan|search_text/);
    }
  });

  it('a word that many hold is looked for on the way, and not by an index of all that do', async () => {
    const [page] = await plansOf({ tab: 'all', org: 1, keyword: 'carrier' });
    expect(page).toContain('using logistics_batch_listed');
    expect(page).not.toContain('logistics_batch_search');
  });

  it('whoever owns some is looked up of the few that are called so', async () => {
    await transaction(database.pools.owner, async (client) => {
      let plan = '';
      const query = async (text: string, values: unknown[]) => {
        const { rows } = await client.query<Record<string, string>>(`explain ${text}`, values);
        plan = rows.map((row) => Object.values(row)[0]).join('\n');
        return client.query(text, values);
      };
      await offers.owners({ keyword: 'who' }, { db: kyselyOn({ query } as never) } as never);
      expect(plan).toMatch(/SubPlan [\s\S]*using logistics_batch_owner on logistics_batch b/);
    });
  });
});
