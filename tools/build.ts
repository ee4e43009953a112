import { existsSync, statSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { resolve } from 'node:path';
import { build } from 'vite';
import { buildBaseMap } from '../console/basemap/build.ts';

/** Builds what the console is made of, and only when it is older than its sources: `npm start` runs this every time. */
const root = resolve(import.meta.dirname, '..');
const baseMap = resolve(root, 'console/public/base/base.pmtiles');
const page = resolve(root, 'console/dist/index.html');

const newest = async (patterns: string[]): Promise<number> => {
  let time = 0;
  for await (const file of glob(patterns, { cwd: root })) time = Math.max(time, statSync(resolve(root, file)).mtimeMs);
  return time;
};

if (!existsSync(baseMap) || statSync(baseMap).mtimeMs < (await newest(['console/basemap/**/*']))) {
  console.log('Building the offline base map (once, some seconds) …');
  await buildBaseMap(baseMap);
}
const sources = [
  'console/src/**/*',
  'console/public/**/*',
  'console/index.html',
  'console/vite.config.ts',
  'contract/src/**/*',
  'package-lock.json',
];
if (!existsSync(page) || statSync(page).mtimeMs < (await newest(sources))) {
  console.log('Building the console …');
  await build({
    root: resolve(root, 'console'),
    configFile: resolve(root, 'console/vite.config.ts'),
    logLevel: 'warn',
  });
}
