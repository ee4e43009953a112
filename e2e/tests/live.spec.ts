/// <reference lib="dom" />
import { expect, type Locator, type Page, type Request, test } from '@playwright/test';
import { devices } from '@plomb/contract/devices/devices';
import { account } from '@plomb/contract/personal/account';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { openLine } from '@plomb/server/testing/line';
import type { FleetLock } from '@plomb/simulator/demoFleet';
import type { Fleet } from '@plomb/simulator/fleet';
import { locksOnMap, registerFleet } from '../src/fleet.ts';
import { recordForm } from '../src/forms.ts';
import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';

let product: RunningProduct;
let admin: FetchClient;
let locks: FleetLock[];
let fleet: Fleet;

test.use({ locale: 'en-US' });
test.beforeAll(async () => {
  product = await startProduct();
  admin = await FetchClient.open(product.url);
  await admin.login('admin', adminPassword);
  const registered = await registerFleet(admin, 12);
  fleet = product.drive(registered);
  const sealed = async () => {
    const sns = new Set((await locksOnMap(admin)).filter((l) => l.lock_status === 2).map((l) => l.sn));
    return registered.filter((lock) => sns.has(lock.sn));
  };
  await expect.poll(async () => (await sealed()).length).toBeGreaterThanOrEqual(5);
  locks = await sealed();
});
test.afterAll(() => product?.stop());

/** The map with this one lock in its list. */
const mapOf = (lock: FleetLock): string => `/map?q=${lock.sn}`;
const row = (page: Page, name: string) => page.getByRole('option').filter({ hasText: name });
/** Another name, as a colleague gives it. */
const rename = async (lock: FleetLock, device_name: string): Promise<void> => {
  const { rows } = await admin.ok(devices.list, { keyword: lock.sn });
  const device = await admin.ok(devices.detail, { id: rows[0]!.id });
  await admin.ok(devices.update, { ...device, device_name });
};

test('the map open while one signs in again in place shows what changed meanwhile', async ({ page }) => {
  await signIn(page, product.url, mapOf(locks[0]!), 'admin', adminPassword);
  await expect(row(page, locks[0]!.device_name)).toBeVisible();
  await admin.ok(account.endOtherSessions, {});
  const modal = page.getByRole('dialog', { name: 'Logout confirmation' });
  await expect(modal).toBeVisible();
  await rename(locks[0]!, 'Renamed meanwhile');
  await expect(page.getByText('Map as of', { exact: false })).toBeVisible();
  await modal.getByLabel('Password of admin').fill(adminPassword);
  await modal.getByRole('button', { name: 'Log in again' }).click();
  await expect(modal).toBeHidden();
  await expect(row(page, 'Renamed meanwhile')).toBeVisible();
  await expect(page.getByText('Map as of', { exact: false })).toBeHidden();
  await rename(locks[0]!, locks[0]!.device_name);
  await expect(row(page, locks[0]!.device_name)).toBeVisible(); // and it goes on
});

test('a map whose line was lost goes on where it stopped, without fetching the list again', async ({ page }) => {
  let lists = 0;
  page.on('request', (r) => {
    if (r.url().endsWith('/map/locks')) lists++;
  });
  const line = await openLine(product.url);
  await signIn(page, line.url, mapOf(locks[1]!), 'admin', adminPassword);
  await expect(row(page, locks[1]!.device_name)).toBeVisible();
  line.cut();
  await expect(page.getByText('Map as of', { exact: false })).toBeVisible();
  await rename(locks[1]!, 'Told while away');
  line.mend();
  await expect(row(page, 'Told while away')).toBeVisible();
  await expect(page.getByText('Map as of', { exact: false })).toBeHidden();
  expect(lists).toBe(1);
  await rename(locks[1]!, locks[1]!.device_name);
  line.close();
});

test('eight windows of one browser have one stream between them, and all of them hear', async ({ page, context }) => {
  const streams = new Set<Request>();
  context.on('request', (r) => {
    if (r.url().endsWith('/live/stream')) streams.add(r);
  });
  context.on('requestfailed', (r) => void streams.delete(r));
  context.on('requestfinished', (r) => void streams.delete(r));
  // nobody tells of the end of what a closed window had open
  const open = () => [...streams].filter((r) => !r.frame().page().isClosed()).length;
  await signIn(page, product.url, mapOf(locks[2]!), 'admin', adminPassword);
  await expect(row(page, locks[2]!.device_name)).toBeVisible();
  // six streams would be all that a browser opens to one server: the seventh window could not even load
  const light: Page[] = [];
  for (let n = 0; n < 6; n++) {
    const other = await context.newPage();
    await other.goto(`${product.url}/manufacturer`);
    await expect(other.getByRole('button', { name: 'Add manufacturer' }).first()).toBeVisible();
    light.push(other);
  }
  const second = await context.newPage();
  await second.goto(`${product.url}${mapOf(locks[2]!)}`);
  await expect(row(second, locks[2]!.device_name)).toBeVisible();
  await expect.poll(open).toBe(1);
  await rename(locks[2]!, 'Heard by all');
  for (const window of [page, second]) await expect(row(window, 'Heard by all')).toBeVisible();
  // the one that leads goes; the others go on
  await page.close();
  await rename(locks[2]!, locks[2]!.device_name);
  await expect(row(second, locks[2]!.device_name)).toBeVisible();
  await expect.poll(open).toBe(1);
});

test('a burst of critical alarms waits above everything until each is taken, also above an open dialog', async ({
  page,
}) => {
  await signIn(page, product.url, '/manufacturer', 'admin', adminPassword);
  await page.getByRole('button', { name: 'Add manufacturer' }).first().click();
  await expect(page.getByLabel('Code', { exact: true })).toBeVisible();
  const forced = locks.slice(3, 5);
  for (const lock of forced) fleet.lock(lock.sn).shackle('open');
  const toast = page.getByRole('region', { name: 'Critical alarms' }).getByRole('article');
  await expect(toast).toContainText('1 of 2');
  await expect(toast.getByRole('heading')).toContainText(new RegExp(forced.map((l) => l.subject).join('|')));
  // by mouse and by keyboard
  await toast.getByRole('button', { name: 'The older one' }).click();
  await expect(toast).toContainText('2 of 2');
  await page.getByLabel('Code', { exact: true }).focus();
  await page.keyboard.press('F8');
  await expect(toast.getByRole('button', { name: 'Take it' })).toBeFocused();
  await toast.getByRole('button', { name: 'The newer one' }).focus();
  await page.keyboard.press('Enter');
  await expect(toast).toContainText('1 of 2');
  await toast.getByRole('button', { name: 'Put away here', exact: false }).click();
  await expect(toast).not.toContainText('of 2');
  await page.screenshot({ path: 'test-results/alarm-above-form.png' });
  // and covers neither what a form asks nor the line that says how old everything is
  const clear = async (of: Locator) => {
    // what may be drawn in it: not its border, which only takes presses
    const room = of.evaluate((e) => {
      const top = e.getBoundingClientRect().top + e.clientTop;
      return e.checkVisibility() ? { top, bottom: top + e.clientHeight } : null;
    });
    const [a, b] = [await toast.boundingBox(), await room];
    return a && b && (a.y >= b.bottom || a.y + a.height <= b.top);
  };
  expect(await clear(page.getByLabel('Code', { exact: true }))).toBe(true);
  await recordForm(page).getByRole('button', { name: 'Cancel' }).click();
  await page.locator('body').press('?');
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(viewport);
    // a dialog that is longer than its room is scrolled within it
    await expect.poll(() => clear(page.locator('.ant-modal-wrap'))).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  const [device] = (await admin.ok(devices.list, { keyword: locks[0]!.sn })).rows;
  // nor what a page is worked with
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${product.url}/account`);
    await expect.poll(() => clear(page.locator('.personal').getByRole('tablist'))).toBe(true);
    await page.goto(`${product.url}/manufacturer`);
    await expect.poll(() => clear(page.getByRole('searchbox'))).toBe(true);
    await expect.poll(() => clear(page.locator('.bell'))).toBe(true);
    // on a telephone nor the chips and tools of the map
    if (width === 390) {
      await page.goto(`${product.url}/map`);
      for (const part of ['.filter-bar', '.map-tools']) await expect.poll(() => clear(page.locator(part))).toBe(true);
    }
    // nor which device one is about to give an order, nor which file one is about to import
    for (const [address, ...heads] of [
      [`/device/${device!.id}`, '.crumbs', '.device-names'],
      ['/import?file=new', '.crumbs', '.page-header', '.import-steps'],
    ] as const) {
      await page.goto(product.url + address);
      // a telephone has no crumbs
      for (const head of heads)
        await expect.poll(() => clear(page.locator('.page:visible').locator(head))).not.toBe(false);
    }
  }
  await page.context().setOffline(true);
  const stale = page.locator('.shell-main > .ant-alert');
  await expect(stale).toBeVisible();
  await expect.poll(() => clear(stale)).toBe(true);
});

test('the workspace is found by keys: / to the search, Enter to the first lock, Escape out of it', async ({ page }) => {
  await signIn(page, product.url, '/map', 'admin', adminPassword);
  await expect(page.getByText('12 locks', { exact: false })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(locks[0]!.sn);
  await expect(page).toHaveURL(/q=/);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('lock-state')).toBeVisible();
  await page.keyboard.press('Escape'); // empties the search first
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('lock-state')).toBeHidden();
  // what one looks at can be sent to somebody
  await page.getByRole('button', { name: 'Sealed' }).click();
  await expect(page).toHaveURL(/state=2/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sealed', pressed: true })).toBeVisible();
});
