import { expect, test } from '@playwright/test';
import { cards } from '@plomb/contract/cards/cards';
import { regionalRules } from '@plomb/contract/cards/rules';
import { openings } from '@plomb/contract/orders/openings';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import type { FleetLock } from '@plomb/simulator/demoFleet';
import type { Fleet } from '@plomb/simulator/fleet';
import { locksOnMap, registerFleet } from '../src/fleet.ts';
import { agree, record, recordForm, row, said } from '../src/forms.ts';
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

for (const [at, lang, locale, number, words] of [
  [
    0,
    'English',
    'en-US',
    '70260011',
    {
      name: 'Name',
      cards: 'Cards',
      chosen: 'Chosen locks',
      areaName: 'Name of the area (up to 12 characters)',
      corners: 'Middle: longitude, latitude (WGS-84)',
      save: 'Save',
      added: 'Added successfully',
      grid: 'Which card opens which lock',
      area: 'Only inside its areas',
      delete: 'Delete…',
      question: 'Delete 1 record?',
      opened: 'Card 0070260011',
      outside: 'Card outside its area',
      illegal: 'Illegal card',
      against: 'Opened by a card against the rules',
      hours: 'Out of its hours',
    },
  ],
  [
    1,
    'Chinese',
    'zh-CN',
    '70260012',
    {
      name: '名称',
      cards: 'IC 卡',
      chosen: '指定的锁',
      areaName: '区域名称（最多 12 个字符）',
      corners: '圆心：经度, 纬度（WGS-84）',
      save: '保存',
      added: '新增成功',
      grid: '哪张卡可开哪把锁',
      area: '仅限区域内',
      delete: '删除…',
      question: '删除 1 条记录？',
      opened: '卡 0070260012',
      outside: '区域外刷卡',
      illegal: '非法刷卡',
      against: '违规刷卡开锁',
      hours: '不在允许时段',
    },
  ],
] as const)
  test.describe(lang, () => {
    test.use({ locale });
    test(`a card and an area drawn for it come into the lock, which it opens inside alone, rings out of its hours, and leave it with their rule (${lang})`, async ({
      page,
    }) => {
      const sn = locks[at]!.sn;
      const lock = fleet.lock(sn);
      const held = () => lock.state.settings;
      const device_id = (await locksOnMap(admin)).find((one) => one.sn === sn)!.id;
      /** Holds the card to the lock, which says no: it rings on the screen. */
      const refused = async (alarm: string) => {
        await page.goto(`${product.url}/alarm?device_id=${device_id}`);
        lock.swipe(number);
        await expect(row(page, alarm)).toBeVisible();
        expect(lock.state.motor).toBe('locked');
      };
      const opened = async () => (await admin.ok(openings.list, { device_id, way: 'card' })).rows.length;
      await admin.ok(cards.add, {
        ...{ ic_no: number, ic_name: `Gate ${at}`, card_no: '', card_type: 'single' },
        ...{ lon: null, lat: null, radius: null },
      });
      await signIn(page, product.url, '/regionalRule?edit=new', 'admin', adminPassword);
      const form = recordForm(page);
      const offered = page.locator('.ant-select-dropdown:visible');
      await form.getByLabel(words.name, { exact: true }).fill(`Yard ${at}`);
      await form.getByLabel(words.cards, { exact: true }).fill(number);
      await offered.getByText(number).click();
      await page.keyboard.press('Escape');
      await form.getByText(words.chosen).click();
      await form.getByRole('combobox', { name: words.chosen }).fill(sn);
      await offered.getByText(sn).click();
      await form.getByLabel(words.areaName).fill('Yard');

      const canvas = form.locator('.draw-map[data-drawing="true"] canvas');
      await canvas.scrollIntoViewIfNeeded();
      const box = (await canvas.boundingBox())!;
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.click(x, y);
      await page.mouse.move(x + 60, y, { steps: 3 });
      await page.mouse.click(x + 60, y);
      await expect(form.getByLabel(words.corners)).toHaveValue(/^\d+\.\d{5}, \d+\.\d{5}$/);
      const middle = await form.getByLabel(words.corners).inputValue();
      const [lon, lat] = middle.split(', ').map(Number) as [number, number];
      await form.getByRole('button', { name: words.save }).click();
      await said(page, words.added);

      await page.goto(`${product.url}/cardMatrix`);
      const cell = page.getByRole('grid', { name: words.grid }).getByRole('row').filter({ hasText: sn });
      await expect(cell).toContainText(words.area);
      expect(held().cards).toContain(number);
      expect(held().areas).toHaveLength(1);

      lock.standAt(lon + 3, lat);
      await refused(words.outside);
      expect(await opened()).toBe(0);
      lock.standAt(lon, lat);
      lock.swipe(number);
      expect(lock.state.motor).toBe('released');
      await expect.poll(opened).toBe(1);
      await page.goto(`${product.url}/opening?device_id=${device_id}`);
      await row(page, words.opened).getByText(words.opened).click();
      await expect(record(page)).toContainText(`${lat.toFixed(5)}, ${lon.toFixed(5)}`);
      lock.shackle('open');
      lock.shackle('close');

      // out of its hours the lock, which knows none, opens all the same: that rings, and says by which rule
      const [rule] = (await admin.ok(regionalRules.list, { page: 1, size: 10, device_id })).rows;
      const { card_list, device_list, ...written } = await admin.ok(regionalRules.detail, { id: rule!.id });
      const hour = (later: number) => new Date(Date.now() + later * 3_600_000).toISOString().slice(11, 16);
      await admin.ok(regionalRules.update, {
        ...{ id: rule!.id, rule_name: written.rule_name, areas: written.areas, from_time: null, until_time: null },
        ...{ card_ids: card_list.map(({ id }) => id), device_ids: device_list!.map(({ id }) => id) },
        hours: { from: hour(2), until: hour(3), time_zone: 'UTC' },
      });
      const [changed] = (await admin.ok(regionalRules.history, { rule_id: rule!.id })).rows;
      // the lock tells whole seconds
      await expect.poll(() => Math.floor(Date.now() / 1000) * 1000).toBeGreaterThan(Date.parse(changed!.since));
      lock.swipe(number);
      await expect.poll(opened).toBe(2);
      await page.goto(`${product.url}/alarm?device_id=${device_id}`);
      await row(page, words.against).getByText(words.against).click();
      await expect(record(page)).toContainText(words.hours);
      await expect(record(page)).toContainText(`Yard ${at}`);
      lock.shackle('open');
      lock.shackle('close');

      await page.goto(`${product.url}/regionalRule`);
      await row(page, `Yard ${at}`).getByText(`Yard ${at}`).click();
      await page.locator('.page:visible').getByRole('button', { name: words.delete, exact: true }).click();
      await agree(page, words.question);
      await expect.poll(() => held().cards).not.toContain(number);
      await expect.poll(() => held().areas).toHaveLength(0);
      await page.reload();
      await expect(row(page, `Yard ${at}`)).toHaveCount(0);

      await refused(words.illegal);
      expect(await opened()).toBe(2);
    });
  });
