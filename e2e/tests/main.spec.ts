/// <reference lib="dom" />
import { expect, test } from '@playwright/test';
import { alarms } from '@plomb/contract/alarms/alarms';
import { devices } from '@plomb/contract/devices/devices';
import { map } from '@plomb/contract/map/map';
import { operationLogs } from '@plomb/contract/system/logs/logs';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import type { FleetLock } from '@plomb/simulator/demoFleet';
import type { Fleet } from '@plomb/simulator/fleet';
import { locksOnMap, registerFleet } from '../src/fleet.ts';
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
  const registered = await registerFleet(admin, 8);
  fleet = product.drive(registered);
  // locks that have been heard, with a position, and are sealed
  const sealed = async () => {
    const shown = await locksOnMap(admin);
    const sns = new Set(shown.filter((l) => l.lock_status === 2 && l.lon !== null).map((l) => l.sn));
    return registered.filter((lock) => sns.has(lock.sn));
  };
  await expect.poll(async () => (await sealed()).length).toBeGreaterThanOrEqual(3);
  locks = await sealed();
});
test.afterAll(() => product?.stop());

test('an operator unseals a lock from the map: sent, answered and proved are shown apart, and the log knows why', async ({
  page,
}) => {
  const lock = locks[0]!;
  await signIn(page, product.url, '/map', 'admin', adminPassword);
  await page.getByPlaceholder('Lock, number, place or fence').fill(lock.device_name);
  await page.getByText(lock.device_name, { exact: true }).first().click();
  // what a lock guards heads all that is told of it
  const panel = page
    .getByRole('region', { name: new RegExp(lock.subject) })
    .or(page.getByRole('complementary', { name: new RegExp(lock.subject) }));
  await expect(panel.getByText(lock.device_name, { exact: true })).toBeVisible();
  await expect(panel.getByTestId('lock-state')).toContainText('Sealed');
  await panel.getByRole('button', { name: 'Unseal…' }).click();

  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(lock.device_name).first()).toBeVisible();
  await dialog.getByRole('combobox').click();
  await page.locator('.ant-select-item-option').first().click();
  await dialog.getByRole('textbox').fill('customs order 2332-0187');
  await dialog.getByRole('button', { name: 'Request unseal' }).click();

  const command = panel.getByTestId('command');
  await expect(command).toHaveAttribute('data-stage', 'proved');
  for (const step of ['queued', 'sent', 'answered', 'proved'])
    await expect(command.locator(`[data-step=${step}]`)).toBeVisible();
  await expect(panel.getByTestId('lock-state')).toContainText('Unsealed, locked');

  expect(fleet.lock(lock.sn).commands.map((c) => [c.op, c.user])).toEqual([['unseal', 'admin']]);
  const found = (await locksOnMap(admin)).find((l) => l.sn === lock.sn);
  const shown = await admin.ok(map.lock, { id: found?.id ?? 0 });
  expect(shown).toMatchObject({ lock_status: 0, lock_actor: 'Administrator (admin)', lock_source: 1 });
  const log = await admin.ok(operationLogs.list, { business_type: 'command' });
  expect(log.rows[0]).toMatchObject({ operate_name: 'Administrator', success: true, operate_url: '/lock/unseal' });
  expect(log.rows[0]?.instruct).toContain(lock.sn);
  expect(log.rows[0]?.instruct).toContain('customs order 2332-0187');
  await page.screenshot({ path: 'test-results/unsealed.png' });
});

test('a sealed lock opened without right rings, is spoken, and is processed', async ({ page }) => {
  const lock = locks[1]!;
  // the browser's voice is not ours to run; what it was asked to say is
  await page.addInitScript(() => {
    const spoken: string[] = [];
    Object.assign(window, { spoken });
    window.speechSynthesis.speak = (utterance: SpeechSynthesisUtterance) => void spoken.push(utterance.text);
  });
  await signIn(page, product.url, '/map', 'admin', adminPassword);
  await expect(page.getByText(lock.device_name, { exact: true }).first()).toBeVisible();
  await page.mouse.click(700, 450); // browsers stay silent until somebody touched the page
  const loaded = await page.evaluate(() => performance.timeOrigin);

  fleet.lock(lock.sn).shackle('open');
  const toast = page.getByRole('article').filter({ hasText: lock.device_name });
  await expect(toast).toContainText('Illegal unlock');
  await expect(toast).toContainText('1010');
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { spoken: string[] }).spoken.join(' | ')))
    .toContain(lock.subject); // the plate is what a driver answers to
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded); // no reload
  await page.screenshot({ path: 'test-results/alarm.png' });

  await toast.getByRole('button', { name: 'Take it' }).click();
  const open = page.getByTestId('case');
  await expect(open).toContainText(lock.device_name);
  await open.getByText('Dealt with on site').click();
  await open.getByRole('textbox').fill('driver called, seal checked on site');
  await open.getByRole('button', { name: /^Process/ }).click();
  await expect
    .poll(async () =>
      (await admin.ok(alarms.list, { kind: 'illegal_unlock' })).rows.map((a) => [a.sn, a.status, a.owner, a.fault]),
    )
    .toEqual([[lock.sn, 'processed', 'Administrator', 1010]]);
  // closing the paper does not mend the metal
  expect((await locksOnMap(admin)).find((l) => l.sn === lock.sn)?.lock_status).toBe(3);
});

test('a name that looks like markup is a text, wherever it is shown', async ({ page }) => {
  const lock = locks[2]!;
  const name = '<img src=x onerror=hit()>{{7*7}}';
  const { rows } = await admin.ok(devices.list, { keyword: lock.sn });
  const device = await admin.ok(devices.detail, { id: rows[0]!.id });
  const plate = '"><svg onload=hit()>';
  await admin.ok(devices.update, { ...device, device_name: name, subject: plate });
  const hits: string[] = [];
  await page.exposeFunction('hit', () => void hits.push(page.url()));

  await signIn(page, product.url, `/map?lock=${device.id}`, 'admin', adminPassword);
  await expect(page.getByRole('heading', { name: plate, exact: true })).toBeVisible();
  await expect(page.getByText(name, { exact: true }).first()).toBeVisible();
  fleet.lock(lock.sn).shackle('open');
  await expect(page.getByRole('article').filter({ hasText: name })).toContainText('Illegal unlock');
  await page.goto(`${product.url}/alarm?view=list`);
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();
  await page.goto(`${product.url}/device?id=${device.id}`);
  await expect(page.locator('aside.record').getByText(name)).toBeVisible();
  await page.goto(`${product.url}/operationLog?business_type=update`);
  await page.getByRole('link').filter({ hasText: ':' }).first().click();
  await expect(page.locator('aside.record pre').filter({ hasText: 'onerror' }).first()).toBeVisible();
  await expect(page.locator('img[src="x"], svg[onload]')).toHaveCount(0);
  expect(hits).toEqual([]);
});
