import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { manufacturers } from '@plomb/contract/devices/manufacturers';
import { account } from '@plomb/contract/personal/account';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { agree, choose, find, record, recordForm, row, said } from '../src/forms.ts';
import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';
import { totp } from '../src/totp.ts';

let product: RunningProduct;
let page: Page;

test.beforeAll(async ({ browser }) => {
  product = await startProduct();
  page = await browser.newPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  await signIn(page, product.url, '/dashboard', 'admin', adminPassword);
});
test.afterAll(() => product?.stop());

test('dictionaries: own words come and go, those of the product keep their codes', async () => {
  const form = recordForm(page);
  await page.goto(`${product.url}/dictionary`);
  await page.getByRole('button', { name: 'Add dictionary' }).click();
  await form.getByLabel('Code', { exact: true }).fill('cargo_kind');
  await form.getByLabel('Chinese', { exact: true }).fill('货物种类');
  await form.getByLabel('English', { exact: true }).fill('Kind of cargo');
  await form.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Added successfully');
  await find(page, 'cargo_kind');
  await row(page, 'cargo_kind').getByText('cargo_kind', { exact: true }).click();
  await expect(record(page)).toContainText('This dictionary has no items yet.');
  for (const [code, zh, en] of [
    ['1', '电子产品', 'Electronics'],
    ['2', '酒类', 'Spirits'],
  ] as const) {
    await record(page).getByRole('button', { name: 'Add an item' }).click();
    await form.getByLabel('Code', { exact: true }).fill(code);
    await form.getByLabel('Chinese', { exact: true }).fill(zh);
    await form.getByLabel('English', { exact: true }).fill(en);
    await form.getByRole('radio', { name: 'Gold' }).check();
    await form.getByRole('button', { name: 'Save' }).click();
    await said(page, 'Added successfully');
  }
  await expect(record(page).getByRole('listitem')).toHaveText([/Electronics/, /Spirits/]);
  await record(page).getByRole('button', { name: 'Move 2 up' }).click();
  await expect(record(page).getByRole('listitem')).toHaveText([/Spirits/, /Electronics/]);
  await record(page).getByRole('button', { name: 'Edit 2…' }).click();
  await form.getByLabel('English', { exact: true }).fill('Wine and spirits');
  await form.getByRole('switch', { name: 'Can be chosen' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Modified successfully');
  await expect(record(page).getByRole('listitem').first()).toContainText('not offered');
  for (const code of ['1', '2']) {
    await record(page)
      .getByRole('button', { name: `Delete ${code}…` })
      .click();
    await agree(page, `Delete ${code}?`);
    await said(page, 'Deleted successfully');
  }
  await record(page).getByRole('button', { name: 'Delete…', exact: true }).click();
  await agree(page, 'Delete 1 record?');
  await said(page, 'Deleted successfully');
  await expect(row(page, 'cargo_kind')).toHaveCount(0);

  await find(page, 'msg_ls');
  await row(page, 'msg_ls').getByText('msg_ls', { exact: true }).click();
  await expect(record(page).getByRole('button', { name: /^Delete/ })).toHaveCount(0);
  await record(page)
    .getByRole('button', { name: /^Edit 0/ })
    .click();
  await expect(form.getByLabel('Code', { exact: true })).toBeDisabled();
  await form.getByRole('button', { name: 'Cancel' }).click();
});

test('system parameters: a change acts at once everywhere, limits hold, the default comes back', async () => {
  const form = recordForm(page);
  await page.goto(`${product.url}/param`);
  await find(page, 'system_title_en');
  await row(page, 'System title (English)').getByText('System title (English)').click();
  await record(page).getByRole('button', { name: 'Edit' }).click();
  await form.getByLabel('System title (English)').fill('Harbour seals');
  await form.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Modified successfully');
  await expect(page.locator('.topbar-brand')).toHaveText('Harbour seals');
  await expect(page).toHaveTitle(/ - Harbour seals$/);
  await record(page).getByRole('button', { name: 'Reset to default…' }).click();
  await agree(page, 'to its default?');
  await said(page, 'Reset successfully');
  await expect(page.locator('.topbar-brand')).toHaveText('Lead-seal system');

  await page.goto(`${product.url}/param`);
  await row(page, 'Session ends when idle for').getByText('Session ends when idle for').click();
  await expect(record(page)).toContainText('session_idle_seconds');
  await record(page).getByRole('button', { name: 'Edit' }).click();
  await form.getByRole('spinbutton').fill('1');
  await form.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Modified successfully');
  await expect(row(page, 'Session ends when idle for')).toContainText('1 min'); // the lowest there is
  await record(page).getByRole('button', { name: 'Reset to default…' }).click();
  await agree(page, 'to its default?');
  await said(page, 'Reset successfully');
  await expect(row(page, 'Session ends when idle for')).toContainText('30 min');
});

test('operation logs: failed and successful work, filtered, opened without secrets, and as a file', async () => {
  await page.goto(`${product.url}/operationLog`);
  await expect(page.getByText('Append only')).toBeVisible();
  await page.locator('.chip').getByRole('button', { name: /^Kind/ }).click();
  await page.locator('.ant-dropdown:visible').getByText('Login', { exact: true }).click();
  await expect(page).toHaveURL(/business_type=login/);
  const line = page.locator('.page:visible tbody').getByRole('row').filter({ hasText: 'Success' }).first();
  await line.getByRole('link').or(line.getByRole('cell').first()).first().click();
  await expect(record(page)).toContainText('/login/login');
  await expect(record(page)).not.toContainText(adminPassword);
  await page.reload();
  await expect(record(page)).toContainText('/login/login');
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.locator('.ant-dropdown:visible').getByText('Text (.csv)').first().click();
  const file = (await readFile(await (await coming).path())).toString();
  expect(file).toContain('Administrator');
  expect(file).not.toContain(adminPassword);
});

test('device catalogue: manufacturer, type and device, from the form to the list and away', async () => {
  const form = recordForm(page);
  await page.goto(`${product.url}/manufacturer`);
  await page.getByRole('button', { name: 'Add manufacturer' }).first().click();
  await form.getByLabel('Code', { exact: true }).fill('JT');
  await form.getByLabel('Name', { exact: true }).fill('Jointech');
  await form.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Added successfully');

  await page.goto(`${product.url}/deviceType`);
  await page.getByRole('button', { name: 'Add device type' }).first().click();
  await form.getByLabel('Code', { exact: true }).fill('JT701');
  await form.getByLabel('Name', { exact: true }).fill('JT701 padlock');
  await choose(form, 'Protocol family', 'JT701');
  // this family has no code: where its locks come from is asked for
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Name at least one network').first()).toBeVisible();
  await form.getByLabel('Networks', { exact: true }).fill('10.8.0.0/16');
  await page.keyboard.press('Enter');
  await form.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Added successfully');

  await page.goto(`${product.url}/device`);
  for (const attempt of [1, 2]) {
    await page.getByRole('button', { name: 'Add device' }).first().click();
    await form.getByLabel('Serial number', { exact: true }).fill('8000000077');
    await form.getByLabel('Name', { exact: true }).fill('Gate 7');
    await choose(form, 'Organisation', 'Plomb');
    await choose(form, 'Device type', 'JT701 padlock');
    await choose(form, 'Manufacturer', 'Jointech');
    await form.getByRole('button', { name: 'Save' }).click();
    if (attempt === 1) await said(page, 'Added successfully');
  }
  await expect(form.getByText(/exists/).first()).toBeVisible();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await agree(page, 'What you typed is not saved');
  await row(page, '8000000077').getByText('Gate 7').first().click();
  await expect(record(page)).toContainText('Positioning invalid');
  await record(page).getByRole('button', { name: 'Edit' }).click();
  await form.getByLabel('What it guards', { exact: true }).fill('京A12345');
  await form.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Modified successfully');
  await find(page, '京A12345');
  await expect(row(page, '8000000077')).toBeVisible();

  // what a device names is kept
  await page.goto(`${product.url}/manufacturer`);
  await row(page, 'Jointech').getByText('Jointech').click();
  await record(page).getByRole('button', { name: 'Delete…' }).click();
  const question = page.getByRole('dialog').filter({ hasText: 'Delete 1 record?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Still in use, it cannot be deleted').first()).toBeVisible();
  await page.goto(`${product.url}/device`);
  await row(page, '8000000077').getByText('Gate 7').first().click();
  await record(page).getByRole('button', { name: 'Delete…' }).click();
  await agree(page, 'Delete 1 record?');
  await said(page, 'Deleted successfully');
  for (const [path, name] of [
    ['deviceType', 'JT701 padlock'],
    ['manufacturer', 'Jointech'],
  ] as const) {
    await page.goto(`${product.url}/${path}`);
    await row(page, name).getByText(name).click();
    await record(page).getByRole('button', { name: 'Delete…' }).click();
    await agree(page, 'Delete 1 record?');
    await said(page, 'Deleted successfully');
  }
});

test('my account: phone, sessions signed out from afar, a second factor set up, used and switched off', async ({
  browser,
}) => {
  const form = recordForm(page);
  await page.goto(`${product.url}/account`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await form.getByLabel('Phone', { exact: true }).fill('13800138000');
  await form.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Modified successfully');
  await expect(page.getByText('13800138000').first()).toBeVisible();

  const elsewhere = await FetchClient.open(product.url);
  await elsewhere.login('admin', adminPassword);
  await page.getByRole('tab', { name: 'Sessions' }).click();
  await page
    .getByRole('button', { name: /^Sign out / })
    .first()
    .click();
  await agree(page, 'Sign out this session?');
  await said(page, 'The session is signed out');
  await expect(elsewhere.ok(account.detail, {})).rejects.toThrow(/sessionTimeOut/);

  await page.getByRole('tab', { name: 'Two-factor sign-in' }).click();
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByLabel('Password', { exact: true }).fill(adminPassword);
  await page.getByRole('button', { name: 'Next' }).click();
  const secret = (await page.locator('code.secret').innerText()).replaceAll(' ', '');
  await page.getByLabel('Code of your authenticator app').fill(totp(secret));
  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect(page.locator('.backup-codes li')).toHaveCount(10);
  const codes = await page.locator('.backup-codes li').allInnerTexts();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByRole('heading', { name: 'Two-factor sign-in is on' })).toBeVisible();

  const other = await browser.newPage({ locale: 'en-US' });
  await other.goto(`${product.url}/login`);
  await other.getByLabel('User name', { exact: true }).fill('admin');
  await other.getByLabel('Password', { exact: true }).fill(adminPassword);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await other.getByLabel('Code of your authenticator app').fill(codes[0]!);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await other.waitForURL(`${product.url}/map`);
  await expect(other.getByText(/Codes left: 9/)).toBeVisible();
  await other.close();

  await page.getByRole('button', { name: 'Switch off' }).click();
  const dialog = page.getByRole('dialog', { name: 'Switch two-factor sign-in off?' });
  await dialog.getByLabel('Password', { exact: true }).fill(adminPassword);
  await dialog.getByLabel('Code of your authenticator app').fill(codes[1]!);
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  await expect(page.getByRole('heading', { name: 'Two-factor sign-in is off' })).toBeVisible();
});

test('API keys: made for one purpose, shown once, used, revoked', async () => {
  const form = recordForm(page);
  await page.goto(`${product.url}/account?tab=apiKeys`);
  await page.getByRole('button', { name: 'Add API key' }).click();
  await form.getByLabel('Name', { exact: true }).fill('Warehouse system');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.locator('.ant-form-item-explain-error').first()).toBeVisible();
  await form
    .locator('.scope-tree .ant-tree-treenode')
    .filter({ hasText: 'Alarms' })
    .first()
    .locator('.ant-tree-checkbox')
    .click();
  await form.getByRole('button', { name: 'Save' }).click();
  const made = page.getByRole('dialog', { name: 'Your new API key' });
  const key = (await made.locator('.new-key').innerText()).replace('Authorization: Bearer ', '');
  await made.getByRole('button', { name: 'I have kept it' }).click();
  await expect(made).toBeHidden();
  const entry = page.locator('.entries li').filter({ hasText: 'Warehouse system' });
  await expect(entry).toContainText('Active');
  expect(await page.content()).not.toContain(key);

  const call = (path: string) =>
    fetch(product.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: '{}',
    });
  expect((await call('/alarm/list')).status).toBe(200);
  expect((await call(manufacturers.list.path)).status).toBe(403);
  await page.getByRole('button', { name: 'Revoke Warehouse system' }).click();
  await agree(page, 'Revoke “Warehouse system”?');
  await said(page, 'The key is revoked');
  await expect(entry).toContainText('Revoked');
  await expect.poll(async () => (await call('/alarm/list')).status).toBe(401);
});
