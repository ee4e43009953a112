/// <reference lib="dom" />
import { type Browser, expect, type Page, test } from '@playwright/test';
import { errors } from '@plomb/contract/errors';
import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';

let product: RunningProduct;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product?.stop());

/** A browser that has never been here, of a person who reads `locale`. */
const visit = async (browser: Browser, locale: string, path = '/'): Promise<Page> => {
  const context = await browser.newContext({ locale, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(product.url + path);
  return page;
};
/** what a link in a message would lead to */
const at = (page: Page): string => page.url().slice(product.url.length);

test('a Chinese browser is met in Chinese, from the sign-in to the menus and the server’s words', async ({
  browser,
}) => {
  const page = await visit(browser, 'zh-CN');
  await expect(page).toHaveTitle('铅封系统');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page.getByRole('alert')).toHaveText('请输入用户名');

  await page.getByLabel('用户名', { exact: true }).fill('admin');
  await page.getByLabel('密码', { exact: true }).fill('not this one');
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page.getByText(errors.badLogin.zh)).toHaveText([errors.badLogin.zh]); // once, beside the form

  await page.getByLabel('密码', { exact: true }).fill(adminPassword);
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page.getByRole('navigation', { name: '菜单' }).getByText('系统管理')).toBeVisible();
  await expect(page).toHaveURL(/\/map$/);
  await expect(page).toHaveTitle('地图 - 铅封系统');
  await page.context().close();
});

test('an English browser in English, any other in English, and the choice made once outlives the browser', async ({
  browser,
}) => {
  const french = await visit(browser, 'fr-FR');
  await expect(french).toHaveTitle('Lead-seal system');
  await expect(french.locator('html')).toHaveAttribute('lang', 'en');
  await french.getByLabel('User name', { exact: true }).fill('admin');
  const loaded = await french.evaluate(() => performance.timeOrigin);
  await french.getByRole('button', { name: '中文' }).click();
  await expect(french.getByLabel('用户名', { exact: true })).toHaveValue('admin');
  expect(await french.evaluate(() => performance.timeOrigin)).toBe(loaded);
  await french.reload();
  await expect(french).toHaveTitle('铅封系统');
  await french.context().close();

  const english = await visit(browser, 'en-GB');
  await signIn(english, product.url, '/map', 'admin', adminPassword);
  await expect(english.getByRole('navigation', { name: 'Menu' }).getByText('System', { exact: true })).toBeVisible();
  await expect(english).toHaveTitle('Map - Lead-seal system');
  await english.context().close();
});

test('what is fetched ahead of a sign-in is there, and is what the page then takes from the cache', async ({
  browser,
  request,
}) => {
  const named: string[] = await (await request.get(`${product.url}/ahead.json`)).json();
  expect(named.length).toBeGreaterThan(50);
  for (const file of named) expect((await request.head(product.url + file)).status(), file).toBe(200);

  const page = await visit(browser, 'en-US');
  const fetched = () =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
  const came = async () => new Set((await fetched()).filter((path) => named.includes(path))).size;
  await expect.poll(came).toBe(named.length);
  await page.getByLabel('User name', { exact: true }).fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(adminPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
  const shell = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map((one) => one as PerformanceResourceTiming)
      .filter(({ name, transferSize }) => name.includes('/assets/start-') && transferSize > 0)
      .map(({ name }) => name),
  );
  expect(shell).toEqual([]);
  await page.context().close();
});

test('a deep link waits behind the sign-in with its path, query and hash', async ({ browser }) => {
  const page = await visit(browser, 'en-US', '/manufacturer?keyword=Sample&sort=factoryCode#here');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(at(page)).toBe(`/login?redirect=${encodeURIComponent('/manufacturer?keyword=Sample&sort=factoryCode#here')}`);
  await page.getByLabel('User name', { exact: true }).fill('  admin ');
  await page.getByLabel('Password', { exact: true }).fill(` ${adminPassword} `);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Nothing matches these filters')).toBeVisible();
  expect(at(page)).toBe('/manufacturer?keyword=Sample&sort=factoryCode#here');

  // signed in, the sign-in is not shown again, and the way in and out of the fixed addresses is theirs
  for (const [asked, reached] of [
    ['/login', '/map'],
    ['/', '/dashboard'],
    ['/auth-redirect?redirect=%2Falarm', '/alarm'],
    ['/redirect/operator?keyword=x', '/operator?keyword=x'],
  ] as const) {
    await page.goto(product.url + asked);
    await expect(page.locator('.shell')).toBeVisible();
    await expect.poll(() => at(page)).toBe(reached);
  }
  await page.goto(`${product.url}/nowhere`);
  await expect(page.getByText('No such page')).toBeVisible();
  await page.goto(`${product.url}/401`);
  await expect(page.getByText('No permission').first()).toBeVisible();
  await page.context().close();
});

test('no link leads through the sign-in to somebody else', async ({ browser }) => {
  for (const foreign of ['https://example.com/map', '//example.com', '/\\example.com', 'javascript:0']) {
    const page = await visit(browser, 'en-US', `/login?redirect=${encodeURIComponent(foreign)}`);
    await page.getByLabel('User name', { exact: true }).fill('admin');
    await page.getByLabel('Password', { exact: true }).fill(adminPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${product.url}/map`);
    await page.context().close();
  }
});

/** Everything a page fetches, with the bytes that travelled for it. */
const fetchedBy = async (page: Page, path: string, shows: () => Promise<unknown>) => {
  const parts: Promise<{ url: string; sent: number; text: string }>[] = [];
  page.on('response', (response) => {
    const read = async () => {
      const body = await response.body();
      const { responseBodySize } = await response.request().sizes();
      return { url: response.url(), sent: responseBodySize, text: body.toString() };
    };
    // the live stream never ends, so it has no size
    if (!response.url().endsWith('/live/stream')) parts.push(read());
  });
  await page.goto(product.url + path);
  await shows();
  await page.evaluate(() => document.fonts.ready);
  const all = await Promise.all(parts);
  const sent = all.reduce((sum, part) => sum + part.sent, 0);
  console.log(`${path} is ${Math.round(sent / 1024)} KB as sent, in ${all.length} parts`);
  return { all, sent };
};
/** What is fetched ahead when the browser is idle is not what the page costs: here it never is idle. */
const neverIdle = (page: Page) =>
  page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });

test('the sign-in page costs at most 150 KB as sent and needs nothing of the console', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'zh-CN' });
  const page = await context.newPage();
  await neverIdle(page);
  const { all, sent } = await fetchedBy(page, '/login', () =>
    expect(page.getByRole('button', { name: '登录' })).toBeVisible(),
  );
  expect(all.map((p) => p.url).join(' ')).toMatch(/\.js/); // the listening works
  expect(sent).toBeLessThanOrEqual(150 * 1024);
  expect(all.filter((p) => p.text.includes('ant-btn') || p.text.includes('maplibregl')).map((p) => p.url)).toEqual([]);
  await context.close();
});

test('a list costs at most 500 KB as sent to a browser that was never here', async ({ browser, page }) => {
  await signIn(page, product.url, '/operator', 'admin', adminPassword);
  const context = await browser.newContext({ storageState: await page.context().storageState(), locale: 'en-US' });
  const first = await context.newPage();
  await neverIdle(first);
  const { sent } = await fetchedBy(first, '/operator', () => expect(first.getByRole('table')).toBeVisible());
  expect(sent).toBeLessThanOrEqual(500 * 1024);
  // its form comes when it is asked for, and is typed into at once
  await first.getByRole('button', { name: 'Add operator' }).click();
  await expect(first.getByRole('dialog').getByRole('textbox').first()).toBeFocused();
  await context.close();
});
