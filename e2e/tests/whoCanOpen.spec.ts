import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { cards } from '@plomb/contract/cards/cards';
import { regionalRules } from '@plomb/contract/cards/rules';
import { devices } from '@plomb/contract/devices/devices';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import type { FleetLock } from '@plomb/simulator/demoFleet';
import { registerFleet } from '../src/fleet.ts';
import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';

let product: RunningProduct;
let admin: FetchClient;
let locks: FleetLock[];
test.beforeAll(async () => {
  product = await startProduct();
  admin = await FetchClient.open(product.url);
  await admin.login('admin', adminPassword);
  locks = await registerFleet(admin, 2, 'jt701');
  product.drive(locks);
});
test.afterAll(() => product?.stop());

for (const [at, lang, locale, words] of [
  [
    0,
    'English',
    'en-US',
    {
      lock: 'Lock',
      away: /Cannot: Outside its areas/,
      cards: 'IC cards',
      people: 'People',
      search: 'Person, card, reason',
      seal: 'Seal',
      of: 'Can seal it now',
      rights: 'Rights',
      export: 'Export',
      whom: 'Person, key or card',
      byRole: 'By role',
      others: 'Who else can',
    },
  ],
  [
    1,
    'Chinese',
    'zh-CN',
    {
      lock: '锁',
      away: /不能：在区域外/,
      cards: 'IC 卡',
      people: '人员',
      search: '人、卡、原因',
      seal: '施封',
      of: '现在能施封',
      rights: '权限',
      export: '导出',
      whom: '人、密钥或卡',
      byRole: '凭角色',
      others: '还有谁能开',
    },
  ],
] as const)
  test.describe(lang, () => {
    test.use({ locale });
    test(`who can open a lock, and what a person and a card can: people and cards by one answer, on the page and in its record (${lang})`, async ({
      page,
    }) => {
      const { sn } = locks[at]!;
      const { id } = (await admin.ok(devices.list, { keyword: sn })).rows[0]!;
      const name = `Yard card ${at}`;
      const card = await admin.ok(cards.add, {
        ...{
          ic_no: `7026004${at}`,
          ic_name: name,
          card_no: '',
          card_type: 'single',
          lon: null,
          lat: null,
          radius: null,
        },
      });
      await admin.ok(regionalRules.add, {
        ...{ rule_name: `Far yard ${at}`, status: 1, card_ids: [card.id], device_ids: [id] },
        areas: [{ name: 'Far yard', area: { shape: 'circle', centre: [80.5, 45.2], radius: 800 } }],
        ...{ from_time: null, until_time: null, hours: null },
      });

      await signIn(page, product.url, '/whoCanOpen', 'admin', adminPassword);
      await page.getByRole('combobox', { name: words.lock, exact: true }).fill(sn);
      await page.locator('.ant-select-item-option').filter({ hasText: sn }).click();
      await expect(page).toHaveURL(new RegExp(`device_id=${id}`));
      const row = page.getByRole('row').filter({ hasText: name });
      // the lock has taken the card, and is elsewhere
      await expect(row).toContainText(words.away);
      await expect(page.getByRole('row').filter({ hasText: words.cards }).first()).toBeVisible();
      await expect(page.getByRole('row', { name: /^Administrator|Administrator.*admin/ }).first()).toBeVisible();

      // the same from the other side: of the person, and of the card
      const link = page
        .getByRole('row', { name: /Administrator/ })
        .first()
        .getByRole('link')
        .first();
      await link.click();
      await expect(page).toHaveURL(/of=operator/);
      await expect(page.getByRole('row').filter({ hasText: words.byRole })).toBeVisible();
      const its = page.getByRole('row').filter({ hasText: sn });
      await expect(its).toBeVisible();
      await page.getByRole('combobox', { name: words.whom, exact: true }).fill(name);
      await page.locator('.ant-select-item-option').filter({ hasText: name }).click();
      await expect(page).toHaveURL(/of=card/);
      await expect(its).toContainText(words.away);
      await its.getByRole('link', { name: words.others }).click();
      await expect(page).toHaveURL(new RegExp(`device_id=${id}`));
      await expect(row).toContainText(words.away);

      await page.getByPlaceholder(words.search).fill(name);
      await page.getByPlaceholder(words.search).press('Enter');
      await expect(page.getByRole('row').filter({ hasText: words.people })).toHaveCount(0);
      const coming = page.waitForEvent('download');
      await page.getByRole('button', { name: words.export }).click();
      await page.locator('.ant-dropdown:visible').getByText('(.csv)').first().click();
      const file = (await readFile(await (await coming).path())).toString();
      expect(file).toContain(name);
      expect(file).toContain(`Far yard ${at}`);

      // a card seals nothing
      await page.goto(`${product.url}/device/${id}?tab=rights`);
      await expect(page.getByRole('tab', { name: words.rights, exact: true })).toHaveAttribute('aria-selected', 'true');
      await expect(row).toContainText(words.away);
      await page.locator('.openers-asked').getByText(words.seal, { exact: true }).click();
      await expect(page.getByText(words.of)).toBeVisible();
      await expect(row).toHaveCount(0);
    });
  });
