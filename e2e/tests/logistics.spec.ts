import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { devices } from '@plomb/contract/devices/devices';
import { images } from '@plomb/contract/files/images';
import { LockStatus } from '@plomb/contract/lock/codes';
import { BatchStep } from '@plomb/contract/logistics/batchSteps';
import { logisticsCalls } from '@plomb/contract/logistics/domain';
import { orders } from '@plomb/contract/orders/orders';
import { sealCalls } from '@plomb/contract/seals/domain';
import { sealPassword } from '@plomb/contract/session/sealedPassword';
import { session } from '@plomb/contract/session/session';
import { operators } from '@plomb/contract/system/operators/operators';
import { roles } from '@plomb/contract/system/roles/roles';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import type { FleetLock } from '@plomb/simulator/demoFleet';
import type { Fleet } from '@plomb/simulator/fleet';
import { locksOnMap, registerFleet } from '../src/fleet.ts';
import { choose, record, recordForm, row, said } from '../src/forms.ts';
import { addOrganisation, PASSWORD } from '../src/organisation.ts';
import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';
import { unzipped } from '../src/unzipped.ts';

const { logisticsBatches, vehicles } = logisticsCalls;
const { field, handovers, qrSeals, sealKinds } = sealCalls;
const sumOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const depot = { latitude: 30, longitude: 121.8 };
const station = { latitude: 30, longitude: 121.4 };
const yard = { latitude: 30, longitude: 121 };
const placed = ({ latitude, longitude }: typeof depot, address: string) => ({
  ...{ address, lat: latitude, lon: longitude, radius: 500 },
});

let product: RunningProduct;
let admin: FetchClient;
let dora: FetchClient;
let guard: FetchClient;
let locks: FleetLock[];
let fleet: Fleet;
let people: { guard: number; carl: number };
let kind: number;
let counter = 0;

/** Somebody of Dora's house whose role has these menus, with all that may be done there, and nothing else. */
const addRole = async (login: string, menus: readonly string[]): Promise<number> => {
  const { roles: all } = await admin.ok(roles.options, {});
  const org_id = (await dora.ok(devices.options, {})).organizations[0]!.id;
  const { id: role_id } = await admin.ok(roles.add, { roleName: login, superRoleId: all[0]!.id, org_id });
  const now = await admin.ok(roles.grants, { id: role_id });
  const wanted = now.menus.filter(({ menu_code }) => menus.includes(menu_code));
  expect(wanted.length).toBe(menus.length);
  await admin.ok(roles.grant, {
    ...{ id: role_id, version: now.version, menus: wanted.map(({ id }) => id) },
    buttons: wanted.flatMap(({ buttons }) => buttons.map(({ id }) => id)),
  });
  const sealed = async (client: FetchClient, path: string, password: string) =>
    sealPassword(await client.ok(session.key, {}), path, password);
  const { id } = await admin.ok(operators.add, {
    ...{ operCode: '', operName: login, operPhone: '', loginName: login, role_id, org_id },
    password: await sealed(admin, operators.add.path, 'temporary1'),
  });
  const self = await FetchClient.open(product.url);
  await self.login(login, 'temporary1');
  const { path } = session.changePassword;
  await self.ok(session.changePassword, {
    oldPassword: await sealed(self, path, 'temporary1'),
    newPassword: await sealed(self, path, PASSWORD),
  });
  return id;
};

test.beforeAll(async () => {
  product = await startProduct();
  admin = await FetchClient.open(product.url);
  await admin.login('admin', adminPassword);
  await addOrganisation(admin, product.url, { login_name: 'dora', oper_name: 'Dora' });
  dora = await FetchClient.open(product.url);
  await dora.login('dora', PASSWORD);
  const { organizations } = await dora.ok(devices.options, {});
  locks = await registerFleet(admin, 2, 'hhd', organizations[0]!.id);
  fleet = product.drive(locks);
  people = {
    guard: await addRole('guard', ['field', 'sealHandover']),
    carl: await addRole('carl', ['field', 'sealHandover', 'logisticsBatch']),
  };
  guard = await FetchClient.open(product.url);
  await guard.login('guard', PASSWORD);
  const made = { kind_name: 'bolt', iso_class: 'H', maker: '', certificate: '', reusable: false } as const;
  kind = (await dora.ok(sealKinds.add, made)).id;
});
test.afterAll(() => product?.stop());

const inHand = (prefix: string, count: number) =>
  dora.ok(qrSeals.add, { kind_id: kind, holder_id: people.guard, prefix, first: 1, count });
const told = async (by: FetchClient, read: string, at: typeof depot) => ({
  ...{ medium: 'qr' as const, read, key: crypto.randomUUID(), time: new Date().toISOString(), counter: ++counter },
  ...{ lat: at.latitude, lon: at.longitude, accuracy: 5 },
  photos: [(await by.upload(images.upload, { purpose: 'seal' }, picture)).path.split('/').at(-1)!],
});
const stepsOf = async (id: number) =>
  (await dora.ok(logisticsBatches.detail, { id })).steps.map(({ step, position }) => [step, position]);

const words = {
  en: {
    ...{
      plan: 'Add batch',
      plate: 'Plate',
      carrier: 'Carrier',
      start: 'Start',
      end: 'End',
      destination: 'Destination',
    },
    ...{
      address: 'Address',
      lat: 'Latitude',
      exact: 'By degrees',
      lon: 'Longitude',
      same: 'Same as the end',
      position: 'Position',
    },
    ...{ stop: 'Stop 1', addStop: 'Add a stop', patrolled: 'Patrol of the seals', addPosition: 'Add a position' },
    ...{ medium: 'Sealed with', lock: 'Electronic lock', device: 'Lock', save: 'Save', added: 'Added successfully' },
    ...{
      code: 'Code or number',
      photo: 'Photo 1',
      of: 'Position of a batch',
      transit: 'In transit',
      done: 'Completed',
    },
    ...{
      seal: 'Sealed',
      patrol: 'Patrol OK (inspected)',
      unseal: 'Unpacked (unsealed)',
      sealed: 'sealed and recorded',
    },
    ...{ patrolledNow: 'patrol recorded', opened: 'taken off and recorded' },
    ...{ unexplained: 'Unexplained', refused: 'Refused at the seal' },
    ...{ pack: 'Evidence pack', makePack: 'Make a pack', download: 'Download', known: 'On record' },
    breached: [
      'Breached',
      'Opened off the destination',
      'A number was read that is not the one on record',
      'A planned patrol is not on record',
    ],
  },
  zh: {
    ...{ plan: '新增批次', plate: '车牌', carrier: '承运商', start: '起运地', end: '终点', destination: '目的地' },
    ...{ address: '地址', lat: '纬度', exact: '按经纬度', lon: '经度', same: '与终点相同', position: '位置' },
    ...{ stop: '停靠点 1', addStop: '添加停靠点', patrolled: '巡检铅封', addPosition: '添加位置' },
    ...{ medium: '用何封', lock: '电子锁', device: '电子锁', save: '保存', added: '新增成功' },
    ...{ code: '二维码或封号', photo: '照片 1', of: '批次位置', transit: '在途', done: '已完成' },
    ...{ seal: '施封', patrol: '巡检正常', unseal: '拆封', sealed: '已施封并登记' },
    ...{ patrolledNow: '巡检已登记', opened: '已拆封并登记' },
    ...{ unexplained: '未说明', refused: '核对被拒' },
    ...{ pack: '证据包', makePack: '制作证据包', download: '下载', known: '与记录一致' },
    breached: ['已破坏', '目的地以外被拆封', '读到的封号与记录不符', '计划的巡检没有记录'],
  },
} as const;
type Words = (typeof words)['en' | 'zh'];

/** On a telephone in the field: reads the number, does one thing with it, and is told what came of it. */
const does = async (page: Page, w: Words, number: string, deed: string, became: string, of?: string): Promise<void> => {
  const here = page.locator('.page:visible');
  await here.getByLabel(w.code).fill(number);
  await here.getByLabel(w.code).press('Enter');
  await here.locator('.field-actions').getByRole('button', { name: deed, exact: true }).click();
  if (of) {
    await here.getByLabel(w.of).click();
    await page.locator('.ant-select-dropdown:visible').getByText(of).click();
  }
  await here.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture });
  await expect(here.getByRole('img', { name: w.photo })).toBeVisible();
  await here.locator('form.field-form button[type=submit]').click();
  await expect(here.getByText(`${number}: `)).toContainText(became);
};

for (const [at, lang, locale] of [
  [0, 'en', 'en-US'],
  [1, 'zh', 'zh-CN'],
] as const)
  test.describe(lang, () => {
    const w = words[lang];
    test.use({ locale, permissions: ['geolocation'], geolocation: depot });

    test(`a batch is planned, sealed, patrolled and opened by three roles, with a lock and two QR seals (${lang})`, async ({
      page,
      browser,
    }) => {
      const plate = `浙L·2000${at}`;
      const series = `WL 700${at}`;
      const lock = fleet.lock(locks[at]!.sn);
      await inHand(series, 2);
      await dora.ok(vehicles.add, { plate, enterprise: 'ZPC' });
      const { id: device_id } = (await dora.ok(devices.list, { keyword: locks[at]!.sn })).rows[0]!;
      const ordered = (call: typeof orders.seal | typeof orders.unseal) =>
        dora.ok(call, { device_id, reason: 'as planned', idempotency_key: crypto.randomUUID() });
      const onMap = async () => (await locksOnMap(dora)).find(({ id }) => id === device_id);
      const goesTo = async ({ longitude, latitude }: typeof depot) => {
        lock.standAt(longitude, latitude);
        await expect.poll(async () => (await onMap())?.lon, { timeout: 60_000 }).toBeCloseTo(longitude, 2);
      };
      await goesTo(depot);
      // it came sealed from somewhere
      await expect.poll(async () => (await onMap())?.lock_status).toBe(LockStatus.sealedLocked);
      await ordered(orders.unseal);
      await expect.poll(async () => (await onMap())?.lock_status).toBe(LockStatus.unsealedLocked);

      // who plans
      await signIn(page, product.url, '/logisticsBatch?edit=new', 'dora', PASSWORD);
      const form = recordForm(page);
      await form.getByLabel(new RegExp(`^\\W*${w.plate}`)).fill(plate);
      await page.locator('.ant-select-dropdown:visible').getByText(plate).click();
      await form.getByLabel(w.carrier).fill('ZPC');
      const fill = async (name: string, place: typeof depot) => {
        const part = form.getByRole('group', { name, exact: true });
        await part.getByLabel(w.address).fill(name);
        await part.getByRole('button', { name: w.exact }).click();
        await part.getByLabel(w.lat).fill(String(place.latitude));
        await part.getByLabel(w.lon).fill(String(place.longitude));
      };
      await fill(w.start, depot);
      await form.getByRole('button', { name: w.addStop }).click();
      await fill(w.stop, station);
      await form.getByText(w.patrolled, { exact: true }).click();
      await fill(w.end, yard);
      await form.getByRole('button', { name: w.same }).click();
      for (const [nth, name] of ['left door', 'right door', 'valves'].entries()) {
        if (nth > 0) await form.getByRole('button', { name: w.addPosition }).click();
        await form.getByLabel(`${w.position} ${nth + 1}`).fill(name);
      }
      const valves = form.locator('.batch-block').last();
      await choose(valves, w.medium, w.lock);
      await valves.getByLabel(w.device, { exact: true }).fill(locks[at]!.sn);
      await page.locator('.ant-select-dropdown:visible').getByText(locks[at]!.sn).click();
      await form.getByRole('button', { name: w.save, exact: true }).click();
      await said(page, w.added);
      const { rows } = await dora.ok(logisticsBatches.list, { keyword: plate });
      const { id, serial } = rows[0]!;

      // the lock on the valves, from afar; who guards seals the doors
      await ordered(orders.seal);
      await expect.poll(() => stepsOf(id), { timeout: 60_000 }).toContainEqual([BatchStep.seal, 'valves']);
      const phone = await browser.newContext({
        ...{ locale, permissions: ['geolocation'], geolocation: depot, viewport: { width: 390, height: 844 } },
      });
      const out = await phone.newPage();
      await signIn(out, product.url, '/field', 'guard', PASSWORD);
      for (const [nth, door] of ['left door', 'right door'].entries())
        await does(out, w, `${series} 00${nth + 1}`, w.seal, w.sealed, `${plate} · ${door} · ${serial}`);
      await expect.poll(async () => (await dora.ok(logisticsBatches.detail, { id })).state).toBe('in_transit');

      // whoever patrols has to be where the lock on the load says that it is
      await goesTo(station);
      await phone.setGeolocation(station);
      await out.reload();
      for (const nth of [1, 2]) await does(out, w, `${series} 00${nth}`, w.patrol, w.patrolledNow);
      await phone.close();

      // who receives, at the destination
      await goesTo(yard);
      const gate = await browser.newContext({ locale, permissions: ['geolocation'], geolocation: yard });
      const there = await gate.newPage();
      await signIn(there, product.url, '/field', 'carl', PASSWORD);
      for (const nth of [1, 2]) await does(there, w, `${series} 00${nth}`, w.unseal, w.opened);
      await ordered(orders.unseal);
      await expect
        .poll(async () => (await dora.ok(logisticsBatches.detail, { id })).state, { timeout: 60_000 })
        .toBe('completed');

      // and all of it stands where any of them looks
      await there.goto(`${product.url}/logisticsBatch?id=${id}`);
      const whole = record(there);
      await expect(whole).toContainText(w.done);
      await expect(whole).toContainText('guard');
      await expect(whole).toContainText('carl');
      await gate.close();
      expect(await dora.ok(logisticsBatches.detail, { id })).toMatchObject({ abnormal: false, result: 'normal' });

      // its verdict is kept without anybody looking, and is the page's
      const listed = async () => (await dora.ok(logisticsBatches.list, { keyword: plate })).rows[0]!;
      await expect.poll(async () => (await listed()).judging, { timeout: 60_000 }).toBe(false);
      const { verdict } = await listed();
      await page.goto(`${product.url}/logisticsBatch/${id}`);
      await expect(page.locator('.page:visible .journey-verdict')).toHaveAttribute('data-verdict', verdict!);

      // and what is known of it goes into a pack, which anybody checks by its manifest
      await page
        .locator('.page:visible')
        .getByRole('button', { name: `${w.pack}…` })
        .click();
      const packs = page.getByRole('dialog').filter({ hasText: w.pack });
      await packs.getByRole('button', { name: w.makePack }).click();
      const coming = page.waitForEvent('download', { timeout: 120_000 });
      await packs.getByRole('button', { name: w.download }).click({ timeout: 120_000 });
      const zip = await readFile(await (await coming).path());
      const files = unzipped(zip);
      const manifest = files.get('manifest.json')!;
      const named = JSON.parse(manifest.toString()) as { verdict: string; files: { name: string; sha256: string }[] };
      expect(named.verdict).toBe(verdict);
      expect(named.files.map(({ name }) => name).toSorted()).toEqual(
        [...files.keys()].filter((name) => name !== 'manifest.json').toSorted(),
      );
      for (const { name, sha256 } of named.files) expect([name, sumOf(files.get(name)!)]).toEqual([name, sha256]);
      await expect(packs).toContainText(sumOf(manifest));
      const check = { name: 'pack.zip', mimeType: 'application/zip' };
      await packs.locator('input[type=file]').setInputFiles({ ...check, buffer: zip });
      await expect(packs.getByRole('status')).toContainText(w.known);
      await packs.locator('input[type=file]').setInputFiles({
        ...{ name: 'manifest.json', mimeType: 'application/json', buffer: Buffer.from('{}') },
      });
      await expect(packs.getByRole('status')).not.toContainText(w.known);
    });

    test(`a seal used again, a patrol left out and an opening on the road stay with a batch and are read in words (${lang})`, async ({
      page,
    }) => {
      const series = `WL 800${at}`;
      const [good, used] = [`${series} 001`, `${series} 002`];
      await inHand(series, 2);
      // one that was on something before
      await guard.ok(field.seal, { ...(await told(guard, used, depot)), object: 'another truck' });
      await guard.ok(field.unseal, await told(guard, used, depot));
      const { id: vehicle_id } = await dora.ok(vehicles.add, { plate: `浙L·3000${at}`, enterprise: 'ZPC' });
      const position = (name: string) => ({
        ...{ position: name, process_name: '', medium: 'qr' as const, device_id: null, number: '', photos_asked: [] },
        ...{ open_stops: [], openers: [], second_person: false },
      });
      const { id } = await dora.ok(logisticsBatches.add, {
        ...{ vehicle_id, carrier: 'ZPC', driver: '' },
        plan_start: new Date(Date.now() - 120_000).toISOString(),
        plan_end: new Date(Date.now() + 3_600_000).toISOString(),
        ...{ start: placed(depot, 'Depot'), end: placed(yard, 'Yard'), destination: placed(yard, 'Yard') },
        stops: [
          {
            ...placed(station, 'Station'),
            id: 'station',
            plan_time: new Date(Date.now() - 60_000).toISOString(),
            patrol: true,
          },
        ],
        positions: [position('left door')],
      });
      const at0 = (await dora.ok(logisticsBatches.detail, { id })).positions[0]!.id;
      expect(await guard.ok(field.seal, { ...(await told(guard, used, depot)), position: at0 })).toMatchObject({
        outcome: 'refused',
      });
      await guard.ok(field.seal, { ...(await told(guard, good, depot)), position: at0 });
      // between the station, where nobody looked at it, and the yard
      const road = { latitude: 30, longitude: 121.2 };
      expect(await guard.ok(field.unseal, await told(guard, good, road))).toMatchObject({ outcome: 'refused' });
      const opened = await guard.ok(field.unseal, {
        ...(await told(guard, good, road)),
        reason: 'customs looked inside',
        witness_login: 'dora',
        witness_password: sealPassword(await guard.ok(session.key, {}), field.unseal.path, PASSWORD),
      });
      expect(opened).toMatchObject({ outcome: 'done', refusal: null });

      await signIn(page, product.url, `/logisticsBatch?id=${id}`, 'dora', PASSWORD);
      await expect(record(page)).toContainText(w.refused);
      const causes = (await dora.ok(logisticsBatches.detail, { id })).steps.map(({ cause }) => cause);
      expect(causes.filter(Boolean)).not.toEqual([]);
      await page.goto(`${product.url}/logisticsBatch/${id}`);
      const journey = page.locator('.page:visible .journey');
      for (const reason of w.breached) await expect(journey).toContainText(reason);
      // the number that was used before rings by itself
      await page.goto(`${product.url}/alarm`);
      await expect(page.getByText(used).first()).toBeVisible();
    });

    test(`a month of seals that does not add up says so, and opens its why (${lang})`, async ({ page }) => {
      const series = `WL 900${at}`;
      await inHand(series, 5);
      const numbers = [1, 2, 3, 4, 5].map((nth) => `${series} 00${nth}`);
      const { id } = await guard.ok(handovers.offer, {
        ...{ taker_id: people.carl, purpose: 'issue', medium: 'qr', numbers },
      });
      const carl = await FetchClient.open(product.url);
      await carl.login('carl', PASSWORD);
      await carl.ok(handovers.accept, { id, missing: numbers.slice(3), answer: 'two short' });

      await signIn(page, product.url, '/sealBalance', 'dora', PASSWORD);
      const term = page.locator('.balance-equation li[data-wrong=true]');
      await expect(term).toContainText(w.unexplained);
      await row(page, 'guard').getByRole('button').first().click();
      await expect(page.getByText(numbers[3]!).first()).toBeVisible();
      await expect(page.getByRole('link', { name: `JJ-${id}` })).toBeVisible();
    });
  });
