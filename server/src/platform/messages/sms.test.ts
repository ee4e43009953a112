import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { openSms } from './sms.ts';

const here = ['127.0.0.0/8'];
const message = { id: 7, address: '+8613812342071', subject: 'not sent', text: '验证码 123456' };

let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());
const serve = async (status: number | null, headers: Record<string, string> = {}) => {
  const came: { headers: IncomingHttpHeaders; body: unknown; path: string }[] = [];
  const server = createServer(async (request, response) => {
    came.push({ headers: request.headers, body: JSON.parse(await text(request)), path: request.url ?? '' });
    if (status === null) request.socket.destroy();
    else response.writeHead(status, headers).end('{"code":"123456"}');
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  stop = () => new Promise((done) => server.close(() => done()));
  const { port } = server.address() as { port: number };
  return { came, url: `http://127.0.0.1:${port}/send?region=cn` };
};

describe('an SMS', () => {
  it('is posted as the interface describes it', async () => {
    const { came, url } = await serve(202);
    expect(await openSms({ url, sender: '铅封' }, 'a token', here)(message)).toEqual({
      state: 'sent',
      answer: 'HTTP 202',
    });
    expect(came).toEqual([
      {
        path: '/send?region=cn',
        body: { to: '+8613812342071', text: '验证码 123456', sender: '铅封' },
        headers: expect.objectContaining({
          authorization: 'Bearer a token',
          'idempotency-key': 'plomb-7',
          'content-type': 'application/json',
        }),
      },
    ]);
  });

  it.each([
    [200, 'sent'],
    [400, 'failed'],
    [401, 'waiting'],
    [429, 'waiting'],
    [500, 'waiting'],
    [502, 'unknown'],
    [null, 'unknown'],
  ])('answered by %s is %s', async (status, state) => {
    const { url } = await serve(status);
    expect((await openSms({ url, sender: '' }, null, here)(message)).state).toBe(state);
  });

  it('follows nobody elsewhere', async () => {
    const { url } = await serve(302, { Location: 'http://169.254.169.254/' });
    expect(await openSms({ url, sender: '' }, null, here)(message)).toEqual({ state: 'failed', answer: 'HTTP 302' });
  });

  it('goes to no address inside that the settings do not open, however it is written', async () => {
    const { came, url } = await serve(200);
    for (const host of ['127.0.0.1', '2130706433', 'localhost', '[::ffff:7f00:1]'])
      expect(await openSms({ url: url.replace('127.0.0.1', host), sender: '' }, null, [])(message)).toEqual({
        state: 'waiting',
        answer: 'EINSIDE',
      });
    expect(came).toEqual([]);
  });
});
