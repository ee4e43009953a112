import { expect, test } from '@playwright/test';
import { devices } from '@plomb/contract/devices/devices';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import type { FleetLock } from '@plomb/simulator/demoFleet';
import { registerFleet } from '../src/fleet.ts';
import { agree, choose, said } from '../src/forms.ts';
import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';

let product: RunningProduct;
let all: readonly FleetLock[];
const DRIVEN = 5;
/** one on the line and one that sleeps refuse: they are switched off */
const OFF = [0, DRIVEN];
test.beforeAll(async () => {
  product = await startProduct();
  const admin = await FetchClient.open(product.url);
  await admin.login('admin', adminPassword);
  all = await registerFleet(admin, 8);
  const { rows } = await admin.ok(devices.list, { size: 100 });
  const off = OFF.map((at) => rows.find(({ sn }) => sn === all[at]!.sn)!.id);
  await admin.ok(devices.status, { ids: off, status: 2 });
  product.drive(all.slice(0, DRIVEN));
});
test.afterAll(() => product?.stop());

for (const [lang, locale, words] of [
  [
    'English',
    'en-US',
    {
      begin: 'Order to many locks',
      paste: 'Pasted serial numbers',
      numbers: 'Serial numbers, apart by lines, commas or spaces',
      order: 'Order',
      kind: 'Set report and sleep intervals',
      field: 'Report every, s',
      preview: 'Preview',
      unknown: '1 number is none of your devices',
      off: 'The device is disabled',
      type: 'Type 6 to confirm',
      wrong: 'This is not how many there are',
      start: 'Order to 6 locks',
      answered: 'Answered 4',
      waiting: 'Queued 2',
      unfit: 'Refused, no order 2',
      takeBack: 'Take back 2 waiting…',
      question: 'Take back 2 orders that have not left?',
      taken: '2 orders were taken back',
      again: 'Try 4 again…',
      fit: '2 would take the order',
    },
  ],
  [
    'Chinese',
    'zh-CN',
    {
      begin: '批量下发',
      paste: '粘贴序列号',
      numbers: '序列号，以换行、逗号或空格分隔',
      order: '指令',
      kind: '设置上报与休眠间隔',
      field: '上报间隔（秒）',
      preview: '预检',
      unknown: '1 个序列号不是您的设备',
      off: '设备已停用',
      type: '输入 6 以确认',
      wrong: '台数不符',
      start: '下发 6 台',
      answered: '已应答 4',
      waiting: '已排队 2',
      unfit: '拒绝，未下发 2',
      takeBack: '撤回等待中的 2 条…',
      question: '撤回尚未发出的 2 条指令？',
      taken: '已撤回 2 条指令',
      again: '重试 4 台…',
      fit: '2 台会接受',
    },
  ],
] as const)
  test.describe(lang, () => {
    test.use({ locale });
    test(`batches: one order to many locks, of which some refuse and some sleep (${lang})`, async ({ page }) => {
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      const work = page.locator('.work');
      await signIn(page, product.url, '/batch', 'admin', adminPassword);
      await button(words.begin).click();
      await work.getByText(words.paste, { exact: true }).click();
      // one of them twice, and one that nobody knows
      await work.getByLabel(words.numbers).fill([...all.map(({ sn }) => sn), all[1]!.sn, '99999999'].join('\n'));
      await choose(work, words.order, words.kind);
      await work.getByLabel(words.field).fill('30');
      await button(words.preview).click();

      await expect(work.getByText(words.unknown)).toBeVisible();
      await expect(work.locator('.work-numbered')).toContainText(words.off);
      const count = work.getByLabel(words.type);
      await count.fill('8');
      await button(words.start).click();
      await expect(work.getByText(words.wrong)).toBeVisible();
      await count.fill('6');
      await button(words.start).click();
      await expect(button(words.answered)).toBeVisible();
      await expect(button(words.waiting)).toBeVisible();

      // where it stands the server knows
      await page.reload();
      const bar = work.getByRole('progressbar');
      await expect(bar).toBeVisible();
      // it stands in its block, and not above the whole page
      expect((await bar.boundingBox())!.y).toBeGreaterThan((await work.boundingBox())!.y);
      await button(words.unfit).click();
      await expect(work.locator('tbody tr')).toHaveCount(OFF.length);
      await button(words.takeBack).click();
      await agree(page, words.question);
      await said(page, words.taken);
      await button(words.again).click();
      await expect(work.locator('.work-figures li').first()).toHaveText(words.fit);
    });
  });
