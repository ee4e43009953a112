import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { alarms } from '@plomb/contract/alarms/alarms';
import { devices } from '@plomb/contract/devices/devices';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { browserArgs, findBrowser } from '../browser.ts';
import { adminPassword, startProduct } from '../product.ts';
import { plansFor } from './plan.ts';
import { joined, writeSheet } from './sheet.ts';
import { langs, openCamera } from './shoot.ts';

/**
 * `npm run screens [-- /page …]`: contact sheets of the console's pages, from a demonstration of its own. Both languages
 * are photographed side by side.
 */
const folder = resolve(import.meta.dirname, '../../../.screens');
const asked = process.argv.slice(2);

/** Locks have been heard and something has rung: lists of a product that has just started are empty. */
const busy = async (admin: FetchClient): Promise<void> => {
  for (const end = Date.now() + 30_000; Date.now() < end; ) {
    const heard = await admin.ok(devices.list, {});
    const rung = await admin.ok(alarms.list, {});
    if (heard.total >= 200 && rung.rows.length > 0) return;
    await new Promise((again) => setTimeout(again, 250));
  }
};

const started = performance.now();
const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;
const { executablePath, env } = await findBrowser();
const product = await startProduct(['--demo']);
const browser = await chromium.launch({ executablePath, env, args: browserArgs });
try {
  const admin = await FetchClient.open(product.url);
  await admin.login('admin', adminPassword);
  await busy(admin);
  const plans = await plansFor(asked, async (path) => {
    const answer = await admin.post(path, {});
    const { data } = (await answer.json()) as { data?: { rows?: { id?: unknown }[] } };
    const id = data?.rows?.[0]?.id;
    return typeof id === 'number' ? id : null;
  });
  if (asked.length === 0) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const person = { name: 'admin', password: adminPassword };
  const cameras = await Promise.all(langs.map((lang) => openCamera(browser, product.url, lang, person)));
  console.log(`ready after ${seconds(started)}`);
  for (const plan of plans) {
    const since = performance.now();
    const taken = await Promise.all(cameras.map((camera) => camera.shoot(plan, join(folder, plan.name))));
    const shots = joined(taken);
    const picture = await writeSheet(browser, folder, plan.name, shots);
    console.log(`${picture}  ${shots.length} states, ${seconds(since)}`);
    for (const { state, trouble } of shots) for (const what of trouble) console.log(`    ${state}: ${what}`);
  }
} finally {
  await browser.close();
  await product.stop();
}
