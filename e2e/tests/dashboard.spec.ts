import { expect, test } from '@playwright/test';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { registerFleet } from '../src/fleet.ts';
import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';

let product: RunningProduct;
const LOCKS = 6;
test.beforeAll(async () => {
  product = await startProduct();
  const admin = await FetchClient.open(product.url);
  await admin.login('admin', adminPassword);
  // they never report: all are offline, in no state yet, and not heard of
  await registerFleet(admin, LOCKS);
});
test.afterAll(() => product?.stop());

for (const [lang, locale, words] of [
  [
    'English',
    'en-GB',
    {
      calm: 'Nothing needs you at the moment',
      fleet: 'The fleet',
      trend: 'Sealed and opened',
      table: 'Table',
      day: 'Day',
    },
  ],
  [
    'Chinese',
    'zh-CN',
    { calm: '目前没有需要处理的事', fleet: '设备概况', trend: '施封与开锁', table: '表', day: '日期' },
  ],
] as const)
  test.describe(lang, () => {
    test.use({ locale });

    test('each number of the fleet opens a list of just as many, and a trend is a table, too', async ({ page }) => {
      await signIn(page, product.url, '/dashboard', 'admin', adminPassword);
      await expect(page.getByText(words.calm)).toBeVisible();
      const figures = page.getByRole('region', { name: words.fleet }).getByRole('link');
      await expect(figures).toHaveCount(8);
      const told = await figures.evaluateAll((links) =>
        links.map((link) => ({ to: link.getAttribute('href') ?? '', n: Number(link.querySelector('b')?.textContent) })),
      );
      expect(told.filter(({ n }) => n === LOCKS).map(({ to }) => to)).toEqual([
        ...['/device', '/device?lock_status=255', '/device?connection=offline'],
      ]);
      const trend = page.getByRole('region', { name: words.trend, exact: true }).first();
      await trend.getByTitle(words.table).click();
      await expect(trend.getByRole('columnheader', { name: words.day })).toBeVisible();
      await expect(trend.getByRole('row')).toHaveCount(15);
      for (const { to, n } of [...told.slice(0, 2), ...told.slice(-3), { to: '/device?heard=older', n: LOCKS }]) {
        await page.goto(`${product.url}/dashboard`);
        await page.locator(`a[href="${to}"]`).click();
        await expect(page).toHaveURL(`${product.url}${to}`);
        await expect(page.locator('.page-title').last()).toBeVisible();
        await expect(page.locator('tbody tr[data-row-key]:visible')).toHaveCount(n);
      }
    });
  });
