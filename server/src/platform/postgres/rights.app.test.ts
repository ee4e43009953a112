import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../testing/database.ts';

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
