import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { registerFleet } from '../src/fleet.ts';
import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';

let product: RunningProduct;
let admin: FetchClient;
let type: string;
test.beforeAll(async () => {
  product = await startProduct();
  admin = await FetchClient.open(product.url);
  await admin.login('admin', adminPassword);
  await registerFleet(admin, 1);
  const { data } = (await (await admin.post('/deviceType/list', {})).json()) as {
    data: { rows: { device_type: string }[] };
  };
  type = data.rows[0]!.device_type;
});
test.afterAll(() => product?.stop());

const ROWS = 300;
const BAD = 10;

for (const [lang, locale, words] of [
  [
    'English',
    'en-US',
    {
      begin: 'Import a file',
      check: 'Try 300 rows without writing',
      faults: '10 rows with errors',
      number: 'The serial number has 4-20 digits',
      csv: 'Failed rows .csv',
      run: 'Import 290 devices',
      added: '290 devices were added',
      mended: 'Import the mended file',
      before: 'Used before',
      checkMended: 'Try 10 rows without writing',
      runMended: 'Import 10 devices',
      addedMended: '10 devices were added',
      past: 'Past imports',
      jobs: 'Own jobs, none under way',
      kind: 'Bulk import',
      refused: 'Only xlsx or csv files are taken here',
    },
  ],
  [
    'Chinese',
    'zh-CN',
    {
      begin: '导入文件',
      check: '试运行 300 行',
      faults: '10 行有错误',
      number: '序列号为 4-20 位数字',
      csv: '失败行 .csv',
      run: '导入 290 台设备',
      added: '290 台设备已新增',
      mended: '导入修改后的文件',
      before: '上次用过',
      checkMended: '试运行 10 行',
      runMended: '导入 10 台设备',
      addedMended: '10 台设备已新增',
      past: '导入记录',
      jobs: '我的任务，没有进行中的',
      kind: '批量导入',
      refused: '只能上传 xlsx 或 csv 文件',
    },
  ],
] as const)
  test.describe(lang, () => {
    test.use({ locale });
    test(`imports: a file is tried, written, mended and imported again (${lang})`, async ({ page }) => {
      const first = lang === 'English' ? 770_000_000_000 : 880_000_000_000;
      const number = (at: number): string => String(first + at);
      const lines = Array.from({ length: ROWS }, (_, at) => {
        const sn = at % (ROWS / BAD) === 7 ? `${number(at)}O` : number(at);
        return `${sn},备用锁 ${at},${type}`;
      });
      const send = (name: string, text: string | Buffer) =>
        page
          .locator('.import-file input[type=file]')
          .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
      const button = (name: string) => page.getByRole('button', { name, exact: true });

      await signIn(page, product.url, '/import', 'admin', adminPassword);
      await button(words.begin).click();
      // what is no such file is refused where it was chosen
      await send('locks.xlsx', Buffer.from('89504e470d0a1a0a0000000d', 'hex'));
      await expect(page.locator('.import-file [role=alert]')).toContainText(words.refused);

      await send('锁.csv', `\uFEFF一号${lang},名称,型号\n${lines.join('\n')}`);
      // its headings say what two columns are; the first is chosen
      const numbers = page.getByLabel(`一号${lang}`);
      await expect(button(words.check)).toBeDisabled();
      await numbers.click();
      await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: '*' }).click();
      await button(words.check).click();

      await expect(page.getByRole('heading', { name: words.faults })).toBeVisible();
      await expect(page.locator('.import-faults mark')).toHaveCount(BAD);
      await expect(page.locator('.import-faults tbody tr').first()).toContainText(words.number);
      await button(words.run).click();
      await expect(page.locator('.work-figures [data-what=added]')).toHaveText(words.added);
      // where it stands the server knows
      await page.reload();
      await expect(page.locator('.work-figures [data-what=added]')).toHaveText(words.added);

      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: words.csv }).click(),
      ]);
      const failed = await readFile(await download.path(), 'utf8');
      expect(failed.trim().split('\r\n')).toHaveLength(BAD + 1);
      await button(words.mended).click();
      await send('修改后.csv', failed.replaceAll(/(\d)O"/g, '$1"'));
      await expect(page.getByText(words.before).first()).toBeVisible();
      await button(words.checkMended).click();
      await button(words.runMended).click();
      await expect(page.locator('.work-figures [data-what=added]')).toHaveText(words.addedMended);

      const { data } = (await (await admin.post('/device/list', { keyword: String(first).slice(0, 9) })).json()) as {
        data: { total: number };
      };
      expect(data.total).toBe(ROWS);
      // the top bar has what was done, and the list keeps it
      await page.getByRole('button', { name: words.jobs }).click();
      await expect(page.locator('.jobs li', { hasText: '修改后.csv' }).first()).toContainText(words.kind);
      await page.keyboard.press('Escape');
      await button(words.past).click();
      await expect(page.getByRole('row', { name: /锁\.csv/ }).first()).toBeVisible();
    });
  });

for (const [lang, locale, first, words] of [
  [
    'English',
    'en-US',
    71_000_000,
    {
      begin: 'Import a file',
      type: 'IC cards',
      zeros: 'Zeros in front are part of a card’s number',
      headings: 'IC-card number,Name,Type,Latitude,Longitude,Radius (metres)',
      group: 'Group',
      check: 'Try 5 rows without writing',
      faults: '2 rows with errors',
      number: 'A card number has 1 to 10 digits',
      place: 'Longitude and latitude go together, and a radius needs both',
      run: 'Import 3 IC cards',
      added: '3 IC cards were added',
      csv: 'Failed rows .csv',
      mended: 'Import the mended file',
      checkMended: 'Try 2 rows without writing',
      runMended: 'Import 2 IC cards',
      addedMended: '2 IC cards were added',
      past: 'Past imports',
    },
  ],
  [
    'Chinese',
    'zh-CN',
    72_000_000,
    {
      begin: '导入文件',
      type: 'IC 卡',
      zeros: '卡号前面的 0 是卡号的一部分',
      headings: 'IC 卡号,名称,类型,纬度,经度,半径（米）',
      group: '组卡',
      check: '试运行 5 行',
      faults: '2 行有错误',
      number: '卡号为 1-10 位数字',
      place: '经度、纬度须同时填写，有半径时也须填写',
      run: '导入 3 张 IC 卡',
      added: '3 张 IC 卡已新增',
      csv: '失败行 .csv',
      mended: '导入修改后的文件',
      checkMended: '试运行 2 行',
      runMended: '导入 2 张 IC 卡',
      addedMended: '2 张 IC 卡已新增',
      past: '导入记录',
    },
  ],
] as const)
  test.describe(lang, () => {
    test.use({ locale });
    test(`imports: a file of IC cards is tried, written, mended and imported again (${lang})`, async ({ page }) => {
      const [a, b, c, d, e] = Array.from({ length: 5 }, (_, at) => String(first + at));
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      const send = async (name: string, text: string) => {
        await page.locator('.import-file .ant-segmented-item', { hasText: words.type }).click();
        await expect(page.locator('.import-file')).toContainText(words.zeros);
        await page
          .locator('.import-file input[type=file]')
          .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
      };
      await signIn(page, product.url, '/import', 'admin', adminPassword);
      await button(words.begin).click();
      const rows = [
        `${a},门 1,${words.group},31.2,121.4,500`,
        `${b},,,,,`,
        `${c},,,,,`,
        `${d}O,,,,,`,
        `${e},,,,121.4,`,
      ];
      await send('卡.csv', `\uFEFF${[words.headings, ...rows].join('\n')}`);
      await button(words.check).click();
      await expect(page.getByRole('heading', { name: words.faults })).toBeVisible();
      await expect(page.locator('.import-faults tbody tr').nth(0)).toContainText(words.number);
      await expect(page.locator('.import-faults tbody tr').nth(1)).toContainText(words.place);
      await expect(page.locator('.import-faults mark')).toHaveText([`${d}O`, '—']);
      await button(words.run).click();
      await expect(page.locator('.work-figures [data-what=added]')).toHaveText(words.added);

      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: words.csv }).click(),
      ]);
      const failed = await readFile(await download.path(), 'utf8');
      await button(words.mended).click();
      await send('修改后的卡.csv', failed.replace(`${d}O`, String(d)).replace('"121.4"', '""'));
      await button(words.checkMended).click();
      await button(words.runMended).click();
      await expect(page.locator('.work-figures [data-what=added]')).toHaveText(words.addedMended);

      const { data } = (await (await admin.post('/card/list', { keyword: String(first).slice(0, 6) })).json()) as {
        data: { rows: { ic_no: string; ic_name: string; card_type: string; lat: number | null }[] };
      };
      expect(data.rows.map(({ ic_no }) => ic_no).toSorted()).toEqual([a, b, c, d, e]);
      expect(data.rows.find(({ ic_no }) => ic_no === a)).toMatchObject({
        ic_name: '门 1',
        card_type: 'group',
        lat: 31.2,
      });
      // a record says what it was a file of
      await button(words.past).click();
      await expect(page.getByRole('row', { name: /卡\.csv/ }).first()).toContainText(words.type);
    });
  });
