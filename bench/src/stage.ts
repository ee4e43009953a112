import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { startEmbedded } from '@plomb/server/platform/postgres/launcher';
import { Client } from 'pg';
import { password } from './generate.ts';

const root = resolve(import.meta.dirname, '../..');

export interface Database {
  url: string;
  name: string;
  /** of an embedded one, for its log */
  dataDir?: string;
  /** stops it; what was made for this run goes */
  drop(): Promise<void>;
}

/** A folder of this run that the database's account may pass through. */
const folderOf = async (what: string): Promise<string> => {
  const dir = await mkdtemp(join(tmpdir(), `plomb-${what}-`));
  await chmod(dir, 0o755);
  return dir;
};

/** An empty database: on the server BENCH_DATABASE_URL names, or on an embedded one, on disk, with its usual settings. */
export const openDatabase = async (settings: Record<string, string> = {}): Promise<Database> => {
  const given = process.env.BENCH_DATABASE_URL;
  if (!given) return openEmbedded(settings);
  const name = `plomb_bench_${process.pid}`;
  await run(given, `create database ${name}`);
  const url = new URL(given);
  url.pathname = `/${name}`;
  return { url: url.href, name: 'external PostgreSQL', drop: () => run(given, `drop database ${name} with (force)`) };
};

export const openEmbedded = async (settings: Record<string, string> = {}, binDir?: string): Promise<Database> => {
  const dir = await folderOf('bench');
  const dataDir = join(dir, 'data');
  const embedded = await startEmbedded({ dataDir, settings, ...(binDir && { binDir }) });
  const drop = async () => {
    await embedded.stop();
    await rm(dir, { recursive: true, force: true });
  };
  return { url: embedded.url, name: `embedded PostgreSQL ${embedded.version}`, dataDir, drop };
};

/** Programs of a PostgreSQL that the system has; null without one. */
export const installedPostgres = async (): Promise<string | null> => {
  const home = '/usr/lib/postgresql';
  const majors = existsSync(home) ? await readdir(home) : [];
  const newest = majors.sort((a, b) => Number(b) - Number(a))[0];
  return newest ? join(home, newest, 'bin') : null;
};

/** A database that stays, by its name: on the server BENCH_DATABASE_URL names, or embedded in a folder. */
export const openKept = async (
  name: string,
  folder: string | null,
  settings: Record<string, string> = {},
): Promise<Database> => {
  const given = process.env.BENCH_DATABASE_URL;
  if (given) {
    const database = name.replaceAll('-', '_');
    const url = new URL(given);
    url.pathname = `/${database}`;
    await run(given, `create database ${database}`).catch((error) => {
      if ((error as { code?: string }).code !== '42P04') throw error; // it is there already
    });
    return { url: url.href, name: 'external PostgreSQL', drop: async () => undefined };
  }
  const dataDir = folder ?? join(tmpdir(), name);
  const embedded = await startEmbedded({ dataDir, settings });
  return { url: embedded.url, name: `embedded PostgreSQL ${embedded.version}`, dataDir, drop: embedded.stop };
};
/** The generated fleet. */
export const openGenerated = (folder: string | null, settings: Record<string, string> = {}): Promise<Database> =>
  openKept('plomb-generated', folder, settings);

const metricsOf = async ({ url }: Product): Promise<string> => (await fetch(`${url}/metrics`)).text();

/** Bytes that V8 keeps for new objects, however few there are: it grows with work, to a measure, and not with connections. */
export const newSpaceOf = async (product: Product): Promise<number> => {
  const [, size] = /heap_space_size_total_bytes\{space="new"\} (\d+)/.exec(await metricsOf(product)) ?? [];
  return Number(size ?? 0);
};

/** Why the gateway closed connections so far, and how often. */
export const closedBy = async (product: Product): Promise<string> => {
  const reasons = (await metricsOf(product)).matchAll(
    /^plomb_gateway_connections_closed_total\{reason="([^"]+)"\} (\d+)/gm,
  );
  return [...reasons].map(([, reason, count]) => `${count} ${reason}`).join(', ') || 'none';
};

export const connected = async <T>(url: string, work: (db: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
};
const run = (url: string, sql: string): Promise<void> => connected(url, async (db) => void (await db.query(sql)));

/** `count` registered locks of the HHD family, in a database the product has started on; their numbers on the wire. */
export const registerLocks = (url: string, count: number): Promise<string[]> =>
  connected(url, async (db) => {
    // locks of the load do not register: their type takes their word for who they are
    await db.query(
      `insert into device_type (device_type, device_type_name, family, utc_offset_minutes, identity_rule)
       values ('b', 'b', 'hhd', 480, 'open')`,
    );
    const { rows } = await db.query<{ sn: string }>(
      `insert into device (org_id, sn, device_name, device_type_id)
       select (select min(id) from organisation), (13000000000 + n)::text, 'lock ' || n, (select min(id) from device_type)
       from generate_series(1, $1) n returning sn`,
      [count],
    );
    await db.query('vacuum analyze device, lock_state, device_connection');
    return rows.map((r) => r.sn);
  });

export interface Product {
  url: string;
  gatewayPort: number;
  pid: number;
  stop(): Promise<void>;
}

/** Warnings of the product that are shown of one run. */
const mostTroubles = 20;

/** The product as it runs in production: a process of its own. */
export const startProduct = async (
  databaseUrl: string,
  nodeOptions: string[] = [],
  settings: Record<string, string> = {},
): Promise<Product> => {
  const dataDir = await folderOf('product');
  const child: ChildProcess = spawn(process.execPath, [...nodeOptions, 'server/src/main.ts', '--new-files'], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: '0',
      GATEWAY_PORT: '0',
      // the load is one machine, and few locks that speak fast stand for many
      DEVICE_CONNECTIONS_PER_ADDRESS: '100000',
      DEVICE_REPORTS_PER_MINUTE: '100000000',
      // and one caller for a whole office
      REQUESTS_PER_SECOND: '100000',
      LOG_LEVEL: 'warn',
      PLOMB_ADMIN_PASSWORD: password,
      // a generated fleet is started on again and again, each time with a data folder of its own
      PLOMB_SECRET: 'what each run of the bench seals its databases with',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  let url = '';
  let troubles = 0;
  const gatewayPort = await new Promise<number>((ready, fail) => {
    createInterface(child.stdout!).on('line', (line) => {
      // a figure of a product in trouble means little without its words
      if (line.startsWith('{') && troubles++ < mostTroubles) console.error(line.slice(0, 1000));
      url ||= /Plomb is ready: (\S+)/.exec(line)?.[1] ?? '';
      const port = /Devices connect to port (\d+)/.exec(line)?.[1];
      if (port) ready(Number(port));
    });
    child.once('exit', (code) => fail(new Error(`the product ended with ${code}`)));
  });
  return {
    url,
    gatewayPort,
    pid: child.pid!,
    async stop() {
      child.kill('SIGTERM');
      await gone;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

/** Starts the product on a database, and stops it whatever happens. */
export const withProduct = async <T>(
  databaseUrl: string,
  work: (product: Product) => Promise<T>,
  nodeOptions: string[] = [],
  settings: Record<string, string> = {},
): Promise<T> => {
  const product = await startProduct(databaseUrl, nodeOptions, settings);
  try {
    return await work(product);
  } finally {
    await product.stop();
  }
};
