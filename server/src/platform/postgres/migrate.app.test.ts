import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BlankDatabase, blankDatabase } from '../../testing/database.ts';
import { migrate } from './migrate.ts';

let database: BlankDatabase;
let dir: string;

beforeEach(async () => {
  database = await blankDatabase();
  dir = await mkdtemp(join(tmpdir(), 'plomb-migrations-'));
});
afterEach(async () => {
  await database.drop();
  await rm(dir, { recursive: true });
});

const put = (name: string, sql: string) => writeFile(join(dir, name), sql);
const run = () => migrate(database.url, { dir });

async function ask<T>(sql: string): Promise<T[]> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

test('files are applied once, in the order of their dates', async () => {
  await put('2026-11-22-rows.sql', "insert into seal (name) values ('second')");
  await put('2026-11-21-table.sql', 'create table seal (name text)');
  expect(await run()).toEqual(['2026-11-21-table.sql', '2026-11-22-rows.sql']);
  expect(await run()).toEqual([]);
  await put('2026-11-23-more.sql', "insert into seal (name) values ('third')");
  expect(await run()).toEqual(['2026-11-23-more.sql']);
  expect(await ask('select name from seal')).toEqual([{ name: 'second' }, { name: 'third' }]);
});

test('a file changed after it was applied is refused; other line ends are no change', async () => {
  await put('2026-11-21-table.sql', 'create table seal (\n name text)');
  await run();
  await put('2026-11-21-table.sql', 'create table seal (\r\n name text)');
  expect(await run()).toEqual([]);
  await put('2026-11-21-table.sql', 'create table seal (name text, colour text)');
  await expect(run()).rejects.toThrow('2026-11-21-table.sql was changed after it had been applied');
});

test('a file that is gone means a newer program; a file from before the last one is refused', async () => {
  await put('2026-11-22-table.sql', 'create table seal ()');
  await run();
  await put('2026-11-21-late.sql', 'create table patrol ()');
  await expect(run()).rejects.toThrow('2026-11-21-late.sql is dated before 2026-11-22-table.sql');
  await rm(join(dir, '2026-11-21-late.sql'));
  await rm(join(dir, '2026-11-22-table.sql'));
  await expect(run()).rejects.toThrow('migrated by a newer Plomb');
});

test('a file that fails is taken back as a whole, names its line, and those before it stay', async () => {
  await put('2026-11-21-table.sql', 'create table seal (name text)');
  await put('2026-11-22-broken.sql', 'create table patrol ();\n\nselect nothing from nowhere;');
  await expect(run()).rejects.toThrow('2026-11-22-broken.sql failed at line 3: relation "nowhere" does not exist');
  expect(await ask("select to_regclass('seal')::text as seal, to_regclass('patrol')::text as patrol")).toEqual([
    { seal: 'seal', patrol: null },
  ]);
});

test('a name without a date is refused before anything is applied', async () => {
  await put('2026-11-21-table.sql', 'create table seal ()');
  await put('fix.sql', 'select 1');
  await expect(run()).rejects.toThrow('fix.sql is no name for a migration');
  expect(await ask("select to_regclass('seal')::text as seal")).toEqual([{ seal: null }]);
});

test('programs that start together on one database apply each file once', async () => {
  await put('2026-11-21-table.sql', 'create table seal ()');
  const applied = await Promise.all([run(), run(), run(), run()]);
  expect(applied.flat()).toEqual(['2026-11-21-table.sql']);
});

test('the roles are made once for all databases, whoever comes first', async () => {
  const others = await Promise.all([blankDatabase(), blankDatabase(), blankDatabase()]);
  await Promise.all([database, ...others].map(({ url }) => migrate(url, { dir })));
  expect(
    await ask(
      `select rolname, rolcanlogin, rolsuper, rolbypassrls from pg_roles
       where rolname in ('plomb_app', 'plomb_platform') order by 1`,
    ),
  ).toEqual([
    { rolname: 'plomb_app', rolcanlogin: false, rolsuper: false, rolbypassrls: false },
    { rolname: 'plomb_platform', rolcanlogin: false, rolsuper: false, rolbypassrls: false },
  ]);
  await Promise.all(others.map(({ drop }) => drop()));
});

test('a user who may not act as the roles is told what the administrator has to run', async () => {
  await ask("create role poor_user login password 'poor'");
  try {
    const url = new URL(database.url);
    url.username = 'poor_user';
    url.password = 'poor';
    await expect(migrate(url.href, { dir })).rejects.toThrow('GRANT plomb_app TO "poor_user"');
  } finally {
    await ask('drop role poor_user');
  }
});
