import { expect, test } from '@playwright/test';
import { devices } from '@plomb/contract/devices/devices';
import { applications } from '@plomb/contract/friends/applications';
import { friends } from '@plomb/contract/friends/friends';
import { LockStatus } from '@plomb/contract/lock/codes';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { registerFleet } from '../src/fleet.ts';
import { agree, choose, record, recordForm, row, said } from '../src/forms.ts';
import { addOperator, addOrganisation, PASSWORD } from '../src/organisation.ts';
import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';

let product: RunningProduct;
/** for each language one that is sealed and reached, and one that was never heard */
let some: { reached: string; silent: string }[];

test.beforeAll(async () => {
  product = await startProduct();
  const admin = await FetchClient.open(product.url);
  await admin.login('admin', adminPassword);
  for (const login_name of ['anna', 'english', 'chinese']) await addOrganisation(admin, product.url, { login_name });
  const { organizations } = await admin.ok(devices.options, {});
  const yard = organizations.find(({ org_name }) => org_name === 'Port anna')!.id;
  await addOperator(admin, product.url, yard, 'bert');
  for (const login of ['english', 'chinese']) {
    const theirs = await FetchClient.open(product.url);
    await theirs.login(login, PASSWORD);
    await theirs.ok(friends.apply, { typed: 'anna' });
  }
  const anna = await FetchClient.open(product.url);
  await anna.login('anna', PASSWORD);
  for (const { id } of (await anna.ok(applications.list, {})).rows) await anna.ok(applications.agree, { id });
  const fleet = await registerFleet(admin, 12, 'hhd', yard);
  const driven = fleet.slice(0, 8);
  product.drive(driven);
  const sealed = async () =>
    (await admin.ok(devices.list, { size: 100 })).rows.filter((one) => one.lock_status === LockStatus.sealedLocked);
  await expect.poll(async () => (await sealed()).length).toBeGreaterThanOrEqual(2);
  some = (await sealed()).slice(0, 2).map(({ sn }, at) => ({ reached: sn, silent: fleet[8 + at]!.sn }));
});
test.afterAll(() => product?.stop());

for (const [at, lang, locale, login, words] of [
  [
    0,
    'English',
    'en-US',
    'english',
    {
      apply: 'Apply for devices',
      whose: 'Whose devices',
      numbers: 'Serial numbers, apart by lines, commas or spaces',
      unseal: 'Unseal and seal',
      reason: 'Reason',
      send: 'Send',
      sent: 'The application is sent',
      waits: '1 application waits for your answer',
      decide: 'Look and decide',
      first: 'Agree, as first',
      second: 'Agree, as second',
      agreedFirst: /^Agreed\. A second authoriser/,
      agreed: /^Agreed\. The authorisation holds/,
      states: ['Second authoriser decides', 'Active', 'Ended'],
      order: 'Unseal…',
      request: 'Request unseal',
      details: /^Details/,
      given: 'The order is given',
      proved: /Proved/,
      sealed: 'Sealed',
      waiting: 'Queued',
      cancelled: 'Cancelled',
      end: 'End now…',
      question: /^End the authorisation/,
      one: '1 waiting order by it is cancelled.',
      ended: 'The authorisation has ended',
    },
  ],
  [
    1,
    'Chinese',
    'zh-CN',
    'chinese',
    {
      apply: '申请设备',
      whose: '向谁申请',
      numbers: '序列号，以换行、逗号或空格分隔',
      unseal: '解封与施封',
      reason: '事由',
      send: '发出',
      sent: '申请已发出',
      waits: '1 个申请等待您的答复',
      decide: '查看并处理',
      first: '作为第一授权人同意',
      second: '作为第二授权人同意',
      agreedFirst: /^已同意，等待第二授权人/,
      agreed: /^已同意，授权生效/,
      states: ['待第二授权人', '有效', '已终止'],
      order: '解封…',
      request: '提交解封申请',
      details: /^说明/,
      given: '指令已下达',
      proved: /已证实/,
      sealed: '已施封',
      waiting: '已排队',
      cancelled: '已取消',
      end: '立即终止…',
      question: /^立即终止/,
      one: '依此授权等待下发的 1 条指令将被取消。',
      ended: '授权已终止',
    },
  ],
] as const)
  test.describe(lang, () => {
    test.use({ locale });
    test(`an authorisation: applied for, agreed to by two, ordered by, ended while it is looked at with an order that waits (${lang})`, async ({
      page,
      browser,
    }) => {
      const { reached, silent } = some[at]!;
      const window = async () => (await browser.newContext({ locale })).newPage();
      // a friend of another organisation applies
      await signIn(page, product.url, '/authorisation', login, PASSWORD);
      await page.getByRole('button', { name: words.apply }).first().click();
      const form = recordForm(page);
      await choose(form, words.whose, 'anna · Port anna');
      await form.getByLabel(words.numbers).fill(`${reached} ${silent}`);
      await form.getByRole('radio', { name: words.unseal }).check();
      await form.getByLabel(words.reason, { exact: true }).fill('rail transfer');
      await form.getByRole('button', { name: words.send, exact: true }).click();
      await said(page, words.sent);

      // the first by what waits for the own answer, the second in the list
      const first = await window();
      await signIn(first, product.url, '/application', 'anna', PASSWORD);
      await first.getByRole('button', { name: words.waits }).click();
      await row(first, 'rail transfer').click();
      await record(first).getByRole('button', { name: words.decide }).click();
      await record(first).getByRole('button', { name: words.first }).click();
      await first.getByRole('dialog').last().getByRole('button', { name: words.first }).click();
      await said(first, words.agreedFirst);
      await expect(record(first)).toContainText(words.states[0]);
      await expect(record(first).getByRole('button', { name: words.second })).toHaveCount(0);
      const second = await window();
      await signIn(second, product.url, '/authorisation', 'bert', PASSWORD);
      await row(second, login).first().click();
      await record(second).getByRole('button', { name: words.second }).click();
      await second.getByRole('dialog').last().getByRole('button', { name: words.second }).click();
      await said(second, words.agreed);

      // who holds it sees these locks, and orders them
      await row(page, words.states[1]).click();
      const lock = (sn: string) => record(page).getByRole('listitem').filter({ hasText: sn });
      await expect(lock(reached)).toContainText(words.sealed);
      for (const sn of [reached, silent]) {
        await lock(sn).getByRole('button', { name: words.order }).click();
        const dialog = page.getByRole('dialog').filter({ hasText: sn });
        await dialog.getByLabel(words.details).fill('customs check');
        await dialog.getByRole('button', { name: words.request }).click();
        await said(page, words.given);
      }
      await expect(lock(reached)).toContainText(words.proved);
      await expect(lock(silent)).toContainText(words.waiting);

      // ended while it is looked at
      await second.getByRole('button', { name: words.end }).click();
      await expect(second.getByRole('dialog').filter({ hasText: words.question })).toContainText(words.one);
      await agree(second, words.question);
      await said(second, words.ended);
      await expect(record(page)).toContainText(words.states[2], { timeout: 5000 });
      await expect(lock(silent)).toContainText(words.cancelled, { timeout: 5000 });
      await expect(record(page).getByRole('button', { name: words.order })).toHaveCount(0);
      // what the locks say comes no more
      await expect(record(page).locator('.auth-state')).toHaveCount(0, { timeout: 5000 });
      for (const one of [first, second]) await one.context().close();
    });
  });
