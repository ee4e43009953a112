import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { expect, test } from '@playwright/test';
import { devices } from '@plomb/contract/devices/devices';
import { deviceTypes } from '@plomb/contract/devices/deviceTypes';
import { fieldErrors } from '@plomb/contract/errors';
import { tracks } from '@plomb/contract/tracks/tracks';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { LoadFrame } from '@plomb/simulator/loadFrame';
import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';

let product: RunningProduct;
let admin: FetchClient;
let id: number;
const sn = '14802107777';
const MINUTE = 60_000;
const to = Math.floor(Date.now() / MINUTE) * MINUTE - MINUTE;
const window = { from: new Date(to - 30 * MINUTE).toISOString(), to: new Date(to).toISOString() };

/** A way of half an hour, told at once: the lock drives east, and between the tenth and the sixteenth minute nobody hears it. */
const drive = (): Buffer => {
  const out = Buffer.alloc(1 << 16);
  let end = 0;
  for (let half = 0; half <= 60; half++) {
    const minute = half / 2;
    if (minute > 10 && minute < 16) continue;
    const frame = new LoadFrame(sn, { lon: 121 + minute / 100, lat: 31.2 }, to);
    end = frame.write(out, end, half, to - (30 - minute) * MINUTE);
  }
  return out.subarray(0, end);
};

test.beforeAll(async () => {
  product = await startProduct();
  admin = await FetchClient.open(product.url);
  await admin.login('admin', adminPassword);
  const { organizations } = await admin.ok(devices.options, {});
  const { id: device_type_id } = await admin.ok(deviceTypes.add, {
    ...{
      device_type: 'G-300',
      device_type_name: 'G-300',
      family: 'hhd',
      identity_rule: 'open',
      unseal_password: 'none',
    },
    ...{ utc_offset_minutes: 480, report_interval: 30, sleep_interval: 60, low_battery: 10 },
  });
  ({ id } = await admin.ok(devices.add, {
    ...{
      sn,
      device_name: 'T',
      device_type_id,
      manufacturer_id: null,
      org_id: organizations[0]!.id,
      subject: '沪A·T7777',
    },
    ...{ device_no: '', sim_card: '', mobileID: '', device_address: '' },
  }));
  const socket = connect(product.gatewayPort, '127.0.0.1');
  socket.write(drive());
  const points = async () => (await admin.ok(tracks.read, { ids: [id], ...window })).tracks[0]?.points.length;
  await expect.poll(points).toBe(50);
  socket.destroy();
});
test.afterAll(() => product?.stop());

for (const [lang, locale, words] of [
  [
    'en',
    'en-US',
    {
      gap: /No report for 6 min/,
      moments: 'Events',
      play: 'Play',
      pause: 'Pause',
      unseen: '6 min without evidence',
      end: 'End date',
    },
  ],
  [
    'zh',
    'zh-CN',
    { gap: /盲区 6 分钟/, moments: '经过', play: '播放', pause: '暂停', unseen: '无证据 6 分钟', end: '结束日期' },
  ],
] as const)
  test.describe(lang, () => {
    test.use({ locale });
    test(`a way is played, its blind spot is neither drawn nor counted, and it is taken along (${lang})`, async ({
      page,
    }) => {
      const path = `/track?ids=${id}&from=${window.from}&to=${window.to}`;
      await signIn(page, product.url, path, 'admin', adminPassword);
      const cursor = page.getByRole('slider');
      const moments = page.getByRole('region', { name: words.moments });
      await expect(page.getByText(words.unseen)).toBeVisible();

      // the list leads the cursor there, where the lock has no place and so no speed
      await moments.getByRole('button', { name: words.gap }).click();
      const began = Date.parse(window.from);
      await expect(cursor).toHaveAttribute('aria-valuenow', `${began + 10 * MINUTE}`);
      await expect(cursor).toHaveAttribute('aria-valuetext', /72 km\/h/);
      await page.getByRole('slider').focus();
      await page.keyboard.press('ArrowRight');
      await expect(cursor).toHaveAttribute('aria-valuenow', `${began + 16 * MINUTE}`);

      await page.keyboard.press('5');
      await page.keyboard.press('Space');
      await expect(page.getByRole('button', { name: words.pause })).toBeVisible();
      await expect
        .poll(async () => Number(await cursor.getAttribute('aria-valuenow')))
        .toBeGreaterThan(began + 16.5 * MINUTE);
      await page.keyboard.press('Space');
      await expect(page.getByRole('button', { name: words.play, exact: true })).toBeVisible();

      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'GPX' }).click();
      const file = await readFile(await (await download).path(), 'utf8');
      expect(file.match(/<trkseg>/g)).toHaveLength(2);

      // the window before begins where nothing was told yet, and leads back
      await page.keyboard.press('Shift+ArrowLeft');
      await expect(page).toHaveURL(new RegExp(`to=${encodeURIComponent(window.from)}`));
      await expect(cursor).toHaveAttribute('aria-valuemin', `${began - 30 * MINUTE}`);
      const dock = page.locator('.track-window');
      const [begun, ended] = [dock.locator('input').first(), dock.locator('input').last()];
      // each press is for an open field: the picker opens, and goes to its other field, a frame later
      await ended.click();
      await expect(page.locator('.ant-picker-dropdown:visible')).toBeVisible();
      await ended.fill(new Date(to + 60 * MINUTE).toISOString().slice(0, 16).replace('T', ' '));
      await page.keyboard.press('Enter');
      await expect(begun).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert').filter({ hasText: fieldErrors.trackWindow[lang] })).toBeVisible();
    });
  });
