import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { runProgram } from './program.ts';
import { outputTrouble } from './trouble.ts';

/** The login of the program, and the name of its database. No superuser: what works here works on a managed server. */
export const DATABASE_USER = 'plomb';

export type Cluster = { dataDir: string; pgdata: string; binaries: Binaries; account: Account | undefined };

/** The major version that made the data, or undefined when there is none yet. */
export async function clusterMajor(pgdata: string): Promise<number | undefined> {
  const text = await readFile(join(pgdata, 'PG_VERSION'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : Number.parseInt(text, 10);
}

/** Makes the cluster under another name first: a start that was killed half-way leaves nothing that looks complete. */
export async function createCluster(cluster: Cluster): Promise<void> {
  const unfinished = `${cluster.pgdata}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  if (cluster.account) await chown(unfinished, cluster.account.uid, cluster.account.gid);
  await initialise(cluster, unfinished);
  const password = await writePassword(cluster.dataDir);
  await singleUser(cluster, unfinished, [
    `create role ${DATABASE_USER} login createdb createrole bypassrls password '${password}'`,
    `grant pg_monitor to ${DATABASE_USER}`,
    `create database ${DATABASE_USER} owner ${DATABASE_USER}`,
  ]);
  await rename(unfinished, cluster.pgdata);
}

async function initialise({ binaries, account, dataDir }: Cluster, pgdata: string): Promise<void> {
  const initdb = (locale: string) =>
    runProgram(
      join(binaries.bin, 'initdb'),
      // The superuser has no password, so nobody logs in as it; pg_hba.conf is written below.
      [
        '-D',
        pgdata,
        '--username=postgres',
        '--auth=reject',
        '--encoding=UTF8',
        `--locale=${locale}`,
        '--data-checksums',
      ],
      { cwd: dataDir, account },
    );
  let run = await initdb('C.UTF-8');
  // Systems older than glibc 2.35 may lack C.UTF-8; plain C differs only in the case of letters outside ASCII.
  if (run.code !== 0 && /invalid locale/.test(run.output)) run = await initdb('C');
  if (run.code !== 0) throw outputTrouble(`No database could be made in ${dataDir}`, run.output);
  await writeFile(join(pgdata, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n');
}

/** The password in its file; a lost file is replaced, and the database told. */
export async function clusterPassword(cluster: Cluster): Promise<string> {
  const kept = await readPassword(cluster.dataDir);
  if (kept) return kept;
  const password = await writePassword(cluster.dataDir);
  await singleUser(cluster, cluster.pgdata, [`alter role ${DATABASE_USER} password '${password}'`]);
  return password;
}

export async function readPassword(dataDir: string): Promise<string | undefined> {
  const text = await readFile(join(dataDir, 'password'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.trim() || undefined;
}

async function writePassword(dataDir: string): Promise<string> {
  const password = randomBytes(24).toString('hex');
  const path = join(dataDir, 'password');
  await rm(path, { force: true });
  await writeFile(path, `${password}\n`, { mode: 0o600, flag: 'wx' });
  return password;
}

/** SQL as superuser without a running server. Errors do not end `postgres --single`, so they are looked for. */
async function singleUser(
  { binaries, account, dataDir }: Cluster,
  pgdata: string,
  statements: string[],
): Promise<void> {
  const run = await runProgram(join(binaries.bin, 'postgres'), ['--single', '-D', pgdata, 'postgres'], {
    cwd: dataDir,
    account,
    input: statements.map((sql) => `${sql}\n`).join(''),
  });
  if (run.code !== 0 || /^\S.*\b(ERROR|FATAL|PANIC):/m.test(run.output)) {
    throw outputTrouble(
      `The database in ${dataDir} could not be set up`,
      run.output.replaceAll(/'[0-9a-f]{48}'/g, "'…'"),
    );
  }
}
