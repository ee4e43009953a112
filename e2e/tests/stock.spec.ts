import { expect, test } from '@playwright/test';
import { stock } from '@plomb/contract/devices/stock';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import type { FleetLock } from '@plomb/simulator/demoFleet';
import { registerFleet } from '../src/fleet.ts';
import { choose, pick, row, said } from '../src/forms.ts';
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
  product.drive(locks);
  fleet = locks;
});
test.afterAll(() => product?.stop());

for (const [lang, locale, words] of [
  [
    'English',
    'en-US',
    { take: 'Take a step', scan: 'Scan or type serial numbers', go: /^Go on with/, receiver: 'Receiver' },
  ],
  ['Chinese', 'zh-CN', { take: '办理', scan: '扫描或输入序列号', go: /^办理 \d/, receiver: '领用人' }],
] as const)
  test.describe(lang, () => {
    test.use({ locale });
    test(`stock: devices are taken in, inspected, issued, received and recycled, and each step stands there (${lang})`, async ({
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
      // one that was heard of, is charged and has no alarm
      const fit = async () => {
        const numbers = locks.map(({ sn }) => sn);
        const { rows } = await admin.ok(stock.check, { step: 'preliminary_inspection', numbers });
        return rows.filter(({ refusal }) => refusal === null).map(({ number }) => number);
      };
      await expect.poll(async () => (await fit()).length).toBeGreaterThan(0);
      const [sn = ''] = await fit();

      await take('preliminary_inspection', [sn]);
      await go('preliminary_inspection');
      await take('issue', [sn]);
      await choose(page.locator('.stock-fields'), words.receiver, 'Administrator · Plomb');
      await go('issue');
      await take('receive', [sn]);
      await go('receive');
      await take('recycle', [sn]);
      await go('recycle');
      await take('final_inspection_passed', [sn]);
      await go('final_inspection_passed');
      for (const step of [
        'stock_in',
        'preliminary_inspection',
        'issue',
        'receive',
        'recycle',
        'final_inspection_passed',
      ])
        await expect(row(page, name(step)).first()).toBeVisible();
      // nobody goes back to a step that is done
      await take('receive', [sn]);
      await expect(page.locator('.stock-rows [data-verdict=unfit]')).toHaveCount(1);
      await expect(page.getByRole('button', { name: words.go })).toBeDisabled();
    });
  });

const steps: Record<string, readonly [zh: string, en: string]> = {
  stock_in: ['入库', 'Stock in'],
  preliminary_inspection: ['初检', 'Preliminary inspection'],
  issue: ['发放', 'Issue'],
  receive: ['接收', 'Receive'],
  recycle: ['回收', 'Recycle'],
  final_inspection_passed: ['终检合格', 'Final inspection passed'],
};
