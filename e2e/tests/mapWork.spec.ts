import { expect, test } from '@playwright/test';
import { orderKinds } from '@plomb/contract/lock/orderKinds';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { locksOnMap, registerFleet } from '../src/fleet.ts';
import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';

let product: RunningProduct;
const LOCKS = 6;
test.beforeAll(async () => {
  product = await startProduct();
  const admin = await FetchClient.open(product.url);
  await admin.login('admin', adminPassword);
  product.drive(await registerFleet(admin, LOCKS));
  await expect.poll(async () => (await locksOnMap(admin)).filter((l) => l.lon !== null).length).toBe(LOCKS);
});
test.afterAll(() => product?.stop());

for (const [lang, locale, words] of [
  [
    'English',
    'en-US',
    {
      draw: 'Draw around locks',
      list: 'Locks',
      area: `${LOCKS} of ${LOCKS} locks`,
      back: 'Back to all locks',
      selected: (n: number) => `${n} selected`,
      some: /^[1-9] selected/,
      ask: /Ask to unseal \d locks?…/,
      follow: 'Follow',
      followed: 'Followed locks',
      of: 'Following 1 of 5',
      heard: 'Last heard',
      never: 'never',
      off: 'Remove the filter Last heard',
      search: 'Lock, number, place or fence',
      place: 'Ningbo Zhejiang',
      measure: 'Measure',
      distance: /^[\d,.]+ km/,
      wall: {
        tool: 'Wall for the control room',
        figures: 'In numbers',
        locks: `${LOCKS} locks`,
        calm: 'No critical alarm is open',
        stay: 'Leave it up…',
        ok: 'Leave it up',
        until: /Looks only, until/,
        out: 'Sign out',
      },
      key: 'en',
    },
  ],
  [
    'Chinese',
    'zh-CN',
    {
      draw: '圈选锁',
      list: '锁',
      area: `${LOCKS} / ${LOCKS} 把`,
      back: '返回全部锁',
      selected: (n: number) => `已选 ${n} 把`,
      some: /^已选 [1-9] 把/,
      ask: /请求解封 \d 把…/,
      follow: '跟踪',
      followed: '正在跟踪的锁',
      of: '跟踪 1 / 5',
      heard: '最后上报',
      never: '从未上报',
      off: '移除筛选“最后上报”',
      search: '锁、车牌、地点、围栏',
      place: '宁波 浙江',
      measure: '测量',
      distance: /^[\d,.]+ 公里/,
      wall: {
        tool: '值班大屏',
        figures: '数字概况',
        locks: `${LOCKS} 把锁`,
        calm: '目前没有未处理的严重告警',
        stay: '长期开启…',
        ok: '长期开启',
        until: /仅可查看，至/,
        out: '退出登录',
      },
      key: 'zh',
    },
  ],
] as const)
  test.describe(lang, () => {
    test.use({ locale });
    test(`locks are drawn around, some of them asked for an unseal through the batch, and one is followed (${lang})`, async ({
      page,
    }) => {
      await signIn(page, product.url, '/map', 'admin', adminPassword);
      const list = page.getByRole('region', { name: words.list, exact: true });
      await expect(list.getByRole('option')).toHaveCount(LOCKS);

      // by hand, around all that the map shows beside the list
      await page.getByRole('button', { name: words.draw }).click();
      const map = (await page.locator('.map-canvas').boundingBox())!;
      const left = map.x + 340;
      const [right, top, bottom] = [map.x + map.width - 60, map.y + 8, map.y + map.height - 8];
      await page.mouse.move(left, top);
      await page.mouse.down();
      for (const [x, y] of [
        [right, top],
        [right, bottom],
        [left, bottom],
        [left, top + 10],
      ] as const)
        await page.mouse.move(x, y, { steps: 5 });
      await page.mouse.up();
      await expect(list.getByText(words.area)).toBeVisible();
      const bar = page.getByRole('status').filter({ hasText: words.selected(LOCKS) });
      await expect(bar).toBeVisible();

      // who is not ticked is not asked
      const first = list.getByRole('option').first();
      await expect(first).toBeChecked();
      await first.locator('.lock-tick').click();
      await expect(page.getByText(words.selected(LOCKS - 1))).toBeVisible();
      await page.getByRole('button', { name: words.ask }).click();
      await page.waitForURL((at) => at.pathname === '/batch' && at.searchParams.get('kind') === 'unseal');
      expect(new URL(page.url()).searchParams.get('ids')?.split(',').length).toBeLessThan(LOCKS);
      await expect(page.getByText(orderKinds.unseal.title[words.key], { exact: true }).first()).toBeVisible();

      // an area is an address, and a step that is gone back from
      await page.goto(`${product.url}/map`);
      await expect(list.getByRole('option')).toHaveCount(LOCKS);
      await page.goto(`${product.url}/map?in=70,10,140,54`);
      await expect(list.getByText(words.area)).toBeVisible();
      await list.getByRole('button', { name: words.back }).click();
      await expect(list.getByText(words.area)).toBeHidden();
      await page.goBack();
      await expect(list.getByText(words.area)).toBeVisible();

      await list.getByRole('option').first().click();
      await page.locator('.lock-actions').getByRole('button', { name: words.follow }).click();
      const followed = page.getByRole('region', { name: words.followed });
      await expect(followed.getByText(words.of)).toBeVisible();
      await page.reload();
      await expect(followed.getByText(words.of)).toBeVisible();
    });

    test(`the map is narrowed by chips, searched for a place, measured on, and selected from by a rectangle (${lang})`, async ({
      page,
    }) => {
      await signIn(page, product.url, '/map', 'admin', adminPassword);
      const list = page.getByRole('region', { name: words.list, exact: true });
      await expect(list.getByRole('option')).toHaveCount(LOCKS);

      await page.getByRole('button', { name: words.heard }).click();
      await page.getByRole('menuitem', { name: words.never }).click();
      await expect(list.getByRole('option')).toHaveCount(0);
      expect(new URL(page.url()).searchParams.get('heard')).toBe('never');
      await page.getByRole('button', { name: words.off }).click();
      await expect(list.getByRole('option')).toHaveCount(LOCKS);

      await page.getByPlaceholder(words.search).fill('ningbo');
      await expect(list.getByRole('button', { name: words.place })).toBeVisible();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect.poll(() => new URL(page.url()).searchParams.get('at')).toMatch(/^121\.\d+,29\.\d+$/);
      await expect(list.getByRole('option')).toHaveCount(LOCKS);

      // by the pointer, then by keys alone
      await page.getByRole('button', { name: words.measure, exact: true }).click();
      const map = (await page.locator('.map-canvas').boundingBox())!;
      const at = (x: number, y: number) => [map.x + map.width * x, map.y + map.height * y] as const;
      const measured = page.getByRole('region', { name: words.measure });
      await page.mouse.click(...at(0.5, 0.4));
      await page.mouse.click(...at(0.7, 0.6));
      const told = measured.getByText(words.distance);
      await expect(told).toBeVisible();
      await page.keyboard.press('Backspace');
      await expect(told).toBeHidden();
      await page.locator('.maplibregl-canvas').press('Enter');
      await expect(told).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(measured).toBeHidden();

      await page.goto(`${product.url}/map`);
      await expect(list.getByRole('option')).toHaveCount(LOCKS);
      await page.keyboard.press('r');
      const [left, top] = [map.x + 340, map.y + 60];
      await page.mouse.move(left, top);
      await page.mouse.down();
      await page.mouse.move(...at(0.94, 0.98), { steps: 4 });
      await page.mouse.up();
      // some of them: where they stand by now nobody says
      await expect(page.getByRole('status').filter({ hasText: words.some })).toBeVisible();
      expect(new URL(page.url()).searchParams.get('in')?.split(',')).toHaveLength(8);
    });

    test(`the wall stands without the shell, is left by a key, and can be left up by a sign-in that only looks (${lang})`, async ({
      page,
    }) => {
      const { wall } = words;
      await signIn(page, product.url, '/map', 'admin', adminPassword);
      await page.getByRole('button', { name: wall.tool }).click();
      await page.waitForURL((at) => at.pathname === '/map/wall');
      await expect(page.getByRole('list', { name: wall.figures })).toBeVisible();
      await expect(page.getByText(wall.locks, { exact: true })).toBeVisible();
      // neither menu nor tabs, and nothing to order with
      await expect(page.getByRole('navigation')).toHaveCount(0);
      await page.keyboard.press('Escape');
      await page.waitForURL((at) => at.pathname === '/map');
      await expect(page.getByRole('navigation').first()).toBeVisible();

      await page.goto(`${product.url}/map/wall?severity=critical`);
      await expect(page.getByRole('heading', { name: wall.calm })).toBeVisible();
      // its bar comes with the pointer for five seconds, and with the focus for as long as that is there
      await page.mouse.move(300, 300);
      await page.getByRole('button', { name: wall.stay }).focus();
      await page.getByRole('button', { name: wall.stay }).click();
      await page.getByRole('dialog').getByRole('button', { name: wall.ok }).click();
      await expect(page.getByText(wall.until)).toBeVisible();
      // no other page is to be had with it
      await page.goto(`${product.url}/device`);
      await page.waitForURL((at) => at.pathname === '/map/wall');
      await expect(page.getByText(wall.locks, { exact: true })).toBeVisible();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').getByRole('button', { name: wall.out }).click();
      await page.waitForURL((at) => at.pathname === '/login');
    });
  });
