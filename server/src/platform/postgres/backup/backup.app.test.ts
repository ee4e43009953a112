import { copyFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blankDatabase } from '../../../testing/database.ts';
import { migrate } from '../migrate.ts';
import { backupDatabase } from './dump.ts';
import { restoreDatabase } from './load.ts';

/** Everything that makes tables hard to fill: keys in a circle, triggers, row-level security, partitions, seeds. */
const schema = `
  create type colour as enum ('red', 'green');
  create table seed (id int primary key, text text);
  insert into seed values (1, 'from the migration'), (2, 'removed later');
  create table organisation (id bigint generated always as identity primary key, parent_id bigint references organisation, boss_id bigint);
  create table operator (id bigint generated always as identity primary key, org_id bigint not null references organisation, name text);
  alter table organisation add foreign key (boss_id) references operator;
  create table "Odd Name" (id serial primary key, "select" colour, raw bytea, doc jsonb, list bigint[], big numeric,
    at timestamptz, double_id int generated always as (id * 2) stored, org_id bigint references organisation deferrable initially deferred);
  alter table "Odd Name" enable row level security;
  alter table "Odd Name" force row level security;
  create policy owner on "Odd Name" to current_user using (true);
  create table note (id int primary key, text text);
  create function noted() returns trigger language plpgsql as $$ begin insert into note values (new.id + 100, 'by trigger'); return null; end $$;
  create trigger noted after insert on seed for each row execute function noted();
  create trigger noted_off after insert on operator for each row execute function noted();
  alter table operator disable trigger noted_off;
  create function stays() returns trigger language plpgsql as $$ begin raise exception 'append only'; end $$;
  create trigger never_emptied before truncate on note for each statement execute function stays();
  alter table note enable always trigger never_emptied;
  create table position (device_id bigint, at timestamptz, lon float8, primary key (device_id, at)) partition by range (at);
  create unlogged table scratch (id int);
  create schema graphile_worker;
  create table graphile_worker.job (id int);
`;

const rows = `
  delete from seed where id = 2;
  insert into organisation (parent_id) values (null), (1), (2);
  insert into operator (org_id, name) values (3, '海关'), (1, null);
  update organisation set boss_id = 1;
  insert into "Odd Name" ("select", raw, doc, list, big, at, org_id) select 'green', decode(repeat('00ff', 5000), 'hex'),
    '{"a": [1, null]}', '{1,null,9223372036854775807}', 'NaN', '2026-11-21 08:00:00.123456+08', 2 from generate_series(1, 40);
  create table position_11 partition of position for values from ('2026-11-01') to ('2026-12-01') partition by list (device_id);
  create table position_11_rest partition of position_11 default with (fillfactor = 70);
  create index own_index on position_11_rest using brin (at);
  create table position_12 partition of position for values from ('2026-12-01') to (maxvalue);
  insert into position select i, '2026-11-30 23:00:00Z'::timestamptz + i * interval '1 minute', i / 3.0 from generate_series(1, 5000) i;
  insert into scratch values (1);
  insert into graphile_worker.job values (1);
  select setval('operator_id_seq', 500);
`;

let dir: string;
let migrations: string;
let backup: string;
let source: Awaited<ReturnType<typeof blankDatabase>>;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'plomb-backup-'));
  migrations = await migrationsOf(schema);
  backup = join(dir, 'all.plomb');
  source = await blankDatabase();
  await migrate(source.url, { dir: migrations });
  await ask(source.url, rows);
  expect(await backupDatabase(source.url, backup)).toMatchObject({ tables: 6, rows: 5046 });
});
afterAll(async () => {
  await source.drop();
  await rm(dir, { recursive: true });
});

async function migrationsOf(...files: string[]): Promise<string> {
  const folder = await mkdtemp(join(dir, 'migrations-'));
  await Promise.all(files.map((sql, index) => writeFile(join(folder, `2026-11-2${index + 1}-part.sql`), sql)));
  return folder;
}

async function ask(url: string, sql: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Each table as one text, and what surrounds the rows. */
async function picture(url: string) {
  const tables = [
    'seed',
    'organisation',
    'operator',
    '"Odd Name"',
    'note',
    'position',
    'position_11_rest',
    'position_12',
  ];
  const contents = tables.map(
    (name) => `(select md5(string_agg(t::text, '|' order by t::text)) from ${name} t) as ${name}`,
  );
  const around = `
    select 'trigger', tgname::text, tgenabled::text from pg_trigger where not tgisinternal
    union all select 'key', conname, pg_get_constraintdef(oid) from pg_constraint where contype = 'f'
    union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
    union all select 'security', relname, relforcerowsecurity::text from pg_class where relrowsecurity
    union all select 'partition', relname, pg_get_expr(relpartbound, oid) || coalesce(reloptions::text, '')
      from pg_class where relispartition and relkind <> 'i'
    order by 1, 2, 3`;
  return { contents: await ask(url, `select ${contents.join(', ')}`), around: await ask(url, around) };
}

async function withBlank(fn: (url: string) => Promise<void>) {
  const blank = await blankDatabase();
  await fn(blank.url).finally(blank.drop);
}

test('a restored database is the one that was backed up', () =>
  withBlank(async (url) => {
    const summary = await restoreDatabase(url, backup, migrations);
    expect(summary).toMatchObject({ tables: 6, rows: 5046, migrated: [] });
    expect(await picture(url)).toEqual(await picture(source.url));
    expect(await ask(url, 'select text from seed')).toEqual([{ text: 'from the migration' }]);
    expect(await ask(url, 'insert into operator (org_id) values (1) returning id')).toEqual([{ id: '501' }]);
    expect(await ask(url, 'select from scratch union all select from graphile_worker.job')).toEqual([]);
    expect(await migrate(url, { dir: migrations })).toEqual([]);
    const again = join(dir, 'again.plomb');
    expect(await backupDatabase(url, again)).toMatchObject({ tables: 6, rows: 5047 });
  }));

test('migrations made since the backup run on the restored rows', () =>
  withBlank(async (url) => {
    const newer = await migrationsOf(schema, "update operator set name = 'renamed' where name is null");
    expect(await restoreDatabase(url, backup, newer)).toMatchObject({ migrated: ['2026-11-22-part.sql'] });
    expect(await ask(url, 'select name from operator order by id')).toEqual([{ name: '海关' }, { name: 'renamed' }]);
  }));

test('the file is for its owner alone and is never overwritten', async () => {
  expect((await stat(backup)).mode & 0o777).toBe(0o600);
  const before = await readFile(backup);
  await expect(backupDatabase(source.url, backup)).rejects.toThrow('exists already');
  expect(before.equals(await readFile(backup))).toBe(true);
});

test('a database with tables is refused and left as it is', () =>
  withBlank(async (url) => {
    await ask(url, 'create table mine (id int); insert into mine values (1)');
    await expect(restoreDatabase(url, backup, migrations)).rejects.toThrow('has tables (public.mine)');
    expect(await ask(url, 'select id from mine')).toEqual([{ id: 1 }]);
  }));

test('a backup of a newer Plomb, or of one with other migrations, is refused', () =>
  withBlank(async (url) => {
    await expect(restoreDatabase(url, backup, await migrationsOf())).rejects.toThrow('newer or a different Plomb');
    await expect(restoreDatabase(url, backup, await migrationsOf('create table t ()'))).rejects.toThrow(
      'another version of the migration 2026-11-21-part.sql',
    );
    expect(await ask(url, "select from pg_class where relnamespace = 'public'::regnamespace")).toEqual([]);
  }));

test('a damaged, cut or foreign file restores nothing', () =>
  withBlank(async (url) => {
    const { size } = await stat(backup);
    const cut = join(dir, 'cut.plomb');
    await copyFile(backup, cut);
    await truncate(cut, size - 40);
    const flipped = join(dir, 'flipped.plomb');
    const bytes = await readFile(backup);
    const middle = Math.floor(size / 2);
    bytes[middle] = bytes[middle]! ^ 0xff;
    await writeFile(flipped, bytes);
    const foreign = join(dir, 'foreign.plomb');
    await writeFile(foreign, zstdCompressSync('some other text that is long enough'));
    const plain = join(dir, 'plain.sql');
    await writeFile(plain, 'select 1');
    await expect(restoreDatabase(url, cut, migrations)).rejects.toThrow('cut short, damaged or not a backup');
    await expect(restoreDatabase(url, flipped, migrations)).rejects.toThrow(/damaged|invalid|incorrect/);
    await expect(restoreDatabase(url, foreign, migrations)).rejects.toThrow('is not a backup');
    await expect(restoreDatabase(url, plain, migrations)).rejects.toThrow('not a backup');
    await expect(restoreDatabase(url, join(dir, 'missing.plomb'), migrations)).rejects.toThrow('ENOENT');
    expect(await ask(url, "select from pg_class where relnamespace = 'public'::regnamespace")).toEqual([]);
  }));

test('a user from whom rows are hidden gets no backup instead of half of one', () =>
  withBlank(async (url) => {
    await migrate(url, {
      dir: await migrationsOf('create table seal (id int); alter table seal enable row level security'),
    });
    await ask(url, 'grant select on all tables in schema public to plomb_platform');
    const role = new URL(url);
    role.searchParams.set('options', '-c role=plomb_platform');
    const path = join(dir, 'half.plomb');
    await expect(backupDatabase(role.href, path)).rejects.toThrow('hides rows of public.seal');
    await ask(url, 'create policy everything on seal to plomb_platform using (true)');
    expect(await backupDatabase(role.href, path)).toMatchObject({ tables: 1, rows: 0 });
  }));

test('a database that was never set up is nothing to back up', () =>
  withBlank(async (url) => {
    await expect(backupDatabase(url, join(dir, 'nothing.plomb'))).rejects.toThrow('never set up');
    await expect(stat(join(dir, 'nothing.plomb'))).rejects.toThrow('ENOENT');
  }));
