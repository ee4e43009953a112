import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { firstStart } from './firstStart.ts';
import { migrate } from './platform/postgres/migrate.ts';
import { openPools } from './platform/postgres/pools.ts';
import { transaction } from './platform/postgres/transaction.ts';
import { blankDatabase } from './testing/database.ts';

it('of two processes that start on one new database at once, one makes the administrator', async () => {
  const database = await blankDatabase();
  const dir = resolve(import.meta.dirname, '../migrations');
  await Promise.all([migrate(database.url, { dir }), migrate(database.url, { dir })]);
  const pools = openPools(database.url);
  const start = () => transaction(pools.owner, (db) => firstStart(db, undefined));
  const made = await Promise.all([start(), start()]);
  expect(made.filter((m) => m.administrator !== null)).toHaveLength(1);
  const { rows } = await pools.owner.query(
    'select (select count(*) from organisation) as organisations, (select count(*) from operator) as operators',
  );
  expect(rows).toEqual([{ organisations: 1, operators: 1 }]);
  await pools.close();
  await database.drop();
});
