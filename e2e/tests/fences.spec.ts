import { expect, test } from '@playwright/test';
import { alarms } from '@plomb/contract/alarms/alarms';
import { map } from '@plomb/contract/map/map';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import type { FleetLock } from '@plomb/simulator/demoFleet';
import type { Fleet } from '@plomb/simulator/fleet';
import { locksOnMap, registerFleet } from '../src/fleet.ts';
import { record, recordForm, row, said } from '../src/forms.ts';
import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';

let product: RunningProduct;
let admin: FetchClient;
let locks: FleetLock[];
let fleet: Fleet;
test.beforeAll(async () => {
  product = await startProduct();
  admin = await FetchClient.open(product.url);
  await admin.login('admin', adminPassword);
  locks = await registerFleet(admin, 2, 'jt701');
  fleet = product.drive(locks);
});
test.afterAll(() => product?.stop());

for (const [at, lang, locale, words] of [
  [
    0,
    'English',
    'en-US',
    {
      ...{ name: 'Name', centre: 'Middle: longitude, latitude (WGS-84)', radius: 'Radius, m', save: 'Save' },
      ...{ added: 'Added successfully', out: 'Out of fence', in: 'Into a fence', either: 'Either way' },
    },
  ],
  [
    1,
    'Chinese',
    'zh-CN',
    {
      ...{ name: '名称', centre: '圆心：经度, 纬度（WGS-84）', radius: '半径（米）', save: '保存' },
      ...{ added: '新增成功', out: '驶出围栏', in: '驶入围栏', either: '驶入和驶出时' },
    },
  ],
] as const)
  test.describe(lang, () => {
    test.use({ locale });
    test(`a fence drawn in the browser rings when a lock leaves it and when it comes back, by its name (${lang})`, async ({
      page,
    }) => {
      const { sn } = locks[at]!;
      const lock = fleet.lock(sn);
      const { id } = (await locksOnMap(admin)).find((one) => one.sn === sn)!;
      await signIn(page, product.url, '/fence?edit=new', 'admin', adminPassword);
      const form = recordForm(page);
      await form.getByLabel(words.name, { exact: true }).fill(`Gate ${at}`);
      await form.getByText(words.either).click();
      const canvas = form.locator('.draw-map[data-drawing="true"] canvas');
      await canvas.scrollIntoViewIfNeeded();
      const box = (await canvas.boundingBox())!;
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.click(x, y);
      await page.mouse.move(x + 60, y, { steps: 3 });
      await page.mouse.click(x + 60, y);
      await expect(form.getByLabel(words.centre)).toHaveValue(/^\d+\.\d{5}, \d+\.\d{5}$/);
      const [lon, lat] = (await form.getByLabel(words.centre).inputValue()).split(', ').map(Number) as [number, number];
      await form.getByLabel(words.radius).fill('5000');
      await form.getByRole('button', { name: words.save }).click();
      await said(page, words.added);

      /** It says where it is with whatever it tells: that a card nobody gave it was held to it. */
      const tellsFrom = async (place: number) => {
        lock.standAt(place, lat);
        lock.swipe('70269999');
        await expect.poll(async () => (await admin.ok(map.lock, { id })).lon?.toFixed(2)).toBe(place.toFixed(2));
      };
      const rung = async () =>
        (await admin.ok(alarms.list, { device_id: id })).rows.flatMap(({ kind, fences }) =>
          fences.map((name) => `${kind} ${name}`),
        );
      // until whoever judges has heard of the fence
      await expect
        .poll(async () => {
          await tellsFrom(lon);
          await tellsFrom(lon + 1);
          await tellsFrom(lon);
          return await rung();
        })
        .toEqual(expect.arrayContaining([`into_fence Gate ${at}`, `out_of_fence Gate ${at}`]));
      expect((await admin.ok(map.lockFences, { id })).fences.map((one) => one.fence_name)).toContain(`Gate ${at}`);

      await page.goto(`${product.url}/fence`);
      await row(page, `Gate ${at}`).getByText(`Gate ${at}`).click();
      await expect(record(page)).toContainText(sn);
      await page.goto(`${product.url}/alarm?device_id=${id}`);
      await expect(row(page, words.in)).toContainText(`Gate ${at}`);
      await expect(row(page, words.out)).toContainText(`Gate ${at}`);
    });
  });
