import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { kyselyOver } from '../../platform/postgres/kysely.ts';
import { type FreshDatabase, freshDatabase } from '../../testing/database.ts';
import { newestOf } from './newestOf.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  // forty groups of very different sizes, told in no order, and one without any
  await database.pools.owner.query(
    `create table told as select (n * 7919) % 1009 as id, (n * n) % 40 as of from generate_series(1, 1008) n`,
  );
});
afterAll(() => database.drop());

it.each([1, 3, 21, 500, 2000])('the newest %i of many groups are those of all of them', async (size) => {
  const db = kyselyOver(database.pools.owner);
  const groups = sql`generate_series(0, 41) as g(of)`;
  const of = (most: number) => sql`select t.id from told t where t.of = g.of order by t.id desc limit ${most}`;
  const { rows } = await newestOf(groups, of, size).execute(db);
  const all = await sql<{ id: number }>`select id from told order by id desc limit ${size}`.execute(db);
  expect(rows).toEqual(all.rows);
});
