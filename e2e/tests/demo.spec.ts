import { expect, test } from '@playwright/test';
import { map } from '@plomb/contract/map';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';

test.use({ locale: 'en-US' });

test('the demonstration shows 200 locks on the move within a minute of its start', async ({ page }) => {
  const product = await startProduct(['--demo']);
  try {
    const ready = Date.now();
    const demo = await FetchClient.open(product.url);
    await expect
      .poll(() =>
        demo.login('demo', 'demo2026').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await signIn(page, product.url, '/map', 'demo', 'demo2026');
    await expect(page.getByText('200 locks', { exact: false }).first()).toBeVisible();

    const where = async () => {
      const { locks } = await demo.ok(map.locks, {});
      return new Map(locks.filter((l) => l.lon !== null).map((l) => [l.id, `${l.lon},${l.lat}`]));
    };
    await expect.poll(async () => (await where()).size).toBe(200);
    const first = await where();
    const moved = async () => [...(await where())].filter(([id, at]) => first.get(id) !== at).length;
    await expect.poll(moved, { timeout: 60_000 }).toBeGreaterThan(150);
    // what the page shows moves too: speeds stand beside the rows that drive
    await expect(page.locator('.lock-row-speed').first()).toBeVisible();
    await page.screenshot({ path: 'test-results/demo-map.png' });
    console.log(
      `200 locks heard and ${await moved()} of them moved, ${Math.round((Date.now() - ready) / 1000)} s after the start`,
    );
  } finally {
    await product.stop();
  }
});
