import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { linesIn, tellRecords } from '@plomb/server/testing/manyRecords';
import { locksOnMap, registerFleet } from '../src/fleet.ts';

import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';

const words = {
  'zh-CN': {
    ...{
      valid: '有效',
      live: '实时',
      older: /较早/,
      newer: /较新/,
      next: '下一条',
      close: '关闭',
      frame: '解释原始帧',
    },
    ...{ before: '前后记录', told: '上报方式', memory: '补报', none: '没有符合条件的记录', reset: '重置' },
    ...{
      forced: '非法解封',
      both: '告警及状态变化',
      export: '导出',
      jobs: /我的任务|进行中/,
      cancel: '取消',
      cancelled: '已取消',
      download: /下载/,
      heading: '设备时间',
    },
  },
  'en-US': {
    ...{
      valid: 'Valid',
      live: 'Live',
      older: /Older/,
      newer: /Newer/,
      next: 'Next',
      close: 'Close',
      frame: 'Explain its frame',
    },
    ...{
      before: 'Before and after',
      told: 'How told',
      memory: 'From memory',
      none: 'Nothing matches these filters',
      reset: 'Reset',
    },
    ...{
      forced: 'Illegal unlock',
      both: 'Alert and change',
      export: 'Export',
      jobs: /Own jobs|under way/,
      cancel: 'Cancel',
      cancelled: 'Cancelled',
      download: /Download/,
      heading: 'Lock time',
    },
  },
} as const;

test.describe('records', () => {
  let product: RunningProduct;
  let admin: FetchClient;
  let fleet: ReturnType<RunningProduct['drive']>;
  test.beforeAll(async () => {
    product = await startProduct();
    admin = await FetchClient.open(product.url);
    await admin.login('admin', adminPassword);
    fleet = product.drive(await registerFleet(admin, 4));
  });
  test.afterAll(() => product?.stop());

  for (const locale of ['zh-CN', 'en-US'] as const)
    test(`records of where locks were, in what state and what rang: searched, opened, stepped through and written to a file (${locale})`, async ({
      browser,
    }) => {
      const w = words[locale];
      const sealed = async () =>
        (await locksOnMap(admin)).find((l) => l.lock_status === 2 && l.lon !== null && fleet.lock(l.sn))?.sn ?? null;
      await expect.poll(sealed).not.toBeNull();
      const sn = (await sealed())!;

      const context = await browser.newContext({ locale, viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      await signIn(page, product.url, `/locationRecord?keyword=${sn}`, 'admin', adminPassword);
      const rows = page.locator('tbody tr.ant-table-row');
      await expect(rows.first()).toContainText(w.live);
      await expect(rows.first()).toContainText(w.valid);
      await expect(page.getByRole('button', { name: w.newer })).toBeDisabled();

      // one opens with what came before and after it, by an address of its own
      await rows.first().getByRole('link').first().click();
      const record = page.getByRole('complementary').filter({ hasText: w.before });
      await expect(record).toBeVisible();
      await page.reload();
      await expect(record).toBeVisible();
      await record.getByRole('button', { name: w.frame }).click();
      await expect(page).toHaveURL(/\/device\/\d+\?tab=frames&frame=/);
      await expect(page.locator('.frame-hex')).toBeVisible();
      await page.goBack();
      await record.getByRole('button', { name: w.close }).click();

      // a file of it is written by a job, and fetched from the list of jobs
      await page.getByRole('button', { name: w.export }).click();
      await page.getByRole('button', { name: w.jobs }).click();
      const fetched = page.waitForEvent('download');
      await page.getByRole('button', { name: w.download }).first().click();
      const file = await fetched;
      expect(file.suggestedFilename()).toMatch(/\.zip$/);
      expect(
        readFileSync(await file.path())
          .subarray(0, 2)
          .toString(),
      ).toBe('PK');
      await page.keyboard.press('Escape');

      // what was forced is a change of state and an alert at once
      fleet.lock(sn).shackle('open');
      await page.goto(`${product.url}/changeRecord?keyword=${sn}&what=alert`);
      const forced = rows.filter({ hasText: w.both }).first();
      await expect(async () => {
        await page.reload();
        await expect(forced).toContainText(w.forced, { timeout: 2000 });
      }).toPass();
      await page.goto(`${product.url}/alertRecord?keyword=${sn}`);
      await expect(rows.filter({ hasText: w.forced }).first()).toBeVisible();
      await page.goto(`${product.url}/statusRecord?keyword=${sn}&fault=1004`);
      await expect(page.getByText(w.none)).toBeVisible();
      await context.close();
    });

  test('1,000,000 records are written to a file while their progress is shown, and so many are given up half-way', async ({
    browser,
  }) => {
    test.setTimeout(400_000);
    const many = 1_000_000;
    const told = await tellRecords(await product.databaseUrl(), many);
    const query = new URLSearchParams(told);
    const begin = async (locale: keyof typeof words) => {
      const w = words[locale];
      const page = await browser.newPage({ locale });
      await signIn(page, product.url, `/locationRecord?${query}`, 'admin', adminPassword);
      await expect(page.locator('tbody tr.ant-table-row').first()).toContainText(w.live);
      await page.getByRole('button', { name: w.export }).click();
      await page.getByRole('button', { name: w.jobs }).click();
      return page.locator('.jobs li').first();
    };
    const given = await begin('zh-CN');
    await expect(given.getByRole('progressbar')).toHaveAttribute('max', String(many));
    await given.getByRole('button', { name: words['zh-CN'].cancel }).click();
    await expect(given).toContainText(words['zh-CN'].cancelled);
    await given.page().close();

    const whole = await begin('en-US');
    await expect(whole.getByRole('button', { name: words['en-US'].download })).toBeVisible({ timeout: 300_000 });
    const fetched = whole.page().waitForEvent('download');
    await whole.getByRole('button', { name: words['en-US'].download }).click();
    expect(await linesIn(await (await fetched).path())).toBe(1 + many);
    await whole.page().close();
  });
});
