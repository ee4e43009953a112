import { expect, test } from '@playwright/test';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import type { FleetLock } from '@plomb/simulator/demoFleet';
import { registerFleet } from '../src/fleet.ts';
import { pick, row, said } from '../src/forms.ts';
import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';

let product: RunningProduct;
let admin: FetchClient;
let fleet: readonly FleetLock[];
test.beforeAll(async () => {
  product = await startProduct();
  admin = await FetchClient.open(product.url);
  await admin.login('admin', adminPassword);
  const locks = await registerFleet(admin, 12);
  fleet = locks;
});
test.afterAll(() => product?.stop());

for (const [lang, locale, words] of [
  [
    'English',
    'en-US',
    { take: 'Take a step', scan: 'Scan or type serial numbers', go: /^Go on with/, reason: 'Reason', drop: /^Remove / },
  ],
  ['Chinese', 'zh-CN', { take: '办理', scan: '扫描或输入序列号', go: /^办理 \d/, reason: '原因', drop: /^移出 / }],
] as const)
  test.describe(lang, () => {
    test.use({ locale });
    test(`stock: devices are taken in, judged, lost, found and repaired, and each step stands there (${lang})`, async ({
      page,
    }) => {
      const locks = lang === 'English' ? fleet.slice(0, 6) : fleet.slice(6);
      const name = (step: string): string => steps[step]![lang === 'Chinese' ? 0 : 1];
      await signIn(page, product.url, '/stock', 'admin', adminPassword);

      const take = async (step: string, numbers: readonly string[]) => {
        await page.getByRole('button', { name: words.take, exact: true }).click();
        await pick(page, name(step));
        await page.getByLabel(words.scan).fill(numbers.join(','));
        await page.keyboard.press('Enter');
      };
      const go = async (step: string) => {
        await page.getByRole('button', { name: words.go }).click();
        await said(page, name(step));
      };
      await take(
        'stock_in',
        locks.map(({ sn }) => sn),
      );
      await go('stock_in');
      // a lock that was never heard of is not fit to be issued
      const [{ sn } = { sn: '' }] = locks;
      await take('preliminary_inspection', [sn]);
      await expect(page.locator('.stock-rows [data-verdict=unfit]')).toHaveCount(1);
      await expect(page.getByRole('button', { name: words.go })).toBeDisabled();
      // what was scanned would stay for the next who takes this step
      await page.locator('.stock-rows').getByRole('button', { name: words.drop }).click();
      await page.goto(`${product.url}/stock`);
      for (const step of ['report_lost', 'report_found', 'to_maintenance', 'from_maintenance']) {
        await take(step, [sn]);
        await page.getByLabel(words.reason, { exact: true }).fill('stocktaking');
        await go(step);
      }
      for (const step of ['stock_in', 'report_lost', 'report_found', 'to_maintenance', 'from_maintenance'])
        await expect(row(page, name(step)).first()).toBeVisible();
      // nobody goes back to a step that is done
      await take('stock_in', [sn]);
      await expect(page.locator('.stock-rows [data-verdict=unfit]')).toHaveCount(1);
      await expect(page.getByRole('button', { name: words.go })).toBeDisabled();
      await page.locator('.stock-rows').getByRole('button', { name: words.drop }).click();
      await expect(page.locator('.stock-rows [data-verdict]')).toHaveCount(0);
    });
  });

const steps: Record<string, readonly [zh: string, en: string]> = {
  stock_in: ['入库', 'Stock in'],
  preliminary_inspection: ['初检', 'Preliminary inspection'],
  report_lost: ['报失', 'Report lost'],
  report_found: ['登记找回', 'Report found'],
  to_maintenance: ['送修', 'To maintenance'],
  from_maintenance: ['修复', 'From maintenance'],
};
