import { expect, type Page, test } from '@playwright/test';
import { manufacturers } from '@plomb/contract/devices/manufacturers';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { find, record, recordForm, row } from '../src/forms.ts';
import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';

let product: RunningProduct;
let admin: FetchClient;

test.use({ locale: 'en-US' });
test.beforeAll(async () => {
  product = await startProduct();
  admin = await FetchClient.open(product.url);
  await admin.login('admin', adminPassword);
});
test.afterAll(() => product?.stop());

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Menu', exact: true });
const goTo = async (page: Page, words: string): Promise<void> => {
  await expect(page.locator('.shell-header')).toBeVisible(); // who presses earlier presses into nothing
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: /Search/ }).fill(words);
  await page.getByRole('option').first().click();
};
const question = (page: Page) => page.getByRole('dialog').filter({ hasText: 'What you typed is not saved' });
const name = (page: Page) => recordForm(page).getByLabel('Name', { exact: true });

test('what is typed in a page behind another survives the menu, and a search hit asks first', async ({ page }) => {
  await signIn(page, product.url, '/map', 'admin', adminPassword);
  await goTo(page, 'Manufacturers');
  await page.getByRole('button', { name: 'Add manufacturer' }).first().click();
  await name(page).fill('Half typed');
  await goTo(page, 'Map');
  await expect(page).toHaveURL(/\/map/);

  // the menu leads back to it as it stands
  await sidebar(page).getByText('Devices', { exact: true }).click();
  await sidebar(page).getByRole('link', { name: 'Manufacturers' }).click();
  await expect(page).toHaveURL(/edit=new/);
  await expect(name(page)).toHaveValue('Half typed');

  // a search hit would replace it
  await goTo(page, 'Map');
  await goTo(page, 'Manufacturers');
  await expect(question(page)).toContainText('This opens something else in “Manufacturers”');
  await question(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(page).toHaveURL(/\/map/);
  await sidebar(page).getByRole('link', { name: 'Manufacturers' }).click();
  await expect(name(page)).toHaveValue('Half typed');

  await goTo(page, 'Map');
  await goTo(page, 'Manufacturers');
  await question(page).getByRole('button', { name: 'Discard it' }).click();
  await expect(page).toHaveURL(/\/manufacturer$/);
  await expect(recordForm(page)).toHaveCount(0);
});

test('a form stays while colleagues work: its record may leave the list, and nobody overwrites another unseen', async ({
  page,
  browser,
}) => {
  const { id } = await admin.ok(manufacturers.add, { factoryCode: 'OLD', factoryName: 'Old maker' });
  for (let n = 0; n < 10; n += 1)
    await admin.ok(manufacturers.add, { factoryCode: `NEW${n}`, factoryName: `New maker ${n}` });
  // eleven rows, ten of a page: the oldest stands on the second, and is opened by its address
  await signIn(page, product.url, `/manufacturer?size=10&edit=${id}`, 'admin', adminPassword);
  await expect(name(page)).toHaveValue('Old maker');
  await recordForm(page).getByLabel('Code', { exact: true }).fill('OLDER');

  const other = await (await browser.newContext({ locale: 'en-US' })).newPage();
  await signIn(other, product.url, `/manufacturer?edit=${id}`, 'admin', adminPassword);
  await name(other).fill('Renamed maker');
  await recordForm(other).getByRole('button', { name: 'Save' }).click();
  await expect(recordForm(other)).toHaveCount(0);
  await other.context().close();

  await recordForm(page).getByRole('button', { name: 'Save' }).click();
  await expect(recordForm(page).getByText(/changed this record meanwhile, nothing was saved/)).toBeVisible();
  await expect(recordForm(page).getByText('Meanwhile it was changed to “Renamed maker”')).toBeVisible();
  expect(await admin.ok(manufacturers.detail, { id })).toMatchObject({ factoryCode: 'OLD' });
  await recordForm(page).getByRole('button', { name: 'Take theirs' }).click();
  await recordForm(page).getByLabel('Code', { exact: true }).fill('OLDER');
  await recordForm(page).getByRole('button', { name: 'Save' }).click();
  await expect(recordForm(page)).toHaveCount(0);
  expect(await admin.ok(manufacturers.detail, { id })).toMatchObject({
    factoryCode: 'OLDER',
    factoryName: 'Renamed maker',
  });
});

test('a number is found as it is displayed', async ({ page }) => {
  await admin.ok(manufacturers.add, { factoryCode: 'S-1480', factoryName: '沪A·12345' });
  await signIn(page, product.url, '/manufacturer', 'admin', adminPassword);
  await find(page, 's 1480');
  await expect(row(page, '沪A·12345')).toBeVisible();
  await find(page, '沪a12345');
  await row(page, 'S-1480').click();
  await expect(record(page)).toContainText('沪A·12345');
});
