import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client, type ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { applyMigration, applyMigrations, MIGRATION_LOCK, type Migration, readMigrations } from '../migrate.ts';
import { ensureRoles } from '../roles.ts';
import { DatabaseTrouble } from '../trouble.ts';
import { type ArchiveReader, openArchive } from './archive.ts';
import { ClosingShape, type Manifest, ManifestShape, type Partition } from './catalogue.ts';
import { withoutRules } from './kept.ts';

export type RestoreSummary = { tables: number; rows: number; madeAt: string; migrated: string[] };

/**
 * Fills an empty database from a backup: in one transaction the schema as it was then and all rows, or nothing.
 * Migrations made since the backup follow.
 */
export async function restoreDatabase(url: string, path: string, dir: string): Promise<RestoreSummary> {
  const archive = await openArchive(path);
  const client = new Client({ connectionString: url, application_name: 'plomb restore' });
  client.on('error', () => undefined);
  try {
    const manifest = ManifestShape.parse(await archive.json());
    const files = await readMigrations(dir);
    const then = migrationsOf(manifest, files);
    await client.connect();
    await ensureRoles(client);
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock($1)`, [MIGRATION_LOCK]);
    await client.query(`set local timezone = 'UTC'; set local statement_timeout = 0`);
    await refuseUnlessEmpty(client);
    for (const migration of then) await applyMigration(client, migration);
    await client.query('set constraints all immediate');
    for (const partition of manifest.partitions) await createPartition(client, partition);
    const names = manifest.tables.map(({ name }) => name);
    const rows = await withoutRules(client, async () => {
      if (names.length > 0) await client.query(`truncate ${names.join(', ')}`);
      return load(client, archive, manifest);
    });
    await client.query('commit');
    await client.query('analyze');
    const migrated = await applyMigrations(url, files);
    return { tables: names.length, rows, madeAt: manifest.madeAt, migrated };
  } finally {
    archive.close();
    await client.end();
  }
}

/** The files that made the schema of the backup: the first of ours, unchanged. */
function migrationsOf({ migrations }: Manifest, files: Migration[]): Migration[] {
  migrations.forEach(({ name, checksum }, index) => {
    const file = files[index];
    if (file?.name === name && file.checksum === checksum) return;
    throw new DatabaseTrouble(
      file?.name === name
        ? `The backup was made after another version of the migration ${name}; restore it with the Plomb that made it.`
        : `The backup was made by a newer or a different Plomb (${name} is not the migration that comes next here). Restore it with that one.`,
    );
  });
  return files.slice(0, migrations.length);
}

async function refuseUnlessEmpty(client: ClientBase): Promise<void> {
  const found = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by 1 limit 1`,
  );
  const table = found.rows[0]?.name;
  if (!table) return;
  throw new DatabaseTrouble(
    `A backup is restored into an empty database only, and this one has tables (${table}). ` +
      'Create a new database, or for the embedded one set DATA_DIR to a new folder, and restore there.',
  );
}

async function createPartition(client: ClientBase, { name, parent, bound, key, options, indexes }: Partition) {
  const existing = await client.query<{ oid: string | null }>('select to_regclass($1)::text as oid', [name]);
  if (existing.rows[0]?.oid) return;
  const inner = key ? ` partition by ${key}` : '';
  await client.query(
    `create table ${name} partition of ${parent} ${bound}${inner}${options ? ` with (${options})` : ''}`,
  );
  for (const index of indexes) await client.query(index);
}

async function load(client: ClientBase, archive: ArchiveReader, { tables }: Manifest): Promise<number> {
  const rows: number[] = [];
  for (const { name, columns } of tables) {
    const copy = client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin (format binary)`));
    await pipeline(Readable.from(archive.section(), { objectMode: false }), copy);
    rows.push(copy.rowCount);
  }
  const closing = ClosingShape.parse(await archive.json());
  await archive.end();
  const wrong = tables.findIndex((_, index) => rows[index] !== closing.rows[index]);
  if (wrong !== -1)
    throw new DatabaseTrouble(`The backup does not hold all rows of ${tables[wrong]?.name}. Nothing was restored.`);
  for (const { name, value, called } of closing.sequences) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [name, value, called]);
  }
  return rows.reduce((sum, count) => sum + count, 0);
}
