import { expect, test } from '@playwright/test';
import { stock } from '@plomb/contract/devices/stock';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { locksOnMap, registerFleet } from '../src/fleet.ts';
import { said } from '../src/forms.ts';
import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';

let product: RunningProduct;
let admin: FetchClient;
/** on the line, and not sealed: others cannot be entered */
let open: number;
test.beforeAll(async () => {
  product = await startProduct();
  admin = await FetchClient.open(product.url);
  await admin.login('admin', adminPassword);
  const fleet = await registerFleet(admin, 8);
  await admin.ok(stock.stock_in, { numbers: fleet.map(({ sn }) => sn) });
  product.drive(fleet);
  const standing = async () =>
    (await locksOnMap(admin)).find((lock) => lock.lock_status === 0 && lock.lon !== null)?.id ?? 0;
  await expect.poll(standing).toBeGreaterThan(0);
  open = await standing();
});
test.afterAll(() => product?.stop());

for (const [lang, locale, words] of [
  [
    'English',
    'en-US',
    {
      enter: 'Enter management mode',
      reason: 'Reason',
      entered: 'The device is in your management mode',
      runs: /In management mode of .+ until \S+.*: only force rings/,
      renew: 'Renew',
      renewed: 'Renewed',
      exit: 'Exit',
      left: 'Out of management mode',
      ended: 'Exited',
    },
  ],
  [
    'Chinese',
    'zh-CN',
    {
      enter: '进入管理模式',
      reason: '原因',
      entered: '设备已进入您的管理模式',
      runs: /.+ 的管理模式，至 [\d: -]+：仅强行破坏会告警/,
      renew: '延长',
      renewed: '已延长',
      exit: '退出',
      left: '已退出管理模式',
      ended: '已退出',
    },
  ],
] as const)
  test.describe(lang, () => {
    test.use({ locale });
    test(`management mode: entered with a reason, it runs, is renewed and left, and stays on record (${lang})`, async ({
      page,
    }) => {
      const reason = `new cards, ${lang}`;
      await signIn(page, product.url, `/device/${open}?tab=management`, 'admin', adminPassword);
      const record = page.locator('.page:visible');
      await record.getByTestId('manage').click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('button', { name: words.enter })).toBeDisabled();
      await dialog.getByLabel(words.reason).fill(reason);
      await dialog.getByRole('button', { name: words.enter }).click();
      await said(page, words.entered);
      await expect(record.locator('.management-note').first()).toHaveText(words.runs);
      await record.getByRole('button', { name: words.renew }).click();
      await said(page, words.renewed);
      // also after the page was read anew: the server holds it
      await page.reload();
      await expect(record.locator('.management-note').first()).toBeVisible();
      await record.getByRole('button', { name: words.exit, exact: true }).click();
      await said(page, words.left);
      await expect(record.getByRole('row').filter({ hasText: reason })).toContainText(words.ended);
      await expect(record.getByTestId('manage')).toBeEnabled();
      await expect(record.locator('.management-note')).toHaveCount(0);
    });
  });
