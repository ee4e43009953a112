import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BlankDatabase, blankDatabase } from '../../testing/database.ts';
import { eachRow } from './eachRow.ts';

let database: BlankDatabase;
let client: Client;
beforeAll(async () => {
  database = await blankDatabase();
  client = new Client(database.url);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const numbers = { sql: 'select n from generate_series(1, $1::int) n', parameters: [3] };
const still = async () => (await client.query<{ n: number }>('select 1 as n')).rows;

test('takes the rows in their order', async () => {
  const taken: unknown[] = [];
  await eachRow<{ n: number }>(client, numbers, ({ n }) => taken.push(n));
  expect(taken).toEqual([1, 2, 3]);
});

test('takes the first while the database still makes the others', async () => {
  const other = new Client(database.url);
  await other.connect();
  await other.query('select pg_advisory_lock(1)');
  // a row that is long enough to be sent without waiting for the next, which waits for us
  const sql =
    "select n, repeat('x', 100000), case when n = 2 then pg_advisory_lock(1) end from generate_series(1, 2) n";
  const { promise: first, resolve: took } = Promise.withResolvers<void>();
  const read = eachRow(client, { sql, parameters: [] }, () => took());
  await first;
  await other.query('select pg_advisory_unlock(1)');
  await read;
  await other.end();
});

test('what fails in the work or in the statement fails it, and the connection goes on', async () => {
  const taken: number[] = [];
  const read = eachRow<{ n: number }>(client, numbers, ({ n }) => {
    taken.push(n);
    if (n === 2) throw new Error('no');
  });
  await expect(read).rejects.toThrow('no');
  expect(taken).toEqual([1, 2]);
  expect(await still()).toEqual([{ n: 1 }]);
  await expect(eachRow(client, { sql: 'select 1 / 0', parameters: [] }, () => undefined)).rejects.toThrow('zero');
  expect(await still()).toEqual([{ n: 1 }]);
});
