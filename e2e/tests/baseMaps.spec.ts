import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { record, recordForm, row } from '../src/forms.ts';
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

for (const [lang, locale, words] of [
  [
    'English',
    'en-US',
    {
      add: 'Add base map',
      name: 'Name',
      save: 'Save',
      there: 'A file is uploaded.',
      wrong: 'This is no PMTiles file of version 3',
      missing: 'No key of Baidu is set up here. Shown: Offline map',
      read: 'Do not say it again',
      choose: 'Base map',
      offline: 'Offline map',
      zooms: 'Zoom 0–0',
    },
  ],
  [
    'Chinese',
    'zh-CN',
    {
      add: '新增底图',
      name: '名称',
      save: '保存',
      there: '已上传文件。',
      wrong: '不是 PMTiles（第 3 版）文件',
      missing: '未填百度密钥，显示离线地图',
      read: '不再提示',
      choose: '底图',
      offline: '离线地图',
      zooms: '0–0 级',
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
      }
      expect(await shareOfUrban(page)).toBeLessThan(0.02);

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
      await expect(row(page, name)).toBeVisible();
      await expect(record(page)).toContainText(words.zooms);

      await page.goto(`${product.url}/map`);
      await page.getByRole('button', { name: words.choose, exact: true }).click();
      await page.getByRole('menuitem', { name }).click();
      await expect.poll(() => shareOfUrban(page)).toBeGreaterThan(0.2);
      await page.getByRole('button', { name: words.choose, exact: true }).click();
      await page.getByRole('menuitem', { name: words.offline }).click();
      await expect.poll(() => shareOfUrban(page)).toBeLessThan(0.02);
    });
  });
