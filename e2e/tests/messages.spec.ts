import { expect, test } from '@playwright/test';
import { type CaughtMail, startMailCatcher } from '@plomb/server/demo/mailCatcher';
import { adminPassword, type RunningProduct, startProduct } from '../src/product.ts';
import { signIn } from '../src/signIn.ts';

const words = {
  'zh-CN': {
    setUpServer: '配置…',
    server: '服务器',
    security: '加密方式',
    none: '不加密',
    port: '端口',
    sender: '发件人地址',
    save: '保存',
    saved: '已保存',
    test: '发送测试…',
    address: '邮箱地址',
    send: '发送',
    sent: '已发出',
    allow: /^邮件与短信验证码/,
    ok: /^确\s?定$/,
    begin: '开始设置',
    password: '密码',
    mail: '邮件',
    own: '您的邮箱',
    next: '下一步',
    code: '收到的验证码',
    counts: /^重新发送验证码（\d+ 秒）$/,
    switchOn: '启用',
    kept: '我已保存',
    on: '两步验证已启用',
    codeAt: '发送至 k***@port.example 的验证码',
    signIn: '登录',
    records: '两步验证码',
  },
  'en-US': {
    setUpServer: 'Set up…',
    server: 'Server',
    security: 'Encryption',
    none: 'None',
    port: 'Port',
    sender: 'Address of the sender',
    save: 'Save',
    saved: 'Saved',
    test: 'Send a test…',
    address: 'Mail address',
    send: 'Send',
    sent: 'Sent',
    allow: /^Codes by mail and SMS/,
    ok: /^OK$/,
    begin: 'Set up',
    password: 'Password',
    mail: 'By mail',
    own: 'Your mail address',
    next: 'Next',
    code: 'Code that was sent to you',
    counts: /^Send another code \(\d+ s\)$/,
    switchOn: 'Switch on',
    kept: 'I have kept them',
    on: 'Two-factor sign-in is on',
    codeAt: 'Code sent to k***@port.example',
    signIn: 'Sign in',
    records: 'Sign-in code',
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
      product = await startProduct();
    });
    test.afterAll(async () => {
      await product?.stop();
      await server?.stop();
    });

    test('a mail server is set up and tried, and signing in takes a code that it delivers', async ({ browser }) => {
      const context = await browser.newContext({ locale, viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      const codeOf = async (nth: number): Promise<string> => {
        await expect.poll(() => mails.length, { timeout: 30_000 }).toBe(nth);
        return /\b\d{6}\b/.exec(mails[nth - 1]!.text)![0];
      };

      await signIn(page, product.url, '/messageChannel', 'admin', adminPassword);
      await page.getByRole('button', { name: w.setUpServer }).first().click();
      const form = page.getByRole('dialog');
      await form.getByLabel(w.server, { exact: true }).fill('127.0.0.1');
      await form.getByLabel(w.security).click();
      await page.getByTitle(w.none).click();
      await form.getByLabel(w.port).fill(String(server.port));
      await form.getByLabel(w.sender).fill('locks@port.example');
      await form.getByRole('button', { name: w.save }).click();
      await expect(page.getByText(`127.0.0.1:${server.port}`)).toBeVisible();

      await page.getByRole('button', { name: w.test }).click();
      const trial = page.getByRole('dialog');
      await trial.getByLabel(w.address).fill('keeper@port.example');
      await trial.getByRole('button', { name: w.send, exact: true }).click();
      await expect(trial.getByText(w.sent, { exact: true })).toBeVisible();
      await expect(trial.getByText(/^250 /)).toBeVisible();
      expect(mails).toHaveLength(1);

      await page.goto(`${product.url}/role?id=1`);
      await page.getByRole('switch', { name: w.allow }).click();
      await page.getByRole('button', { name: w.ok }).click();
      await expect(page.getByRole('switch', { name: w.allow })).toBeChecked();

      await page.goto(`${product.url}/account?tab=secondFactor`);
      await page.getByRole('button', { name: w.begin }).click();
      await page.getByLabel(w.password, { exact: true }).fill(adminPassword);
      await page.getByRole('radio', { name: w.mail, exact: true }).check();
      await page.getByLabel(w.own).fill('keeper@port.example');
      await page.getByRole('button', { name: w.next }).click();
      await expect(page.getByRole('button', { name: w.counts })).toBeDisabled();
      await page.getByLabel(w.code).fill(await codeOf(2));
      await page.getByRole('button', { name: w.switchOn }).click();
      await page.getByRole('button', { name: w.kept }).click();
      await expect(page.getByRole('heading', { name: w.on })).toBeVisible();

      const other = await browser.newContext({ locale, viewport: { width: 390, height: 844 } });
      const phone = await other.newPage();
      await phone.goto(`${product.url}/login?redirect=/message`);
      await phone.getByLabel(/^(User name|用户名)$/).fill('admin');
      await phone.getByLabel(/^(Password|密码)$/).fill(adminPassword);
      await phone.getByRole('button', { name: w.signIn }).click();
      await expect(phone.getByLabel(w.codeAt)).toBeFocused();
      await expect(phone.getByRole('button', { name: w.counts })).toHaveAttribute('aria-disabled', 'true');
      await phone.getByLabel(w.codeAt).fill(await codeOf(3));
      await phone.getByRole('button', { name: w.signIn }).click();
      await phone.waitForURL((at) => at.pathname === '/message');
      await expect(phone.getByText(w.records).first()).toBeVisible();
      await expect(phone.getByText('k***@port.example').first()).toBeVisible();
      await other.close();
      await context.close();
    });
  });
}
