import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kyselyOn } from '../../platform/postgres/kysely.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import { type FreshDatabase, freshDatabase } from '../../testing/database.ts';
import { type HeldPosition, isFollowed, positionAt } from './hold.ts';
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

describe('of 20,000 steps', () => {
  let position: Pick<HeldPosition, 'id' | 'last_time'>;
  beforeAll(async () => {
    const { owner } = database.pools;
    for (const table of ['batch_position', 'batch_step'])
      await owner.query(`alter table ${table} disable trigger user`);
    await owner.query(`with p as (insert into batch_position (org_id, batch_id, nth, position, medium)
        select org_id, id, 1, 'door', 'qr' from logistics_batch returning id, org_id, batch_id)
      insert into batch_step (org_id, batch_id, position_id, step, source, at)
        select p.org_id, p.batch_id, p.id, 1, 'operation', b.transit_time from p join logistics_batch b on b.id = p.batch_id, generate_series(1, 4)`);
    for (const table of ['batch_position', 'batch_step']) await owner.query(`alter table ${table} enable trigger user`);
    await owner.query('vacuum analyze batch_position, batch_step');
    const { rows } = await owner.query<{ id: number }>('select min(id) as id from batch_position');
    position = { id: rows[0]!.id, last_time: '2026-12-01T00:00:00.000Z' };
  });
  const at = new Date('2026-03-01');
  it.each([
    ['how a position stood at a time', (client: ClientBase) => positionAt(client, position as HeldPosition, at)],
    ['what came after that', (client: ClientBase) => isFollowed(client, position, at)],
  ])('%s is read off those of its batch', async (_, ask) => {
    const { owner } = database.pools;
    const plans: string[] = [];
    const query = async (text: string, values: unknown[]) => {
      const told = await owner.query<Record<string, string>>(`explain ${text}`, values);
      plans.push(told.rows.map((row) => Object.values(row)[0]).join('\n'));
      return owner.query(text, values);
    };
    await ask({ query } as unknown as ClientBase);
    expect(plans).toHaveLength(1);
    expect(plans[0]).toMatch(/batch_step_batch/);
    expect(plans[0]).not.toMatch(/Seq Scan on batch_step/);
  });
});
