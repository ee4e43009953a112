import { crc32, deflateSync } from 'node:zlib';
import { expect, type Page, test } from '@playwright/test';
import { operators } from '@plomb/contract/system/operators/operators';
import { organisations } from '@plomb/contract/system/organisations/organisations';
import { roles } from '@plomb/contract/system/roles/roles';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { agree, choose, find, record, recordForm, row, said } from '../src/forms.ts';
import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';

let product: RunningProduct;
let admin: FetchClient;
let page: Page;

test.beforeAll(async ({ browser }) => {
  product = await startProduct();
  admin = await FetchClient.open(product.url);
  await admin.login('admin', adminPassword);
  page = await browser.newPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  await signIn(page, product.url, '/dashboard', 'admin', adminPassword);
});
test.afterAll(() => product?.stop());

/** A picture of one colour, as small as a PNG gets. */
const picture = (): Buffer => {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.from([0, 0, 0, 16, 0, 0, 0, 16, 8, 2, 0, 0, 0]);
  const pixels = Buffer.concat(Array.from({ length: 16 }, () => Buffer.from([0, ...Array(48).fill(120)])));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

test('organisations: add with administrator and logo, find, edit, disable, enable, refuse, delete', async () => {
  await page.goto(`${product.url}/organisation`);
  await page.getByRole('button', { name: 'Add organisation' }).click();
  const form = recordForm(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Input cannot be empty').first()).toBeVisible();
  await form.getByLabel('Name', { exact: true }).fill('North depot');
  await form.getByLabel('Phone', { exact: true }).fill('not a number');
  await form.getByLabel('Mailbox', { exact: true }).fill('north@example.com');
  await expect(form.getByText('Phone number wrong')).toBeVisible();
  await form.getByLabel('Phone', { exact: true }).fill('+86 10 5555 0187');
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await expect(form.locator('.image-upload').getByRole('alert')).toContainText('2 MB');
  await form.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture() });
  await expect(form.getByRole('img', { name: 'Uploaded picture' })).toBeVisible();
  await form.getByLabel('Operator name', { exact: true }).fill('Chen Li');
  await form.getByLabel('Login name', { exact: true }).fill('chenli');
  await choose(form, 'Rights', 'Administrator · Plomb');
  await form.getByRole('button', { name: 'Make one' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Added successfully');
  await expect(row(page, 'North depot')).toContainText('Chen Li');

  await find(page, 'north');
  await row(page, 'North depot').getByText('North depot').click();
  await expect(record(page)).toContainText('north@example.com');
  await page.reload(); // the record is in the address
  await record(page).getByRole('button', { name: 'Edit' }).click();
  await form.getByLabel('Name', { exact: true }).fill('Northern depot');
  await form.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Modified successfully');
  await expect(record(page)).toContainText('Northern depot');

  await row(page, 'Northern depot').getByRole('switch').click();
  await agree(page, 'Modify the state?');
  await said(page, 'Modified successfully');
  await expect(row(page, 'Northern depot').getByRole('switch')).not.toBeChecked();
  await row(page, 'Northern depot').getByRole('switch').click();
  await agree(page, 'Modify the state?');
  await expect(row(page, 'Northern depot').getByRole('switch')).toBeChecked();

  // somebody is in it
  await record(page).getByRole('button', { name: 'Delete…' }).click();
  const question = page.getByRole('dialog').filter({ hasText: 'Delete Northern depot?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await said(page, 'cannot be deleted');
  await question.getByRole('button', { name: 'Cancel' }).click();
  const org = (await admin.ok(organisations.list, {})).rows.find((o) => o.org_name === 'Northern depot');
  const people = await admin.ok(operators.list, { org_id: org?.id });
  await admin.ok(operators.delete, { ids: people.rows.map((o) => o.id) });
  const theirs = await admin.ok(roles.list, { org_id: org?.id });
  await admin.ok(roles.delete, { ids: theirs.rows.map((r) => r.id) });
  await page.goto(`${product.url}/organisation?id=${org?.id}`);
  await record(page).getByRole('button', { name: 'Delete…' }).click();
  await agree(page, 'Delete Northern depot?');
  await said(page, 'Deleted successfully');
  await expect(row(page, 'Plomb')).toBeVisible();
  await expect(row(page, 'Northern depot')).toHaveCount(0);
});

test('operators: add, find, edit, reset the password, disable several, delete', async () => {
  await page.goto(`${product.url}/operator`);
  for (const [name, login] of [
    ['Wang Fang', 'wangfang'],
    ['Li Na', 'lina'],
  ] as const) {
    await page.getByRole('button', { name: 'Add operator' }).click();
    const form = recordForm(page);
    await form.getByLabel('Name', { exact: true }).fill(name);
    await form.getByLabel('Login name', { exact: true }).fill(login);
    await choose(form, 'Organisation', 'Plomb');
    await choose(form, 'Role', 'Administrator');
    await form.getByLabel('Temporary password', { exact: true }).fill('12345');
    await form.getByLabel('Phone', { exact: true }).fill('13800000000');
    await expect(form.getByText(/at least 6/i).last()).toBeVisible();
    await form.getByLabel('Temporary password', { exact: true }).fill('123456');
    await form.getByRole('button', { name: 'Save' }).click();
    await said(page, 'Added successfully');
    await expect(row(page, name)).toContainText(login);
  }
  await row(page, 'Li Na').getByText('lina').click();
  await record(page).getByRole('button', { name: 'Edit' }).click();
  await recordForm(page).getByLabel('Login name', { exact: true }).fill('wangfang');
  await recordForm(page).getByRole('button', { name: 'Save' }).click();
  await expect(recordForm(page).getByText('This login name is taken')).toBeVisible();
  await recordForm(page).getByLabel('Login name', { exact: true }).fill('li.na');
  await recordForm(page).getByRole('button', { name: 'Save' }).click();
  await said(page, 'Modified successfully');

  await record(page).getByRole('button', { name: 'Reset the password…' }).click();
  const dialog = page.getByRole('dialog', { name: /Reset the password/ });
  await dialog.getByRole('button', { name: 'Reset', exact: true }).click();
  await expect(dialog.getByText('Please enter a new password')).toBeVisible();
  await dialog.getByLabel('Temporary password').fill('another1');
  // the button moves up as it goes
  await expect(dialog.getByText('Please enter a new password')).toBeHidden();
  await dialog.getByRole('button', { name: 'Reset', exact: true }).click();
  await said(page, 'The password was reset');
  const li = await FetchClient.open(product.url);
  await expect(li.login('li.na', '123456')).rejects.toThrow();
  await li.login('li.na', 'another1');

  for (const name of ['Wang Fang', 'Li Na']) await row(page, name).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Disable', exact: true }).click();
  await agree(page, 'Modify the state?');
  await said(page, 'Modified successfully');
  await expect(row(page, 'Wang Fang')).toContainText('Disabled');
  await page.locator('.batch').getByRole('button', { name: 'Delete' }).click();
  await agree(page, 'Delete 2 records?');
  await said(page, 'Deleted successfully');
  await expect(row(page, 'Wang Fang')).toHaveCount(0);
  await expect(row(page, 'admin')).toBeVisible();
});

test('roles: add, set menus and buttons with a review before saving, rename, delete', async () => {
  await page.goto(`${product.url}/role`);
  await page.getByRole('button', { name: 'Add role' }).click();
  const form = recordForm(page);
  await form.getByLabel('Role', { exact: true }).fill('Night watch');
  await choose(form, 'Role above', 'Administrator');
  await form.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Added successfully');
  await row(page, 'Night watch').getByRole('link', { name: '0 menus · 0 buttons' }).click();

  await expect(page.getByText('Nothing changed yet')).toBeVisible();
  await page.getByRole('tab', { name: /Button permissions/ }).click();
  await expect(page.getByText('Click a menu to set its buttons')).toBeVisible();
  const menus = page.locator('.grant-menus');
  await menus.getByRole('button', { name: /^Alarms/ }).click();
  await expect(page.getByRole('heading', { name: 'Tick the menu first' })).toBeVisible();
  await page.getByRole('button', { name: 'Tick “Alarms”' }).click();
  const boxes = page.locator('.grant-boxes').getByRole('checkbox');
  const all = await boxes.count();
  expect(all).toBeGreaterThan(1);
  // whoever may open a page may at least read it
  await expect(page.locator('.grant-footer')).toContainText('+1 menu+1 button');
  await page.locator('.grant-boxes').getByRole('button', { name: 'Tick all' }).click();
  await expect(page.locator('.grant-footer')).toContainText(`+${all} buttons`);
  await boxes.last().uncheck();
  await page.getByRole('tab', { name: /Menu permissions/ }).click();
  await page.getByRole('checkbox', { name: 'Map', exact: true }).check();
  const review = page.getByRole('complementary', { name: 'Before saving' });
  await expect(review).toContainText('New menus 2');
  await review.getByRole('button', { name: 'Undo Map' }).click();
  await expect(review).toContainText('New menus 1');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Nothing changed yet')).toBeVisible();
  await page.getByRole('button', { name: 'Back to the roles' }).click();
  await expect(row(page, 'Night watch')).toContainText(new RegExp(`1 menus? · ${all - 1} buttons?`));

  await row(page, 'Night watch').getByText('Night watch').click();
  await record(page).getByRole('button', { name: 'Edit' }).click();
  await form.getByLabel('Role', { exact: true }).fill('Night shift');
  await form.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Modified successfully');
  await record(page).getByRole('button', { name: 'Delete…' }).click();
  await agree(page, 'Delete 1 record?');
  await said(page, 'Deleted successfully');
  await expect(row(page, 'Night shift')).toHaveCount(0);
});

test('menus and buttons: add, see it in the sidebar, give it a button, reorder, hide, disable, delete', async () => {
  await page.goto(`${product.url}/menu`);
  const sidebar = page.getByRole('navigation', { name: 'Menu', exact: true });
  await page.getByRole('button', { name: 'Add menu' }).click();
  const form = recordForm(page);
  await form.getByLabel('Name in Chinese', { exact: true }).fill('手册');
  await form.getByLabel('Name in English', { exact: true }).fill('Handbook');
  await form.getByLabel('Code', { exact: true }).fill('login');
  await form.getByText('Page', { exact: true }).last().click();
  await form.getByRole('combobox', { name: 'Page' }).fill('ManufacturersPage');
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('alert').first()).toBeVisible(); // the sign-in's address is not for menus
  await form.getByLabel('Code', { exact: true }).fill('handbook');
  await form.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Added successfully');
  await expect(sidebar.getByText('Handbook')).toBeVisible();

  await row(page, 'handbook').getByText('handbook', { exact: true }).click();
  await expect(record(page)).toContainText('No buttons under this menu');
  await record(page).getByRole('button', { name: 'Add button' }).click();
  await form.getByLabel('Name in Chinese', { exact: true }).fill('打印');
  await form.getByLabel('Name in English', { exact: true }).fill('Print');
  await form.getByLabel('Code', { exact: true }).fill('print');
  await form.getByLabel('Call path', { exact: true }).fill('/handbook/print');
  await form.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Added successfully');
  await record(page).getByRole('button', { name: 'Edit Print' }).click();
  await form.getByLabel('Name in English', { exact: true }).fill('Print it');
  await form.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Modified successfully');
  await record(page).getByRole('button', { name: 'Delete Print it' }).click();
  await agree(page, 'Delete the button Print it?');
  await said(page, 'Deleted successfully');
  await expect(record(page)).toContainText('No buttons under this menu');

  await page.getByRole('button', { name: 'Reorder' }).click();
  await page.getByRole('button', { name: 'Move Handbook up' }).click();
  await page.getByRole('button', { name: 'Save order' }).click();
  await said(page, 'The order is saved');
  const entries = async () =>
    (await sidebar.getByRole('menuitem').allTextContents()).filter((t) => t === 'Handbook' || t === 'System');
  await expect.poll(entries).toEqual(['Handbook', 'System']);

  await record(page).getByRole('button', { name: 'Edit' }).click();
  await form.getByRole('checkbox', { name: 'Leave it out of the sidebar' }).check();
  await form.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Modified successfully');
  await expect(sidebar.getByText('Handbook')).toHaveCount(0);
  await row(page, 'handbook').getByRole('switch').click();
  await agree(page, 'Modify the state?');
  await said(page, 'Modified successfully');
  await record(page).getByRole('button', { name: 'Delete…' }).click();
  await agree(page, 'Delete the menu Handbook?');
  await said(page, 'Deleted successfully');
  // what the product needs can be renamed, not removed
  await row(page, 'operationLog').getByText('operationLog', { exact: true }).click();
  await expect(record(page)).toContainText('Part of the product');
  await expect(record(page).getByRole('button', { name: 'Delete…' })).toHaveCount(0);
});

test('from the empty product: an organisation, a role, an operator, who signs in and sees only what was given', async ({
  browser,
}) => {
  const form = recordForm(page);
  await page.goto(`${product.url}/organisation`);
  await page.getByRole('button', { name: 'Add organisation' }).click();
  await form.getByLabel('Name', { exact: true }).fill('South port');
  await form.getByLabel('Operator name', { exact: true }).fill('Zhao Min');
  await form.getByLabel('Login name', { exact: true }).fill('zhaomin');
  await choose(form, 'Rights', 'Administrator · Plomb');
  await form.getByRole('button', { name: 'Make one' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Added successfully');

  await page.goto(`${product.url}/role`);
  await page.getByRole('button', { name: 'Add role' }).click();
  await form.getByLabel('Role', { exact: true }).fill('Watcher');
  await choose(form, 'Role above', 'Administrator');
  await choose(form, 'Organisation', 'South port');
  await form.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Added successfully');
  await row(page, 'Watcher').getByRole('link', { name: '0 menus · 0 buttons' }).click();
  await page.getByRole('checkbox', { name: 'Map', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Device list', exact: true }).check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Nothing changed yet')).toBeVisible();

  await page.goto(`${product.url}/operator`);
  await page.getByRole('button', { name: 'Add operator' }).click();
  await form.getByLabel('Name', { exact: true }).fill('Sun Hao');
  await form.getByLabel('Login name', { exact: true }).fill('sunhao');
  await choose(form, 'Organisation', 'South port');
  await choose(form, 'Role', 'Watcher');
  await form.getByLabel('Temporary password', { exact: true }).fill('temporary');
  await form.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Added successfully');
  await page.screenshot({ path: 'test-results/new-operator.png' });

  const theirs = await browser.newPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  await signIn(theirs, product.url, '/map', 'sunhao', 'temporary');
  await expect(theirs.getByRole('heading', { name: 'Choose a password of your own first' })).toBeVisible();
  await theirs.getByLabel('The temporary password', { exact: true }).fill('temporary');
  await theirs.getByLabel('New password', { exact: true }).fill('lettersonly');
  await theirs.getByLabel('New password again', { exact: true }).fill('lettersOnly');
  await theirs.getByRole('button', { name: 'Change password' }).click();
  await expect(theirs.getByText('Inconsistent password input')).toBeVisible();
  await expect(theirs.getByText(/alphanumeric combination of 6-16 characters/).last()).toBeVisible();
  await theirs.getByLabel('New password', { exact: true }).fill('watcher2026');
  // the refusals below the fields fold away now, and the button moves with them
  await theirs.getByLabel('New password again', { exact: true }).fill('watcher2026');
  await theirs.getByLabel('New password again', { exact: true }).press('Enter');

  const sidebar = theirs.getByRole('navigation', { name: 'Menu', exact: true });
  await expect(sidebar).toBeVisible();
  // the page is still drawing itself: somebody who sees no card moves away and back
  await expect(async () => {
    await theirs.mouse.move(700, 500);
    await theirs.locator('.avatar').hover();
    await expect(theirs.locator('.who')).toContainText('South port', { timeout: 2000 });
  }).toPass();
  await expect(theirs.locator('.who')).toContainText('sunhao');
  await expect(sidebar.getByText('Map', { exact: true })).toBeVisible();
  for (const hidden of ['System', 'Alarms', 'Personal'])
    await expect(sidebar.getByText(hidden, { exact: true })).toHaveCount(0);
  await theirs.goto(`${product.url}/device`);
  await expect(theirs.getByText('No devices yet')).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Add device' })).toHaveCount(0);
  await theirs.goto(`${product.url}/operator`);
  await expect(theirs.getByText('No permission').first()).toBeVisible();
  await theirs.screenshot({ path: 'test-results/only-what-was-given.png' });
  const api = await FetchClient.open(product.url);
  await api.login('sunhao', 'watcher2026');
  await expect(api.ok(operators.list, {})).rejects.toThrow(/noPermission/);
  await theirs.close();
});
