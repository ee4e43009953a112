import { spawnSync } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { picturesOf } from './pictures.ts';
import { plansFor } from './plan.ts';
import { writeSheet } from './sheet.ts';
import { openCamera } from './shoot.ts';
import { closeStudio, folder, openStudio, stay } from './studio.ts';

/**
 * `npm run screens [-- /page …] [--only=record,new] [--as=zh,390]`: contact sheets of the console's pages, of all their
 * states or of those named, in every language, look and width or in those named; as many pages at once as there are
 * processors for. `-- end` ends the demonstration that is kept for the next time.
 */
const { positionals: asked, values } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, as: { type: 'string' } },
});
if (asked[0] === 'end') {
  await closeStudio();
  process.exit();
}
// silent where there is nobody to ask
const fonts = spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' });
if (fonts.status === 0 && fonts.stdout.trim() === '')
  console.log('there is no Chinese font here, its words will be boxes; on Debian: fonts-noto-cjk');
const pictures = picturesOf(values.as?.split(',') ?? []);
const only = values.only?.split(',');

const started = performance.now();
const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;
const studio = await openStudio();
const looking = setInterval(() => void stay(), 60_000);
const browser = await chromium.connect(studio.browser);
const admin = await FetchClient.open(studio.url);
await admin.login('admin', studio.password);
const plans = await plansFor(asked, async (path, of) => {
  const answer = await admin.post(path, of);
  const { data } = (await answer.json()) as { data?: { rows?: { id?: unknown; key?: unknown }[] } };
  const { id, key } = data?.rows?.[0] ?? {};
  // records of what was reported are opened by their place in the list, also where they stand for something with an id
  return typeof key === 'string' ? key : typeof id === 'number' ? id : null;
});
if (asked.length === 0)
  for (const name of await readdir(folder))
    if (!name.startsWith('.')) await rm(join(folder, name), { recursive: true, force: true });
console.log(`ready after ${seconds(started)}`);

const left = [...plans];
const team = async (): Promise<void> => {
  if (left.length === 0) return;
  const camera = await openCamera(browser, studio.url, { name: 'admin', password: studio.password }, pictures);
  for (let plan = left.shift(); plan; plan = left.shift()) {
    const { name } = plan;
    const since = performance.now();
    const states = plan.states.filter((state) => only?.includes(state.name) ?? true);
    const shots = await camera.shoot({ name, states }, join(folder, name));
    const picture = await writeSheet(browser, folder, name, shots, pictures);
    console.log(`${picture}  ${shots.length} states, ${seconds(since)}`);
    for (const { state, trouble } of shots) for (const what of trouble) console.log(`    ${state}: ${what}`);
  }
};
await Promise.all(Array.from({ length: availableParallelism() }, team));
console.log(`${plans.length} sheets after ${seconds(started)}`);
await browser.close();
clearInterval(looking);
