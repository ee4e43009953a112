/// <reference lib="dom" />
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, type Page, test } from '@playwright/test';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import type { AxeResults, RunOptions } from 'axe-core';
import { everyScreen, settled } from '../src/everyScreen.ts';
import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';

let product: RunningProduct;
let axe: string;
let screens: string[];

test.beforeAll(async () => {
  product = await startProduct();
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const admin = await FetchClient.open(product.url);
  await admin.login('admin', adminPassword);
  screens = await everyScreen(admin);
});
test.afterAll(() => product?.stop());

/** Serious findings of axe, as lines to read. The page's content policy allows no script but its own: it is evaluated. */
const findings = async (page: Page, where: string, rules: RunOptions): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const options: RunOptions = { resultTypes: ['violations'], ...rules };
  const { violations } = await page.evaluate(
    (o) => (window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run(o),
    options,
  );
  return violations
    .filter((v) => v.impact === 'serious' || v.impact === 'critical')
    .flatMap((v) => v.nodes.map((n) => `${where}: ${v.id} at ${n.target.join(' ')} ${n.any[0]?.message ?? ''}`));
};

test('axe finds nothing serious on any screen, light or dark', async ({ browser }) => {
  // so many screens, each twice: three seconds where nothing else is done, and thrice that where something is
  test.setTimeout(screens.length * 10_000);
  const page = await browser.newPage({
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  const found: string[] = [];
  // the same page in the dark differs in its colours alone
  const schemes: ['light' | 'dark', RunOptions][] = [
    ['light', {}],
    ['dark', { runOnly: ['color-contrast'] }],
  ];
  const judge = async (path: string): Promise<void> => {
    for (const [colorScheme, rules] of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      if (path === '/login') await page.reload();
      await expect(page.locator('html'), path).toHaveAttribute('data-theme', colorScheme);
      // colours that are on their way from one theme to the other are judged again
      let here = ['not judged'];
      for (let look = 0; look < 4 && here.length > 0; look++) {
        await settled(page);
        here = await findings(page, `${path} (${colorScheme})`, rules);
      }
      found.push(...here);
    }
  };
  await page.goto(`${product.url}/login`);
  await judge('/login');
  await signIn(page, product.url, '/dashboard', 'admin', adminPassword);
  for (const path of screens) {
    await page.goto(product.url + path);
    await judge(path);
  }
  expect(found).toEqual([]);
});
