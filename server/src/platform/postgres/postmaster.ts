import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, readlink, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { DatabaseLog } from './log.ts';
import { identity, programEnv } from './program.ts';
import { outputTrouble, spawnTrouble } from './trouble.ts';

/** The lines of postmaster.pid we use: 1 process, 4 port, 8 state. */
export type PidFile = { pid: number; port: number; ready: boolean };

export async function readPidFile(pgdata: string): Promise<PidFile | undefined> {
  const text = await readFile(join(pgdata, 'postmaster.pid'), 'utf8').catch(() => undefined);
  const lines = text?.split('\n') ?? [];
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10));
  return pid > 0 ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' } : undefined;
}

/** Whether that process is the server of this directory; process ids are used again after a crash or in a container. */
export async function isPostmaster(pid: number, pgdata: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
    return cwd !== undefined && cwd === (await realpath(pgdata));
  }
  return alive(pid);
}

/** Stops the server that a killed Plomb left running, or sees to it that its pid file keeps nobody from starting. */
export async function stopLeftOver(pgdata: string, log: DatabaseLog): Promise<void> {
  const left = await readPidFile(pgdata);
  if (!left) return;
  if (await isPostmaster(left.pid, pgdata)) {
    log.info({ pid: left.pid }, 'Stopping the database server that an earlier Plomb left running');
    signal(left.pid, 'SIGINT');
    const impatient = Date.now() + STOP_PATIENCE;
    while (await isPostmaster(left.pid, pgdata)) {
      if (Date.now() > impatient) signal(left.pid, 'SIGQUIT');
      await wait(10);
    }
  } else if (alive(left.pid)) {
    // The number belongs to another program now, and PostgreSQL would refuse to start. It overlooks a pid file that names
    // its own parent, us, yet still checks that no process of the old server is attached to its shared memory.
    const path = join(pgdata, 'postmaster.pid');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace(/^-?\d+/, String(process.pid)));
  }
}

const STOP_PATIENCE = 60_000;

/** Starts the server and waits until it takes connections, however long it has to replay its log after a crash. */
export async function startPostmaster(
  { binaries, pgdata, dataDir, account }: Cluster,
  settings: Record<string, string>,
): Promise<ChildProcess> {
  const logPath = join(dataDir, 'postgres.log');
  const logFile = await open(logPath, 'a', 0o600);
  const { size: before } = await logFile.stat();
  const program = join(binaries.bin, 'postgres');
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(program, ['-D', pgdata, ...flags], {
    cwd: dataDir,
    env: programEnv,
    ...identity(account),
    stdio: ['ignore', logFile.fd, logFile.fd],
    // A session of its own: Ctrl-C in the terminal reaches Plomb, which then stops the server in order.
    detached: true,
  });
  const failed = new Promise<never>((_, reject) => {
    child.once('error', (error) => reject(spawnTrouble(program, error)));
    child.once('exit', async () => {
      const output = await readFrom(logPath, before).catch(String);
      reject(outputTrouble(`The database server in ${dataDir} did not start`, output));
    });
  });
  const gaveUp = new AbortController();
  try {
    await Promise.race([failed, becameReady(pgdata, child, gaveUp.signal)]);
  } finally {
    gaveUp.abort();
    child.removeAllListeners();
    await logFile.close();
  }
  return child;
}

async function becameReady(pgdata: string, child: ChildProcess, gaveUp: AbortSignal): Promise<void> {
  while (!gaveUp.aborted) {
    const pidFile = await readPidFile(pgdata);
    if (pidFile?.ready && pidFile.pid === child.pid) return;
    await wait(5);
  }
}

async function readFrom(path: string, offset: number): Promise<string> {
  return (await readFile(path)).subarray(offset).toString('utf8');
}

/** Fast shutdown: open transactions are rolled back, everything committed is written out. */
export async function stopPostmaster(child: ChildProcess, log: DatabaseLog): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const exited = once(child, 'exit');
  child.kill('SIGINT');
  const impatient = setTimeout(() => {
    log.warn({ pid: child.pid }, 'The database server does not stop; ending it at once. It recovers at the next start');
    child.kill('SIGQUIT');
  }, STOP_PATIENCE);
  await exited;
  clearTimeout(impatient);
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended in between.
  }
}
