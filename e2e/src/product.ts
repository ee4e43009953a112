import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { borrowEmbedded, startEmbedded } from '@plomb/server/platform/postgres/launcher';
import { endWithUs } from '@plomb/server/testing/endWithUs';
import { House } from '@plomb/server/testing/house';
import { openLine, openLineAt } from '@plomb/server/testing/line';
import { NatsServer, natsBinary } from '@plomb/server/testing/natsServer';
import { compiled } from '@plomb/server/testing/process';
import type { FleetLock } from '@plomb/simulator/demoFleet';
import { type Fleet, startFleet } from '@plomb/simulator/fleet';
import { calmPace } from '@plomb/simulator/pace';

const root = resolve(import.meta.dirname, '../..');
export const adminPassword = 'keeper-of-seals-7';

export interface RunningProduct {
  url: string;
  gatewayPort: number;
  /** of the database, as its owner: for what no lock could tell in the time of a test */
  databaseUrl(): Promise<string>;
  /** virtual locks on the road; nothing happens to them but what the test does */
  drive(locks: FleetLock[]): Fleet;
  stop(): Promise<void>;
}

/** Where the product answers, and how it is ended. */
interface Started {
  url: string;
  gatewayPort: number;
  databaseUrl(): Promise<string>;
  stop(): Promise<void>;
}

/** A port of this machine that nobody listens at. */
const freePort = (): Promise<number> =>
  new Promise((found, failed) => {
    const server = createServer();
    server.once('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => found(port));
    });
  });

/**
 * The product with an empty database and ports of its own: one process, or several where `PLOMB_HOUSE=several` asks for
 * them. The demonstration is one process always. `named`: it knows at which address people reach it, so its mails hold links.
 */
export const startProduct = async (
  args: string[] = [],
  from = root,
  { named = false }: { named?: boolean } = {},
): Promise<RunningProduct> => {
  const folder = await newFolder();
  const isSeveral = process.env.PLOMB_HOUSE === 'several' && args.length === 0;
  const port = named ? await freePort() : 0;
  const fleets: Fleet[] = [];
  try {
    const { url, gatewayPort, databaseUrl, stop } = await (isSeveral
      ? several(folder, from, port)
      : alone(folder, args, from, port));
    return {
      url,
      gatewayPort,
      databaseUrl,
      drive(locks) {
        const fleet = startFleet({ host: '127.0.0.1', port: gatewayPort, locks, seed: 1, pace: calmPace });
        fleets.push(fleet);
        return fleet;
      },
      async stop() {
        for (const fleet of fleets) await fleet.stop();
        await stop();
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (e) {
    await rm(folder, { recursive: true, force: true });
    throw e;
  }
};

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'plomb-e2e-'));
  await chmod(folder, 0o755); // as root the database runs as another user, who must pass through
  return folder;
};

/** Names the folder of `prepareData` to the processes that run the tests. */
export const preparedData = 'PLOMB_PREPARED_DATA';

/**
 * A product started once and ended: an empty database with all its tables, in a folder of its own. Products of the tests
 * begin with a copy, for making the same tables forty times takes minutes.
 */
export const prepareData = async (): Promise<string> => {
  const folder = await newFolder();
  const { stop } = await alone(folder, [], root, 0);
  await stop();
  return folder;
};

const consoleAt = (port: number): Record<string, string> =>
  port > 0 ? { CONSOLE_URL: `http://127.0.0.1:${port}` } : {};

/** As a user starts it; what is asked for otherwise, or stands elsewhere, makes its own data. */
const alone = async (folder: string, args: string[], from: string, port: number): Promise<Started> => {
  const prepared = process.env[preparedData];
  // its owner and rights go along, which the database insists on
  if (prepared && args.length === 0 && from === root)
    await promisify(execFile)('cp', ['-a', join(prepared, 'data'), join(folder, 'data')]);
  const child = spawn(process.execPath, ['server/src/main.ts', ...args], {
    cwd: from,
    env: {
      ...process.env,
      ...compiled,
      PORT: String(port),
      ...consoleAt(port),
      GATEWAY_PORT: '0',
      DATA_DIR: join(folder, 'data'),
      PLOMB_ADMIN_PASSWORD: adminPassword,
      LOG_LEVEL: 'warn',
      OUTBOUND_ALLOW: '127.0.0.0/8', // the mail servers of tests
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithUs(child);
  const stop = () => ended(child);
  try {
    const databaseUrl = async () => (await borrowEmbedded({ dataDir: join(folder, 'data') })).url;
    return { ...(await greeting(child, args.includes('--demo'))), databaseUrl, stop };
  } catch (e) {
    await stop();
    throw e;
  }
};

/** Two of each role that there may be many of and one for the jobs, over NATS, behind a balancer for people and one for devices. */
const several = async (folder: string, from: string, port: number): Promise<Started> => {
  const nats = await natsBinary();
  if ('missing' in nats) throw new Error(nats.missing);
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const one of stops.reverse()) await one();
  };
  try {
    const database = await startEmbedded({ dataDir: join(folder, 'database'), settings: { max_connections: '300' } });
    stops.push(database.stop);
    const server = await NatsServer.start(nats.path);
    stops.push(() => server.drop());
    const env = {
      DATABASE_URL: database.url,
      NATS_URL: server.url,
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'warn',
      OUTBOUND_ALLOW: '127.0.0.0/8',
      ...consoleAt(port),
    };
    const house = await House.start({ ...env, PLOMB_ADMIN_PASSWORD: adminPassword }, undefined, from);
    stops.push(() => house.stop());
    const people = await openLineAt(port, ...house.of('api').map(({ url }) => url));
    const devices = await openLine(...house.ports.map((port) => `tcp://127.0.0.1:${port}`));
    stops.push(async () => {
      people.close();
      devices.close();
    });
    return {
      url: people.url,
      gatewayPort: Number(new URL(devices.url).port),
      databaseUrl: async () => database.url,
      stop,
    };
  } catch (e) {
    await stop();
    throw e;
  }
};

/** What it says when it is there; a demonstration, when it is filled: who tries its password before is told that there were too many. */
const greeting = (child: ChildProcess, isDemo: boolean): Promise<{ url: string; gatewayPort: number }> =>
  new Promise((resolveReady, reject) => {
    const lines: string[] = [];
    let url = '';
    let port = 0;
    let isFilled = !isDemo;
    const read = (line: string) => {
      lines.push(line);
      url ||= /Plomb is ready: (\S+)/.exec(line)?.[1] ?? '';
      port ||= Number(/Devices connect to port (\d+)/.exec(line)?.[1] ?? 0);
      isFilled ||= line.includes('Sign in as demo');
      if (url && port && isFilled) resolveReady({ url, gatewayPort: port });
    };
    if (child.stdout) createInterface(child.stdout).on('line', read);
    if (child.stderr) createInterface(child.stderr).on('line', read);
    child.once('exit', (code) => reject(new Error(`the product ended with ${code}:\n${lines.join('\n')}`)));
  });

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    if (child.exitCode !== null) return done();
    child.once('exit', () => done());
    child.kill('SIGTERM');
  });
