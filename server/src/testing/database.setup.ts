import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../platform/postgres/launcher.ts';
import { migrate } from '../platform/postgres/migrate.ts';
import { dropDatabase } from './dropDatabase.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A login that may create databases. */
    databaseAdminUrl: string;
    /** Every database of this test run begins with it. */
    databasePrefix: string;
  }
}

/** One server for the run, one migrated template; every test file clones the template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await testServer();
  const prefix = `plomb_test_${randomBytes(4).toString('hex')}`;
  const admin = new Client({ connectionString: server.url });
  admin.on('error', () => undefined);
  await admin.connect();
  const teardown = async () => {
    const left = await admin.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    );
    for (const { datname } of left.rows) await dropDatabase(admin, datname);
    await admin.end();
    await server.stop();
  };
  try {
    await admin.query(`create database ${prefix}_template`);
    const template = new URL(server.url);
    template.pathname = `/${prefix}_template`;
    await migrate(template.href, { dir: join(import.meta.dirname, '../../migrations') });
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('databaseAdminUrl', server.url);
  project.provide('databasePrefix', prefix);
  return teardown;
}

async function testServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => undefined };
  // Not mkdtemp: as root the server runs under another account, which must get through.
  const dataDir = join(tmpdir(), `plomb-test-${randomBytes(6).toString('hex')}`);
  // These databases are thrown away, so nothing needs to reach the disk.
  const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '200' };
  const server = await startEmbedded({ dataDir, settings });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
