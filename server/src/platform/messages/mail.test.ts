import { createServer, type Server } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { type CaughtMail, startMailCatcher } from '../../demo/mailCatcher.ts';
import { type MailServer, openMail } from './mail.ts';

const here = ['127.0.0.0/8'];
const message = {
  id: 7,
  address: 'guard@port.example',
  subject: '您的验证码 · your code',
  text: '验证码 123456\n<b>.\n.',
};
const settings = (port: number, more: Partial<MailServer> = {}): MailServer => ({
  host: '127.0.0.1',
  port,
  security: 'none',
  user_name: '',
  from_address: 'locks@port.example',
  from_name: '铅封 "系统"',
  ...more,
});

let stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops) await stop();
  stops = [];
});
const caught: CaughtMail[] = [];
const serve = async (options: SMTPServerOptions = {}) => {
  caught.length = 0;
  const server = await startMailCatcher((mail) => caught.push(mail), options);
  stops.push(server.stop);
  return server.port;
};
/** a server that speaks as it is told: after each line that matches, what follows; null: it hangs up */
const scripted = async (script: readonly (readonly [when: RegExp, answer: string | null])[]) => {
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 here\r\n');
    socket.on('data', (bytes) => {
      for (const line of bytes.toString().split('\r\n')) {
        const said = script.find(([when]) => when.test(line))?.[1];
        if (said === null) socket.destroy();
        else if (said !== undefined) socket.write(`${said}\r\n`);
      }
    });
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  stops.push(() => new Promise((done) => server.close(() => done())));
  return (server.address() as { port: number }).port;
};
const polite = [
  [/^EHLO/, '250 here'],
  [/^MAIL/, '250 ok'],
  [/^RCPT/, '250 ok'],
  [/^DATA/, '354 go on'],
] as const;

describe('a mail', () => {
  it('arrives with its words as they were written, and what the server said is told', async () => {
    const port = await serve();
    const outcome = await openMail(settings(port), null, here)(message);
    expect(outcome).toEqual({ state: 'sent', answer: expect.stringMatching(/^250 /) });
    expect(caught).toEqual([
      expect.objectContaining({
        from: 'locks@port.example',
        to: 'guard@port.example',
        subject: message.subject,
        text: message.text,
      }),
    ]);
    expect(caught[0]?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(caught[0]?.raw).not.toMatch(/text\/html/);
  });

  it('breaks out of no header', async () => {
    const port = await serve();
    await openMail(
      settings(port, { from_name: 'x\r\nBcc: thief@x.example' }),
      null,
      here,
    )({
      ...message,
      subject: 'x\r\nBcc: thief@x.example',
    });
    expect(caught[0]?.to).toBe('guard@port.example');
    expect(caught[0]?.raw).not.toMatch(/^Bcc:/im);
  });

  it('is sent by an account, and waits where the password is wrong', async () => {
    const port = await serve({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _, done) =>
        username === 'locks' && password === 'right'
          ? done(null, { user: 'locks' })
          : done(new Error('no such account')),
    });
    const account = settings(port, { user_name: 'locks' });
    expect((await openMail(account, 'right', here)(message)).state).toBe('sent');
    const outcome = await openMail(account, 'wrong', here)(message);
    expect(outcome).toEqual({ state: 'waiting', answer: expect.stringMatching(/^535/) });
    expect(outcome.answer).not.toContain('wrong');
  });

  it.each([
    ['550 no such mailbox', 'failed'],
    ['451 later', 'waiting'],
  ])('whose recipient is answered by %s is %s', async (said, state) => {
    const port = await scripted([[/^RCPT/, said], ...polite]);
    expect(await openMail(settings(port), null, here)(message)).toEqual({ state, answer: said });
  });

  it.each([
    ['before it is taken', /^DATA/, 'waiting'],
    ['after its last line', /^\.$/, 'unknown'],
  ])('whose connection ends %s is %s', async (_, when, state) => {
    const port = await scripted([[when, null], ...polite]);
    expect((await openMail(settings(port), null, here)(message)).state).toBe(state);
  });

  it('waits where nobody listens, and says why', async () => {
    const port = await serve();
    await stops.pop()?.();
    expect(await openMail(settings(port), null, here)(message)).toEqual({ state: 'waiting', answer: 'ECONNREFUSED' });
  });

  it('is not told to a server that cannot encrypt, or whose certificate nobody vouches for', async () => {
    const bare = await serve();
    expect((await openMail(settings(bare, { security: 'starttls' }), null, here)(message)).state).toBe('waiting');
    const self = await serve({ disabledCommands: [], logger: false });
    expect((await openMail(settings(self, { security: 'starttls' }), null, here)(message)).state).toBe('waiting');
    const tls = await serve({ secure: true, logger: false });
    expect((await openMail(settings(tls, { security: 'tls' }), null, here)(message)).state).toBe('waiting');
    expect(caught).toEqual([]);
  });

  it('goes to no address inside that the settings do not open', async () => {
    const port = await serve();
    for (const host of ['127.0.0.1', 'localhost', '::ffff:127.0.0.1'])
      expect(await openMail(settings(port, { host }), null, [])(message)).toEqual({
        state: 'waiting',
        answer: 'EINSIDE',
      });
    expect(caught).toEqual([]);
  });
});
