import { expect, test } from '@playwright/test';
import { devices } from '@plomb/contract/devices/devices';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import type { FleetLock } from '@plomb/simulator/demoFleet';
import { registerFleet } from '../src/fleet.ts';
import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';

let product: RunningProduct;
let admin: FetchClient;
let fleet: readonly FleetLock[];
test.beforeAll(async () => {
  product = await startProduct();
  admin = await FetchClient.open(product.url);
  await admin.login('admin', adminPassword);
  fleet = await registerFleet(admin, 2);
});
test.afterAll(() => product?.stop());

for (const [lang, locale, words] of [
  [
    'English',
    'en-US',
    {
      open: 'Open as page',
      waiting: 'Waiting for its first word…',
      heard: 'It was heard',
      life: 'Life',
      report: /\d+ reports?$/,
      configuration: 'Configuration',
      read: 'Read from the lock',
      send: 'Send',
      interval: 'Report interval',
      frames: 'Raw frames',
      rights: 'Rights',
      role: 'role “Administrator”',
      log: 'Log',
      asked: 'Read the parameters',
      area: 'Set an area',
      number: /^Number in the lock/,
      name: /^Name/,
      map: 'Map for drawing the area',
      corners: /^Corners/,
      drawn: 'no. 3 Depot, 3 corners',
    },
  ],
  [
    'Chinese',
    'zh-CN',
    {
      open: '打开设备页面',
      waiting: '正在等待它的第一条消息…',
      heard: '已收到消息',
      life: '经历',
      report: /^上报 \d+ 次$/,
      configuration: '配置',
      read: '从锁读取',
      send: '下发',
      interval: '上报间隔',
      frames: '原始帧',
      rights: '权限',
      role: '角色“Administrator”',
      log: '日志',
      asked: '读取参数',
      area: '下发区域',
      number: /^锁内编号/,
      name: /^名称/,
      map: '用于绘制区域的地图',
      corners: /^顶点/,
      drawn: '3 号 Depot，3 个顶点',
    },
  ],
] as const)
  test.describe(lang, () => {
    test.use({ locale });
    test(`the page of a device: from its first word over its life, its configuration and its frames to who can open it (${lang})`, async ({
      page,
    }) => {
      const lock = fleet[lang === 'English' ? 0 : 1]!;
      const { rows } = await admin.ok(devices.list, { keyword: lock.sn });
      const { id } = rows[0]!;
      await signIn(page, product.url, `/device?id=${id}`, 'admin', adminPassword);
      await page.getByRole('button', { name: words.open }).click();
      await expect(page).toHaveURL(`${product.url}/device/${id}`);
      // the panel beside the list says it too, hidden behind the page
      const record = page.locator('.device-page');
      await expect(record.getByText(words.waiting)).toBeVisible();
      product.drive([lock]);
      await expect(record.getByText(words.heard)).toBeVisible();

      const open = (name: string) => page.getByRole('tab', { name, exact: true }).click();
      await open(words.life);
      await expect(page).toHaveURL(`${product.url}/device/${id}?tab=life`);
      await expect(page.locator('.life [data-kind=registered]')).toBeVisible();
      await expect(record.getByText(words.report).first()).toBeVisible();

      await open(words.configuration);
      await page.getByRole('button', { name: words.read, exact: true }).click();
      await expect(page.getByRole('radio', { name: words.asked })).toBeChecked();
      await page.getByRole('button', { name: words.send, exact: true }).click();
      // the fourth column is what the lock told of itself
      await expect(page.getByRole('row', { name: words.interval }).getByRole('cell').nth(3)).toHaveText(/\d/);

      await page.getByRole('button', { name: words.read, exact: true }).click();
      await page.getByRole('radio', { name: words.area }).check();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(words.number).fill('3');
      await dialog.getByLabel(words.name).fill('Depot');
      const map = dialog.getByLabel(words.map);
      for (const [x, y] of [
        [80, 60],
        [240, 70],
        [180, 180],
      ] as const)
        await map.click({ position: { x, y } });
      await expect(dialog.getByLabel(words.corners)).toHaveValue(/^(\S+, \S+\n?){3}$/);
      await page.getByRole('button', { name: words.send, exact: true }).click();

      await open(words.frames);
      await expect(page.getByRole('cell', { name: 'latitude' })).toBeVisible();
      await expect(page.locator('.frame-hex span').first()).toHaveText(/^[0-9a-f]{2}$/);

      await open(words.rights);
      await expect(page.getByRole('row', { name: /Administrator/ }).first()).toContainText(words.role);

      await open(words.log);
      await expect(page.getByRole('row').filter({ hasText: words.asked }).first()).toBeVisible();
      await expect(page.getByRole('row').filter({ hasText: words.drawn }).first()).toBeVisible();
      // the address is the tab's own
      await page.reload();
      await expect(page.getByRole('tab', { name: words.log, exact: true })).toHaveAttribute('aria-selected', 'true');
    });
  });
