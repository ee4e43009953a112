import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { consoleBuild } from './consoleBuild.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'plomb-console-'));
});
afterAll(() => rm(dir, { recursive: true }));
const built = (page: string): Promise<void> => writeFile(join(dir, 'index.html'), page);

it('tells one build of the console from another, while it is replaced', async () => {
  expect(await consoleBuild(dir)).toBe('');
  await built('<script src="/assets/index-a1.js">');
  const first = await consoleBuild(dir);
  expect(first).toMatch(/^[\da-f]{12}$/);
  expect(await consoleBuild(dir)).toBe(first);
  await built('<script src="/assets/index-b2.js">');
  expect(await consoleBuild(dir)).not.toBe(first);
});
it('says nothing where there is no console', async () => {
  expect(await consoleBuild(null)).toBe('');
});
