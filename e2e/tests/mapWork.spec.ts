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
      ask: /Ask to unseal \d locks?…/,
      follow: 'Follow',
      followed: 'Followed locks',
      of: 'Following 1 of 5',
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
      ask: /请求解封 \d 把…/,
      follow: '跟踪',
      followed: '正在跟踪的锁',
      of: '跟踪 1 / 5',
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
  });
