import { expect, type Page, test } from '@playwright/test';
import { approvalRules } from '@plomb/contract/approvals/approvals';
import { devices } from '@plomb/contract/devices/devices';
import { openings } from '@plomb/contract/orders/openings';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { locksOnMap, registerFleet } from '../src/fleet.ts';
import { recordForm, request, said } from '../src/forms.ts';
import { addOrganisation, PASSWORD } from '../src/organisation.ts';
import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';

let product: RunningProduct;
let anne: FetchClient;
/** sealed locks, two for each language */
let locks: { id: number; sn: string; device_name: string; subject: string }[];

test.beforeAll(async () => {
  product = await startProduct();
  const admin = await FetchClient.open(product.url);
  await admin.login('admin', adminPassword);
  await addOrganisation(admin, product.url, { login_name: 'anne', oper_name: 'Officer anne' });
  anne = await FetchClient.open(product.url);
  await anne.login('anne', PASSWORD);
  const registered = await registerFleet(anne, 8);
  product.drive(registered);
  const sealed = async () => (await locksOnMap(anne)).filter((lock) => lock.lock_status === 2 && lock.lon !== null);
  await expect.poll(async () => (await sealed()).length).toBeGreaterThanOrEqual(4);
  const { rows } = await anne.ok(devices.list, { page: 1, size: 20 });
  const ids = new Set((await sealed()).map(({ id }) => id));
  locks = rows.filter(({ id }) => ids.has(id)).slice(0, 4);
  const { organizations } = await anne.ok(devices.options, {});
  await anne.ok(approvalRules.set, { org_id: organizations[0]!.id, kind: 'unseal', needed: true });
});
test.afterAll(() => product?.stop());

const [english, chinese] = [
  {
    afar: /^Elsewhere/,
    present: /^Here/,
    send: 'Send the request',
    order: 'Request unseal',
    asked: /^Requested\./,
    next: 'once it is approved',
    waits: /request waits? for your approval/,
    password: /^Your own password/,
    approve: 'Approve unseal',
    approved: 'Approved; the order is given',
    given: 'Approved; the order is given.',
    login: 'Login name of the second person',
    secondPassword: 'Password of the second person',
    rules: 'What needs an approval',
    rulesTitle: 'What needs a second person',
    draw: 'Draw where one person may',
    areaName: 'Name of the area (up to 12 characters)',
    save: 'Save',
    inside: 'one person alone inside Yard',
    everywhere: 'Everywhere by two',
  },
  {
    afar: /^不在场/,
    present: /^在场/,
    send: '提交申请',
    order: '提交解封申请',
    asked: /^已提交申请/,
    next: '批准后才下发',
    waits: /项申请待您审批/,
    password: /^您的登录密码/,
    approve: '批准解封',
    approved: '已批准，指令已下达',
    given: '已批准，指令已下达。',
    login: '第二人的登录名',
    secondPassword: '第二人的密码',
    rules: '审批规则',
    rulesTitle: '哪些操作须第二人批准',
    draw: '画出一人可解封的区域',
    areaName: '区域名称（最多 12 个字符）',
    save: '保存',
    inside: '在 Yard 内一人即可',
    everywhere: '改为处处须批准',
  },
] as const;

/** Opens the dialog of a lock's page and says why. */
const begin = async (page: Page, id: number) => {
  await page.goto(`${product.url}/device/${id}`);
  await page.getByTestId('unseal').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').click();
  await page.locator('.ant-select-item-option').first().click();
  await dialog.getByRole('textbox').first().fill('customs order 2332-0187');
  return dialog;
};
/** Who approved the openings of a lock, as the opening log has it. */
const approvers = async (device_id: number) =>
  (await anne.ok(openings.list, { device_id })).rows.map(({ approved_by }) => approved_by);

for (const [lang, locale, words, at] of [
  ['English', 'en-US', english, 0],
  ['Chinese', 'zh-CN', chinese, 2],
] as const)
  test.describe(() => {
    test.use({ locale });
    test(`an unseal with a second person, elsewhere and at the screen: ${lang}`, async ({ page, browser }) => {
      const [first, second] = [locks[at]!, locks[at + 1]!];
      const theirs = await (await browser.newContext({ locale })).newPage();
      await signIn(theirs, product.url, '/dashboard', 'admin', adminPassword);
      await signIn(page, product.url, '/dashboard', 'anne', PASSWORD);

      const dialog = await begin(page, first.id);
      await expect(dialog.getByRole('radio', { name: words.afar })).toBeChecked();
      await dialog.getByRole('button', { name: words.send }).click();
      await said(page, words.asked);
      expect(await approvers(first.id)).toEqual([]);

      // it comes by itself, is decided by who has proved it afresh, and goes
      await theirs.getByRole('button', { name: words.waits }).click();
      await theirs.getByRole('button', { name: first.subject || first.device_name }).click();
      await expect(request(theirs)).toContainText('Officer anne');
      await expect(request(theirs)).toContainText('customs order 2332-0187');
      await expect(theirs.getByRole('listitem').filter({ hasText: words.next })).toBeVisible();
      // at an address of its own, as a mail names it; who is not signed in comes there by the sign-in
      const address = `/approval/${new URL(theirs.url()).searchParams.get('id')}`;
      const elsewhere = await (await browser.newContext({ locale })).newPage();
      await elsewhere.goto(`${product.url}${address}`);
      await expect(elsewhere).toHaveURL(/\/login\?redirect=/);
      await elsewhere.context().close();
      await theirs.goto(`${product.url}${address}`);
      await expect(theirs.getByRole('timer')).toBeVisible();
      await theirs.getByLabel(words.password).fill(adminPassword);
      await theirs.getByRole('button', { name: words.approve }).click();
      await said(theirs, words.approved);
      await expect(theirs.getByRole('button', { name: words.waits })).toHaveCount(0);
      await expect.poll(() => approvers(first.id)).toEqual(['Administrator (admin)']);

      const beside = await begin(page, second.id);
      await beside.getByRole('radio', { name: words.present }).check();
      await beside.getByLabel(words.login).fill('admin');
      await beside.getByLabel(words.secondPassword).fill(adminPassword);
      await beside.getByRole('button', { name: words.order }).click();
      await said(page, words.given);
      await expect.poll(() => approvers(second.id)).toEqual(['Administrator (admin)']);
      await theirs.context().close();
    });

    test(`an organisation draws where one person alone unseals, and takes it back: ${lang}`, async ({ page }) => {
      await signIn(page, product.url, '/approval', 'anne', PASSWORD);
      await page.getByRole('button', { name: words.rules }).click();
      const rules = page.getByRole('dialog', { name: words.rulesTitle });
      await rules.getByRole('button', { name: words.draw }).click();
      const form = recordForm(page);
      await form.getByLabel(words.areaName).fill('Yard');
      const canvas = form.locator('.draw-map[data-drawing="true"] canvas');
      await canvas.scrollIntoViewIfNeeded();
      const box = (await canvas.boundingBox())!;
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.click(x, y);
      await page.mouse.move(x + 60, y, { steps: 3 });
      await page.mouse.click(x + 60, y);
      await form.getByRole('button', { name: words.save }).click();
      await expect(rules).toContainText(words.inside);
      const [rule] = (await anne.ok(approvalRules.list, {})).rows;
      expect(rule).toMatchObject({ kinds: ['unseal'], areas: [{ name: 'Yard', area: { shape: 'circle' } }] });

      await rules.getByRole('button', { name: words.everywhere }).click();
      await expect(rules).not.toContainText(words.inside);
      expect((await anne.ok(approvalRules.list, {})).rows[0]?.areas).toEqual([]);
    });
  });
