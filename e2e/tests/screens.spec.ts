/// <reference lib="dom" />
import { expect, test } from '@playwright/test';
import { devices } from '@plomb/contract/devices/devices';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { everyScreen, settled } from '../src/everyScreen.ts';
import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';

let product: RunningProduct;
let screens: string[];

test.beforeAll(async () => {
  product = await startProduct();
  const admin = await FetchClient.open(product.url);
  await admin.login('admin', adminPassword);
  screens = await everyScreen(admin);
});
test.afterAll(() => product?.stop());

test('every screen fits a telephone of 390 px, and the menu opens as a drawer', async ({ browser }) => {
  test.setTimeout(300_000);
  const page = await browser.newPage({ locale: 'zh-CN', viewport: { width: 390, height: 844 }, hasTouch: true });
  await page.goto(`${product.url}/login`);
  await page.getByLabel('用户名', { exact: true }).fill('admin');
  await page.getByLabel('密码', { exact: true }).fill(adminPassword);
  await page.getByRole('button', { name: '登录' }).click();
  await page.waitForURL(`${product.url}/map`);
  const wide: string[] = [];
  for (const path of screens) {
    await page.goto(product.url + path);
    await settled(page);
    const over = await page.evaluate(
      () => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - window.innerWidth,
    );
    if (over > 0) wide.push(`${path}: ${over} px too wide`);
  }
  expect(wide).toEqual([]);
  // a list begins where the thumb is not yet needed, with every card whole
  await page.goto(`${product.url}/device`);
  const first = page.locator('.card').first();
  await expect(first).toBeVisible();
  expect((await first.boundingBox())?.y).toBeLessThanOrEqual(120);
  // and the last one is not held under what adds
  for (const path of ['/dictionary', '/menu']) {
    await page.goto(product.url + path);
    await settled(page);
    const last = page.locator('.card').last();
    await page.locator('.cards').evaluate((list) => list.scrollTo(0, list.scrollHeight));
    const add = await page.locator('.page-actions > .ant-btn-primary').boundingBox();
    expect(((await last.boundingBox())?.y ?? 0) + ((await last.boundingBox())?.height ?? 0)).toBeLessThan(add?.y ?? 0);
  }
  await page.getByRole('button', { name: '展开菜单' }).click();
  const drawer = page.locator('.shell-drawer');
  await drawer.getByText('告警', { exact: true }).click();
  await expect(page).toHaveURL(/\/alarm$/);
  await expect(drawer.locator('.ant-drawer-section')).toBeHidden();
  await page.close();
});

test('what narrows a list by many values is in sight with its cross, on a telephone and on a wide screen', async ({
  browser,
}) => {
  for (const width of [390, 1440]) {
    const page = await browser.newPage({ locale: 'en-US', viewport: { width, height: 844 } });
    await signIn(page, product.url, '/rfidRecord?result=0,1,2,3,4,5,6,7', 'admin', adminPassword);
    const cross = page.getByRole('button', { name: 'Remove the filter Result' });
    await expect(cross).toBeVisible();
    // before anybody draws the line of filters to the side, which fades at its end
    const end = await cross.evaluate((one) => {
      const line = one.closest('.filters-line')!.getBoundingClientRect();
      return line.right - 24 - one.getBoundingClientRect().right;
    });
    expect(end, `${width}`).toBeGreaterThanOrEqual(0);
    await cross.click();
    await expect(cross).toBeHidden();
    await page.close();
  }
});

test('what a lock is known by is never cut: not in its panel, nor in a list; nor is the name of a page in the menu', async ({
  browser,
}) => {
  const admin = await FetchClient.open(product.url);
  await admin.login('admin', adminPassword);
  const [lock] = (await admin.ok(devices.list, {})).rows;
  const read = await admin.ok(devices.detail, { id: lock!.id });
  const [subject, device_name] = [
    'TRAILER ABCDEFGHIJKLMNOPQRSTUVWXYZ-0123456789-0123456789',
    'Container lock '.repeat(4),
  ];
  await admin.ok(devices.update, { ...read, subject, device_name: device_name.trim() });
  const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  await signIn(page, product.url, '/dashboard', 'admin', adminPassword);
  const cut = async (where: string, path: string, of: string): Promise<string[]> => {
    await page.goto(product.url + path);
    await expect(page.locator(of).first()).toBeVisible();
    await settled(page);
    // a cell is as wide as its column; what a pinned one casts beyond itself is a shadow
    const found = await page.locator(of).evaluateAll((all) =>
      all
        .filter((one) => {
          const cell = one.closest('td');
          const ends = (of: Element) => of.getBoundingClientRect().right;
          return cell ? ends(one) > ends(cell) : one.scrollWidth > one.clientWidth;
        })
        .map((one) => `${one.className} ${one.textContent}`),
    );
    return found.map((one) => `${where}: ${one}`);
  };
  const panel = '.lock-head h2, .lock-head p, .lock-head p > span:not(.serial)';
  const found = [
    ...(await cut('the panel', `/map?lock=${lock!.id}`, panel)),
    ...(await cut('the list', '/device', 'td .serial, td .name-plate > .plate')),
    // a name too long for a line takes two
    ...(await cut('the menu', '/application', '.shell-sidebar .ant-menu-title-content')),
  ];
  await page.setViewportSize({ width: 390, height: 844 });
  found.push(...(await cut('the panel on a telephone', `/map?lock=${lock!.id}`, panel)));
  expect(found).toEqual([]);
  await page.close();
});

test('1024 px: the sidebar folds to 54 px and stays so; 991 px and less make it a drawer', async ({ browser }) => {
  const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1024, height: 800 } });
  await signIn(page, product.url, '/dashboard', 'admin', adminPassword);
  const width = async () => (await page.locator('.shell-sidebar').boundingBox())?.width;
  await expect.poll(width).toBe(210);
  await page.getByRole('button', { name: 'Close the menu' }).click();
  await expect.poll(width).toBe(54);
  await page.reload();
  await expect.poll(width).toBe(54);
  await page.setViewportSize({ width: 991, height: 800 });
  await expect(page.locator('.shell-sidebar')).toHaveCount(0);
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await expect(page.locator('.shell-drawer').getByText('Alarms')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1024, height: 800 });
  await expect.poll(width).toBe(54); // the drawer changed nothing about it
  await page.close();
});
