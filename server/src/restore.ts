import { join, resolve } from 'node:path';
import { restoreDatabase } from './platform/postgres/backup/load.ts';
import { databaseTool } from './platform/postgres/backup/tool.ts';

await databaseTool('npm run restore FILE', 'new', async (url, file) => {
  const migrations = join(import.meta.dirname, '../migrations');
  const { tables, rows, madeAt, migrated } = await restoreDatabase(
    url,
    resolve(process.env.INIT_CWD ?? '.', file),
    migrations,
  );
  const newer = migrated.length > 0 ? ` Then applied ${migrated.length} newer migrations.` : '';
  return (
    `Restored ${rows} rows of ${tables} tables as they were on ${madeAt}.${newer} A backup never holds the secret that seals ` +
    'second factors: before the first start copy the old file `secret` into DATA_DIR, or set PLOMB_SECRET to what it held.'
  );
});
