import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, mkdir, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Account, placeForData } from './account.ts';
import { installedBinaries, packageDir } from './binaries.ts';
import { borrowEmbedded, type Embedded, startEmbedded } from './launcher.ts';
import { isPostmaster, readPidFile } from './postmaster.ts';
import { DirectoryInUse } from './trouble.ts';

const asRoot = process.getuid?.() === 0;
const nobody: Account = { name: 'nobody', uid: 65_534, gid: 65_534 };
const opener = join(import.meta.dirname, '../../testing/databaseOpener.ts');

let root: string;
let dataDir: string;
let running: Embedded[] = [];
let programs: ChildProcess[] = [];

beforeEach(async () => {
  root = join(tmpdir(), `plomb-launcher-${randomBytes(6).toString('hex')}`);
  dataDir = join(root, 'data');
  await mkdir(root, { mode: 0o755 });
});
afterEach(async () => {
  for (const program of programs) if (program.exitCode === null) program.kill('SIGTERM');
  await Promise.all(programs.map((program) => program.exitCode ?? program.signalCode ?? once(program, 'exit')));
  await Promise.all(running.map(({ stop }) => stop()));
  running = [];
  programs = [];
  await rm(root, { recursive: true, force: true });
});

async function start(options: Partial<Parameters<typeof startEmbedded>[0]> = {}): Promise<Embedded> {
  const server = await startEmbedded({ dataDir, ...options });
  running.push(server);
  return server;
}

/** Opens the directory in another process; resolves to what it says in its one line. */
async function openElsewhere(args: string[], env: NodeJS.ProcessEnv = {}, as?: Account) {
  const program = spawn(process.execPath, [opener, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(as ? { uid: as.uid, gid: as.gid } : {}),
  });
  programs.push(program);
  program.stdout.setEncoding('utf8');
  const [line] = (await once(program.stdout, 'data')) as [string];
  return { program, told: JSON.parse(line) as { url: string; refusal?: string } };
}

async function ask(url: string, sql: string) {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function settingsOf(url: string) {
  const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums', 'TimeZone', 'listen_addresses'];
  const rows = await ask(url, `select name, setting from pg_settings where name = any ('{${names}}')`);
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
}

const pidOf = async () => (await readPidFile(join(dataDir, 'pg')))?.pid ?? 0;
const runs = (pid: number) => isPostmaster(pid, join(dataDir, 'pg'));

/** The npm package's, where it is installed, and every installed one that is new enough. */
const installations: { name: string; options: { binDir?: string } }[] = [
  ...(packageDir() ? [{ name: 'npm package', options: {} }] : []),
  ...(await installedBinaries()).map((binDir) => ({ name: binDir, options: { binDir } })),
];

test('this machine has a PostgreSQL to test', () => expect(installations).not.toEqual([]));

describe.each(installations)('PostgreSQL of $name', ({ options }) => {
  test('makes a database, keeps its rows over a restart, and stops', async () => {
    const first = await start(options);
    await ask(first.url, "create table seal (name text); insert into seal values ('铅封')");
    const pid = await pidOf();
    expect(await runs(pid)).toBe(true);
    await first.stop();
    await first.stop();
    expect(await runs(pid)).toBe(false);
    const { url } = await start(options);
    expect(await ask(url, 'select name from seal')).toEqual([{ name: '铅封' }]);
    expect(await settingsOf(url)).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      data_checksums: 'on',
      TimeZone: 'UTC',
      listen_addresses: '127.0.0.1',
    });
    expect(
      await ask(
        url,
        `select pg_encoding_to_char(encoding) as encoding, datcollate, rolsuper from pg_database, pg_roles
         where datname = current_database() and rolname = current_user`,
      ),
    ).toEqual([{ encoding: 'UTF8', datcollate: 'C.UTF-8', rolsuper: false }]);
  });

  test('a terminal in Chinese changes nothing, and what a killed program left running loses no committed row', async () => {
    const chinese = {
      LANG: 'zh_CN.UTF-8',
      LC_ALL: 'zh_CN.GB18030',
      LC_MESSAGES: 'zh_CN.UTF-8',
      PGPORT: '1',
      PGDATA: '/',
    };
    const { program, told } = await openElsewhere([dataDir, options.binDir ?? ''], chinese);
    expect(told.refusal).toBeUndefined();
    expect(await ask(told.url, 'select lower($$ÄÖ铅$$) as text, current_setting($$lc_messages$$) as messages')).toEqual(
      [{ text: 'äö铅', messages: 'C' }],
    );
    await ask(told.url, 'create table seal (id int); insert into seal values (7)');
    const left = await pidOf();
    program.kill('SIGKILL');
    await once(program, 'exit');
    expect(await runs(left)).toBe(true);
    const server = await start(options);
    expect(await runs(left)).toBe(false);
    expect(await ask(server.url, 'select id from seal')).toEqual([{ id: 7 }]);
  });
});

test('the password is for the owner alone, the door is closed without it, and a lost one is made anew', async () => {
  const first = await start();
  expect((await stat(join(dataDir, 'password'))).mode & 0o777).toBe(0o600);
  expect((await stat(join(dataDir, 'pg'))).mode & 0o777).toBe(0o700);
  const other = new URL(first.url);
  other.password = 'plomb';
  await expect(ask(other.href, 'select 1')).rejects.toThrow('password authentication failed');
  other.username = 'postgres';
  await expect(ask(other.href, 'select 1')).rejects.toThrow('password authentication failed');
  await first.stop();
  await unlink(join(dataDir, 'password'));
  const second = await start();
  expect(second.url).not.toContain(new URL(first.url).password);
  expect(await ask(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a second opener is told who has the directory; a tool may borrow its server', async () => {
  const { url } = await start();
  await expect(startEmbedded({ dataDir })).rejects.toThrow(DirectoryInUse);
  const { told } = await openElsewhere([dataDir]);
  expect(told.refusal).toContain(`already open in another Plomb (process ${process.pid})`);
  const borrowed = await borrowEmbedded({ dataDir });
  await borrowed.stop();
  const elsewhere = await openElsewhere([dataDir], { BORROW: '1' });
  for (const lent of [borrowed.url, elsewhere.told.url]) {
    expect(new URL(lent).port).toBe(new URL(url).port);
    expect(await ask(lent, 'select 1 as one')).toEqual([{ one: 1 }]);
  }
});

test('of several that open a new directory at once, one does and the others are refused', async () => {
  const results = await Promise.allSettled([start(), start(), start()]);
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused.map((result) => result.status === 'rejected' && result.reason.name)).toEqual([
    'DirectoryInUse',
    'DirectoryInUse',
  ]);
});

test('SIGTERM stops the server in order', async () => {
  const { program } = await openElsewhere([dataDir]);
  const pid = await pidOf();
  program.kill('SIGTERM');
  expect(await once(program, 'exit')).toEqual([0, null]);
  expect(await runs(pid)).toBe(false);
  expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toContain('database system is shut down');
});

describe('a server that ends though nobody stopped it', () => {
  const returned = (before: number) =>
    expect
      .poll(
        async () => {
          const found = await readPidFile(join(dataDir, 'pg'));
          return found?.ready && found.pid !== before && (await runs(found.pid));
        },
        { timeout: 30_000 },
      )
      .toBe(true);

  test('comes back at the same address with all that was committed, again and again', async () => {
    const { url, stop } = await start();
    await ask(url, 'create table seal (id int)');
    for (const [id, signal] of (['SIGKILL', 'SIGQUIT', 'SIGKILL'] as const).entries()) {
      await ask(url, `insert into seal values (${id})`);
      const pid = await pidOf();
      process.kill(pid, signal);
      await returned(pid);
    }
    expect(await ask(url, 'select count(*)::int as n from seal')).toEqual([{ n: 3 }]);
    const last = await pidOf();
    await stop();
    expect(await runs(last)).toBe(false);
  });

  test('and is stopped while it waits to come back, stays away', async () => {
    const { stop } = await start({ pauses: [600_000, 600_000] });
    const pid = await pidOf();
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => runs(pid)).toBe(false);
    await stop();
    expect(await runs(await pidOf())).toBe(false);
  });
});

test('a cluster that was made half-way, or a pid file whose number another program has now, is no obstacle', async () => {
  await mkdir(join(dataDir, 'pg.unfinished', 'base'), { recursive: true });
  const first = await start();
  const pidFile = join(dataDir, 'pg', 'postmaster.pid');
  const lines = (await readFile(pidFile, 'utf8')).split('\n');
  await first.stop();
  // A program of the database's own account, which is whom PostgreSQL would believe to be a server.
  const { uid, gid } = await stat(join(dataDir, 'pg'));
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { uid, gid });
  programs.push(other);
  await once(other, 'spawn');
  await writeFile(pidFile, [other.pid, ...lines.slice(1)].join('\n'));
  await chown(pidFile, uid, gid);
  const second = await start();
  expect(await ask(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(other.exitCode).toBeNull();
});

describe('what cannot be used is told in a sentence', () => {
  test('a file where the directory should be', async () => {
    await writeFile(dataDir, '');
    await expect(startEmbedded({ dataDir })).rejects.toThrow('choose another folder (DATA_DIR)');
    await expect(startEmbedded({ dataDir: join(dataDir, 'below') })).rejects.toThrow(
      'choose another folder (DATA_DIR)',
    );
  });

  test('no binaries', async () => {
    await expect(startEmbedded({ dataDir, binDir: root })).rejects.toThrow('or set DATABASE_URL');
  });

  test('binaries that do not run here', async () => {
    for (const name of ['postgres', 'initdb']) {
      await writeFile(
        join(root, name),
        '#!/bin/sh\necho "error while loading shared libraries: libfoo.so.1" >&2; exit 127',
        {
          mode: 0o755,
        },
      );
    }
    await expect(startEmbedded({ dataDir, binDir: root })).rejects.toThrow('libfoo.so.1');
  });

  test('data of another version', async () => {
    await mkdir(join(dataDir, 'pg'), { recursive: true });
    await writeFile(join(dataDir, 'pg', 'PG_VERSION'), '9\n');
    if (asRoot) await chown(join(dataDir, 'pg'), nobody.uid, nobody.gid);
    await expect(startEmbedded({ dataDir })).rejects.toThrow('PostgreSQL 9, which made the data');
  });

  test('a setting the server refuses', async () => {
    await expect(startEmbedded({ dataDir, settings: { shared_buffers: 'plenty' } })).rejects.toThrow(
      /did not start\. PostgreSQL said:\n.*shared_buffers/s,
    );
    await start();
  });

  test('a directory this user may not write to', async () => {
    const locked = join(root, 'locked');
    await mkdir(locked, { mode: 0o555 });
    if (asRoot) {
      const { told } = await openElsewhere([join(locked, 'data')], {}, nobody);
      expect(told.refusal).toMatch(/not permitted to this user: .* another folder \(DATA_DIR\)/);
    } else {
      await expect(startEmbedded({ dataDir: join(locked, 'data') })).rejects.toThrow('not permitted to this user');
    }
  });
});

describe.runIf(asRoot)('as root', () => {
  test('the server runs under another account, whatever the umask', async () => {
    const before = process.umask(0o077);
    try {
      dataDir = join(root, 'a/b/data');
      const { url } = await start();
      expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    } finally {
      process.umask(before);
    }
    const { uid } = await stat(join(dataDir, 'pg'));
    expect(uid).not.toBe(0);
    expect((await stat(`/proc/${await pidOf()}`)).uid).toBe(uid);
  });

  test('a directory in a private home is refused, and another place is found for it', async () => {
    await chmod(root, 0o700);
    await expect(startEmbedded({ dataDir })).rejects.toThrow(
      /As root, Plomb runs the database as \w+, who cannot reach/,
    );
    const elsewhere = join(tmpdir(), `plomb-elsewhere-${randomBytes(6).toString('hex')}`);
    const place = await placeForData(dataDir, elsewhere);
    expect(dirname(place)).toBe(elsewhere);
    expect(await placeForData(dataDir, elsewhere)).toBe(place);
    expect(await placeForData(join(root, 'other'), elsewhere)).not.toBe(place);
    await chmod(root, 0o755);
    expect(await placeForData(dataDir, elsewhere)).toBe(dataDir);
  });

  test('data that belongs to root is refused', async () => {
    await mkdir(join(dataDir, 'pg'), { recursive: true });
    await expect(startEmbedded({ dataDir })).rejects.toThrow('belongs to root');
  });

  test('an ordinary user in a private home opens a database of his own', async () => {
    await mkdir(dataDir);
    await chown(dataDir, nobody.uid, nobody.gid);
    await chmod(dataDir, 0o700);
    const { told } = await openElsewhere([join(dataDir, 'plomb')], { HOME: dataDir }, nobody);
    expect(told.refusal).toBeUndefined();
    expect(await ask(told.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect((await stat(join(dataDir, 'plomb/pg'))).uid).toBe(nobody.uid);
  });
});
