import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { FleetLock } from '@plomb/simulator/demoFleet';
import { type Fleet, startFleet } from '@plomb/simulator/fleet';
import { calmPace } from '@plomb/simulator/pace';

const root = resolve(import.meta.dirname, '../..');
export const adminPassword = 'keeper-of-seals-7';

export interface RunningProduct {
  url: string;
  gatewayPort: number;
  /** virtual locks on the road; nothing happens to them but what the test does */
  drive(locks: FleetLock[]): Fleet;
  stop(): Promise<void>;
}

/** The product as a user starts it: its own process, its own empty database, ports nobody else has. */
export const startProduct = async (args: string[] = [], from = root): Promise<RunningProduct> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'plomb-e2e-'));
  await chmod(dataDir, 0o755); // as root the database runs as another user, who must pass through
  const child = spawn(process.execPath, ['server/src/main.ts', ...args], {
    cwd: from,
    env: {
      ...process.env,
      PORT: '0',
      GATEWAY_PORT: '0',
      DATA_DIR: join(dataDir, 'data'),
      PLOMB_ADMIN_PASSWORD: adminPassword,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const fleets: Fleet[] = [];
  const stop = async () => {
    for (const fleet of fleets) await fleet.stop();
    await ended(child);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const said = await greeting(child);
    return {
      ...said,
      drive(locks) {
        const fleet = startFleet({ host: '127.0.0.1', port: said.gatewayPort, locks, seed: 1, pace: calmPace });
        fleets.push(fleet);
        return fleet;
      },
      stop,
    };
  } catch (e) {
    await stop();
    throw e;
  }
};

/** Waits for the two lines the product prints when it is ready. */
const greeting = (child: ChildProcess): Promise<{ url: string; gatewayPort: number }> =>
  new Promise((resolveReady, reject) => {
    const lines: string[] = [];
    let url = '';
    const read = (line: string) => {
      lines.push(line);
      url ||= /Plomb is ready: (\S+)/.exec(line)?.[1] ?? '';
      const port = /Devices connect to port (\d+)/.exec(line)?.[1];
      if (url && port) resolveReady({ url, gatewayPort: Number(port) });
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
