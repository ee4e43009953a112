import { createHmac } from 'node:crypto';
import { robotChannels } from '@plomb/contract/messages/channels';
import { afterEach, describe, expect, it } from 'vitest';
import { type Answer, startReceiver } from '../../testing/receiver.ts';
import { cutTo, openRobot, robots } from './robots.ts';

const here = ['127.0.0.0/8'];
const message = { id: 7, address: '', subject: '[严重] 非法解封 868', text: '锁号：868' };
const now = () => 1_700_000_000_500;
const paths = {
  dingtalk: '/robot/send?access_token=abc',
  wecom: '/cgi-bin/webhook/send?key=abc',
  feishu: '/open-apis/bot/v2/hook/abc',
};
const words = '[严重] 非法解封 868\n锁号：868';

let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());
const serve = async (answer: Answer) => {
  const receiver = await startReceiver(() => answer);
  stop = receiver.stop;
  return receiver;
};

describe('a robot', () => {
  it('of DingTalk is told a text, signed in its address', async () => {
    const { received, url } = await serve({ status: 200, body: { errcode: 0, errmsg: 'ok' } });
    const robot = openRobot('dingtalk', url + paths.dingtalk, 'SECabc', here, now);
    expect(await robot(message)).toEqual({ state: 'sent', answer: '0 ok' });
    const asked = new URL(received[0]!.path, url).searchParams;
    expect(Object.fromEntries(asked)).toEqual({
      access_token: 'abc',
      timestamp: '1700000000500',
      sign: createHmac('sha256', 'SECabc').update('1700000000500\nSECabc').digest('base64'),
    });
    expect(JSON.parse(received[0]!.body)).toEqual({ msgtype: 'text', text: { content: words } });
  });

  it('of WeCom is told a text of at most 2048 bytes', async () => {
    const { received, url } = await serve({ status: 200, body: { errcode: 0, errmsg: 'ok' } });
    await openRobot('wecom', url + paths.wecom, null, here, now)({ ...message, text: '锁'.repeat(2000) });
    expect(received[0]!.path).toBe(paths.wecom);
    const { content } = (JSON.parse(received[0]!.body) as { text: { content: string } }).text;
    expect(Buffer.byteLength(content)).toBeLessThanOrEqual(2048);
    expect(content).toMatch(/^\[严重\] 非法解封 868\n锁+…$/);
  });

  it('of Feishu is told a text, signed in its body', async () => {
    const { received, url } = await serve({ status: 200, body: { code: 0, data: {}, msg: 'success' } });
    const robot = openRobot('feishu', url + paths.feishu, 'abc', here, now);
    expect(await robot(message)).toEqual({ state: 'sent', answer: '0 success' });
    expect(JSON.parse(received[0]!.body)).toEqual({
      timestamp: '1700000000',
      sign: createHmac('sha256', '1700000000\nabc').digest('base64'),
      msg_type: 'text',
      content: { text: words },
    });
  });

  it.each([
    ['dingtalk', 200, { errcode: 310000, errmsg: 'sign not match' }, 'failed', undefined],
    ['dingtalk', 200, { errcode: 130101, errmsg: 'send too fast' }, 'waiting', 600],
    ['dingtalk', 200, { errcode: -1, errmsg: 'system busy' }, 'waiting', 30],
    ['wecom', 200, { errcode: 93000, errmsg: 'invalid webhook url' }, 'failed', undefined],
    ['wecom', 200, { errcode: 45009, errmsg: 'api freq out of limit' }, 'waiting', 60],
    ['feishu', 200, { code: 19021, msg: 'sign match fail or timestamp is not within one hour' }, 'failed', undefined],
    ['feishu', 200, { code: 9499, msg: 'too many request' }, 'waiting', 60],
    ['feishu', 200, { code: 9499, msg: 'Bad Request', data: {} }, 'failed', undefined],
    ['feishu', 400, { code: 11232, msg: 'frequency limited' }, 'waiting', 60],
    ['feishu', 200, { StatusCode: 0, StatusMessage: 'success' }, 'sent', undefined],
    ['wecom', 200, '<html>sign in to this network</html>', 'unknown', undefined],
    ['wecom', 502, '<html>', 'unknown', undefined],
    ['dingtalk', 503, '<html>', 'waiting', undefined],
    ['feishu', 302, '', 'failed', undefined],
  ] as const)('of %s that answers HTTP %s %j: %s', async (channel, status, body, state, afterS) => {
    const { url } = await serve({ status, body });
    const outcome = await openRobot(channel, url + paths[channel], null, here, now)(message);
    expect([outcome.state, outcome.afterS]).toEqual([state, afterS]);
  });

  it('that hangs up may have told it, and is not told again', async () => {
    const { url } = await serve(null);
    for (const channel of robotChannels)
      expect((await openRobot(channel, url + paths[channel], null, here, now)(message)).state).toBe('unknown');
  });

  it('has an address of its own form', () => {
    for (const channel of robotChannels)
      for (const other of robotChannels)
        expect(robots[channel].isAddress(new URL(`https://vendor.example${paths[other]}`))).toBe(channel === other);
  });
});

it('a text is cut between letters', () => {
  expect(cutTo('锁号', 6)).toBe('锁号');
  for (const bytes of [6, 7, 8]) expect(cutTo('锁号锁', bytes)).toBe('锁…');
});
