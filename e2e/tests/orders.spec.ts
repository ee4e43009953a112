/// <reference lib="dom" />
import { expect, test } from '@playwright/test';
import { devices } from '@plomb/contract/devices/devices';
import { orders } from '@plomb/contract/orders/orders';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import type { FleetLock } from '@plomb/simulator/demoFleet';
import { locksOnMap, registerFleet } from '../src/fleet.ts';
import { agree, row, said } from '../src/forms.ts';
import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { sheetsOf } from '../src/sheets.ts';
import { signIn } from '../src/signIn.ts';

let product: RunningProduct;
let admin: FetchClient;
/** on the line and sealed */
let sealed: number[];
/** never heard of: what they are told waits */
let silent: readonly FleetLock[];
test.beforeAll(async () => {
  product = await startProduct();
  admin = await FetchClient.open(product.url);
  await admin.login('admin', adminPassword);
  const registered = await registerFleet(admin, 12);
  silent = registered.slice(8);
  product.drive(registered.slice(0, 8));
  const standing = async () =>
    (await locksOnMap(admin)).filter((lock) => lock.lock_status === 2 && lock.lon !== null).map(({ id }) => id);
  await expect.poll(async () => (await standing()).length).toBeGreaterThanOrEqual(2);
  sealed = await standing();
});
test.afterAll(() => product?.stop());

let press = 0;
const key = () => ({ idempotency_key: `queue-press-${++press}` });

for (const [lang, locale, words] of [
  [
    'English',
    'en-US',
    { cancel: 'Cancel…', done: '2 orders are cancelled', cancelled: 'Cancelled', proved: 'Proved', not: 'NOT PROVED' },
  ],
  [
    'Chinese',
    'zh-CN',
    { cancel: '取消所选…', done: '已取消 2 条指令', cancelled: '已取消', proved: '已证实', not: '未证实' },
  ],
] as const)
  test.describe(lang, () => {
    test.use({ locale });
    test(`orders of all locks: they move, are taken back, and a proved one has its card and its opening (${lang})`, async ({
      page,
    }) => {
      const isEnglish = lang === 'English';
      const [device_id = 0] = isEnglish ? sealed : sealed.slice(1);
      const two = isEnglish ? silent.slice(0, 2) : silent.slice(2);
      const { rows } = await admin.ok(devices.list, { size: 100 });
      const waiting: number[] = [];
      for (const { sn } of two) {
        const { id = 0 } = rows.find((one) => one.sn === sn) ?? {};
        waiting.push((await admin.ok(orders.restart, { device_id: id, ...key() })).id);
      }
      await signIn(page, product.url, '/order', 'admin', adminPassword);
      const list = page.locator('.page:visible');
      const numbered = (sn: string) => row(page, sn.replace(/^(\d{4})(\d{4})(\d+)$/, '$1$2$3'));
      for (const { sn } of two) await expect(numbered(sn)).toBeVisible();

      // given while the page is open: the stream moves its row
      const { id: order } = await admin.ok(orders.unseal, { device_id, reason: 'customs inspection', ...key() });
      await expect(list.getByRole('row').filter({ hasText: words.proved }).first()).toBeVisible();

      for (const { sn } of two) await numbered(sn).getByRole('checkbox').check();
      await page.getByRole('button', { name: words.cancel }).click();
      await agree(page, isEnglish ? 'Cancel 2 orders?' : '取消 2 条指令？');
      await said(page, words.done);
      for (const { sn } of two) await expect(numbered(sn)).toContainText(words.cancelled);

      await page.goto(`${product.url}/evidence?order=${order}`);
      const card = page.locator('.evidence');
      await expect(card).toHaveAttribute('data-proved', 'true');
      await expect(card.locator('.evidence-times li[data-known=true]')).toHaveCount(4);
      // a report, its one-time password covered
      await expect(card.locator('.evidence-frame')).toContainText(/02 00 .*••/s);
      const where = card.locator('.still-map img');
      await expect(where).toHaveAttribute('src', /^data:image\/png;base64,/);
      await page.emulateMedia({ media: 'print' });
      await expect(where).toBeVisible();
      await expect(page.locator('.shell-sidebar')).toBeHidden();
      await expect(card).toBeVisible();
      await page.emulateMedia({ media: null });
      const sheets = sheetsOf(await page.pdf({ preferCSSPageSize: true }));
      expect(sheets.length).toBeGreaterThan(0);
      for (const sheet of sheets) expect(sheet).toEqual({ is: 'upright', blank: false });

      await page.goto(`${product.url}/evidence?order=${waiting[0]}`);
      await expect(card).toHaveAttribute('data-proved', 'false');
      await expect(card.locator('.evidence-verdict')).toHaveCount(0);
      await expect(where).toHaveCount(0);
      const sizes = await card.evaluate((all) => {
        const size = (of: Element) => Number.parseFloat(getComputedStyle(of).fontSize);
        const loud = all.querySelector('.evidence-unproved strong');
        const rest = [...all.querySelectorAll('*')].filter((one) => one !== loud).map(size);
        return { loud: loud ? size(loud) : 0, words: loud?.textContent, rest: Math.max(...rest) };
      });
      expect(sizes.words).toBe(words.not);
      expect(sizes.loud).toBeGreaterThan(sizes.rest);

      await page.goto(`${product.url}/opening?device_id=${device_id}`);
      await expect(row(page, isEnglish ? 'An order, proved' : '指令，已证实').first()).toContainText(
        'customs inspection',
      );
      for (const sheet of sheetsOf(await page.pdf({ preferCSSPageSize: true })))
        expect(sheet).toEqual({ is: 'wide', blank: false });
    });
  });
