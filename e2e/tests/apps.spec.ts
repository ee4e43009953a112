import { expect, test } from '@playwright/test';
import { appVersions } from '@plomb/contract/apps/appVersions';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { zipOf } from '@plomb/server/testing/zip';
import { agree, record, recordForm, row, said } from '../src/forms.ts';
import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';

let product: RunningProduct;
/** A handset before anybody has signed in. */
let handset: FetchClient;
test.beforeAll(async () => {
  product = await startProduct();
  handset = await FetchClient.open(product.url);
});
test.afterAll(() => product?.stop());

const apk = zipOf(
  ['AndroidManifest.xml', 'classes.dex', 'resources.arsc'].map((name) => ({ name, bytes: Buffer.from(name) })),
);

for (const [lang, locale, app_version, words] of [
  [
    'English',
    'en-US',
    '2.1.0',
    {
      add: 'Add app version',
      version: 'Version',
      name: 'Name',
      notesZh: 'Notes in Chinese',
      notesEn: 'Notes in English',
      must: 'Required',
      refused: 'Only a whole Android package (apk) is taken here',
      there: 'Uploaded: ',
      save: 'Save',
      publish: 'Publish…',
      consequence: 'has to take it from now on',
      published: 'Handset 2.1.0 is published',
      withdraw: 'Withdraw…',
      withdrawn: 'Handset 2.1.0 is withdrawn',
    },
  ],
  [
    'Chinese',
    'zh-CN',
    '2.2.0',
    {
      add: '新增手持端版本',
      version: '版本号',
      name: '名称',
      notesZh: '中文说明',
      notesEn: '英文说明',
      must: '必须升级',
      refused: '只能上传完整的 Android 安装包（apk）',
      there: '已上传：',
      save: '保存',
      publish: '发布…',
      consequence: '即刻起必须升级',
      published: '手持机 2.2.0 已发布',
      withdraw: '撤回…',
      withdrawn: '手持机 2.2.0 已撤回',
    },
  ],
] as const)
  test.describe(lang, () => {
    test.use({ locale });
    test(`handset apps: a package is uploaded, published, found by a handset and withdrawn (${lang})`, async ({
      page,
    }) => {
      const installation = crypto.randomUUID();
      const check = async () => {
        const asked = { app_name: 'handset', platform: 'android', app_version: '2.0.0', installation };
        const { data } = (await (await handset.post(appVersions.check.path, asked)).json()) as {
          data: { upgrade: { app_version: string; force_update: boolean; url: string; bytes: number } | null };
        };
        return data.upgrade;
      };
      const send = (buffer: Buffer) =>
        page
          .locator('.upload-field input[type=file]')
          .setInputFiles({ name: 'a.apk', mimeType: 'application/zip', buffer });
      const form = recordForm(page);

      await signIn(page, product.url, '/appVersion', 'admin', adminPassword);
      await page.getByRole('button', { name: words.add }).first().click();
      await form.getByLabel(words.version, { exact: true }).fill(app_version);
      await form.getByLabel(words.name, { exact: true }).fill('n');
      await form.getByLabel(words.notesZh).fill('更快');
      await form.getByLabel(words.notesEn).fill('Faster');
      await form.getByRole('checkbox', { name: words.must }).check();
      // what is no package is refused where it was chosen
      await send(Buffer.from('<html></html>'));
      await expect(form.locator('.upload-field [role=alert]')).toContainText(words.refused);
      await send(apk);
      await expect(form.getByText(words.there)).toBeVisible();
      await form.getByRole('button', { name: words.save }).click();

      await row(page, app_version).click();
      expect(await check()).toBeNull();
      await record(page).getByRole('button', { name: words.publish }).click();
      await expect(page.getByRole('dialog').filter({ hasText: words.consequence })).toBeVisible();
      await agree(page, words.consequence);
      await said(page, words.published);

      const found = await check();
      expect(found).toMatchObject({ app_version, force_update: true, bytes: apk.length });
      const file = new URL(found?.url ?? '', product.url);
      expect(Buffer.from(await (await fetch(file)).arrayBuffer()).equals(apk)).toBe(true);

      await record(page).getByRole('button', { name: words.withdraw }).click();
      await agree(page, app_version);
      await said(page, words.withdrawn);
      // the package is nobody's any more
      expect((await fetch(file)).status).toBe(404);
      expect(await check()).toBeNull();

      await page.goto(`${product.url}/appInstallation?keyword=${installation}`);
      await expect(row(page, installation)).toContainText('2.0.0');
    });
  });
