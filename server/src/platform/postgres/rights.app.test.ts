import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../testing/database.ts';
import { openPools } from './pools.ts';
import { requestLogin } from './roles.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

it('what runs with its owner’s rights finds no name in a schema that others may write', async () => {
  const { rows } = await database.pools.owner.query(
    `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where p.prosecdef and n.nspname = 'public'
       and not exists (select from unnest(p.proconfig) c where c ~ '^search_path=.*, pg_temp$')`,
  );
  expect(rows).toEqual([]);
});

it('requests read everything of an operator but the hash of the password', async () => {
  const read = (what: string) => database.pools.app.query(`select ${what} from operator`);
  await expect(read('password_hash')).rejects.toThrow('permission denied');
  await expect(read('*')).rejects.toThrow('permission denied');
  const { rows } = await database.pools.owner.query<{ name: string }>(
    "select attname as name from pg_attribute where attrelid = 'operator'::regclass and attnum > 0 and not attisdropped",
  );
  for (const { name } of rows) if (name !== 'password_hash') await read(name);
});

it('the login of requests acts as their role and as nobody else', async () => {
  const client = await database.pools.owner.connect();
  const appUrl = await requestLogin(client, database.url);
  client.release();
  const pools = openPools(database.url, { appUrl, max: 1 });
  const who = async () =>
    (await pools.app.query<{ me: string; login: string }>('select current_user as me, session_user as login')).rows[0];
  expect(await who()).toEqual({ me: 'plomb_app', login: 'plomb_request' });
  await expect(pools.app.query('set role plomb_platform')).rejects.toThrow('permission denied');
  await expect(pools.app.query('set role plomb')).rejects.toThrow('permission denied');
  await pools.app.query('set role none');
  await expect(pools.app.query('select 1 from device')).rejects.toThrow('permission denied');
  await pools.close();
});
