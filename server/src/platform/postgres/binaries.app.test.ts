import { randomBytes } from 'node:crypto';
import { chmod, cp, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Account } from './account.ts';
import { findBinaries, installedBinaries, packageDir, preparePackage } from './binaries.ts';
import { runProgram } from './program.ts';

const asRoot = process.getuid?.() === 0;
const nobody: Account = { name: 'nobody', uid: 65_534, gid: 65_534 };
let root: string;
let dataDir: string;

beforeEach(async () => {
  root = join(tmpdir(), `plomb-binaries-${randomBytes(6).toString('hex')}`);
  dataDir = join(root, 'data');
  await mkdir(dataDir, { recursive: true });
  for (const dir of [root, dataDir]) await chmod(dir, 0o755);
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe.runIf(packageDir())('the npm package', () => {
  const copyOfPackage = async (parent: string) => {
    const copy = join(parent, 'package');
    await cp(packageDir()!, copy, {
      recursive: true,
      filter: (path) => !/\.so(\.\d+)?$/.test(path) || !/libicu/.test(path),
    });
    return copy;
  };
  const works = (bin: string, account?: Account) =>
    runProgram(join(bin, 'postgres'), ['--version'], { cwd: '/', account }).then(({ output }) => output);

  test('gets its symbolic links when npm left them out', async () => {
    const copy = await copyOfPackage(root);
    expect(await works(join(copy, 'native/bin'))).toContain('error while loading shared libraries');
    const bin = await preparePackage(copy, { dataDir: root, account: undefined });
    expect(bin).toBe(join(copy, 'native/bin'));
    expect(await works(bin)).toMatch(/^postgres \(PostgreSQL\) \d+/);
  });

  test('is copied beside the data from a place it cannot be used in', async () => {
    const home = join(root, 'home');
    await mkdir(home);
    const copy = await copyOfPackage(home);
    await chmod(home, 0o700);
    const account = asRoot ? nobody : undefined;
    if (!asRoot) await chmod(join(copy, 'native/lib'), 0o555);
    const bin = await preparePackage(copy, { dataDir, account });
    expect(dirname(dirname(dirname(bin)))).toBe(dataDir);
    expect(await works(bin, account)).toMatch(/^postgres \(PostgreSQL\) \d+/);
    expect(await preparePackage(copy, { dataDir, account })).toBe(bin);
    if (!asRoot) await chmod(join(copy, 'native/lib'), 0o755);
  });

  test('is preferred to an installed one, and an installed one serves data of its version', async () => {
    const { bin, major } = await findBinaries({ dataDir, account: undefined });
    expect(bin.startsWith(packageDir()!)).toBe(true);
    for (const binDir of await installedBinaries()) {
      const installed = await findBinaries({ dataDir, account: undefined, binDir });
      if (installed.major === major) continue;
      expect(await findBinaries({ dataDir, account: undefined, major: installed.major })).toEqual(installed);
    }
  });
});
