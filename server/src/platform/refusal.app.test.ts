import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BlankDatabase, blankDatabase } from '../testing/database.ts';
import { migrate } from './postgres/migrate.ts';
import { openPools, type Pools } from './postgres/pools.ts';
import { scoped } from './postgres/transaction.ts';
import { refusalOf } from './refusal.ts';

let database: BlankDatabase;
let pools: Pools;
beforeAll(async () => {
  database = await blankDatabase();
  await migrate(database.url, { dir: import.meta.dirname.replace(/src.*/, 'migrations') });
  pools = openPools(database.url);
});
afterAll(async () => {
  await pools.close();
  await database.drop();
});

const ends = {
  'that the database ended': async (pid: number) =>
    void (await pools.owner.query('select pg_terminate_backend($1)', [pid])),
  'that was cut': async () => pools.cut(),
};
test.each(Object.entries(ends))(
  'a connection %s between two statements is tried again later, and no fault of ours',
  async (_, end) => {
    const failed: unknown = await scoped(pools.app, [], async (client) => {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      const ended = new Promise<void>((done) => client.once('end', done));
      await end(rows[0]!.pid);
      await ended;
      await client.query('select 1');
    }).catch((error: unknown) => error);
    expect(refusalOf(failed)?.code).toBe('unavailable');
  },
);
