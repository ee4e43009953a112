import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** A block of CONTRIBUTING: a whole new file, or, as a `diff`, what changes in one that is there. */
export interface Block {
  path: string;
  isDiff: boolean;
  text: string;
}

/** Blocks that name a file after their language, as in ```` ```ts contract/src/x.ts ````, in their order. */
export const blocksOf = (markdown: string): Block[] =>
  [...markdown.matchAll(/^```(\w+) (\S+)\n([\s\S]*?)^```$/gm)].map(([, language, path, text]) => ({
    path: path ?? '',
    isDiff: language === 'diff',
    text: text ?? '',
  }));

/** A file after a `diff`. Its parts stand between lines of `…`; what each replaces must stand in the file exactly once. */
export const changed = (file: string, { path, text }: Block): string => {
  let now = file;
  for (const part of text.split(/^…\n/m)) {
    const lines = part.split('\n').slice(0, -1);
    const side = (left: string) =>
      lines
        .filter((line) => !line.startsWith(left))
        .map((line) => `${line.slice(1)}\n`)
        .join('');
    const [before, after] = [side('+'), side('-')];
    if (`\n${now}`.split(`\n${before}`).length !== 2) throw new Error(`${path} has not exactly once:\n${before}`);
    now = `\n${now}`.replace(`\n${before}`, () => `\n${after}`).slice(1);
  }
  return now;
};

/** What a contributor sees as touched: files, and the words of a folder as one. */
export const touchedBy = (blocks: readonly Block[]): string[] => [
  ...new Set(blocks.map(({ path }) => path.replace(/\/words\/(en|zh)\.ts$/, '/words/'))),
];

export const apply = async (root: string, blocks: readonly Block[]): Promise<void> => {
  for (const block of blocks) {
    const path = join(root, block.path);
    if (existsSync(path) !== block.isDiff)
      throw new Error(`${block.path} is ${block.isDiff ? 'not' : 'already'} there`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, block.isDiff ? changed(await readFile(path, 'utf8'), block) : block.text);
  }
};

const exec = promisify(execFile);

/** Runs a command in a copy; what it said, also when it fails. */
export const run = async (root: string, command: string, args: readonly string[]): Promise<string> => {
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' };
  try {
    const { stdout } = await exec(command, args, { cwd: root, env, maxBuffer: 64 << 20 });
    return stdout;
  } catch (e) {
    const { stdout, stderr } = e as { stdout: string; stderr: string };
    throw new Error(`${command} ${args.join(' ')}\n${stdout}\n${stderr}`, { cause: e });
  }
};

/** The repository as somebody would clone it, with the packages that are installed here. */
export const copyRepository = async (from: string, to: string): Promise<void> => {
  const listed = await run(from, 'git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  for (const path of new Set(listed.split('\0'))) {
    if (path === '' || !existsSync(join(from, path))) continue;
    await mkdir(join(to, dirname(path)), { recursive: true });
    await copyFile(join(from, path), join(to, path));
  }
  const modules = join(to, 'node_modules');
  await mkdir(join(modules, '@plomb'), { recursive: true });
  for (const name of await readdir(join(from, 'node_modules')))
    if (name !== '@plomb' && (name === '.bin' || !name.startsWith('.')))
      await symlink(join(from, 'node_modules', name), join(modules, name));
  // the product's own packages are those of the copy
  for (const name of await readdir(join(from, 'node_modules/@plomb')))
    await symlink(join(to, name), join(modules, '@plomb', name));
  // made once in some seconds, and of nothing that is touched
  const baseMap = 'console/public/base/base.pmtiles';
  if (!existsSync(join(from, baseMap))) return;
  await mkdir(dirname(join(to, baseMap)), { recursive: true });
  await copyFile(join(from, baseMap), join(to, baseMap));
};
