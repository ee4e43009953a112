import { fork } from 'node:child_process';
import { statSync } from 'node:fs';
import { glob, mkdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { alarms } from '@plomb/contract/alarms/alarms';
import { devices } from '@plomb/contract/devices/devices';
import { FetchClient } from '@plomb/server/testing/fetchClient';

/** Where pages are photographed: a product with a demonstration, and a browser. Kept by keep.ts between two runs. */
export interface Studio {
  /** of which sources */
  made: string;
  url: string;
  /** the browser's endpoint */
  browser: string;
  /** of `admin` */
  password: string;
}

const root = resolve(import.meta.dirname, '../../..');
export const folder = join(root, '.screens');
/** The port on which the kept one answers. */
export const keptFile = join(folder, '.kept');

/** When what the product runs was changed last. The console is read from its folder at each request: it may change. */
const sources = async (): Promise<string> => {
  let newest = 0;
  const patterns = [
    '{server,contract,gateway,protocols,simulator}/src/**/*.ts',
    'server/migrations/*',
    'e2e/src/screens/keep.ts',
  ];
  for await (const file of glob(patterns, { cwd: root }))
    if (!file.endsWith('.test.ts')) newest = Math.max(newest, statSync(join(root, file)).mtimeMs);
  return String(newest);
};

const ask = async (what: '' | 'end'): Promise<Studio | null> => {
  try {
    const port = await readFile(keptFile, 'utf8');
    return (await (await fetch(`http://127.0.0.1:${port}/${what}`)).json()) as Studio;
  } catch {
    return null; // there is none, or it has ended by itself
  }
};

/** Locks have been heard and something has rung: lists of a product that has just started are empty. */
const busy = async ({ url, password }: Studio): Promise<void> => {
  const admin = await FetchClient.open(url);
  await admin.login('admin', password);
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    const heard = await admin.ok(devices.list, {});
    const rung = await admin.ok(alarms.list, {});
    if (heard.total >= 200 && rung.rows.length > 0) return;
    await new Promise((again) => setTimeout(again, 250));
  }
};

/** Says that somebody is still looking: the kept one ends by itself while nobody does. */
export const stay = (): Promise<unknown> => ask('');

/** Ends the kept one, if there is one. */
export const closeStudio = async (): Promise<void> => {
  await ask('end');
  await rm(keptFile, { force: true });
};

/** The kept one, or a new one where there is none or what it runs has changed. */
export const openStudio = async (): Promise<Studio> => {
  await mkdir(folder, { recursive: true });
  const made = await sources();
  const kept = await ask('');
  if (kept?.made === made) return kept;
  await closeStudio();
  const keeper = fork(join(import.meta.dirname, 'keep.ts'), [made], { detached: true, stdio: 'ignore' });
  await new Promise<void>((ready, failed) => {
    keeper.once('message', () => ready());
    keeper.once('exit', (code) => failed(new Error(`the demonstration ended with ${code}; does npm run demo start?`)));
  });
  keeper.unref();
  const studio = await ask('');
  if (!studio) throw new Error('the demonstration does not answer');
  await busy(studio);
  return studio;
};
