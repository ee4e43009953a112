import { createHmac } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { alarmConfigs } from '@plomb/contract/mailbox/alarmConfig';
import { alarmWays } from '@plomb/contract/mailbox/alarmWays';
import type { WayChannel } from '@plomb/contract/messages/channels';
import { messages } from '@plomb/contract/messages/messages';
import { operationLogs } from '@plomb/contract/system/logs/logs';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openLog } from '../../platform/log.ts';
import { openSending } from '../../platform/messages/sending.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltDevice, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { type Answer, startReceiver } from '../../testing/receiver.ts';
import { followAlarms } from './follow.ts';
import { openTelling } from './tell.ts';

let api: TestApi;
let org: number;
let mine: Caller;
let device: BuiltDevice;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let answer: Answer;
let config: number;
const log = openLog('silent');
const escalation = { again: 10, further: 30 };

beforeAll(async () => {
  api = await startApi();
  receiver = await startReceiver(() => answer);
});
afterAll(async () => {
  await receiver.stop();
  await api.stop();
});
const recipient = {
  config_name: 'Dispatch system',
  mail_box: '',
  phone: '',
  language: 'en_US' as const,
  receive_type: 'police' as const,
  is_mail_config: false,
  is_phone_config: false,
};
beforeEach(async () => {
  answer = { status: 200, body: { errcode: 0, errmsg: 'ok', code: 0, msg: 'success' } };
  receiver.received.length = 0;
  for (const table of ['message', 'alarm_due', 'alarm_notice', 'alarm_config'])
    await api.db.query(`delete from ${table}`);
  org = await buildOrganisation(api.db);
  mine = await api.signedIn(await buildOperator(api.db, org));
  device = await buildDevice(api.db, org);
  config = (await mine.ok(alarmConfigs.add, recipient)).id;
});

const seal = (text: string) => mine.seal(alarmWays.save.path, text);
const paths: Record<WayChannel, string> = {
  webhook: '/tms/hook?token=42',
  dingtalk: '/robot/send?access_token=abcdef',
  wecom: '/cgi-bin/webhook/send?key=abcdef',
  feishu: '/open-apis/bot/v2/hook/abcdef',
};
const setUp = async (channel: WayChannel, more: { secret?: string; enabled?: boolean } = {}) =>
  mine.ok(alarmWays.save, {
    ...{ config_id: config, channel, enabled: true, ...more },
    address: await seal(receiver.url + paths[channel]),
  });
const raise = async (kind = 'illegal_unlock', severity = 'critical') => {
  await api.db.query(
    `insert into alarm (device_id, org_id, kind, severity, first_time, last_time, lon, lat)
     select id, org_id, $2, $3, now(), now(), 121.5, 31.25 from device where id = $1`,
    [device.id, kind, severity],
  );
};
const send = async (allowed = ['127.0.0.0/8']) => {
  const sending = openSending({ db: api.db, vault: api.vault, allowed, log });
  await sending.turn();
  await sending.settled();
};
const turn = async (allowed?: string[]) => {
  await followAlarms(api.db, escalation);
  await openTelling({
    ...{ db: api.db, vault: api.vault, origin: 'https://locks.example', log, escalation: () => escalation },
  })();
  await send(allowed);
};
const sooner = () => api.db.query('update message set next_time = now()');
const sent = async () => (await mine.ok(alarmWays.sent, { config_id: config })).rows;

describe('a webhook', () => {
  it('is told an alarm with a signature that its secret, told once, verifies', async () => {
    const { secret } = await setUp('webhook');
    expect(secret).toMatch(/^whsec_/);
    await raise();
    await turn();
    expect(receiver.received).toHaveLength(1);
    const { headers, body, path } = receiver.received[0]!;
    const signed = `${headers['webhook-id'] as string}.${headers['webhook-timestamp'] as string}.${body}`;
    const key = Buffer.from(secret!.slice('whsec_'.length), 'base64');
    expect([path, headers['webhook-signature']]).toEqual([
      paths.webhook,
      `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
    ]);
    expect(JSON.parse(body)).toMatchObject({
      type: 'alarm',
      recipient: 'Dispatch system',
      items: [{ kind: 'illegal_unlock', severity: 'critical', sn: device.sn, lon: 121.5, reason: 'happened' }],
    });
    const { rows } = await mine.ok(alarmWays.list, { config_id: config });
    expect(rows).toMatchObject([{ channel: 'webhook', recipient: `${receiver.url}/tms/hook?…`, has_secret: true }]);
  });

  it('is told again until it takes it, with the same id, and every try stands in the record', async () => {
    await setUp('webhook');
    await raise();
    answer = { status: 500 };
    await turn();
    const ways = async () => (await mine.ok(alarmConfigs.detail, { id: config })).ways;
    expect(await ways()).toEqual([{ channel: 'webhook', on: true, health: 'retrying' }]);
    await api.db.query('update message set attempts = 5');
    expect(await ways()).toMatchObject([{ health: 'broken' }]);
    await api.db.query('update message set attempts = 1');
    answer = null;
    await sooner();
    await send();
    answer = { status: 200 };
    await sooner();
    await send();
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await ways()).toMatchObject([{ health: 'well' }]);
    const [one] = await sent();
    expect(one).toMatchObject({ state: 'sent', alarm: { kind: 'illegal_unlock', sn: device.sn }, told: 1 });
    expect(
      one!.tries.map(({ attempt, state, answer: said, next_time }) => [attempt, state, said, next_time !== null]),
    ).toEqual([
      [1, 'waiting', 'HTTP 500', true],
      [2, 'waiting', 'ECONNRESET', true],
      [3, 'sent', 'HTTP 200', false],
    ]);
    expect((await mine.ok(messages.detail, { id: one!.id })).tries).toHaveLength(3);
  });

  it('is told again where the process died that told it: it knows by the id what it had', async () => {
    await setUp('webhook');
    await raise();
    answer = { status: 500 };
    await turn();
    await api.db.query("update message set state = 'sending', attempt_time = now() - interval '3 minutes'");
    answer = { status: 200 };
    await send();
    await sooner();
    await send();
    expect((await sent())[0]).toMatchObject({ state: 'sent' });
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('that does not answer keeps no other waiting, of its organisation or of another', async () => {
    const held: Socket[] = [];
    const silent = createServer((socket) => void held.push(socket));
    await new Promise<void>((done) => void silent.listen(0, '127.0.0.1', done));
    const { port } = silent.address() as { port: number };
    await setUp('webhook');
    await raise();
    await followAlarms(api.db, escalation);
    await openTelling({
      ...{ db: api.db, vault: api.vault, origin: '', log, escalation: () => escalation },
    })();
    const slow = (await mine.ok(alarmConfigs.add, { ...recipient, config_name: 'Slow' })).id;
    await mine.ok(alarmWays.save, {
      ...{ config_id: slow, channel: 'webhook', enabled: true },
      address: await seal(`http://127.0.0.1:${port}/`),
    });
    for (let n = 0; n < 12; n++) await mine.ok(alarmWays.test, { config_id: slow, channel: 'webhook' });
    await api.db.query("update message set next_time = now() - interval '1 hour' where config_id = $1", [slow]);
    const sending = openSending({ db: api.db, vault: api.vault, allowed: ['127.0.0.0/8'], log });
    await sending.turn();
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1));
    await sending.turn();
    await vi.waitFor(() => expect(held).toHaveLength(2));
    silent.close();
    for (const socket of held) socket.destroy();
    await sending.settled();
  });

  it('shows of a long part of its path no more than its end, for that is a secret of some', async () => {
    await mine.ok(alarmWays.save, {
      ...{ config_id: config, channel: 'webhook', enabled: true },
      address: await seal('https://hooks.example/services/T0001/abcdefghijklmnopqrstuvwx'),
    });
    const { rows } = await mine.ok(alarmWays.list, { config_id: config });
    expect(rows[0]!.recipient).toBe('https://hooks.example/services/T0001/…uvwx');
  });

  it('inside is refused at each try as long as the settings do not open it', async () => {
    await setUp('webhook');
    await raise();
    await turn([]);
    expect((await sent())[0]).toMatchObject({ state: 'waiting', answer: 'EINSIDE' });
    await sooner();
    await send();
    expect((await sent())[0]).toMatchObject({ state: 'sent' });
    expect(receiver.received).toHaveLength(1);
  });

  it('elsewhere gets a secret of its own, one that is renewed another, and one that only goes off and on keeps it', async () => {
    const { secret } = await setUp('webhook');
    expect(
      (await mine.ok(alarmWays.save, { config_id: config, channel: 'webhook', enabled: false })).secret,
    ).toBeNull();
    const renewed = await mine.ok(alarmWays.save, {
      config_id: config,
      channel: 'webhook',
      enabled: true,
      renew: true,
    });
    const elsewhere = await setUp('webhook');
    expect(new Set([secret, renewed.secret, elsewhere.secret]).size).toBe(3);
  });
});

describe('a robot', () => {
  it.each(['dingtalk', 'wecom', 'feishu'] as const)(
    'of %s is told in the language of the recipient',
    async (channel) => {
      await setUp(channel);
      await mine.ok(alarmConfigs.update, { id: config, ...recipient, language: 'zh_CN' });
      await raise();
      await turn();
      expect(receiver.received[0]!.path).toBe(paths[channel]);
      expect(receiver.received[0]!.body).toContain(`[严重] 非法解封 ${device.sn}`);
      expect(await sent()).toMatchObject([{ channel, state: 'sent', answer: expect.stringMatching(/^0 /) }]);
    },
  );

  it('whose vendor asks for a pause is told after it', async () => {
    await setUp('wecom');
    await raise();
    answer = { status: 200, body: { errcode: 45009, errmsg: 'api freq out of limit' } };
    await turn();
    const { rows } = await api.db.query<{ s: number }>(
      'select extract(epoch from next_time - attempt_time)::int as s from message',
    );
    expect(rows[0]!.s).toBeGreaterThanOrEqual(59);
  });

  it('needs the address of one, and its secret goes with another address', async () => {
    for (const wrong of [
      'no address',
      'https://oapi.dingtalk.com/other',
      'ftp://x.example/robot/send?access_token=1',
      'https://a:b@x.example/robot/send?access_token=1',
    ])
      expect(
        (
          await mine.call(alarmWays.save, {
            ...{ config_id: config, channel: 'dingtalk', enabled: true },
            address: await seal(wrong),
          })
        ).data,
      ).toEqual({ address: expect.any(String) });
    expect((await mine.call(alarmWays.save, { config_id: config, channel: 'dingtalk', enabled: true })).data).toEqual({
      address: expect.any(String),
    });
    await setUp('dingtalk', { secret: await seal('SECabc') });
    await setUp('dingtalk');
    expect((await mine.ok(alarmWays.list, { config_id: config })).rows).toMatchObject([{ has_secret: false }]);
  });
});

describe('a way', () => {
  it('lies sealed: neither its address nor its secret is in the database, in answers or in the log', async () => {
    await setUp('dingtalk', { secret: await seal('SECabc') });
    const { rows } = await api.db.query('select to_jsonb(w) as row, url::text, secret::text from alarm_way w');
    const listed = await mine.ok(alarmWays.list, { config_id: config });
    const logs = await mine.ok(operationLogs.list, { business_type: 'update' });
    const logged = await mine.ok(operationLogs.detail, { id: logs.rows[0]!.id });
    expect(JSON.stringify([rows, listed, logged])).not.toMatch(/abcdef|SECabc|access_token/);
    expect(listed.rows[0]).toMatchObject({
      recipient: expect.stringMatching(/^127\.0\.0\.1:\d+ …cdef$/),
      has_secret: true,
    });
  });

  it('is tested by a message of its own, though it be off, and what comes of it is told', async () => {
    await setUp('webhook', { enabled: false });
    const { id } = await mine.ok(alarmWays.test, { config_id: config, channel: 'webhook' });
    expect((await sent())[0]).toMatchObject({ id, purpose: 'test', state: 'waiting', tries: [] });
    await send();
    expect((await sent())[0]).toMatchObject({ id, state: 'sent', tries: [{ attempt: 1, answer: 'HTTP 200' }] });
    expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({ type: 'test', recipient: 'Dispatch system' });
    const unset = await mine.call(alarmWays.test, { config_id: config, channel: 'mail' });
    expect(unset.verify.sign).toBe('notFound');
  });

  it('is not tested without end', async () => {
    await setUp('webhook');
    let tests = 0;
    while ((await mine.call(alarmWays.test, { config_id: config, channel: 'webhook' })).verify.sign === 'success')
      tests++;
    expect(tests).toBe(20);
  });

  it('that refuses three times in a row gets nothing more until a test or somebody who saves it', async () => {
    await setUp('feishu');
    answer = { status: 200, body: { code: 19001, msg: 'param invalid: incoming webhook access token invalid' } };
    for (const kind of ['low_battery', 'out_of_fence', 'lock_fault', 'illegal_card']) {
      await raise(kind, 'warning');
      await turn();
    }
    expect(receiver.received).toHaveLength(3);
    expect((await mine.ok(alarmWays.list, { config_id: config })).rows).toMatchObject([{ refusals: 3 }]);
    const { rows } = await mine.ok(alarmConfigs.coverage, {});
    expect(rows.find((row) => row.org_id === org)).toMatchObject({ own: 1, reached: false });
    answer = { status: 200, body: { code: 0, msg: 'success' } };
    await mine.ok(alarmWays.test, { config_id: config, channel: 'feishu' });
    await send();
    expect((await mine.ok(alarmWays.list, { config_id: config })).rows).toMatchObject([{ refusals: 0 }]);
    expect((await mine.ok(alarmConfigs.coverage, {})).rows.find((row) => row.org_id === org)).toMatchObject({
      reached: true,
    });
  });

  it('that is removed or switched off takes along what waits for it', async () => {
    await setUp('webhook');
    answer = { status: 500 };
    await raise();
    await turn();
    await mine.ok(alarmWays.save, { config_id: config, channel: 'webhook', enabled: false });
    await sooner();
    await send();
    expect((await sent())[0]).toMatchObject({ state: 'lapsed' });
    await setUp('webhook');
    await raise('low_battery', 'warning');
    await turn();
    await mine.ok(alarmWays.remove, { config_id: config, channel: 'webhook' });
    await send();
    expect((await sent())[0]).toMatchObject({ state: 'lapsed' });
    expect((await mine.ok(alarmWays.list, { config_id: config })).rows).toEqual([]);
  });
});
