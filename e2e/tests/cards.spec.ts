import { expect, test } from '@playwright/test';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import type { FleetLock } from '@plomb/simulator/demoFleet';
import type { Fleet } from '@plomb/simulator/fleet';
import { registerFleet } from '../src/fleet.ts';
import { agree, record, recordForm, row, said } from '../src/forms.ts';
import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';

let product: RunningProduct;
let locks: FleetLock[];
let fleet: Fleet;
test.beforeAll(async () => {
  product = await startProduct();
  const admin = await FetchClient.open(product.url);
  await admin.login('admin', adminPassword);
  locks = await registerFleet(admin, 2, 'jt701');
  fleet = product.drive(locks);
});
test.afterAll(() => product?.stop());

for (const [at, lang, locale, number, words] of [
  [
    0,
    'English',
    'en-US',
    '70260001',
    {
      add: 'Add IC card',
      number: 'IC-card number',
      name: 'Name',
      save: 'Save',
      empty: 'The IC-card number cannot be empty',
      added: 'Added successfully',
      give: 'Give it to locks…',
      serials: 'Serial numbers of the locks, one a line',
      preview: 'Preview',
      reason: 'Reason',
      count: 'Type 1 to confirm',
      start: 'Order to 1 lock',
      answered: 'Answered 1',
      held: 'In the lock',
      delete: 'Delete…',
      question: 'Delete 1 record?',
      removing: 'Being removed',
      take: 'Take it out of these locks…',
    },
  ],
  [
    1,
    'Chinese',
    'zh-CN',
    '70260002',
    {
      add: '新增 IC 卡',
      number: 'IC 卡号',
      name: '名称',
      save: '保存',
      empty: 'IC 卡号不能为空',
      added: '新增成功',
      give: '下发到锁…',
      serials: '锁的序列号，每行一个',
      preview: '预检',
      reason: '原因',
      count: '输入 1 以确认',
      start: '下发 1 台',
      answered: '已应答 1',
      held: '已在锁中',
      delete: '删除…',
      question: '删除 1 条记录？',
      removing: '移除中',
      take: '从这些锁中移除…',
    },
  ],
] as const)
  test.describe(lang, () => {
    test.use({ locale });
    test(`cards: one is added, given to a lock, which it opens, deleted, and gone when the lock let it go, which it opens no more (${lang})`, async ({
      page,
    }) => {
      const button = (name: string) => page.locator('.page:visible').getByRole('button', { name, exact: true });
      const form = recordForm(page);
      const work = page.locator('.work');
      /** from the preview of a batch until its lock has answered */
      const order = async () => {
        await work.getByLabel(words.reason).fill('a new driver');
        await work.getByLabel(words.count).fill('1');
        await work.getByRole('button', { name: words.start, exact: true }).click();
        await expect(work.getByRole('button', { name: words.answered, exact: true })).toBeVisible();
      };
      await signIn(page, product.url, '/card', 'admin', adminPassword);
      await page.getByRole('button', { name: words.add }).first().click();
      await form.getByLabel(words.name, { exact: true }).fill('Gate 3');
      await form.getByRole('button', { name: words.save }).click();
      await expect(form).toContainText(words.empty);
      await form.getByLabel(words.number, { exact: true }).fill(number);
      await form.getByRole('button', { name: words.save }).click();
      await said(page, words.added);

      const open = async () => {
        await page.goto(`${product.url}/card`);
        await row(page, number).getByText(number, { exact: true }).click();
      };
      await open();
      await button(words.give).click();
      await record(page).getByLabel(words.serials).fill(locks[at]!.sn);
      await button(words.preview).click();
      await order();
      await open();
      await expect(record(page).getByRole('listitem').filter({ hasText: words.held })).toHaveCount(1);
      const lock = fleet.lock(locks[at]!.sn);
      lock.swipe(number);
      expect(lock.state.motor).toBe('released');
      lock.shackle('open');
      lock.shackle('close');

      await button(words.delete).click();
      await agree(page, words.question);
      await expect(row(page, number)).toContainText(words.removing);
      await open();
      await expect(button(words.delete)).toHaveCount(0);
      await button(words.take).click();
      await order();
      await page.goto(`${product.url}/card`);
      await expect(page.locator('.page:visible').getByRole('button', { name: words.add }).first()).toBeVisible();
      await expect(row(page, number)).toHaveCount(0);
      lock.swipe(number);
      expect(lock.state.motor).toBe('locked');
    });
  });
