import { randomBytes } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { approvalRules } from '@plomb/contract/approvals/approvals';
import { devices } from '@plomb/contract/devices/devices';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import type { FleetLock } from '@plomb/simulator/demoFleet';
import type { Fleet } from '@plomb/simulator/fleet';
import { registerFleet } from '../src/fleet.ts';
import { agree, choose, record, recordForm, request, row, said } from '../src/forms.ts';
import { addOperator, PASSWORD } from '../src/organisation.ts';
import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';

/** Approves that a roll-out goes on. */
const SECOND = 'second';
let product: RunningProduct;
let locks: FleetLock[];
let fleet: Fleet;
test.beforeAll(async () => {
  product = await startProduct();
  const admin = await FetchClient.open(product.url);
  await admin.login('admin', adminPassword);
  const { organizations } = await admin.ok(devices.options, {});
  const org_id = organizations[0]!.id;
  await addOperator(admin, product.url, org_id, SECOND);
  await admin.ok(approvalRules.set, { org_id, kind: 'firmware_resume', needed: true });
  // parked, so that nobody seals them, and open, so that they do not by themselves
  locks = (await registerFleet(admin, 2)).map((lock) => ({ ...lock, habit: 'parked' }));
  fleet = product.drive(locks);
  for (const { sn } of locks) {
    fleet.lock(sn).setBattery(90);
    fleet.lock(sn).shackle('open');
  }
});
test.afterAll(() => product?.stop());

/** More than one part of a message. */
const firmware = Buffer.concat([Buffer.of(0, 1, 2, 3), randomBytes(20_000)]);

for (const [lang, locale, spoilt, good, words] of [
  [
    'English',
    'en-US',
    'en-1',
    'en-2',
    {
      add: 'Add firmware version',
      type: 'Device type',
      version: 'Version',
      refused: 'Only a binary firmware is taken here',
      there: 'Uploaded: ',
      save: 'Save',
      publish: 'Publish…',
      published: (version: string) => `${version} is published`,
      rollOut: 'Roll out…',
      numbers: 'Pasted serial numbers',
      paste: 'Serial numbers, by lines, commas or spaces',
      canary: 'Canary, locks',
      wave: 'Each later wave, locks',
      preview: 'Preview',
      reason: 'Reason',
      type2: 'Type 2 to confirm',
      wrong: 'That is not the number',
      start: 'Begin with 2 locks',
      stopped: /Stopped by itself at .*: locks failed in Canary\./,
      other: 'The lock reports another version',
      held: 'Held',
      resume: 'Resume…',
      afar: 'Send the request',
      asked: /^Requested\./,
      waits: /request waits? for your approval/,
      password: /^Your own password/,
      approve: 'Approve resuming',
      present: /^Here/,
      login: 'Login name of the second person',
      secondPassword: 'Password of the second person',
      go: 'Resume',
      goesOn: 'Resumed',
      approvedBy: `approved by ${SECOND}`,
      done: 'Done',
      success: 'Upgrade success',
      failure: 'Upgrade failure',
    },
  ],
  [
    'Chinese',
    'zh-CN',
    'zh-1',
    'zh-2',
    {
      add: '新增固件版本',
      type: '设备类型',
      version: '版本号',
      refused: '只能上传二进制固件',
      there: '已上传：',
      save: '保存',
      publish: '发布…',
      published: (version: string) => `${version} 已发布`,
      rollOut: '下发升级…',
      numbers: '粘贴序列号',
      paste: '序列号，以换行、逗号或空格分隔',
      canary: '先行批台数',
      wave: '之后每批台数',
      preview: '预检',
      reason: '原因',
      type2: '输入 2 以确认',
      wrong: '台数不符',
      start: '开始升级 2 台',
      stopped: /已于 .* 自动停止：先行批有锁升级失败。/,
      other: '锁上报的仍是其他版本',
      held: '未开始',
      resume: '继续…',
      afar: '提交申请',
      asked: /^已提交申请/,
      waits: /项申请待您审批/,
      password: /^您的登录密码/,
      approve: '批准继续升级',
      present: /^在场/,
      login: '第二人的登录名',
      secondPassword: '第二人的密码',
      go: '继续',
      goesOn: '已继续',
      approvedBy: `${SECOND} 批准`,
      done: '已完成',
      success: '升级成功',
      failure: '升级失败',
    },
  ],
] as const)
  test.describe(lang, () => {
    test.use({ locale });
    test(`firmware: a roll-out whose canary fails stops and goes on by two, and one whose canary passes is done (${lang})`, async ({
      page,
      browser,
    }) => {
      // two roll-outs, each with locks that start anew
      test.slow();
      // an icon is part of the name
      const button = (name: string) => page.getByRole('button', { name });
      const work = page.locator('.work');
      const form = recordForm(page);
      const send = (buffer: Buffer) =>
        form
          .locator('.upload-field input[type=file]')
          .setInputFiles({ name: 'a.bin', mimeType: 'application/octet-stream', buffer });

      /** Adds and publishes a version and begins to roll it out, a canary of one before the other lock. */
      const rollOut = async (version: string) => {
        await page.goto(`${product.url}/firmware`);
        await button(words.add).first().click();
        await choose(form, words.type, 'G-300');
        await form.getByLabel(words.version, { exact: true }).fill(version);
        // what is none is refused where it was chosen
        await send(Buffer.from('<html></html>'));
        await expect(form.locator('.upload-field [role=alert]')).toContainText(words.refused);
        await send(firmware);
        await expect(form.getByText(words.there)).toBeVisible();
        await form.getByRole('button', { name: words.save }).click();
        await row(page, version).click();
        await record(page).getByRole('button', { name: words.publish }).click();
        await agree(page, version);
        await said(page, words.published(version));
        await record(page).getByRole('button', { name: words.rollOut }).click();

        await work.getByText(words.numbers, { exact: true }).click();
        await work.getByLabel(words.paste).fill(locks.map(({ sn }) => sn).join('\n'));
        await work.getByLabel(words.canary).fill('1');
        await work.getByLabel(words.wave).fill('1');
        await button(words.preview).click();
        await work.getByLabel(words.reason).fill('newer and better');
        const count = work.getByLabel(words.type2);
        await count.fill('3');
        await button(words.start).click();
        await expect(work.getByText(words.wrong)).toBeVisible();
        await count.fill('2');
        await button(words.start).click();
      };
      const tile = (name: string) => work.locator('.work-tiles li').filter({ hasText: name });

      const upgrades = () =>
        locks.flatMap(({ sn }) => fleet.lock(sn).changes.filter((one) => one.do === 'upgrade')).length;
      const before = upgrades();
      for (const { sn } of locks) fleet.lock(sn).behaveOnCommand('half');
      await signIn(page, product.url, '/firmware', 'admin', adminPassword);
      await rollOut(spoilt);
      await expect(work.getByText(words.stopped)).toBeVisible({ timeout: 90_000 });
      // among what failed, and lock by lock
      await expect(work.getByText(words.other)).toHaveCount(2);
      await expect(tile(words.failure)).toContainText('1');
      await expect(work.locator('.firmware-waves li').nth(1)).toContainText(words.held);
      // the other lock was left alone
      expect(upgrades() - before).toBe(1);
      // what failed is accepted by two, and the other lock gets it
      for (const { sn } of locks) fleet.lock(sn).behaveOnCommand('answer');
      await button(words.resume).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(words.reason).fill('reset on the spot');
      if (lang === 'English') {
        await dialog.getByRole('radio', { name: words.present }).check();
        await dialog.getByLabel(words.login).fill(SECOND);
        await dialog.getByLabel(words.secondPassword).fill(PASSWORD);
        await dialog.getByRole('button', { name: words.go, exact: true }).click();
        await said(page, words.goesOn);
      } else {
        await dialog.getByRole('button', { name: words.afar }).click();
        await said(page, words.asked);
        // who reads what failed, and has proved it afresh, lets it go on
        const theirs = await (await browser.newContext({ locale })).newPage();
        await signIn(theirs, product.url, '/dashboard', SECOND, PASSWORD);
        await theirs.getByRole('button', { name: words.waits }).click();
        await theirs.getByRole('button', { name: spoilt }).click();
        await expect(request(theirs)).toContainText(words.other);
        await expect(request(theirs)).toContainText('reset on the spot');
        await request(theirs).getByLabel(words.password).fill(PASSWORD);
        await request(theirs).getByRole('button', { name: words.approve }).click();
        await theirs.context().close();
      }
      await expect(work.locator('.firmware-steps')).toContainText(words.approvedBy);
      await expect(work.locator('.work-heading')).toContainText(words.done, { timeout: 90_000 });
      await expect(tile(words.failure)).toContainText('1');
      await expect(tile(words.success)).toContainText('1');

      await rollOut(good);
      await expect(work.locator('.work-heading')).toContainText(words.done, { timeout: 90_000 });
      await expect(tile(words.success)).toContainText('2');
      // a tile leads to its locks
      await tile(words.success).getByRole('link').click();
      await expect(row(page, locks[0]!.sn)).toContainText(good);
      await expect(row(page, locks[1]!.sn)).toContainText(words.success);
    });
  });
