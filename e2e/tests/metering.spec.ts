import { expect, test } from '@playwright/test';
import { devices } from '@plomb/contract/devices/devices';
import { images } from '@plomb/contract/files/images';
import { meteringCalls } from '@plomb/contract/metering/domain';
import { sealCalls } from '@plomb/contract/seals/domain';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { choose, recordForm, said } from '../src/forms.ts';
import { addOperator, addOrganisation, PASSWORD } from '../src/organisation.ts';
import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';

const { meters, meterTypes } = meteringCalls;
const { field, qrSeals, sealKinds } = sealCalls;
/** A picture of one pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
let product: RunningProduct;
let anne: FetchClient;
let counter = 0;

test.beforeAll(async () => {
  product = await startProduct();
  const admin = await FetchClient.open(product.url);
  await admin.login('admin', adminPassword);
  await addOrganisation(admin, product.url, { login_name: 'anne', oper_name: 'Anne' });
  anne = await FetchClient.open(product.url);
  await anne.login('anne', PASSWORD);
  const { organizations } = await anne.ok(devices.options, {});
  await addOperator(anne, product.url, organizations[0]!.id, 'bob');
});
test.afterAll(() => product?.stop());

const told = async (number: string) => ({
  ...{ medium: 'qr' as const, read: number, key: crypto.randomUUID(), time: new Date().toISOString() },
  counter: ++counter,
  photos: [(await anne.upload(images.upload, { purpose: 'seal' }, picture)).path.split('/').at(-1)!],
});

for (const [lang, locale, name, words] of [
  [
    'English',
    'en-US',
    'GZ-03',
    {
      ...{ open: 'Open repair', reason: 'Reason', assignee: 'Assigned to', openIt: 'Open it', opened: 'is open' },
      ...{ repair: 'Record repair …', done: 'What was done', repairIt: 'Record the repair', repaired: 'is recorded' },
      ...{
        sign: 'Sign as second person …',
        login: 'Login name of the second person',
        signIt: 'Sign',
        signed: 'is signed',
      },
      ...{ password: 'Password of the second person', verify: 'Record verification', save: 'Record it' },
      ...{ self: 'You repaired it: the second person signs in here.', verified: 'The verification is recorded' },
      ...{
        sealIt: 'Seal it',
        code: 'Code or number',
        seal: 'Sealed',
        photo: 'Photo 1',
        put: 'Seal it',
        sealed: 'sealed and recorded',
      },
      ...{ closed: 'Closed', state: 'Sealed', second: 'Second signature' },
    },
  ],
  [
    'Chinese',
    'zh-CN',
    'GZ-04',
    {
      ...{ open: '开具维修', reason: '原因', assignee: '指派给', openIt: '开单', opened: '工单已开具' },
      ...{ repair: '登记维修…', done: '维修内容', repairIt: '登记维修完成', repaired: '维修已登记' },
      ...{ sign: '第二人签字…', login: '第二人登录名', signIt: '签字', signed: '维修已签字' },
      ...{ password: '第二人密码', verify: '登记检定', save: '登记' },
      ...{ self: '您是维修人：请第二人在此登录签字。', verified: '检定已登记' },
      ...{ sealIt: '去施封', code: '二维码或封号', seal: '施封', photo: '照片 1', put: '施封', sealed: '已施封' },
      ...{ closed: '已关闭', state: '已施封', second: '第二人签字' },
    },
  ],
] as const)
  test.describe(lang, () => {
    test.use({ locale });
    test(`a meter is repaired, signed by a second person, verified and sealed again (${lang})`, async ({ page }) => {
      const { id: type_id } = await anne.ok(meterTypes.add, {
        ...{
          type_name: `Dispenser ${lang}`,
          shape: 'dispenser',
          points: ['main board'],
          verify_months: 12,
          inspect_days: 30,
        },
      });
      const { id } = await anne.ok(meters.add, {
        ...{
          meter_name: name,
          type_id,
          factory_number: name,
          station: 'Guzhu',
          place: '',
          customer: '',
          accuracy_class: '',
        },
        ...{ lat: null, lon: null, verifier_id: null, inspector_id: null, verify_date: null, due_date: null },
      });
      const made = { kind_name: `wire ${lang}`, iso_class: 'I', maker: '', certificate: '', reusable: false } as const;
      const { rows: people } = await anne.ok(meters.people, { keyword: 'Anne' });
      await anne.ok(qrSeals.add, {
        ...{ kind_id: (await anne.ok(sealKinds.add, made)).id, holder_id: people[0]!.id, prefix: `MT ${name}` },
        ...{ first: 1, count: 2 },
      });
      const point = (await anne.ok(meters.detail, { id })).seal_points[0]!.id;
      await anne.ok(field.seal, { ...(await told(`MT ${name} 001`)), point });

      await signIn(page, product.url, `/meter/${id}`, 'anne', PASSWORD);
      const form = recordForm(page);
      await page.getByRole('button', { name: words.open }).click();
      await form.getByLabel(words.reason).fill('drifts');
      await choose(form, words.assignee, `${people[0]!.oper_name} · ${people[0]!.org_name}`);
      await form.getByRole('button', { name: words.openIt }).click();
      await said(page, words.opened);
      expect(await anne.ok(field.unseal, await told(`MT ${name} 001`))).toMatchObject({ outcome: 'done' });

      await page.getByRole('button', { name: words.repair }).click();
      await form.getByLabel(words.done).fill('encoder replaced');
      await form.getByRole('button', { name: words.repairIt }).click();
      await said(page, words.repaired);
      await page.getByRole('button', { name: words.sign }).click();
      await expect(form.getByText(words.self)).toBeVisible();
      await form.getByLabel(words.login).fill('bob');
      await form.getByLabel(words.password).fill(PASSWORD);
      await form.getByRole('button', { name: words.signIt, exact: true }).click();
      await said(page, words.signed);
      await page.getByRole('button', { name: words.verify }).click();
      // on the day of the repair, and later than it; the organisation has the clock of UTC
      await form.locator('input[type=time]').fill(new Date().toISOString().slice(11, 16));
      await form.getByRole('button', { name: words.save }).click();
      await said(page, words.verified);

      await page.getByRole('link', { name: words.sealIt }).click();
      const here = page.locator('.page:visible');
      await here.getByLabel(words.code).fill(`MT ${name} 002`);
      await here.getByLabel(words.code).press('Enter');
      await here.getByRole('button', { name: words.seal, exact: true }).click();
      await here.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture });
      await expect(here.getByRole('img', { name: words.photo })).toBeVisible();
      await here.locator('form.field-form button[type=submit]').click();
      await expect(here.getByText(`MT ${name} 002: `)).toContainText(words.sealed);

      await page.goto(`${product.url}/meter/${id}`);
      await expect(page.locator('.meter-strip')).toContainText(words.state);
      await expect(page.locator('.meter-side')).toContainText(words.closed);
      await expect(page.locator('.meter-history')).toContainText(words.second);
      await expect(page.locator('.meter-points')).toContainText(`MT ${name} 002`);
    });
  });
