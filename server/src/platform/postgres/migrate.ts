import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, type ClientBase } from 'pg';
import { type DatabaseLog, silentLog } from './log.ts';
import { ensureRoles } from './roles.ts';
import { DatabaseTrouble } from './trouble.ts';

export const MIGRATION_TABLE = 'plomb_migration';

/** One dated SQL file. `checksum` is over its text, line ends made equal. */
export type Migration = { name: string; checksum: string; sql: string };
export type AppliedMigration = Pick<Migration, 'name' | 'checksum'>;

/** Any constant: two programs that migrate one database wait for each other on it. */
export const MIGRATION_LOCK = 7_106_201;
const NAME = /^\d{4}-\d{2}-\d{2}-[a-z0-9-]+\.sql$/;

export type MigrateOptions = { dir: string; log?: DatabaseLog };

/** Brings the database at `url` to the level of the folder; returns the names applied now. Any number of programs may do it together. */
export async function migrate(url: string, { dir, log = silentLog }: MigrateOptions): Promise<string[]> {
  return applyMigrations(url, await readMigrations(dir), log);
}

export async function applyMigrations(url: string, migrations: Migration[], log = silentLog): Promise<string[]> {
  const client = new Client({ connectionString: url, application_name: 'plomb migrate' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await ensureRoles(client);
    const applied = await appliedMigrations(client);
    const pending = pendingMigrations(migrations, applied);
    for (const migration of pending) {
      await client.query('begin');
      await applyMigration(client, migration);
      await client.query('commit');
      log.info({ migration: migration.name }, 'Database migration applied');
    }
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

export async function readMigrations(dir: string): Promise<Migration[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort();
  const misnamed = names.find((name) => !NAME.test(name));
  if (misnamed) throw new DatabaseTrouble(`${misnamed} is no name for a migration; write 2026-11-21-what-it-does.sql`);
  return Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(join(dir, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** What the database says was applied, oldest first; nothing when it has never been migrated. */
export async function appliedMigrations(client: ClientBase): Promise<AppliedMigration[]> {
  const table = await client.query<{ oid: string | null }>('select to_regclass($1)::text as oid', [MIGRATION_TABLE]);
  if (!table.rows[0]?.oid) return [];
  const rows = await client.query<AppliedMigration>(
    `select name, checksum from ${MIGRATION_TABLE} order by name collate "C"`,
  );
  return rows.rows;
}

/** The files still to apply, or a refusal: history is never rewritten and never filled in from behind. */
export function pendingMigrations(files: Migration[], applied: AppliedMigration[]): Migration[] {
  const byName = new Map(files.map((file) => [file.name, file]));
  for (const { name, checksum } of applied) {
    const file = byName.get(name);
    if (!file) {
      throw new DatabaseTrouble(
        `The database was migrated by a newer Plomb (${name} is not part of this one). Start the newer version, or restore a backup.`,
      );
    }
    if (file.checksum !== checksum) {
      throw new DatabaseTrouble(
        `The migration ${name} was changed after it had been applied. Put its text back and add a new dated file for the change.`,
      );
    }
  }
  const done = new Set(applied.map(({ name }) => name));
  const last = applied.at(-1)?.name ?? '';
  const pending = files.filter(({ name }) => !done.has(name));
  const late = pending.find(({ name }) => name < last);
  if (late) {
    throw new DatabaseTrouble(
      `The migration ${late.name} is dated before ${last}, which is applied already. Give it a later date.`,
    );
  }
  return pending;
}

/** Runs one file and notes it, within the caller's transaction. */
export async function applyMigration(client: ClientBase, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    throw new DatabaseTrouble(`The migration ${name} failed${lineOf(error, sql)}: ${reasonOf(error)}`, {
      cause: error,
    });
  }
  await client.query(`create table if not exists ${MIGRATION_TABLE} (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
  await client.query(`insert into ${MIGRATION_TABLE} (name, checksum) values ($1, $2)`, [name, checksum]);
}

function lineOf(error: unknown, sql: string): string {
  if (!(error instanceof Error && 'position' in error)) return '';
  return ` at line ${sql.slice(0, Number(error.position)).split('\n').length}`;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
