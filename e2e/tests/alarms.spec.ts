/// <reference lib="dom" />
import { expect, type Page, test } from '@playwright/test';
import { alarms } from '@plomb/contract/alarms/alarms';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { locksOnMap, registerFleet } from '../src/fleet.ts';
import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';

const words = {
  'zh-CN': {
    critical: /严重 \d/,
    sentence: '锁在已施封时被打开，此前没有任何有效解封',
    mine: /^我 .* 受理$/,
    done: /^现场处置$/,
    pick: /已选 2 项/,
    process: '处理…',
    together: /合并处理 2 条告警/,
    falseAlarm: '误报',
    submit: '确认处理',
    none: '没有待处理的告警',
    mute: '告警静音…',
    why: '原因（记入操作日志）',
    muteNow: '静音',
    muted: /静音至 .*演练/,
  },
  'en-US': {
    critical: /Critical \d/,
    sentence: 'The lock was opened while sealed, without a valid unsealing before',
    mine: /^Mine, /,
    done: /^Dealt with on site$/,
    pick: /2 selected/,
    process: 'Process…',
    together: /Process 2 alarms together/,
    falseAlarm: 'False alarm',
    submit: 'Process',
    none: 'Nothing to deal with',
    mute: 'Mute alarms…',
    why: 'Why, for the operation log',
    muteNow: 'Mute',
    muted: /Muted until .*演练/,
  },
} as const;

const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let product: RunningProduct;
let admin: FetchClient;
let fleet: ReturnType<RunningProduct['drive']>;
let sealed: { sn: string; subject: string; device_name: string }[];

test.beforeAll(async () => {
  product = await startProduct();
  admin = await FetchClient.open(product.url);
  await admin.login('admin', adminPassword);
  const registered = await registerFleet(admin, 16);
  fleet = product.drive(registered);
  const found = async () => {
    const shown = await locksOnMap(admin);
    const sns = new Set(shown.filter((l) => l.lock_status === 2 && l.lon !== null).map((l) => l.sn));
    return registered.filter(({ sn }) => sns.has(sn));
  };
  await expect.poll(async () => (await found()).length).toBeGreaterThanOrEqual(6);
  sealed = await found();
});
test.afterAll(() => product?.stop());

/** Where there is no row of tabs, the alarm lies on none of what is needed to leave the page. */
const coversNothing = async (page: Page): Promise<void> => {
  const alarm = page.locator('.alarm-toasts[data-arriving="false"]');
  await expect(alarm).toBeVisible();
  for (const width of [800, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const needed = ['.topbar', '.shell-pages', ...(width < 768 ? ['.phone-bar'] : [])];
    for (const place of needed)
      await expect
        .poll(async () => {
          const [over, under] = [await alarm.boundingBox(), await page.locator(place).boundingBox()];
          return over && under && Math.min(over.y + over.height, under.y + under.height) - Math.max(over.y, under.y);
        })
        .toBeLessThan(1);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
};
const putAwayToasts = async (page: Page, url: string): Promise<void> => {
  // what rings on every page is tried elsewhere; the cockpit is worked here
  await page.addStyleTag({ content: '.alarm-toasts { display: none }' });
  await expect(page).toHaveURL(new RegExp(url));
};

for (const [at, locale] of (['zh-CN', 'en-US'] as const).entries()) {
  test.describe(locale, () => {
    test.use({ locale, viewport: { width: 1440, height: 900 } });
    const w = words[locale];

    test('alarms are dealt with by key, one after the other with a photo, then several together, and a room is muted with a reason', async ({
      page,
    }) => {
      const mine = sealed.slice(3 * at, 3 * at + 3);
      for (const { sn } of mine) fleet.lock(sn).shackle('open');
      const open = async () =>
        (await admin.ok(alarms.list, { status: 'unprocessed', kind: 'illegal_unlock' })).rows.map(({ sn }) => sn);
      await expect.poll(open).toEqual(expect.arrayContaining(mine.map(({ sn }) => sn)));
      const first = (await admin.ok(alarms.list, { status: 'unprocessed', kind: 'illegal_unlock' })).rows[0]!;

      await signIn(page, product.url, '/alarm?kind=illegal_unlock', 'admin', adminPassword);
      await coversNothing(page);
      await putAwayToasts(page, '/alarm');
      const theCase = page.getByTestId('case');
      await expect(page.getByRole('button', { name: w.critical })).toBeVisible();
      await expect(theCase).toContainText(w.sentence);
      await expect(theCase).toContainText(first.subject);

      await page.keyboard.press('t');
      await expect(theCase.getByText(w.mine)).toBeVisible();
      await theCase.getByText(w.done).click();
      await page.locator('.case-photos input[type=file]').setInputFiles({
        ...{ name: 'seal.png', mimeType: 'image/png', buffer: photo },
      });
      await expect(theCase.locator('.case-photo img')).toBeVisible();
      await theCase.getByRole('textbox').fill('司机检查轮胎，货封完好');
      await theCase.getByRole('textbox').blur();
      await page.keyboard.press('p');
      await expect(theCase).not.toContainText(first.subject);
      const processed = await admin.ok(alarms.detail, { id: first.id });
      expect(processed).toMatchObject({ status: 'processed', result: 'handled', photos: [expect.any(String)] });
      expect((await admin.ok(alarms.steps, { id: first.id })).rows.map(({ step }) => step)).toEqual([
        'take',
        'process',
      ]);

      await page.keyboard.press('x');
      await page.keyboard.press('j');
      await page.keyboard.press('x');
      await expect(page.getByText(w.pick)).toBeVisible();
      await page.locator('.queue-batch').getByRole('button', { name: w.process }).click();
      const dialog = page.getByRole('dialog', { name: w.together });
      await dialog.getByRole('radio', { name: w.falseAlarm }).check();
      await dialog.getByRole('textbox').fill('场内演练，已逐一核对');
      await dialog.getByRole('button', { name: w.submit, exact: true }).click();
      await expect(page.getByText(w.none)).toBeVisible();
      expect(await open()).toEqual([]);
      // closing the paper does not mend the metal
      expect((await locksOnMap(admin)).find(({ sn }) => sn === first.sn)?.lock_status).toBe(3);

      await page.locator('.bell').click();
      await page.getByRole('button', { name: w.mute }).click();
      await page.getByLabel(w.why).fill('演练');
      await page.getByRole('button', { name: w.muteNow, exact: true }).click();
      await expect(page.getByText(w.muted)).toBeVisible();
      expect((await admin.ok(alarms.count, {})).mute?.reason).toBe('演练');
      await admin.ok(alarms.mute, { minutes: 0, reason: '' });
    });
  });
}
