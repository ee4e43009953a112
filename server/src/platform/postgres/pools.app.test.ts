import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BlankDatabase, blankDatabase } from '../../testing/database.ts';
import { kyselyOn } from './kysely.ts';
import { migrate } from './migrate.ts';
import { openPools, type Pools } from './pools.ts';
import { scoped, transaction } from './transaction.ts';

let database: BlankDatabase;
let pools: Pools;

beforeAll(async () => {
  database = await blankDatabase();
  await migrate(database.url, { dir: import.meta.dirname.replace(/src.*/, 'migrations') });
  pools = openPools(database.url, { max: 3 });
  await transaction(pools.owner, (client) =>
    client.query(`
      create schema trial;
      create table trial.lock (id bigint primary key, org_id bigint not null, day date, at timestamptz, ids bigint[]);
      alter table trial.lock enable row level security;
      alter table trial.lock force row level security;
      create policy own on trial.lock to plomb_app
        using (org_id = any (string_to_array(nullif(current_setting('plomb.orgs', true), ''), ',')::bigint[]));
      create policy everything on trial.lock to plomb_platform using (true);
      create policy owner on trial.lock to current_user using (true);
      grant usage on schema trial to plomb_app, plomb_platform;
      grant select, insert on trial.lock to plomb_app, plomb_platform;
      insert into trial.lock values (1, 10, '2026-11-21', '2026-11-21T23:30:00.125Z', '{9007199254740991,null}');
      insert into trial.lock values (2, 20), (3, 30)`),
  );
});
afterAll(async () => {
  await pools.close();
  await database.drop();
});

const ids = async (client: Pick<PoolClient, 'query'>) =>
  (await client.query<{ id: number }>('select id from trial.lock order by id')).rows.map(({ id }) => id);

test('a request sees the organisations it was given, and nothing without any', async () => {
  expect(await ids(pools.app)).toEqual([]);
  expect(await scoped(pools.app, [], ids)).toEqual([]);
  expect(await scoped(pools.app, [10, 30], ids)).toEqual([1, 3]);
  expect(await scoped(pools.app, new Set([20]), ids)).toEqual([2]);
  expect(await ids(pools.app)).toEqual([]);
  expect(await ids(pools.platform)).toEqual([1, 2, 3]);
});

test('nothing a request runs gives it back the rights of the login', async () => {
  const one = openPools(database.url, { max: 1 });
  for (const sql of ['reset role', 'reset all', 'discard all']) {
    await one.app.query(sql);
    expect(await ids(one.app)).toEqual([]);
  }
  await one.close();
});

test('rows of a foreign organisation cannot be written', async () => {
  const write = (org: number) =>
    scoped(pools.app, [10], (client) => client.query('insert into trial.lock values (100, $1)', [org]));
  await expect(write(20)).rejects.toThrow('row-level security');
});

test('only whole numbers name organisations', async () => {
  await expect(scoped(pools.app, [Number.NaN], ids)).rejects.toThrow('Not an organisation id');
  await expect(scoped(pools.app, [1.5], ids)).rejects.toThrow('Not an organisation id');
});

test('numbers and days come back as themselves, moments as text to a request and as dates to the platform', async () => {
  const read = (client: Pick<PoolClient, 'query'>) =>
    client.query('select id, day, at, ids from trial.lock where id = 1').then(({ rows }) => rows);
  const row = { id: 1, day: '2026-11-21', ids: [9007199254740991, null] };
  expect(await scoped(pools.app, [10], read)).toEqual([{ ...row, at: '2026-11-21T23:30:00.125Z' }]);
  expect(await read(pools.platform)).toEqual([{ ...row, at: new Date('2026-11-21T23:30:00.125Z') }]);
});

test('a thrown error takes the whole transaction back', async () => {
  const half = transaction(pools.platform, async (client) => {
    await client.query('insert into trial.lock values (200, 10)');
    throw new Error('changed my mind');
  });
  await expect(half).rejects.toThrow('changed my mind');
  expect(await ids(pools.platform)).toEqual([1, 2, 3]);
});

test('a failed statement that was swallowed is no silent success', async () => {
  const swallowed = transaction(pools.platform, async (client) => {
    await client.query('insert into trial.lock values (201, 10)');
    await client.query('select 1 / 0').catch(() => undefined);
  });
  await expect(swallowed).rejects.toThrow('nothing was saved');
  expect(await ids(pools.platform)).toEqual([1, 2, 3]);
});

test("a request's endless statement is given up", async () => {
  const hasty = openPools(database.url, { appStatementTimeout: 20 });
  await expect(hasty.app.query('select pg_sleep(60)')).rejects.toThrow('statement timeout');
  await hasty.close();
});

test('lost connections are logged, and the next query has a new one', async () => {
  const warnings: object[] = [];
  const log = { info() {}, error() {}, warn: (fields: object) => void warnings.push(fields) };
  const lossy = openPools(database.url, { max: 1, log });
  const { rows } = await lossy.app.query<{ pid: number }>('select pg_backend_pid() as pid');
  const lost = new Promise((resolve) => lossy.app.once('error', resolve));
  await pools.owner.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await lost;
  expect(warnings).toHaveLength(1);
  expect(await ids(lossy.app)).toEqual([]);
  await lossy.close();
});

test('a connection lost in the middle of a transaction fails that transaction alone', async () => {
  const broken = transaction(pools.platform, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const gone = new Promise((resolve) => client.once('end', resolve));
    await pools.owner.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await gone;
    await client.query('select 1');
  });
  await expect(broken).rejects.toThrow();
  expect(await ids(pools.platform)).toEqual([1, 2, 3]);
});

test('options that the URL already carries are kept', async () => {
  const url = new URL(database.url);
  url.searchParams.set('options', '-c work_mem=5MB');
  const kept = openPools(url.href);
  const { rows } = await kept.app.query("select current_user as role, current_setting('work_mem') as mem");
  expect(rows).toEqual([{ role: 'plomb_app', mem: '5MB' }]);
  await kept.close();
});

test('typed queries run on the connection of the transaction, in its scope', async () => {
  type Tables = { 'trial.lock': { id: number; org_id: number } };
  const result = await scoped(pools.app, [10, 20], async (client) => {
    const db = kyselyOn<Tables>(client);
    const inserted = await db.insertInto('trial.lock').values({ id: 300, org_id: 20 }).executeTakeFirst();
    const found = await db.selectFrom('trial.lock').select('id').where('org_id', '=', 20).orderBy('id').execute();
    await expect(db.transaction().execute(async () => undefined)).rejects.toThrow('in a transaction already');
    await client.query('rollback; begin');
    return { inserted: inserted.numInsertedOrUpdatedRows, found };
  });
  expect(result).toEqual({ inserted: 1n, found: [{ id: 2 }, { id: 300 }] });
});
