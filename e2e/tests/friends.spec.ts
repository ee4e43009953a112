import { expect, test } from '@playwright/test';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { agree, record, row, said } from '../src/forms.ts';
import { addOrganisation, PASSWORD } from '../src/organisation.ts';
import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';

let product: RunningProduct;

test.beforeAll(async () => {
  product = await startProduct();
  const admin = await FetchClient.open(product.url);
  await admin.login('admin', adminPassword);
  for (const name of ['anne', 'ben', 'chen', 'dong'])
    await addOrganisation(admin, product.url, { login_name: name, oper_name: `Officer ${name}` });
});
test.afterAll(() => product?.stop());

for (const [lang, locale, one, other, words] of [
  [
    'English',
    'en-US',
    'anne',
    'ben',
    {
      empty: 'No friends yet',
      apply: 'Apply',
      typed: 'Login name or phone number',
      message: 'Message',
      send: 'Send',
      sent: /The application is sent/,
      waits: '1 application waits for your answer',
      agree: 'Agree',
      agreed: 'You are friends now',
      remove: 'Remove Officer ',
      question: 'Remove',
      removed: 'Removed from your friends',
    },
  ],
  [
    'Chinese',
    'zh-CN',
    'chen',
    'dong',
    {
      empty: '还没有好友',
      apply: '申请加好友',
      typed: '登录名或手机号',
      message: '留言',
      send: '发出',
      sent: /申请已发出/,
      waits: '1 个申请等待您的答复',
      agree: '同意',
      agreed: '你们已成为好友',
      remove: '删除 Officer ',
      question: '删除',
      removed: '已从好友中删除',
    },
  ],
] as const)
  test.describe(() => {
    test.use({ locale });
    test(`friends in two browsers: ${lang}`, async ({ page, browser }) => {
      const theirs = await (await browser.newContext({ locale })).newPage();
      await signIn(theirs, product.url, '/friend', other, PASSWORD);
      await expect(theirs.getByText(words.empty)).toBeVisible();

      await signIn(page, product.url, '/friend', one, PASSWORD);
      await page.getByRole('button', { name: words.apply }).first().click();
      const form = page.getByRole('dialog');
      await form.getByLabel(words.typed).fill(other);
      await form.getByLabel(words.message).fill('we share the gate');
      await form.getByRole('button', { name: words.send, exact: true }).click();
      await said(page, words.sent);

      // it comes by itself
      await theirs.getByRole('button', { name: words.waits }).click();
      await row(theirs, `Officer ${one}`).click();
      await expect(record(theirs)).toContainText('we share the gate');
      await record(theirs).getByRole('button', { name: words.agree, exact: true }).click();
      await said(theirs, words.agreed);
      await expect(theirs.getByRole('button', { name: words.waits })).toHaveCount(0);

      await expect(page.getByText(`Port ${other}`)).toBeVisible();
      await page.getByRole('button', { name: `${words.remove}${other}` }).click();
      await agree(page, words.question);
      await said(page, words.removed);
      await expect(page.getByText(words.empty)).toBeVisible();
      await theirs.goto(`${product.url}/friend`);
      await expect(theirs.getByText(words.empty)).toBeVisible();
      await theirs.context().close();
    });
  });
