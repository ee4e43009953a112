import { resolve } from 'node:path';
import { backupDatabase } from './platform/postgres/backup/dump.ts';
import { databaseTool } from './platform/postgres/backup/tool.ts';

await databaseTool('npm run backup FILE', 'existing', async (url, file) => {
  const { tables, rows, bytes } = await backupDatabase(url, resolve(process.env.INIT_CWD ?? '.', file));
  return (
    `Backed up ${rows} rows of ${tables} tables into ${file} (${Math.ceil(bytes / 1024)} kB). It holds password hashes too: keep it safe. ` +
    'It does not hold the secret (PLOMB_SECRET, or the file `secret` in DATA_DIR): keep a copy of that in another place.'
  );
});
