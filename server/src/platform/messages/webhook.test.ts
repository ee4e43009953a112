import { afterEach, describe, expect, it } from 'vitest';
import { type Answer, startReceiver } from '../../testing/receiver.ts';
import { openOutbound } from './outbound.ts';
import { MOST_BYTES, openWebhook, signatureOf } from './webhook.ts';

const here = ['127.0.0.0/8'];
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const message = { id: 7, address: '', subject: 'Illegal unlock', text: 'x', data: { type: 'alarm', count: 1 } };

let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());
const serve = async (answer: Answer = { status: 204 }) => {
  const receiver = await startReceiver(() => answer);
  stop = receiver.stop;
  return receiver;
};

describe('a webhook', () => {
  it('is signed as the convention of Standard Webhooks has it, with its own example', () => {
    expect(signatureOf(secret, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}')).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });

  it('posts what happened with its id, the moment and the signature of all three', async () => {
    const { received, url } = await serve();
    expect(await openWebhook(`${url}/hook?a=1`, secret, here, () => 1_700_000_000_500)(message)).toEqual({
      state: 'sent',
      answer: 'HTTP 204',
    });
    const [one] = received;
    expect(one).toMatchObject({
      path: '/hook?a=1',
      headers: {
        'webhook-id': 'plomb-7',
        'idempotency-key': 'plomb-7',
        'webhook-timestamp': '1700000000',
        'webhook-signature': signatureOf(secret, 'plomb-7', 1_700_000_000, one!.body),
      },
    });
    expect(JSON.parse(one!.body)).toEqual({
      id: 'plomb-7',
      subject: 'Illegal unlock',
      text: 'x',
      type: 'alarm',
      count: 1,
    });
  });

  it.each([
    [200, 'sent'],
    [400, 'failed'],
    [410, 'failed'],
    [302, 'failed'],
    [401, 'waiting'],
    [500, 'waiting'],
    [502, 'waiting'],
    [504, 'waiting'],
    [null, 'waiting'],
  ])('answered by %s is %s: its id tells a second telling from a second alarm', async (status, state) => {
    const { url } = await serve(status === null ? null : { status, headers: { Location: 'http://169.254.169.254/' } });
    expect((await openWebhook(url, secret, here)(message)).state).toBe(state);
  });

  it('waits as long as the receiver asks', async () => {
    const { url } = await serve({ status: 429, headers: { 'Retry-After': '90' } });
    expect(await openWebhook(url, secret, here)(message)).toEqual({ state: 'waiting', answer: 'HTTP 429', afterS: 90 });
  });

  it('too large for one telling is told without its items', async () => {
    const { received, url } = await serve();
    await openWebhook(url, secret, here)({ ...message, text: '锁'.repeat(MOST_BYTES) });
    expect(JSON.parse(received[0]!.body)).toEqual({ id: 'plomb-7', subject: 'Illegal unlock', type: 'alarm' });
  });

  it('goes to no address inside that the settings do not open, however it is written, and nowhere but to ports of the web', async () => {
    const { received, url } = await serve();
    const { port } = new URL(url);
    for (const host of [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      'localhost',

      '[::1]',
      '[::ffff:7f00:1]',
      '[::ffff:127.0.0.1]',
    ])
      for (const scheme of ['http', 'https'])
        expect((await openWebhook(`${scheme}://${host}:${port}/`, secret, [])(message)).answer).toBe('EINSIDE');
    // a public address by another port than those of the web
    expect((await openWebhook('https://93.184.216.34:6379/', secret, [])(message)).answer).toBe('EINSIDE');
    expect(received).toEqual([]);
  });

  it.each([
    '169.254.169.254',
    '10.0.0.1',
    '100.100.100.200',
    'fd00:ec2::254',
    'fe80::1',
    '64:ff9b::a9fe:a9fe',
    '2002:7f00:1::',
  ])('%s is never outside', (address) => expect(() => openOutbound([], true).check(address)).toThrow(/private/));
});
