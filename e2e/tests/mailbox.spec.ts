import { createHmac } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { channels } from '@plomb/contract/messages/channels';
import { type CaughtMail, startMailCatcher } from '@plomb/server/demo/mailCatcher';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { startReceiver } from '@plomb/server/testing/receiver';
import { locksOnMap, registerFleet } from '../src/fleet.ts';
import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';

const words = {
  'zh-CN': {
    add: /新增接收人/,
    name: '名称',
    mail: '邮箱',
    save: '保存',
    language: '中文',
    subject: /^\[严重\] 非法解封 /,
    setUp: '设置…',
    address: 'Webhook 地址',
    done: '完成',
    test: '测试 Webhook',
    tested: '测试消息',
    sent: '已发出',
    waiting: '待发送',
    tries: '尝试 2 次',
    lines: [/^位置：\d/m, /^时间：\d/m, /^查看：|^事项：/m],
    leave: '不再接收',
    left: '已停止',
    leftAt: /gate3@port\.example 的收件人选择不再接收/,
  },
  'en-US': {
    add: /Add recipient/,
    name: 'Name',
    mail: 'Mail address',
    save: 'Save',
    language: 'English',
    subject: /^\[Critical\] Illegal unlock /,
    setUp: 'Set up…',
    address: 'Webhook address',
    done: 'Done',
    test: 'Test Webhook',
    tested: 'Test message',
    sent: 'Sent',
    waiting: 'Waiting',
    tries: '2 tries',
    lines: [/^Place: \d/m, /^Time: \d/m, /^Look: |^What: /m],
    leave: 'Receive no more',
    left: 'Done',
    leftAt: /Whoever reads gate3@port\.example chose to receive no more/,
  },
} as const;

for (const locale of ['zh-CN', 'en-US'] as const) {
  test.describe(locale, () => {
    const w = words[locale];
    let product: RunningProduct;
    const mails: CaughtMail[] = [];
    let server: Awaited<ReturnType<typeof startMailCatcher>>;
    test.beforeAll(async () => {
      server = await startMailCatcher((mail) => mails.push(mail));
      product = await startProduct([], undefined, { named: true });
    });
    test.afterAll(async () => {
      await product?.stop();
      await server?.stop();
    });

    test('a recipient is added, and a sealed lock that is opened without right is mailed to it by a real mail server', async ({
      browser,
    }) => {
      const admin = await FetchClient.open(product.url);
      await admin.login('admin', adminPassword);
      await admin.ok(channels.updateMail, {
        ...{ enabled: true, host: '127.0.0.1', port: server.port, security: 'none', user_name: '' },
        ...{ from_address: 'locks@port.example', from_name: '' },
      });
      const registered = await registerFleet(admin, 4);
      const fleet = product.drive(registered);

      const context = await browser.newContext({ locale, viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      await signIn(page, product.url, '/alarmConfig', 'admin', adminPassword);
      await page.getByRole('button', { name: w.add }).first().click();
      const form = page.getByRole('dialog');
      await form.getByLabel(w.name, { exact: true }).fill('Gate 3');
      await form.getByLabel(w.mail, { exact: true }).fill('gate3@port.example');
      await form.getByRole('button', { name: w.save }).click();
      const open = page.getByRole('complementary', { name: 'Gate 3' });
      await expect(open).toContainText(w.language);
      await expect(page.locator('.card').filter({ hasText: 'Gate 3' })).toContainText('gate3@port.example');

      const sealed = async () =>
        (await locksOnMap(admin)).find((l) => l.lock_status === 2 && l.lon !== null)?.sn ?? null;
      await expect.poll(sealed).not.toBeNull();
      const sn = (await sealed())!;
      fleet.lock(sn).shackle('open');
      const critical = () => mails.filter(({ subject }) => w.subject.test(subject) && subject.endsWith(sn));
      await expect.poll(() => critical().length, { timeout: 30_000 }).toBe(1);
      expect(critical()[0]!.to).toBe('gate3@port.example');
      for (const line of w.lines) expect(critical()[0]!.text).toMatch(line);

      // a webhook of the same recipient: set up, tested while its receiver is broken at first, signed by the secret that was shown once
      let broken = true;
      const receiver = await startReceiver(() => ({ status: broken ? 500 : 204 }));
      const way = page.getByRole('listitem', { name: 'Webhook' });
      await way.getByRole('button', { name: w.setUp }).click();
      const setUp = page.getByRole('dialog').filter({ has: page.getByLabel(w.address) });
      await setUp.getByLabel(w.address).fill(`${receiver.url}/tms`);
      await setUp.getByRole('button', { name: w.save }).click();
      const secret = await page.locator('.mailbox-secret').innerText();
      await page.getByRole('button', { name: w.done }).click();
      await way.getByRole('button', { name: w.test }).click();
      const line = page.locator('.mailbox-sent li').filter({ hasText: w.tested });
      await expect(line).toContainText('HTTP 500');
      await expect(line).toContainText(w.waiting);
      broken = false;
      await expect(line).toContainText(w.sent, { timeout: 30_000 });
      await expect(line.getByRole('img', { name: w.tries })).toBeVisible();
      const { headers, body } = receiver.received.at(-1)!;
      const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
      const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
      expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
      await receiver.stop();

      // whoever reads the mail follows its link, and is asked before anything is left
      const link = /http:\S+\/notices\/leave\/\S+/.exec(critical()[0]!.text)![0];
      const reader = await context.newPage();
      await reader.goto(link);
      await reader.getByRole('button', { name: w.leave }).click();
      await expect(reader.getByRole('status')).toBeVisible();
      await expect(reader.getByRole('heading')).toHaveText(w.left);
      await page.reload();
      await expect(open.getByText(w.leftAt)).toBeVisible();
      await context.close();
    });
  });
}
