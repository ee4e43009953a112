/// <reference lib="dom" />
import { expect, type Locator, type Page, test } from '@playwright/test';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { registerFleet } from '../src/fleet.ts';
import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';

let product: RunningProduct;
test.beforeAll(async () => {
  product = await startProduct();
  const admin = await FetchClient.open(product.url);
  await admin.login('admin', adminPassword);
  await registerFleet(admin, 2);
});
test.afterAll(() => product?.stop());

/** The middle of what is in sight. */
const middleOf = async (what: Locator): Promise<{ x: number; y: number }> => {
  await what.scrollIntoViewIfNeeded();
  const box = await what.boundingBox();
  if (!box) throw new Error('it is not in sight');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};
/** As a finger does it: it comes down, moves in steps, is lifted. */
const drawByTouch = async (page: Page, what: Locator, to: Locator, below = 0): Promise<void> => {
  const finger = await page.context().newCDPSession(page);
  const from = await middleOf(what);
  const goal = await middleOf(to);
  const say = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  await say('touchStart', [from]);
  for (let step = 1; step <= 8; step++)
    await say('touchMove', [
      { x: from.x + ((goal.x - from.x) * step) / 8, y: from.y + ((goal.y + below - from.y) * step) / 8 },
    ]);
  await say('touchEnd', []);
  await finger.detach();
};
const headings = (page: Page) => page.getByRole('columnheader');

test('by touch: columns are put in another order', async ({ browser }) => {
  const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1024, height: 768 }, hasTouch: true });
  await signIn(page, product.url, '/device', 'admin', adminPassword);
  await page.getByRole('button', { name: 'Columns' }).tap();
  const panel = page.getByRole('region', { name: 'Columns' });
  const grips = panel.locator('.grip');
  const second = (await grips.nth(1).getAttribute('aria-label')) ?? '';
  const fourth = (await grips.nth(3).getAttribute('aria-label')) ?? '';
  await drawByTouch(page, grips.nth(3), grips.nth(1), -2);
  await expect(grips.nth(1)).toHaveAccessibleName(fourth);
  await expect(grips.nth(2)).toHaveAccessibleName(second);
  await expect(panel.getByRole('status')).toContainText('place 2 of');
  const title = fourth.replace('Move ', '');
  await panel.getByRole('button', { name: `Move ${title} down` }).tap();
  await expect(grips.nth(2)).toHaveAccessibleName(fourth);
  // the finger was lifted while it moved: what it taps at once is no throw that is stopped
  await drawByTouch(page, grips.nth(4), grips.nth(1), -2);
  await panel.getByRole('button', { name: 'Reset' }).tap();
  await expect(grips.nth(1)).toHaveAccessibleName(second);
  await page.close();
});

test('by touch, on a telephone: a menu is put into another folder', async ({ browser }) => {
  const page = await browser.newPage({ locale: 'en-US', viewport: { width: 390, height: 844 }, hasTouch: true });
  await signIn(page, product.url, '/menu?view=order', 'admin', adminPassword);
  const menu = (code: string) =>
    page.locator('.menu-order li').filter({ has: page.locator('code', { hasText: new RegExp(`^${code}$`) }) });
  const depth = (code: string) => menu(code).evaluate((row) => row.style.getPropertyValue('--depth'));
  await drawByTouch(page, menu('alarm').locator('.grip'), menu('devices').locator('.grip'));
  await expect.poll(() => depth('alarm')).toBe('1');
  await expect(menu('alarm')).toBeInViewport();
  await page.getByRole('button', { name: 'Save order' }).tap();
  await expect(page.getByText('The order is saved').first()).toBeVisible();
  await page.close();
});

test('by mouse: a heading is drawn to another place, a press on it sorts', async ({ browser }) => {
  const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  await signIn(page, product.url, '/manufacturer', 'admin', adminPassword);
  await page.goto(`${product.url}/device`);
  await expect(headings(page).nth(3)).toBeVisible();
  const titles = () => headings(page).allTextContents();
  const [, first, second, third] = await titles();
  const from = await middleOf(headings(page).nth(3));
  const to = await middleOf(headings(page).nth(2));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x - 20, to.y, { steps: 6 });
  await page.mouse.up();
  await expect.poll(async () => (await titles()).slice(1, 4)).toEqual([first, third, second]);
  await expect(page).toHaveURL(/\/device$/);
  await headings(page)
    .filter({ hasText: second ?? '' })
    .click();
  await page.close();
});
