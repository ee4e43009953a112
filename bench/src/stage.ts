import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { startEmbedded } from '@plomb/server/platform/postgres/launcher';
import { Client } from 'pg';

const root = resolve(import.meta.dirname, '../..');
export const adminPassword = 'administrator1';

export interface Database {
  url: string;
  name: string;
  drop(): Promise<void>;
}

/** An empty database: on the server BENCH_DATABASE_URL names, or on an embedded one, on disk, with its usual settings. */
export const openDatabase = async (): Promise<Database> => {
  const given = process.env.BENCH_DATABASE_URL;
  if (given) {
    const name = `plomb_bench_${process.pid}`;
    await run(given, `create database ${name}`);
    const url = new URL(given);
    url.pathname = `/${name}`;
    return { url: url.href, name: 'external PostgreSQL', drop: () => run(given, `drop database ${name} with (force)`) };
  }
  const dir = await mkdtemp(join(tmpdir(), 'plomb-bench-'));
  await chmod(dir, 0o755);
  const embedded = await startEmbedded({ dataDir: join(dir, 'data') });
  const drop = async () => {
    await embedded.stop();
    await rm(dir, { recursive: true, force: true });
  };
  return { url: embedded.url, name: 'embedded PostgreSQL', drop };
};

const run = async (url: string, sql: string): Promise<void> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
};

/** `count` registered locks of the HHD family, in a database the product has started on; their numbers on the wire. */
export const registerLocks = async (url: string, count: number): Promise<string[]> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    "insert into device_type (device_type, device_type_name, family, utc_offset_minutes, identity_rule) values ('b', 'b', 'hhd', 480, 'open')",
  );
  const { rows } = await client.query<{ sn: string }>(
    `insert into device (org_id, sn, device_name, device_type_id)
     select (select min(id) from organisation), (13000000000 + n)::text, 'lock ' || n, (select min(id) from device_type)
     from generate_series(1, $1) n returning sn`,
    [count],
  );
  await client.end();
  return rows.map((r) => r.sn);
};

export interface Product {
  url: string;
  gatewayPort: number;
  child: ChildProcess;
  stop(): Promise<void>;
}

/** The product as it runs in production: a process of its own. */
export const startProduct = async (databaseUrl: string): Promise<Product> => {
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      PORT: '0',
      GATEWAY_PORT: '0',
      LOG_LEVEL: 'warn',
      PLOMB_ADMIN_PASSWORD: adminPassword,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  let url = '';
  const gatewayPort = await new Promise<number>((ready, fail) => {
    createInterface(child.stdout!).on('line', (line) => {
      url ||= /Plomb is ready: (\S+)/.exec(line)?.[1] ?? '';
      const port = /Devices connect to port (\d+)/.exec(line)?.[1];
      if (port) ready(Number(port));
    });
    child.once('exit', (code) => fail(new Error(`the product ended with ${code}`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await gone;
  };
  return { url, gatewayPort, child, stop };
};
