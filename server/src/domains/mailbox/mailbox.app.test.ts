import { alarmConfigs } from '@plomb/contract/mailbox/alarmConfig';
import { alarmWays } from '@plomb/contract/mailbox/alarmWays';
import { channels } from '@plomb/contract/messages/channels';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CaughtMail, startMailCatcher } from '../../demo/mailCatcher.ts';
import { openLog } from '../../platform/log.ts';
import { openSending } from '../../platform/messages/sending.ts';
import { adminPassword, startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltDevice, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { followAlarms } from './follow.ts';
import { openTelling } from './tell.ts';

let api: TestApi;
let root: Caller;
let above: number;
let org: number;
let mine: Caller;
let device: BuiltDevice;
let server: Awaited<ReturnType<typeof startMailCatcher>>;
let caught: CaughtMail[] = [];
let refused: RegExp | null = null;
const log = openLog('silent');
const escalation = { again: 10, further: 30 };

beforeAll(async () => {
  api = await startApi();
  root = await api.signedIn({ loginName: 'admin', password: adminPassword });
  server = await startMailCatcher((mail) => caught.push(mail), {
    onRcptTo({ address }, _, done) {
      done(refused?.test(address) ? Object.assign(new Error('no such user'), { responseCode: 550 }) : undefined);
    },
  });
  await root.ok(channels.updateMail, {
    ...{ enabled: true, host: '127.0.0.1', port: server.port, security: 'none', user_name: '' },
    ...{ from_address: 'locks@port.example', from_name: 'Locks' },
  });
});
afterAll(async () => {
  await server.stop();
  await api.stop();
});
beforeEach(async () => {
  caught = [];
  refused = null;
  for (const table of ['message', 'alarm_due', 'alarm_notice', 'alarm_config'])
    await api.db.query(`delete from ${table}`);
  above = await buildOrganisation(api.db);
  org = await buildOrganisation(api.db, above);
  mine = await api.signedIn(await buildOperator(api.db, org));
  device = await buildDevice(api.db, org);
});

const recipient = {
  config_name: 'Duty desk',
  mail_box: 'duty@port.example',
  phone: '',
  language: 'en_US' as const,
  receive_type: 'police' as const,
  is_mail_config: true,
  is_phone_config: false,
};
const raise = async (kind = 'illegal_unlock', severity = 'critical', of = device): Promise<number> => {
  const { rows } = await api.db.query<{ id: number }>(
    `insert into alarm (device_id, org_id, kind, severity, first_time, last_time, lon, lat)
     select id, org_id, $2, $3, now(), now(), 121.5, 31.25 from device where id = $1 returning id`,
    [of.id, kind, severity],
  );
  return rows[0]!.id;
};
const change = (before: number, after: number) =>
  api.db.query(
    `insert into lock_event (device_id, org_id, device_time, receive_time, at, serial, hash, code, lst, lso, ls_before,
       ls_after, fault, replay, quality)
     select id, org_id, now(), now(), clock_timestamp(), 1, (random() * 1e9)::int, 'x', 1, 12, $2, $3, 0, false, 'direct'
       from device where id = $1`,
    [device.id, before, after],
  );
/** what waits is given out, written and sent */
const turn = async (now?: () => Date) => {
  await followAlarms(api.db, escalation);
  const tell = openTelling({
    ...{ db: api.db, vault: api.vault, origin: 'https://locks.example', log },
    escalation: () => escalation,
    ...(now && { now }),
  });
  await tell();
  const sending = openSending({ db: api.db, vault: api.vault, allowed: ['127.0.0.0/8'], log });
  for (;;) {
    await sending.turn();
    await sending.settled();
    const { rows } = await api.db.query<{ n: number }>(
      "select count(*)::int as n from message where state = 'waiting' and attempts = 0",
    );
    if (rows[0]!.n === 0) return;
  }
};
const told = () => caught.map(({ to, subject }) => `${to}: ${subject}`).sort();

describe('an alarm', () => {
  it('is mailed with its kind, lock, time, place and address, in the recipient’s language', async () => {
    await mine.ok(alarmConfigs.add, recipient);
    await mine.ok(alarmConfigs.add, {
      ...recipient,
      config_name: '值班台',
      mail_box: 'zhiban@port.example',
      language: 'zh_CN',
    });
    const alarm = await raise();
    await turn();
    expect(told()).toEqual([
      `duty@port.example: [Critical] Illegal unlock ${device.sn}`,
      `zhiban@port.example: [严重] 非法解封 ${device.sn}`,
    ]);
    const en = caught.find(({ to }) => to.startsWith('duty'))!.text;
    expect(en.split('\n')[0]).toBe(`Look: https://locks.example/alarm?id=${alarm}`);
    expect(en).toMatch(/Place: 31\.25000, 121\.50000 \(5 km NE of Shanghai\)/);
    expect(en).toMatch(/Time: .*\d\d:\d\d:\d\d (GMT|UTC)/);
    expect(en).toContain(`> Lock ${device.sn}`);
    const zh = caught.find(({ to }) => to.startsWith('zhiban'))!.text;
    expect(zh).toContain('位置：31.25000, 121.50000（上海东北 5 公里）');
    expect(zh).toContain('> 值班台');
  });

  it('is told once, whoever looks how often, and not when it rings again', async () => {
    await mine.ok(alarmConfigs.add, recipient);
    const alarm = await raise();
    await Promise.all([followAlarms(api.db, escalation), followAlarms(api.db, escalation)]);
    await turn();
    await api.db.query('update alarm set hits = hits + 1 where id = $1', [alarm]);
    await turn();
    expect(caught).toHaveLength(1);
  });

  it('is told again, whoever has it, when it rings after a rest or the lock itself says what a stranger said', async () => {
    await mine.ok(alarmConfigs.add, recipient);
    const alarm = await raise();
    await turn();
    await api.db.query("update alarm set owner_id = (select min(id) from operator), owner = 'x' where id = $1", [
      alarm,
    ]);
    const rings = (minutes: number) =>
      api.db.query(
        'update alarm set hits = hits + 1, unproved = false, last_time = last_time + make_interval(mins => $2) where id = $1',
        [alarm, minutes],
      );
    await rings(9);
    await turn();
    expect(caught).toHaveLength(1);
    await rings(11);
    await turn();
    await api.db.query('update alarm set unproved = true where id = $1', [alarm]);
    await rings(0);
    await turn();
    const again = `duty@port.example: [Critical] [rang again] Illegal unlock ${device.sn}`;
    expect(told().slice(1)).toEqual([again, again]);
    await rings(11);
    await api.db.query("update alarm set process_time = now(), result = 'handled' where id = $1", [alarm]);
    await turn();
    expect(caught).toHaveLength(3);
  });

  it('that is critical goes before any number of others that wait', async () => {
    const { id } = await mine.ok(alarmConfigs.add, recipient);
    const lesser = await raise('low_battery', 'warning');
    await api.db.query('delete from alarm_due');
    await api.db.query(
      'insert into alarm_notice (config_id, alarm_id, stage) select $1, $2, 0 from generate_series(1, 5000)',
      [id, lesser],
    );
    await raise();
    await turn();
    expect(told()).toContain(`duty@port.example: [Critical] Illegal unlock ${device.sn}`);
  });

  it('waits where one way is off and the other had too many', async () => {
    const both = { ...recipient, phone: '13812342071', is_phone_config: true };
    await mine.ok(alarmConfigs.add, both);
    await raise();
    await turn();
    await api.db.query(
      `insert into message (org_id, channel, purpose, recipient, address_hash, state, end_time, expire_time)
       select m.org_id, m.channel, 'alarm', m.recipient, m.address_hash, 'sent', now(), now()
         from message m, generate_series(1, 60) where m.channel = 'mail'`,
    );
    await raise('low_battery', 'warning');
    await turn();
    await api.db.query("update message set create_time = now() - interval '2 hours'");
    await turn();
    expect(told()).toContain(`duty@port.example: [Warning] Low battery ${device.sn}`);
  });

  it('is told to the nearest above where an organisation has nobody of its own, and to nobody of another', async () => {
    const stranger = await buildOrganisation(api.db);
    const add = async (orgId: number, mail_box: string) =>
      (await api.signedIn(await buildOperator(api.db, orgId))).ok(alarmConfigs.add, { ...recipient, mail_box });
    await add(above, 'above@port.example');
    await add(stranger, 'stranger@port.example');
    await raise();
    await turn();
    expect(caught.map(({ to }) => to)).toEqual(['above@port.example']);
    await add(org, 'own@port.example');
    await raise('low_battery', 'warning');
    await turn();
    expect(caught.map(({ to }) => to)).toEqual(['above@port.example', 'own@port.example']);
  });

  it('is not told to who is disabled, nor where mail is off for them', async () => {
    const { id } = await mine.ok(alarmConfigs.add, recipient);
    await mine.ok(alarmConfigs.status, { ids: [id], status: 2 });
    await mine.ok(alarmConfigs.add, { ...recipient, config_name: 'Off', is_mail_config: false });
    await raise();
    await turn();
    expect(caught).toEqual([]);
  });

  it('taken back with its transaction is told to nobody', async () => {
    await mine.ok(alarmConfigs.add, recipient);
    const client = await api.db.connect();
    await client.query('begin');
    await client.query(
      `insert into alarm (device_id, org_id, kind, severity, first_time, last_time)
       select id, org_id, 'illegal_unlock', 'critical', now(), now() from device where id = $1`,
      [device.id],
    );
    await client.query('rollback');
    client.release();
    await turn();
    expect(caught).toEqual([]);
  });
});

describe('who receives', () => {
  it('alarms only is told of no change, and all status changes of each', async () => {
    await mine.ok(alarmConfigs.add, recipient);
    await mine.ok(alarmConfigs.add, {
      ...{ ...recipient, config_name: 'All', mail_box: 'all@port.example', receive_type: 'status' as const },
    });
    await change(0, 2);
    await change(2, 2);
    await raise('state_gap', 'info');
    await turn();
    expect(told()).toEqual([
      `all@port.example: Unsealed, locked → Sealed ${device.sn}`,
      `all@port.example: [Notice] Gap in the state ${device.sn}`,
    ]);
    expect(caught.find(({ subject }) => subject.startsWith('Unsealed'))!.text).toContain('By: Remote seal');
  });
});

describe('a flood', () => {
  it('comes as one digest with its counts, and what is critical comes singly', async () => {
    await mine.ok(alarmConfigs.add, recipient);
    const locks = await Promise.all(Array.from({ length: 30 }, () => buildDevice(api.db, org)));
    for (const lock of locks) await raise('low_battery', 'warning', lock);
    await raise();
    await turn();
    expect(told()).toEqual([
      'duty@port.example: Digest: 30 of 30 locks',
      `duty@port.example: [Critical] Illegal unlock ${device.sn}`,
    ]);
    expect(caught.find(({ subject }) => subject.startsWith('Digest'))!.text).toContain('Low battery: 30');
    await raise('out_of_fence', 'warning');
    await turn();
    expect(caught).toHaveLength(2);
    await api.db.query("update message set create_time = now() - interval '6 minutes'");
    await turn();
    expect(caught.at(-1)!.subject).toBe(`[Warning] Out of fence ${device.sn}`);
  });
});

describe('quiet hours', () => {
  it('keep back what is not critical until they end, and tell it together then', async () => {
    const { id } = await mine.ok(alarmConfigs.add, { ...recipient, quiet_from: '23:00', quiet_until: '06:00' });
    const at = (hour: number) => () => new Date(2026, 10, 23, hour, 30);
    for (let n = 0; n < 11; n++) await raise('low_battery', 'warning', await buildDevice(api.db, org));
    await raise();
    await turn(at(23));
    await turn(at(5));
    expect(told()).toEqual([`duty@port.example: [Critical] Illegal unlock ${device.sn}`]);
    await turn(at(6));
    expect(told()[0]).toBe('duty@port.example: Digest: 11 of 11 locks');
    expect(await mine.ok(alarmConfigs.detail, { id })).toMatchObject({ quiet_from: '23:00', quiet_until: '06:00' });
    for (const wrong of [{ quiet_from: '23:00' }, { quiet_from: '06:00', quiet_until: '06:00' }])
      expect((await mine.call(alarmConfigs.update, { id, ...recipient, ...wrong })).data).toEqual({
        quiet_until: expect.any(String),
      });
  });

  it('and a recipient is told of the kinds it chose', async () => {
    await mine.ok(alarmConfigs.add, { ...recipient, kinds: ['out_of_fence'] });
    await raise();
    await raise('out_of_fence', 'warning');
    await turn();
    expect(told()).toEqual([`duty@port.example: [Warning] Out of fence ${device.sn}`]);
  });
});

describe('an alarm that nobody takes', () => {
  const sooner = () => api.db.query('update alarm_due set due_time = now()');
  it('is told again, then to the organisation above, and no more', async () => {
    await mine.ok(alarmConfigs.add, recipient);
    await (await api.signedIn(await buildOperator(api.db, above))).ok(alarmConfigs.add, {
      ...recipient,
      mail_box: 'above@port.example',
    });
    await raise('low_battery', 'warning');
    for (const _ of [1, 2, 3, 4]) {
      await turn();
      await sooner();
    }
    expect(caught.map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
      `duty@port.example: [Warning] Low battery ${device.sn}`,
      `duty@port.example: [Warning] [nobody has taken it for 10 min] Low battery ${device.sn}`,
      `above@port.example: [Warning] [nobody has taken it for 30 min] Low battery ${device.sn}`,
    ]);
  });
  it('is told no further once it is taken', async () => {
    await mine.ok(alarmConfigs.add, recipient);
    const alarm = await raise();
    await turn();
    await api.db.query("update alarm set owner_id = (select min(id) from operator), owner = 'x' where id = $1", [
      alarm,
    ]);
    await sooner();
    await turn();
    expect(caught).toHaveLength(1);
  });
});

describe('an address that refuses', () => {
  it('gets nothing more after three refusals in a row, is shown, and counts anew once it is saved', async () => {
    refused = /^duty/;
    const { id } = await mine.ok(alarmConfigs.add, recipient);
    for (const kind of ['low_battery', 'out_of_fence', 'lock_fault', 'illegal_card']) {
      await raise(kind, 'warning');
      await turn();
    }
    const { rows } = await mine.ok(alarmConfigs.list, {});
    expect(rows[0]).toMatchObject({ mail_refusals: 3, phone_refusals: 0 });
    const sent = await api.db.query<{ state: string; answer: string }>('select state, answer from message');
    expect(sent.rows).toHaveLength(3);
    expect(sent.rows[0]).toMatchObject({ state: 'failed', answer: expect.stringContaining('no such user') });
    refused = null;
    await mine.ok(alarmConfigs.update, { id, ...recipient });
    await raise();
    await turn();
    expect(caught).toHaveLength(1);
  });
});

describe('recipients', () => {
  it('are added, read, changed, disabled and deleted, and a way that is on needs its address', async () => {
    const { id } = await mine.ok(alarmConfigs.add, recipient);
    expect(await mine.ok(alarmConfigs.detail, { id })).toMatchObject({ ...recipient, status: 1, org_id: org });
    await mine.ok(alarmConfigs.update, { id, ...recipient, phone: '13812342071', is_phone_config: true });
    expect((await mine.ok(alarmConfigs.list, { keyword: '2071' })).rows).toHaveLength(1);
    for (const wrong of [
      { mail_box: '' },
      { mail_box: 'nobody' },
      { is_phone_config: true },
      { phone: 'x' },
      { config_name: '' },
    ])
      expect((await mine.call(alarmConfigs.add, { ...recipient, config_name: 'Other', ...wrong })).verify.sign).toBe(
        'validation',
      );
    expect((await mine.call(alarmConfigs.add, recipient)).data).toEqual({ config_name: expect.any(String) });
    await mine.ok(alarmConfigs.delete, { ids: [id] });
    expect((await mine.ok(alarmConfigs.list, {})).rows).toEqual([]);
  });

  it('of each organisation are told, or whose serve it, or that nobody does', async () => {
    const bare = await mine.ok(alarmConfigs.coverage, {});
    expect(bare).toMatchObject({ mail: true, sms: false });
    expect(bare.rows.find((row) => row.org_id === org)).toMatchObject({ own: 0, by_org_name: null });
    await (await api.signedIn(await buildOperator(api.db, above))).ok(alarmConfigs.add, recipient);
    const { rows } = await mine.ok(alarmConfigs.coverage, {});
    expect(rows.map(({ org_id }) => org_id)).toEqual([org]);
    expect(rows[0]).toMatchObject({ own: 0, by_org_name: '' });
    await mine.ok(alarmConfigs.add, recipient);
    expect((await mine.ok(alarmConfigs.coverage, {})).rows[0]).toMatchObject({
      own: 1,
      by_org_name: expect.stringMatching(/./),
    });
  });

  it('are not told where no way leads to them: off, disabled, or refused again and again', async () => {
    const reached = async () => (await mine.ok(alarmConfigs.coverage, {})).rows[0]!.reached;
    const overseer = await api.signedIn(await buildOperator(api.db, above));
    const far = await overseer.ok(alarmConfigs.add, recipient);
    expect(await reached()).toBe(true);
    await overseer.ok(alarmConfigs.status, { ids: [far.id], status: 2 });
    expect(await reached()).toBe(false);
    // whoever is there in their own organisation counts, though by SMS, which the house has not
    const { id } = await mine.ok(alarmConfigs.add, {
      ...{ ...recipient, is_mail_config: false, phone: '13812342071', is_phone_config: true },
    });
    expect(await reached()).toBe(false);
    const ways = async () => (await mine.ok(alarmConfigs.detail, { id })).ways;
    expect(await ways()).toEqual([
      { channel: 'mail', on: false, health: 'well' },
      { channel: 'sms', on: true, health: 'unset' },
    ]);
    await mine.ok(alarmConfigs.update, { id, ...recipient });
    expect(await reached()).toBe(true);
    await api.db.query('update alarm_config set mail_refusals = 3 where id = $1', [id]);
    expect(await reached()).toBe(false);
    expect(await ways()).toMatchObject([{ channel: 'mail', on: true, health: 'refuses' }]);
  });
});

it('notices leave the codes of their address room, and end at sixty an hour, after which they wait', async () => {
  await mine.ok(alarmConfigs.add, recipient);
  await raise();
  await turn();
  await api.db.query(
    `insert into message (org_id, channel, purpose, recipient, address_hash, state, end_time, expire_time)
     select m.org_id, m.channel, 'alarm', m.recipient, m.address_hash, 'sent', now(), now() from message m, generate_series(1, 59)`,
  );
  const hash = (await api.db.query<{ address_hash: Buffer }>('select address_hash from message limit 1')).rows[0]!
    .address_hash;
  const against = async (purpose: string) =>
    (
      await api.db.query<{ why: string | null }>("select notice_refusal('mail', $1, $2, $3) as why", [
        hash,
        purpose,
        org,
      ])
    ).rows[0]!.why;
  expect([await against('second_factor'), await against('alarm')]).toEqual([null, 'messagesOften']);
  await raise('low_battery', 'warning');
  await turn();
  expect(caught).toHaveLength(1);
  await api.db.query("update message set create_time = now() - interval '2 hours'");
  await turn();
  expect(caught).toHaveLength(2);
});

it('tests leave the codes and notices of their address room, whoever tests it', async () => {
  const { id } = await mine.ok(alarmConfigs.add, recipient);
  const tested = async () => (await mine.call(alarmWays.test, { config_id: id, channel: 'mail' })).verify.sign;
  let tests = 0;
  while ((await tested()) === 'success') tests++;
  expect([tests, await tested()]).toEqual([10, 'tooMany']);
  const { rows } = await api.db.query<{ codes: string | null; approvals: string | null }>(
    `select notice_refusal('mail', address_hash, 'second_factor', $1) as codes, notice_refusal('mail', address_hash, 'approval', $1) as approvals
       from message limit 1`,
    [await buildOrganisation(api.db)],
  );
  expect(rows).toEqual([{ codes: null, approvals: null }]);
});
