import { expect, test } from '@playwright/test';
import { devices } from '@plomb/contract/devices/devices';
import { LockStatus } from '@plomb/contract/lock/codes';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { registerFleet } from '../src/fleet.ts';
import { agree, choose, record, row, said } from '../src/forms.ts';
import { addOrganisation, PASSWORD } from '../src/organisation.ts';
import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';

let product: RunningProduct;
/** three for each language: a sealed one, one that only may be seen, and one that is switched off */
let some: { sn: string; id: number }[][];

test.beforeAll(async () => {
  product = await startProduct();
  const admin = await FetchClient.open(product.url);
  await admin.login('admin', adminPassword);
  const fleet = await registerFleet(admin, 12);
  // those that are not driven were never heard: they may be switched off
  const driven = fleet.slice(0, 8);
  product.drive(driven);
  for (const name of ['english', 'chinese']) await addOrganisation(admin, product.url, { login_name: name });
  const sealed = async () =>
    (await admin.ok(devices.list, { size: 100 })).rows.filter((one) => one.lock_status === LockStatus.sealedLocked);
  await expect.poll(async () => (await sealed()).length).toBeGreaterThanOrEqual(2);
  const first = (await sealed()).slice(0, 2);
  const rest = (await admin.ok(devices.list, { size: 100 })).rows.filter(
    ({ sn }) => !driven.some((one) => one.sn === sn),
  );
  some = first.map((one, at) => [one, rest[2 * at]!, rest[2 * at + 1]!]);
  await admin.ok(devices.status, { ids: some.map((three) => three[2]!.id), status: 2 });
});
test.afterAll(() => product?.stop());

for (const [at, lang, locale, words] of [
  [
    0,
    'English',
    'en-US',
    {
      begin: 'Distribute devices',
      paste: 'Pasted serial numbers',
      numbers: 'Serial numbers, apart by lines, commas or spaces',
      preview: 'Preview',
      missing: '3 choices are missing. Nothing was distributed.',
      each: ['Select at least one device', 'Select at least one organisation', 'Choose seal or unseal'],
      whom: '2 Which organisations',
      unseal: /^Unseal/,
      off: 'The device is disabled',
      sending: 'Allow sending to ',
      distribute: 'Distribute 2 devices to 1',
      done: 'Distributed: 2, refused: 1',
      states: ['Allow sending', 'Forbid sending', 'Refused'],
      forbidden: 'Sending to this device is forbidden.',
      order: 'Unseal…',
      request: 'Request unseal',
      details: /^Details/,
      ordered: 'The order is given',
      proved: /Proved/,
      withdraw: 'Withdraw…',
      question: /^Withdraw /,
      withdrawn: 'Withdrawn',
    },
  ],
  [
    1,
    'Chinese',
    'zh-CN',
    {
      begin: '批量分配',
      paste: '粘贴序列号',
      numbers: '序列号，以换行、逗号或空格分隔',
      preview: '预检',
      missing: '缺少 3 项选择，未分配任何设备。',
      each: ['请至少选择一台设备', '请至少选择一个组织', '请选择施封或解封'],
      whom: '2 选择组织',
      unseal: /^解封/,
      off: '设备已停用',
      sending: '允许向 ',
      distribute: '将 2 台设备分配给 1 个组织',
      done: '已分配 2，拒绝 1',
      states: ['允许下发', '禁止下发', '未分配'],
      forbidden: '该设备禁止下发。',
      order: '解封…',
      request: '提交解封申请',
      details: /^说明/,
      ordered: '指令已下达',
      proved: /已证实/,
      withdraw: '收回…',
      question: /^从/,
      withdrawn: '已收回',
    },
  ],
] as const)
  test.describe(lang, () => {
    test.use({ locale });
    test(`assigned devices: distributed with one refused, ordered by who was given them, withdrawn (${lang})`, async ({
      browser,
      page,
    }) => {
      const [sealed, seen, off] = some[at]!.map(({ sn }) => sn) as [string, string, string];
      const name = lang.toLowerCase();
      const button = (words: string) => page.getByRole('button', { name: words, exact: true });
      const work = page.locator('.work');
      await signIn(page, product.url, '/assignment', 'admin', adminPassword);
      await button(words.begin).first().click();
      await work.getByText(words.paste, { exact: true }).click();
      await button(words.preview).click();
      await expect(work.getByText(words.missing)).toBeVisible();
      for (const one of words.each) await expect(work.getByText(one, { exact: true })).toBeVisible();
      // one of them twice
      await work.getByLabel(words.numbers).fill([sealed, seen, off, seen].join('\n'));
      await choose(work, words.whom, `Port ${name}`);
      await page.keyboard.press('Escape');
      await work.getByRole('radio', { name: words.unseal }).check();
      await button(words.preview).click();
      await expect(work.locator('tbody tr')).toHaveCount(3);
      await expect(work.locator('tbody')).toContainText(words.off);
      await work.getByRole('switch', { name: `${words.sending}${seen}` }).click();
      await button(words.distribute).click();
      await said(page, words.done);
      for (const [i, sn] of [sealed, seen, off].entries()) await expect(row(page, sn)).toContainText(words.states[i]!);

      const theirs = await (await browser.newContext({ locale })).newPage();
      await signIn(theirs, product.url, '/assignment', name, PASSWORD);
      await expect(row(theirs, off)).toHaveCount(0);
      await row(theirs, seen).click();
      await expect(record(theirs).getByText(words.forbidden)).toBeVisible();
      await row(theirs, sealed).click();
      await record(theirs).getByRole('button', { name: words.order }).click();
      const dialog = theirs.getByRole('dialog').filter({ hasText: sealed });
      await dialog.getByLabel(words.details).fill('customs check');
      await dialog.getByRole('button', { name: words.request }).click();
      await said(theirs, words.ordered);
      await expect(record(theirs)).toContainText(words.proved);

      await row(page, sealed).click();
      await record(page).getByRole('button', { name: words.withdraw }).click();
      await agree(page, words.question);
      await said(page, words.withdrawn);
      await expect(row(theirs, sealed).filter({ hasText: words.states[0]! })).toHaveCount(0);
      await theirs.context().close();
    });
  });
