import { expect, test } from '@playwright/test';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { locksOnMap } from '../src/fleet.ts';
import { startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';

test.use({ locale: 'en-US' });

test('the demonstration shows 200 locks on the move, and one whose reports are put aside, within a minute of its start', async ({
  page,
}) => {
  const product = await startProduct(['--demo']);
  try {
    const ready = Date.now();
    const demo = await FetchClient.open(product.url);
    await demo.login('demo', 'demo2026');
    await signIn(page, product.url, '/map', 'demo', 'demo2026');
    await expect(page.getByText('201 locks', { exact: false }).first()).toBeVisible();

    const where = async () => {
      return new Map((await locksOnMap(demo)).filter((l) => l.lon !== null).map((l) => [l.id, `${l.lon},${l.lat}`]));
    };
    await expect.poll(async () => (await where()).size).toBe(200);
    const first = await where();
    const moved = async () => [...(await where())].filter(([id, at]) => first.get(id) !== at).length;
    await expect.poll(moved, { timeout: 60_000 }).toBeGreaterThan(150);
    // what the page shows moves too: the position of a lock that drives is another one a while later
    await page
      .locator('.lock-row', { has: page.locator('.lock-row-speed') })
      .first()
      .click();
    const position = page.locator('.lock-panel .lock-facts .serial').first();
    const seen = await position.textContent();
    expect(seen).toMatch(/\d+\.\d{5}, \d+\.\d{5}/);
    await expect(position).not.toHaveText(seen ?? '', { timeout: 60_000 });
    await page.screenshot({ path: 'test-results/demo-map.png' });
    console.log(
      `200 locks heard and ${await moved()} of them moved, ${Math.round((Date.now() - ready) / 1000)} s after the start`,
    );
  } finally {
    await product.stop();
  }
});
