import { chmod, mkdir, rename, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { type Account, mayPassThrough, serverAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { type Cluster, clusterMajor, clusterPassword, createCluster, DATABASE_USER, readPassword } from './cluster.ts';
import { lockDirectory } from './directoryLock.ts';
import { keepRunning } from './keepRunning.ts';
import { type DatabaseLog, silentLog } from './log.ts';
import { readPidFile, startPostmaster, stopLeftOver } from './postmaster.ts';
import { serverSettings } from './settings.ts';
import { DatabaseTrouble, DirectoryInUse, fileTrouble } from './trouble.ts';

export type EmbeddedOptions = {
  /** Holds the cluster (`pg`), the login's password, the server's log and, where needed, a copy of the binaries. */
  dataDir: string;
  log?: DatabaseLog;
  /** A PostgreSQL to use instead of the npm package's. */
  binDir?: string;
  /** Server settings over our own. */
  settings?: Record<string, string>;
  /** Milliseconds before each new start of a server that ended though nobody stopped it; so many times it is started. */
  pauses?: readonly number[];
  /** Called when it does not come back. */
  onDied?: () => void;
};

export type Embedded = { url: string; version: string; stop(): Promise<void> };

/** A PostgreSQL of our own on 127.0.0.1. Trouble is thrown as a `DatabaseTrouble`, whose message says what to do. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  try {
    return await start({ ...options, dataDir: resolve(options.dataDir) });
  } catch (error) {
    throw fileTrouble(error);
  }
}

/** For tools beside a running Plomb: its server when it runs, else one of our own for the time being. */
export async function borrowEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  try {
    return await startEmbedded(options);
  } catch (error) {
    const running = error instanceof DirectoryInUse ? await readPidFile(join(options.dataDir, 'pg')) : undefined;
    const password = running?.ready ? await readPassword(options.dataDir) : undefined;
    if (!running || !password) throw error;
    return { url: urlOf(password, running.port), version: '', stop: async () => undefined };
  }
}

async function start(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, log = silentLog } = options;
  const pgdata = join(dataDir, 'pg');
  const account = await serverAccount(pgdata);
  await makeDataDir(dataDir, account);
  const unlock = await lockDirectory(dataDir);
  try {
    const cluster = await openCluster(options, pgdata, account, log);
    const password = await clusterPassword(cluster);
    await keepLogShort(join(dataDir, 'postgres.log'));
    const settings = { ...serverSettings(), ...options.settings };
    const { child, port } = await startOnFreePort(cluster, settings);
    log.info({ version: cluster.binaries.version, port, dataDir }, 'Embedded PostgreSQL is running');
    return {
      url: urlOf(password, port),
      version: cluster.binaries.version,
      stop: keepRunning(child, {
        again: async () => {
          await stopLeftOver(pgdata, log);
          return startPostmaster(cluster, { ...settings, port: String(port) });
        },
        pauses: options.pauses,
        onDied: options.onDied,
        onStopped: unlock,
        log,
      }),
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

async function openCluster(options: EmbeddedOptions, pgdata: string, account: Account | undefined, log: DatabaseLog) {
  const { dataDir, binDir } = options;
  const major = await clusterMajor(pgdata);
  const binaries = await findBinaries({ dataDir, account, major, binDir });
  const cluster: Cluster = { dataDir, pgdata, binaries, account };
  if (major) await stopLeftOver(pgdata, log);
  else await createCluster(cluster);
  return cluster;
}

/** Another program may take the port between our asking and the server's binding it. */
async function startOnFreePort(cluster: Cluster, settings: Record<string, string>) {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    try {
      return { child: await startPostmaster(cluster, { ...settings, port: String(port) }), port };
    } catch (error) {
      const portTaken = error instanceof DatabaseTrouble && /Address already in use/.test(error.message);
      if (!portTaken || attempt === 3) throw error;
    }
  }
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(new DatabaseTrouble(`No port on 127.0.0.1 can be opened: ${error.message}`, { cause: error })),
    );
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** As root the server's account must get through; what we make ourselves lets it pass, whatever the umask. */
async function makeDataDir(dataDir: string, account: Account | undefined): Promise<void> {
  const firstMade = await mkdir(dataDir, { recursive: true, mode: account ? 0o711 : 0o700 });
  if (!account) return;
  if (firstMade) for (let at = dataDir; at.length >= firstMade.length; at = dirname(at)) await chmod(at, 0o711);
  if (!(await mayPassThrough(dataDir, account))) {
    throw new DatabaseTrouble(
      `As root, Plomb runs the database as ${account.name}, who cannot reach ${dataDir}. ` +
        'Set DATA_DIR to a folder that others may pass through, such as /var/lib/plomb, or start Plomb as an ordinary user.',
    );
  }
}

async function keepLogShort(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found && found.size > 10 * 1024 * 1024) await rename(path, `${path}.1`);
}

function urlOf(password: string, port: number): string {
  return `postgres://${DATABASE_USER}:${password}@127.0.0.1:${port}/${DATABASE_USER}`;
}
