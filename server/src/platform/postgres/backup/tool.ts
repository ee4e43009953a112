import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError, readConfig } from '../../config.ts';
import { placeForData } from '../account.ts';
import { borrowEmbedded, type Embedded, startEmbedded } from '../launcher.ts';
import { DatabaseTrouble } from '../trouble.ts';

/**
 * A command line of one FILE on the configured database. `existing`: there must be data, and a running Plomb lends its
 * server; `new`: the embedded one is made if need be, and must not be in use.
 */
export async function databaseTool(
  usage: string,
  data: 'existing' | 'new',
  work: (url: string, file: string) => Promise<string>,
): Promise<void> {
  const [file, ...more] = process.argv.slice(2);
  let server: Pick<Embedded, 'url' | 'stop'> | undefined;
  try {
    if (!file || more.length > 0) throw new DatabaseTrouble(`Usage: ${usage}`);
    server = await configuredServer(readConfig(process.env), data);
    process.stdout.write(`${await work(server.url, file)}\n`);
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`);
    process.exitCode = 1;
  } finally {
    await server?.stop();
  }
}

async function configuredServer(config: Config, data: 'existing' | 'new'): Promise<Pick<Embedded, 'url' | 'stop'>> {
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, stop: async () => undefined };
  const dataDir = await placeForData(config.DATA_DIR);
  if (data === 'new') return startEmbedded({ dataDir });
  await access(join(dataDir, 'pg')).catch(() => {
    throw new DatabaseTrouble(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL.`);
  });
  return borrowEmbedded({ dataDir });
}

function sentenceOf(error: unknown): string {
  if (error instanceof DatabaseTrouble || error instanceof ConfigError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
