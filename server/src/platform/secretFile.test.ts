import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSecret } from './secretFile.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'plomb-secret-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));
const none = { PLOMB_SECRET: undefined, PLOMB_SECRET_FILE: undefined };
const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

it('is made once, for its owner alone, and found again', async () => {
  const all = await Promise.all([1, 2, 3].map(() => readSecret(none, join(dir, 'data'))));
  expect(new Set(all.map((s) => s.text)).size).toBe(1);
  const path = join(dir, 'data', 'secret');
  expect(all[0]).toEqual({ text: (await readFile(path, 'utf8')).trim(), from: path });
  expect(all[0]!.text).toMatch(/^[\w-]{43}$/);
  expect(await modeOf(path)).toBe(0o600);
  await chmod(path, 0o644);
  expect((await readSecret(none, join(dir, 'data'))).text).toBe(all[0]!.text);
  expect(await modeOf(path)).toBe(0o600);
});

it('is taken from the environment, or from the file it names', async () => {
  const text = 'x'.repeat(40);
  expect(await readSecret({ ...none, PLOMB_SECRET: text }, dir)).toEqual({ text, from: 'PLOMB_SECRET' });
  const path = join(dir, 'mounted');
  await writeFile(path, `${text}\n`, { mode: 0o444 });
  expect(await readSecret({ ...none, PLOMB_SECRET_FILE: path }, dir)).toEqual({ text, from: path });
  expect(await modeOf(path)).toBe(0o444);
});

it('that is cut short, or cannot be written, is told in a sentence', async () => {
  await writeFile(join(dir, 'secret'), 'short\n');
  await expect(readSecret(none, dir)).rejects.toThrow('does not hold the secret');
  await expect(readSecret(none, join(dir, 'secret', 'below'))).rejects.toThrow('choose another folder (DATA_DIR)');
});
