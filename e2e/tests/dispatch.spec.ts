/// <reference lib="dom" />
import { expect, test } from '@playwright/test';
import { alarms } from '@plomb/contract/alarms/alarms';
import { alarmRules } from '@plomb/contract/alarms/rules';
import { alarmConfigs } from '@plomb/contract/mailbox/alarmConfig';
import { map } from '@plomb/contract/map/map';
import { channels } from '@plomb/contract/messages/channels';
import { type CaughtMail, startMailCatcher } from '@plomb/server/demo/mailCatcher';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import type { FleetLock } from '@plomb/simulator/demoFleet';
import type { Fleet } from '@plomb/simulator/fleet';
import { locksOnMap, registerFleet } from '../src/fleet.ts';
import { record, recordForm, said } from '../src/forms.ts';
import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';

let product: RunningProduct;
let admin: FetchClient;
let locks: FleetLock[];
let fleet: Fleet;
const mails: CaughtMail[] = [];
let server: Awaited<ReturnType<typeof startMailCatcher>>;
test.beforeAll(async () => {
  server = await startMailCatcher((mail) => mails.push(mail));
  product = await startProduct();
  admin = await FetchClient.open(product.url);
  await admin.login('admin', adminPassword);
  await admin.ok(channels.updateMail, {
    ...{ enabled: true, host: '127.0.0.1', port: server.port, security: 'none', user_name: '' },
    ...{ from_address: 'locks@port.example', from_name: '' },
  });
  // what leaves a fence is what this house listens for: of a burst the gravest is spoken
  await admin.ok(alarmRules.set, {
    ...{ kind: 'out_of_fence', is_on: true, severity: 'critical', schedule: null },
    ...{ again_minutes: null, further_minutes: null, told: [], told_further: [] },
  });
  locks = await registerFleet(admin, 2, 'jt701');
  fleet = product.drive(locks);
});
test.afterAll(async () => {
  await product?.stop();
  await server?.stop();
});

for (const [at, lang, locale, language, look, words] of [
  [
    0,
    'English',
    'en-US',
    'en_US',
    { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
    {
      ...{ name: 'Name', centre: 'Middle: longitude, latitude (WGS-84)', radius: 'Radius, m', save: 'Save' },
      ...{ added: 'Added successfully', subject: /^\[Critical\] Out of fence /, spoken: /Out of fence/ },
      ...{ either: 'Either way', take: /^Take it/, done: 'Dealt with on site', process: /^Process/ },
    },
  ],
  [
    1,
    'Chinese, dark, on a telephone',
    'zh-CN',
    'zh_CN',
    { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
    {
      ...{ name: '名称', centre: '圆心：经度, 纬度（WGS-84）', radius: '半径（米）', save: '保存' },
      ...{ added: '新增成功', subject: /^\[严重\] 驶出围栏 /, spoken: /驶出围栏/ },
      ...{ either: '驶入和驶出时', take: /^受理/, done: '现场处置', process: /^确认处理|^处理/ },
    },
  ],
] as const)
  test.describe(lang, () => {
    test.use({ locale, ...look });
    test(`a fence drawn in the browser: a lock leaves it, which rings, is spoken and mailed, and is processed (${lang})`, async ({
      page,
    }) => {
      const { sn, subject } = locks[at]!;
      const { id } = (await locksOnMap(admin)).find((one) => one.sn === sn)!;
      await admin.ok(alarmConfigs.add, {
        ...{ config_name: `Desk ${at}`, mail_box: `desk${at}@port.example`, phone: '', language },
        ...{ receive_type: 'police', is_mail_config: true, is_phone_config: false },
      });
      // the browser's voice is not ours to run; what it was asked to say is
      await page.addInitScript(() => {
        const spoken: string[] = [];
        Object.assign(window, { spoken });
        window.speechSynthesis.speak = (utterance: SpeechSynthesisUtterance) => void spoken.push(utterance.text);
      });
      await signIn(page, product.url, '/fence?edit=new', 'admin', adminPassword);
      const form = recordForm(page);
      await form.getByLabel(words.name, { exact: true }).fill(`Yard ${at}`);
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

      const lock = fleet.lock(sn);
      const tellsFrom = async (place: number) => {
        lock.standAt(place, lat);
        await expect.poll(async () => (await admin.ok(map.lock, { id })).lon?.toFixed(2)).toBe(place.toFixed(2));
      };
      const rung = async () =>
        (await admin.ok(alarms.list, { device_id: id, kind: 'out_of_fence' })).rows.map((one) => one.fences.join());
      // until whoever judges has heard of the fence
      await expect
        .poll(async () => {
          await tellsFrom(lon);
          await tellsFrom(lon + 1);
          return await rung();
        })
        .toEqual([expect.stringContaining(`Yard ${at}`)]);
      await expect
        .poll(() => page.evaluate(() => (window as unknown as { spoken: string[] }).spoken.join(' | ')))
        .toMatch(words.spoken);
      await expect
        .poll(() => mails.filter((mail) => mail.to === `desk${at}@port.example`).map((mail) => mail.subject))
        .toEqual(expect.arrayContaining([expect.stringMatching(words.subject)]));

      // it comes back, which rings by the name of the fence, too, and stands there
      await tellsFrom(lon);
      await expect
        .poll(async () =>
          (await admin.ok(alarms.list, { device_id: id, kind: 'into_fence' })).rows.flatMap((one) => one.fences),
        )
        .toContain(`Yard ${at}`);
      const fenceOf = async () =>
        (await admin.ok(map.lockFences, { id })).fences.find((one) => one.fence_name === `Yard ${at}`);
      await expect.poll(async () => (await fenceOf())?.inside).toBe(true);
      await page.goto(`${product.url}/fence?id=${(await fenceOf())?.id}`);
      await expect(record(page)).toContainText(sn);

      await page.goto(`${product.url}/alarm?kind=out_of_fence`);
      await page.locator('.queue-row').getByText(subject).first().click();
      const open = page.getByTestId('case');
      await expect(open).toContainText(`Yard ${at}`);
      await open.getByRole('button', { name: words.take }).click();
      await open.getByText(words.done).click();
      await open.getByRole('textbox').fill('driver called: detour by order of the police');
      await open.getByRole('button', { name: words.process }).click();
      await expect
        .poll(async () =>
          (await admin.ok(alarms.list, { device_id: id, kind: 'out_of_fence' })).rows.map((a) => [a.status, a.owner]),
        )
        .toEqual([['processed', 'Administrator']]);
    });
  });
