import { expect, type Page, test } from '@playwright/test';
import { baseMaps } from '@plomb/contract/basemaps/baseMaps';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import sharp from 'sharp';
import { type FakeAnswer, FakeGoogle, fakeTianditu } from '../../console/src/testing/vendors.ts';
import { card, choose, record, recordForm } from '../src/forms.ts';
import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';
import { streetsFile } from '../src/streets.ts';

let product: RunningProduct;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product?.stop());

/** A built-up area as the light map draws it, which the offline map has none of. */
const URBAN = [0xe9, 0xea, 0xe8];
const shareOfUrban = async (page: Page): Promise<number> => {
  const { data, info } = await sharp(await page.locator('.map-canvas').screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let found = 0;
  for (let at = 0; at < data.length; at += info.channels)
    if (URBAN.every((value, channel) => Math.abs(value - (data[at + channel] ?? 0)) < 2)) found++;
  return found / (info.width * info.height);
};

/** A script that follows a vendor's documented interface, and says what it is told instead of drawing it. */
const fakes = {
  amap: `window.AMap = { Map: class {
    constructor(id, { center, zoom, zooms }) {
      this.el = document.getElementById(id);
      this.el.style.background = 'rgb(233, 234, 232)';
      this.setZoomAndCenter(zoom, center, true);
      if (zooms.length !== 2) throw new Error('zooms');
    }
    on(event, done) { if (event === 'complete') setTimeout(done); }
    setZoomAndCenter(zoom, center) { this.el.textContent = JSON.stringify([zoom, ...center, _AMapSecurityConfig.securityJsCode]); }
  } };
  window[new URL(document.currentScript.src).searchParams.get('callback')]();`,
  baidu: `window.BMapGL = {
    Point: class { constructor(lng, lat) { Object.assign(this, { lng, lat }); } },
    Map: class {
      constructor(id) { this.el = document.getElementById(id); this.el.style.background = 'rgb(233, 234, 232)'; }
      addEventListener(event, done) { if (event === 'tilesloaded') setTimeout(done); }
      disableDragging() {}
      centerAndZoom(point, zoom) { this.el.textContent = JSON.stringify([zoom, point.lng, point.lat]); }
    },
  };
  localStorage.setItem('what scripts keep', document.cookie);
  window[new URL(document.currentScript.src).searchParams.get('callback')]();`,
};
const vendors = {
  English: {
    kind: 'baidu',
    from: 'https://api.map.baidu.com/**',
    named: 'Baidu',
    key: 'ak0123456789',
    told: /[?&]ak=ak0123456789&/,
  },
  Chinese: {
    kind: 'amap',
    from: 'https://webapi.amap.com/**',
    named: '高德',
    key: 'key0123456789 code9',
    told: /[?&]key=key0123456789&/,
  },
} as const;

for (const [lang, locale, words] of [
  [
    'English',
    'en-US',
    {
      add: 'Add base map',
      name: 'Name',
      save: 'Save',
      there: 'Uploaded: x.pmtiles',
      wrong: 'This is no PMTiles file of version 3',
      missing: 'No key of Baidu is set up here. Shown: Offline map',
      read: 'Do not say it again',
      choose: 'Base map and layers',
      offline: 'Offline map',
      zooms: 'Zoom 0–0',
      source: 'Source',
      key: 'Key',
      ...{
        instead: ' unavailable; shown: ',
        test: 'Test all',
        works: /Works, [\d,]+ ms/,
        off: '120 m off',
        keep: 'Keep',
      },
      ...{ hint: /^Click where this map draws it/, never: 'Never tested' },
    },
  ],
  [
    'Chinese',
    'zh-CN',
    {
      add: '新增底图',
      name: '名称',
      save: '保存',
      there: '已上传：x.pmtiles',
      wrong: '不是 PMTiles（第 3 版）文件',
      missing: '未填百度密钥，显示离线地图',
      read: '不再提示',
      choose: '底图与图层',
      offline: '离线地图',
      zooms: '0–0 级',
      source: '来源',
      key: '密钥',
      ...{ instead: '不可用，显示', test: '全部检测', works: /可用，[\d,]+ 毫秒/, off: '偏 120 米', keep: '保存' },
      ...{ hint: /^点击此图上/, never: '从未检测' },
    },
  ],
] as const)
  test.describe(lang, () => {
    test.use({ locale });
    test(`base maps: without keys the offline map is shown and said so, and an uploaded file shows streets (${lang})`, async ({
      page,
    }) => {
      const name = `Streets ${lang}`;
      await signIn(page, product.url, '/map', 'admin', adminPassword);
      if (lang === 'English') {
        await expect(page.getByText(words.missing)).toBeVisible();
        await page.getByRole('button', { name: words.read }).click();
        await expect(page.getByText(words.missing)).toBeHidden();
        // afterwards there is a map of streets that stands in for the one without a key
        expect(await shareOfUrban(page)).toBeLessThan(0.02);
      }

      await page.goto(`${product.url}/baseMap`);
      await page.getByRole('button', { name: words.add }).first().click();
      const form = recordForm(page);
      await form.getByLabel(words.name, { exact: true }).fill(name);
      const send = (buffer: Buffer) =>
        page.locator('.upload-field input[type=file]').setInputFiles({ name: 'x.pmtiles', mimeType: '', buffer });
      await send(Buffer.from('<svg onload="alert(1)"/>'));
      await expect(form.locator('.upload-field [role=alert]')).toContainText(words.wrong);
      await send(streetsFile());
      await expect(form.getByText(words.there)).toBeVisible();
      await form.getByRole('button', { name: words.save }).click();
      await expect(card(page, name)).toBeVisible();
      await expect(record(page)).toContainText(words.zooms);
      // it is tried by this browser, and a place that is known says whether its datum is right
      await expect(record(page)).toContainText(words.never);
      await page.getByRole('button', { name: words.test }).click();
      await expect(record(page)).toContainText(words.works);
      await page.getByLabel(words.hint).fill('120');
      await record(page).getByRole('button', { name: words.keep, exact: true }).click();
      await expect(record(page)).toContainText(words.off);

      await page.goto(`${product.url}/map`);
      await page.getByRole('button', { name: words.choose, exact: true }).click();
      await page.getByRole('menuitemradio', { name }).click();
      await expect.poll(() => shareOfUrban(page)).toBeGreaterThan(0.2);
      await page.getByRole('button', { name: words.choose, exact: true }).click();
      await page.getByRole('menuitemradio', { name: words.offline }).click();
      await expect.poll(() => shareOfUrban(page)).toBeLessThan(0.02);
    });

    test(`base maps: a vendor’s own script draws below the locks, and when it does not come the offline map is there (${lang})`, async ({
      page,
    }) => {
      const { kind, from, named, key, told } = vendors[lang];
      let asked = '';
      await page.route(from, (route) => {
        asked = route.request().url();
        return route.fulfill({ contentType: 'text/javascript', body: fakes[kind] });
      });
      await signIn(page, product.url, '/baseMap', 'admin', adminPassword);
      await page.getByRole('button', { name: words.add }).first().click();
      const form = recordForm(page);
      await form.getByLabel(words.name, { exact: true }).fill(named);
      await choose(form, words.source, named);
      await form.getByLabel(words.key, { exact: true }).fill(key);
      await form.getByRole('button', { name: words.save }).click();
      await expect(card(page, named)).toBeVisible();

      await page.goto(`${product.url}/map`);
      await page.getByRole('button', { name: words.choose, exact: true }).click();
      await page.getByRole('menuitemradio', { name: named }).click();
      await expect.poll(() => shareOfUrban(page)).toBeGreaterThan(0.3);
      expect(asked).toMatch(told);
      // nothing of the console is within the reach of its script
      const frame = await page.locator('iframe.map-vendor').elementHandle();
      const inside = await frame?.contentFrame();
      expect(await inside?.evaluate(() => origin)).toBe('null');
      const view = page.frameLocator('iframe.map-vendor').locator('#map');
      const before = await view.textContent();
      await page.locator('.map-canvas canvas').press('+');
      await expect(view).not.toHaveText(before ?? '');

      // of whom another file of streets follows: the first by its name
      const admin = await FetchClient.open(product.url);
      await admin.login('admin', adminPassword);
      const { path } = await admin.upload(baseMaps.upload, {}, Uint8Array.from(streetsFile()));
      await admin.ok(baseMaps.add, {
        ...{ base_map_name: `A ${lang}`, kind: 'upload', path, url: '', tile_schema: 'openmaptiles', datum: 'wgs84' },
        ...{ attribution: '', min_zoom: 0, max_zoom: 0, for_below: true, is_default: false },
      });
      await page.unroute(from);
      for (const vendor of Object.values(vendors)) await page.route(vendor.from, (route) => route.abort());
      await page.reload();
      // the map that follows is drawn instead of it, and that is said once
      const follows = page.getByText(new RegExp(`^${named}${words.instead}A (English|Chinese)`));
      await expect(follows).toHaveCount(1);
      await expect.poll(() => shareOfUrban(page)).toBeGreaterThan(0.2);
      await page.getByRole('button', { name: words.choose, exact: true }).click();
      await page.getByRole('menuitemradio', { name: words.offline }).click();
      await expect(follows).toBeHidden();
    });
  });

test('base maps: Google and Tianditu are asked as their documents say, and a page that does not know their servers yet is loaded anew', async ({
  page,
}) => {
  const google = new FakeGoogle('google0123456789');
  const answer = async (from: string, told: (asked: Parameters<FakeGoogle['answer']>[0]) => FakeAnswer) =>
    page.route(from, async (route) => {
      const request = route.request();
      const headers = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' };
      if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers });
      const type = (await request.headerValue('content-type')) ?? '';
      const said = told({ url: request.url(), method: request.method(), type, body: request.postData() ?? '' });
      await route.fulfill({ status: said.status, contentType: said.type, headers, body: Buffer.from(said.body) });
    });
  await answer('https://tile.googleapis.com/**', (asked) => google.answer(asked));
  await answer('https://t0.tianditu.gov.cn/**', (asked) => fakeTianditu('tianditu0123456', asked));

  await signIn(page, product.url, '/baseMap', 'admin', adminPassword);
  for (const [vendor, key] of [
    ['Google', 'google0123456789'],
    ['Tianditu', 'tianditu0123456'],
  ] as const) {
    await page.getByRole('button', { name: 'Add base map' }).first().click();
    const form = recordForm(page);
    await form.getByLabel('Name', { exact: true }).fill(vendor);
    await choose(form, 'Source', vendor);
    await form.getByLabel('Key', { exact: true }).fill(key);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(card(page, vendor)).toBeVisible();
  }
  await page.getByRole('navigation').getByRole('link', { name: 'Map', exact: true }).click();
  const pick = async (name: string) => {
    await page.getByRole('button', { name: 'Base map and layers' }).click();
    await page.getByRole('menuitemradio', { name, exact: true }).click();
  };
  await pick('Google');
  const notice = page.getByRole('alert').filter({ hasText: 'Reload to see it' });
  await expect(notice).toBeVisible();
  expect(google.asked).toEqual([]);
  await expect(page.locator('.map-base-notice')).toContainText('This page is older than the base map of Google');
  await notice.getByRole('button', { name: 'Reload' }).click();

  await expect.poll(() => shareOfUrban(page)).toBeGreaterThan(0.3);
  await expect(page.locator('.map')).toContainText(/Google Maps · Map data ©2026 at zoom \d/);
  await pick('Tianditu');
  await expect(page.locator('.map')).not.toContainText('Google Maps');
  await expect.poll(() => shareOfUrban(page)).toBeGreaterThan(0.3);
  await expect(notice).toBeHidden();
});
