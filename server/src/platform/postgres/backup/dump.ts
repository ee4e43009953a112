import { createWriteStream } from 'node:fs';
import { access, rename, rm, stat } from 'node:fs/promises';
import { Client, type ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { appliedMigrations } from '../migrate.ts';
import { DatabaseTrouble } from '../trouble.ts';
import { type Section, writeArchive } from './archive.ts';
import { type Closing, hiddenTables, listPartitions, listTables, type Manifest, readSequences } from './catalogue.ts';

export type BackupSummary = { tables: number; rows: number; bytes: number };

/** Writes every table as it stands at one moment into a new file, while the program goes on working. */
export async function backupDatabase(url: string, path: string): Promise<BackupSummary> {
  if (await exists(path)) throw new DatabaseTrouble(`${path} exists already; a backup never overwrites a file.`);
  const client = new Client({ connectionString: url, application_name: 'plomb backup' });
  client.on('error', () => undefined);
  await client.connect();
  const unfinished = `${path}.unfinished`;
  try {
    await client.query('begin isolation level repeatable read read only');
    const manifest = await describe(client);
    const rows: number[] = [];
    await rm(unfinished, { force: true });
    // It holds password hashes: for its owner's eyes only.
    const file = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true });
    await writeArchive(sections(client, manifest, rows), file);
    await rename(unfinished, path);
    const { size } = await stat(path);
    return { tables: rows.length, rows: rows.reduce((sum, count) => sum + count, 0), bytes: size };
  } finally {
    await client.end();
    await rm(unfinished, { force: true });
  }
}

async function describe(client: ClientBase): Promise<Manifest> {
  const migrations = await appliedMigrations(client);
  if (migrations.length === 0)
    throw new DatabaseTrouble('There is nothing to back up: this database was never set up.');
  // Without a search path the catalogue spells every name in full.
  await client.query(`set local timezone = 'UTC'; set local search_path = ''; set local statement_timeout = 0`);
  const hidden = await hiddenTables(client);
  if (hidden.length > 0) {
    throw new DatabaseTrouble(
      `Row-level security hides rows of ${hidden.join(', ')} from this database user, so the backup would lack them. ` +
        'Connect as the owner of the tables or as a role with BYPASSRLS.',
    );
  }
  const version = await client.query<{ server_version: string }>('show server_version');
  return {
    madeAt: new Date().toISOString(),
    serverVersion: version.rows[0]!.server_version,
    migrations,
    tables: await listTables(client),
    partitions: await listPartitions(client),
  };
}

async function* sections(client: ClientBase, manifest: Manifest, rows: number[]): AsyncGenerator<Section> {
  yield json(manifest);
  for (const { name, columns } of manifest.tables) {
    // A query and not the table: before PostgreSQL 18 a partitioned table is copied out no other way.
    const copy = client.query(copyTo(`copy (select ${columns.join(', ')} from ${name}) to stdout (format binary)`));
    yield copy;
    rows.push(copy.rowCount);
  }
  const closing: Closing = { rows, sequences: await readSequences(client) };
  yield json(closing);
}

function json(value: unknown): Section {
  return [Buffer.from(JSON.stringify(value))];
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
