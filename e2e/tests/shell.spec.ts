/// <reference lib="dom" />
import { expect, type Page, type Request, test } from '@playwright/test';
import { devices } from '@plomb/contract/devices/devices';
import { errors } from '@plomb/contract/errors';
import { account } from '@plomb/contract/personal/account';
import { preferences } from '@plomb/contract/session/preferences';
import { sealPassword } from '@plomb/contract/session/sealedPassword';
import { session } from '@plomb/contract/session/session';
import { operators } from '@plomb/contract/system/operators/operators';
import { roles } from '@plomb/contract/system/roles/roles';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { registerFleet } from '../src/fleet.ts';
import { find, pick, record, recordForm, said } from '../src/forms.ts';
import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';

let product: RunningProduct;
let admin: FetchClient;

test.use({ locale: 'en-US' });
test.beforeAll(async () => {
  product = await startProduct();
  admin = await FetchClient.open(product.url);
  await admin.login('admin', adminPassword);
  await registerFleet(admin, 5);
});
test.afterAll(() => product?.stop());

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Menu', exact: true });
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Visited pages' });
/** Tells whether the page was loaded anew since. */
const loaded = (page: Page): Promise<number> => page.evaluate(() => performance.timeOrigin);

/** A role with nothing but the named menus (and reading them), and an operator who has it. */
const newOperator = async (login: string, menus: string[]) => {
  const { roles: all, organizations } = await admin.ok(roles.options, {});
  const org_id = organizations[0]!.id;
  const { id: role_id } = await admin.ok(roles.add, { roleName: login, superRoleId: all[0]!.id, org_id });
  const give = async (codes: string[]): Promise<void> => {
    const now = await admin.ok(roles.grants, { id: role_id });
    const wanted = now.menus.filter((m) => codes.includes(m.menu_code));
    const granted = {
      menus: wanted.map((m) => m.id),
      buttons: wanted.flatMap((m) => m.buttons.filter((b) => b.btn_code === 'list').map((b) => b.id)),
    };
    await admin.ok(roles.grant, { id: role_id, version: now.version, ...granted });
  };
  await give(menus);
  const sealed = async (client: FetchClient, path: string, password: string) =>
    sealPassword(await client.ok(session.key, {}), path, password);
  await admin.ok(operators.add, {
    operCode: '',
    operName: login,
    operPhone: '',
    loginName: login,
    role_id,
    org_id,
    password: await sealed(admin, operators.add.path, 'temporary'),
  });
  const self = await FetchClient.open(product.url);
  await self.login(login, 'temporary');
  const { path } = session.changePassword;
  await self.ok(session.changePassword, {
    oldPassword: await sealed(self, path, 'temporary'),
    newPassword: await sealed(self, path, 'seals2026'),
  });
  return { give, password: 'seals2026' };
};

test('tabs survive a reload with their filters, close in every way but the pinned one, and go with the log-out', async ({
  page,
}) => {
  await signIn(page, product.url, '/manufacturer', 'admin', adminPassword);
  await find(page, 'joint');
  await expect(page.getByRole('navigation', { name: 'You are here' })).toHaveText(/Dashboard.*Devices.*Manufacturers/);
  for (const name of ['Alarms', 'Map']) {
    await sidebar(page).getByRole('link', { name, exact: true }).click();
    // a page left before it was there was not visited, and has no tab
    await expect(tabs(page).getByRole('link', { name })).toBeVisible();
  }
  await expect(tabs(page).getByRole('link')).toHaveText(['Dashboard', 'Manufacturers', 'Alarms', 'Map']);
  await page.reload();
  await expect(tabs(page).getByRole('link')).toHaveText(['Dashboard', 'Manufacturers', 'Alarms', 'Map']);
  await tabs(page).getByRole('link', { name: 'Manufacturers' }).click();
  await expect(page).toHaveURL(/\/manufacturer\?keyword=joint$/);

  await expect(page.getByRole('button', { name: 'Close Dashboard' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Close Manufacturers' }).click();
  await expect(page).toHaveURL(/\/map/); // where one was before
  await tabs(page).getByRole('link', { name: 'Alarms' }).click({ button: 'right' });
  await pick(page, 'Close others');
  await expect(tabs(page).getByRole('link')).toHaveText(['Dashboard', 'Alarms']);
  await page.getByRole('button', { name: 'Tab actions' }).click();
  await pick(page, 'Close all');
  await expect(tabs(page).getByRole('link')).toHaveText(['Dashboard']);
  await expect(page).toHaveURL(/\/dashboard$/);

  await sidebar(page).getByRole('link', { name: 'Alarms', exact: true }).click();
  await page.locator('.avatar').click();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await pick(page, 'Log out');
  await expect(page).toHaveURL(/\/login$/); // and not on the way back to where one was
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(asked).not.toContain(session.getAuth.path);
  expect((await page.context().cookies()).filter((c) => c.name.startsWith('Admin-') && c.value !== '')).toEqual([]);
  await signIn(page, product.url, '/dashboard', 'admin', adminPassword);
  await expect(tabs(page).getByRole('link')).toHaveText(['Dashboard']);
});

test('a page keeps its state behind other tabs; the one for the password starts anew, and refreshing starts any anew', async ({
  page,
}) => {
  await signIn(page, product.url, '/profile/updPassword', 'admin', adminPassword);
  const password = page.locator('.page:visible input').first();
  await password.fill('typed');
  await sidebar(page).getByRole('link', { name: 'Map', exact: true }).click();
  const sought = page.getByPlaceholder('Lock, number, place or fence');
  await sought.fill('集装箱');
  await tabs(page).getByRole('link', { name: 'Change password' }).click();
  await expect(password).toHaveValue('');
  await tabs(page).getByRole('link', { name: 'Map' }).click();
  await expect(sought).toHaveValue('集装箱');
  // made anew, with what its address says
  const seen = await sought.elementHandle();
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect.poll(() => seen?.evaluate((input) => input.isConnected)).toBe(false);
  await expect(sought).toHaveValue('集装箱');
});

test('a changed role is felt in a live session within seconds, without a reload', async ({ page }) => {
  const { give, password } = await newOperator('porter', ['map', 'manufacturer']);
  await signIn(page, product.url, '/manufacturer', 'porter', password);
  await expect(page.getByRole('heading', { name: 'Manufacturers', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add manufacturer' })).toHaveCount(0);
  const before = await loaded(page);
  await give(['map', 'manufacturer', 'alarm']);
  await expect(sidebar(page).getByRole('link', { name: 'Alarms' })).toBeVisible();
  await give(['map']);
  await expect(sidebar(page).getByRole('link', { name: 'Manufacturers' })).toHaveCount(0);
  await expect(page.getByText('No permission').first()).toBeVisible();
  expect(await loaded(page)).toBe(before);

  await give([]);
  await page.waitForURL(/\/login\?redirect=%2Fmanufacturer$/);
  await expect(page.getByText(errors.authEmptyData.en).first()).toBeVisible();
});

test('an expired session loses no typed word: log in again in place, or stay and do it later', async ({ page }) => {
  const form = recordForm(page);
  await signIn(page, product.url, '/manufacturer', 'admin', adminPassword);
  await page.getByRole('button', { name: 'Add manufacturer' }).first().click();
  await form.getByLabel('Code', { exact: true }).fill('HHD');
  const before = await loaded(page);
  await form.getByLabel('Name', { exact: true }).fill('HHD Technology');
  await admin.ok(account.endOtherSessions, {});

  // the live stream says so, above the form
  const modal = page.getByRole('dialog', { name: 'Logout confirmation' });
  await expect(modal).toBeVisible();
  await page.keyboard.press('Escape');
  await page.mouse.click(10, 10);
  await expect(modal.getByRole('button', { name: 'Close' })).toHaveCount(0);
  await modal.getByRole('button', { name: 'Cancel' }).click();
  await expect(modal).toBeHidden();
  await expect(page.getByText('Your session has expired: what you see is no longer current.')).toBeVisible();
  await expect(form.getByLabel('Code', { exact: true })).toHaveValue('HHD');
  // what a person does asks again, above the form, and the form says that nothing was saved
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(modal).toBeVisible();
  await expect(form.getByText('Not saved. Your login status has expired')).toBeVisible();

  await modal.getByLabel('Password of admin').fill('wrong password');
  await modal.getByRole('button', { name: 'Log in again' }).click();
  await expect(modal.getByRole('alert')).toHaveText(errors.badLogin.en);
  await modal.getByLabel('Password of admin').fill(adminPassword);
  await modal.getByRole('button', { name: 'Log in again' }).click();
  await expect(modal).toBeHidden();
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('HHD Technology');
  await form.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Added successfully');
  expect(await loaded(page)).toBe(before);
});

test('language, size, theme and colour change at once, reload nothing and lose nothing typed', async ({ page }) => {
  await signIn(page, product.url, '/profile/updPassword', 'admin', adminPassword);
  const typed = page.locator('.page:visible input').first();
  await typed.fill('half a password');
  const before = await loaded(page);
  await page.getByRole('button', { name: /^Theme/ }).click();
  await pick(page, 'Dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const button = page.getByRole('button', { name: /^(Change password|修改密码)$/ });
  const height = async () => (await button.boundingBox())?.height ?? 0;
  const usual = await height();
  await page.getByRole('button', { name: /^Size/ }).click();
  await pick(page, 'Mini');
  await expect.poll(height).toBeLessThan(usual);
  await page.getByRole('button', { name: /^Language/ }).click();
  await pick(page, '中文');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(page).toHaveTitle('修改密码 - 铅封系统');
  await expect(page.getByRole('navigation', { name: '菜单' }).getByText('系统管理')).toBeVisible();
  await expect(typed).toHaveValue('half a password');

  await page.locator('.avatar').click();
  await pick(page, '界面设置');
  const accent = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'));
  const blue = await accent();
  await page.locator('.swatches').getByTitle('绿').click();
  await expect.poll(accent).not.toBe(blue);
  await page.getByRole('dialog').getByRole('switch', { name: '菜单上方显示标志' }).click();
  await expect(page.locator('.sidebar-logo')).toBeVisible();
  await page.getByRole('dialog').getByRole('switch').first().click();
  await expect(page.locator('.tabs-strip')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(typed).toHaveValue('half a password');
  expect(await loaded(page)).toBe(before);

  // the look is the person's, not the computer's: once the server has it, another one shows it
  const kept = async () => (await admin.ok(preferences.find, {})).preferences.shell;
  await expect.poll(kept).toMatchObject({ tabsView: false, sidebarLogo: true, mode: 'dark' });
  const other = await page.context().browser()!.newPage({ locale: 'en-US' });
  await signIn(other, product.url, '/dashboard', 'admin', adminPassword);
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(other.locator('.shell')).toBeVisible();
  await expect(other.locator('.tabs-strip')).toHaveCount(0);
  await other.locator('.avatar').click();
  await pick(other, 'Interface settings');
  await other.getByRole('button', { name: 'Back to the defaults' }).click();
  await expect(other.locator('.tabs-strip')).toBeVisible();
  await other.close();
});

test('one search finds pages, in Chinese by pinyin and initials, and devices', async ({ page }) => {
  await signIn(page, product.url, '/dashboard', 'admin', adminPassword);
  await expect(sidebar(page)).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search menus and devices' });
  await field.fill('manufactrer');
  await expect(page.getByRole('option').first()).toContainText('Manufacturers');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/manufacturer$/);

  const { rows } = await admin.ok(devices.list, {});
  await page.keyboard.press('Control+k');
  await field.fill(rows[0]!.sn);
  await expect(page.getByRole('option').filter({ hasText: rows[0]!.device_name })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /^Language/ }).click();
  await pick(page, '中文');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  for (const typed of ['changshang', 'cs']) {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: '搜索菜单和设备' }).fill(typed);
    await expect(page.getByRole('option').filter({ hasText: '厂商' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('option')).toHaveCount(0);
  }
});

test('what was never opened is fetched again once the line is back, by the browser too', async ({ page, context }) => {
  const onTheWay = new Set<Request>();
  page.on('request', (request) => request.url().includes('/assets/') && onTheWay.add(request));
  page.on('requestfinished', (request) => onTheWay.delete(request));
  page.on('requestfailed', (request) => onTheWay.delete(request));
  await signIn(page, product.url, '/dashboard', 'admin', adminPassword);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForFunction(() => document.querySelectorAll('.ant-skeleton, .ant-spin').length === 0);
  // what is cut off on its way the browser keeps as failed
  await expect.poll(() => onTheWay.size).toBe(0);
  await context.setOffline(true);
  await expect(page.getByText(/offline/i).first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByText('It could not be loaded.').first()).toBeVisible();
  await sidebar(page).getByRole('link', { name: 'Alarms' }).click();
  await expect(page.getByText('This computer is offline, the page has not been loaded')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Alarms', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search menus and devices' })).toBeVisible();
});

test('everything by the keyboard: sign in, find a lock on the map, open and close it, open and close a record', async ({
  page,
}) => {
  const { rows } = await admin.ok(devices.list, {});
  /** Tab until it stands on what is meant, as somebody without a mouse does. */
  const tabTo = async (selector: string, most = 60): Promise<void> => {
    const stands = () => page.evaluate((s) => document.activeElement?.matches(s) ?? false, selector);
    for (let pressed = 0; !(await stands()); pressed++) {
      if (pressed === most) throw new Error(`${selector} is not reached by ${most} tabs`);
      await page.keyboard.press('Tab');
    }
  };
  await page.goto(`${product.url}/login`);
  await tabTo('#username');
  await page.keyboard.type('admin');
  await tabTo('input[type=password]');
  await page.keyboard.type(adminPassword);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${product.url}/map`);

  const list = page.getByRole('listbox', { name: /Locks/ });
  await expect(list.getByRole('option').first()).toBeVisible();
  await tabTo('.skip');
  await page.keyboard.press('Enter'); // past the frame, to the page
  await tabTo('.virtual');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/map\?.*=\d+/);
  const panel = page.getByTestId('lock-state');
  await expect(panel).toBeVisible();
  await tabTo('.chosen-lock button');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search menus and devices' })).toBeFocused();
  await page.keyboard.type('device list');
  await expect(page.locator('.palette-hits').getByRole('option').first()).toContainText('Device list');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/device$/);
  await expect(page.getByRole('row').filter({ hasText: rows[0]!.sn })).toBeVisible();
  await tabTo('tbody tr, tbody td a', 90);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/[?&]id=\d+/);
  await expect(record(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(record(page)).toHaveCount(0);
});
