import { errors } from '@plomb/contract/errors';
import { alarmConfigs } from '@plomb/contract/mailbox/alarmConfig';
import { alarmWays } from '@plomb/contract/mailbox/alarmWays';
import { channels } from '@plomb/contract/messages/channels';
import { operationLogs } from '@plomb/contract/system/logs/logs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CaughtMail, startMailCatcher } from '../../demo/mailCatcher.ts';
import { openContacts } from '../../people/contacts.ts';
import { openLog } from '../../platform/log.ts';
import { openSending } from '../../platform/messages/sending.ts';
import { adminPassword, startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltDevice, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { startReceiver } from '../../testing/receiver.ts';
import { followAlarms } from './follow.ts';
import { openTelling } from './tell.ts';
import { openTroubles } from './troubles.ts';

let api: TestApi;
let above: number;
let org: number;
let keeper: Awaited<ReturnType<typeof buildOperator>>;
let mine: Caller;
let device: BuiltDevice;
let server: Awaited<ReturnType<typeof startMailCatcher>>;
let caught: CaughtMail[] = [];
let refused: RegExp | null = null;
/** what the mail server answers before a mail; set: it is busy */
let busy = false;
const log = openLog('silent');
const escalation = { again: 10, further: 30 };
const origin = 'https://locks.example';

beforeAll(async () => {
  api = await startApi({ CONSOLE_URL: origin });
  const root = await api.signedIn({ loginName: 'admin', password: adminPassword });
  server = await startMailCatcher((mail) => caught.push(mail), {
    onRcptTo({ address }, _, done) {
      if (busy) return done(Object.assign(new Error('later'), { responseCode: 451 }));
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
  busy = false;
  for (const table of ['message', 'alarm_due', 'alarm_notice', 'alarm_config', 'alarm_left', 'contact'])
    await api.db.query(`delete from ${table}`);
  above = await buildOrganisation(api.db);
  org = await buildOrganisation(api.db, above);
  keeper = await buildOperator(api.db, org);
  mine = await api.signedIn(keeper);
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
/** the lock rings, and what it rang before is dealt with */
const raise = async (kind = 'illegal_unlock') => {
  await api.db.query("update alarm set process_time = now(), result = 'handled' where process_time is null");
  await api.db.query(
    `insert into alarm (device_id, org_id, kind, severity, first_time, last_time, lon, lat)
     select id, org_id, $2, 'critical', now(), now(), 121.5, 31.25 from device where id = $1`,
    [device.id, kind],
  );
};
const send = async () => {
  const sending = openSending({ db: api.db, vault: api.vault, allowed: ['127.0.0.0/8'], log });
  await sending.turn();
  await sending.settled();
  await sending.turn();
  await sending.settled();
};
const deps = () => ({ db: api.db, vault: api.vault, origin, log, escalation: () => escalation });
const turn = async () => {
  await followAlarms(api.db, escalation);
  await openTelling(deps())();
  await send();
};
const contacts = () => openContacts(api.db, api.vault, { spend: async () => true });
/** administrators are told what fails */
const tellTroubles = async () => {
  await openTroubles({ db: api.db, vault: api.vault, contacts: contacts(), origin })();
  await send();
};
const reachedAt = async (operator: { id: number }, address: string) => {
  await contacts().begin(operator.id, 'mail', address);
  await contacts().confirm(operator.id, '', 'en');
};
const header = (name: string, mail = caught.at(-1)!) =>
  new RegExp(`^${name}: +(.*)$`, 'im').exec(mail.raw.replaceAll('\r\n', '\n').replace(/\n[ \t]+/g, ' '))?.[1];
const linkIn = (mail = caught.at(-1)!) => header('List-Unsubscribe', mail)!.slice(1, -1);
const pathOf = (link: string) => link.replace(origin, '');
/** as a mail program does it, without asking */
const oneClick = (link: string) =>
  api.app.inject({
    method: 'POST',
    url: pathOf(link),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });
const left = async (id: number) => (await mine.ok(alarmConfigs.detail, { id })).mail_left;
const mailed = async () => {
  await raise();
  await turn();
};

describe('a mail of an alarm', () => {
  it('can be left by one click of the mail program, as RFC 8058 has it, and nothing more is mailed there', async () => {
    const { id } = await mine.ok(alarmConfigs.add, recipient);
    await mailed();
    expect(header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    const link = linkIn();
    expect(link).toMatch(/^https:\/\/locks\.example\/notices\/leave\/\d+\.[\w-]{32}$/);
    expect(caught[0]!.text).toContain(`To receive it no more: ${link}`);
    expect((await oneClick(link)).statusCode).toBe(200);
    expect(await left(id)).toBe(true);
    await mailed();
    expect(caught).toHaveLength(1);
    expect((await mine.ok(alarmConfigs.coverage, {})).rows[0]!.reached).toBe(false);
  });

  it('leads to a page that asks first: to look changes nothing, and to say it twice changes nothing more', async () => {
    const { id } = await mine.ok(alarmConfigs.add, recipient);
    await mailed();
    const url = pathOf(linkIn());
    const asked = await api.app.inject({ method: 'GET', url, headers: { 'accept-language': 'zh-CN' } });
    expect(asked.body).toContain('不再接收告警邮件？');
    expect(asked.body).toContain('<form method="post">');
    expect(asked.headers['content-security-policy']).toContain("form-action 'self'");
    expect(await left(id)).toBe(false);
    await oneClick(linkIn());
    const since = async () => (await mine.ok(alarmConfigs.troubles, {})).rows[0]!.since;
    const first = await since();
    await oneClick(linkIn());
    expect(await since()).toBe(first);
  });

  it('tells nothing to who shows a link that is none, another’s, or of an address that is no more', async () => {
    const { id } = await mine.ok(alarmConfigs.add, recipient);
    await mailed();
    const link = linkIn();
    const right = await oneClick(link);
    await api.db.query('delete from alarm_left');
    await mine.ok(alarmConfigs.update, { id, ...recipient, mail_box: 'other@port.example' });
    const other = await mine.ok(alarmConfigs.add, { ...recipient, config_name: 'Other' });
    for (const shown of [
      link,
      link.replace(/\/\d+\./, `/${other.id}.`),
      link.replace('/leave/', '/return/'),
      `${link.slice(0, -2)}xx`,
      `${origin}/notices/leave/1.x`,
    ]) {
      const answer = await oneClick(shown);
      expect(answer.statusCode).toBe(200);
      if (!shown.includes('/return/')) expect(answer.body).toBe(right.body);
    }
    expect([await left(id), await left(other.id)]).toEqual([false, false]);
  });

  it('has no such link where nobody said where the console is', async () => {
    await mine.ok(alarmConfigs.add, recipient);
    await raise();
    await followAlarms(api.db, escalation);
    await openTelling({ ...deps(), origin: '' })();
    await send();
    expect(header('List-Unsubscribe')).toBeUndefined();
    expect(caught[0]!.text).toContain('ask the administrator');
  });

  it('that waits is not sent any more to who has left meanwhile', async () => {
    await mine.ok(alarmConfigs.add, recipient);
    await mailed();
    busy = true;
    await mailed();
    await oneClick(linkIn(caught[0]));
    busy = false;
    await api.db.query('update message set next_time = now()');
    await send();
    expect(caught).toHaveLength(1);
  });
});

describe('who has left', () => {
  const leave = async () => {
    const { id } = await mine.ok(alarmConfigs.add, recipient);
    await mailed();
    await oneClick(linkIn());
    return id;
  };
  it('is seen by administrators with the time, and comes back by their own deed once they are asked to', async () => {
    const id = await leave();
    expect((await mine.ok(alarmConfigs.troubles, {})).rows).toMatchObject([
      { config_id: id, channel: 'mail', kind: 'left', address: 'duty@port.example', invite_time: null },
    ]);
    // to save the recipient is not to be asked back
    await mine.ok(alarmConfigs.update, { id, ...recipient });
    expect(await left(id)).toBe(true);
    await mine.ok(alarmConfigs.invite, { id });
    await send();
    const invited = caught.at(-1)!;
    expect(invited).toMatchObject({
      to: 'duty@port.example',
      subject: 'Invitation to receive notices of alarms again',
    });
    const link = /https:\S+/.exec(invited.text)![0];
    expect((await api.app.inject({ method: 'GET', url: pathOf(link) })).body).toContain('again');
    expect(await left(id)).toBe(true);
    await oneClick(link);
    expect(await left(id)).toBe(false);
    await mailed();
    expect(caught.at(-1)!.subject).toContain('Illegal unlock');
    expect((await mine.call(alarmConfigs.invite, { id })).verify.desc).toBe(errors.mailboxNotLeft.en);
    expect((await mine.ok(operationLogs.list, {})).rows.map(({ title }) => JSON.stringify(title)).join()).toMatch(
      /Invite/,
    );
  });

  it('does not come back by an old invitation, and is not asked more than twice an hour', async () => {
    const id = await leave();
    await mine.ok(alarmConfigs.invite, { id });
    await send();
    const link = /https:\S+/.exec(caught.at(-1)!.text)![0];
    await oneClick(link);
    await mailed();
    await oneClick(linkIn());
    await oneClick(link);
    expect(await left(id)).toBe(true);
    await mine.ok(alarmConfigs.invite, { id });
    expect((await mine.call(alarmConfigs.invite, { id })).verify.desc).toBe(errors.messagesOften.en);
  });

  it.each([
    [
      'who has it back',
      (id: number) => mine.ok(alarmConfigs.update, { id, ...recipient, mail_box: 'DUTY@port.example' }),
    ],
    [
      'who is added anew',
      async (id: number) => {
        await mine.ok(alarmConfigs.delete, { ids: [id] });
        return mine.ok(alarmConfigs.add, recipient);
      },
    ],
    ['who stands beside it', () => mine.ok(alarmConfigs.add, { ...recipient, config_name: 'Night desk' })],
  ])('is not mailed again because its address was typed anew, of a recipient %s', async (_, typed) => {
    const id = await leave();
    await mine.ok(alarmConfigs.update, { id, ...recipient, mail_box: 'other@port.example' });
    expect(await left(id)).toBe(false);
    await typed(id);
    const [one] = (await mine.ok(alarmConfigs.list, { sort: '-create_time' })).rows;
    expect(one!.mail_left).toBe(true);
    caught = [];
    await mailed();
    expect(caught.map(({ to }) => to.toLowerCase())).not.toContain('duty@port.example');
    expect((await mine.ok(alarmConfigs.troubles, {})).rows).toMatchObject([{ config_id: one!.id, kind: 'left' }]);
    // it takes its reader's own deed
    await mine.ok(alarmConfigs.invite, { id: one!.id });
    await send();
    await oneClick(/https:\S+/.exec(caught.at(-1)!.text)![0]);
    expect(await left(one!.id)).toBe(false);
  });
  it('has left one organisation: another that names the address mails it', async () => {
    await leave();
    const below = await buildOrganisation(api.db, org);
    mine = await api.signedIn(keeper);
    const { id } = await mine.ok(alarmConfigs.add, { ...recipient, org_id: below });
    expect(await left(id)).toBe(false);
  });

  it('was the last who is reached: administrators are told that nobody is, not at that address', async () => {
    const other = await buildOperator(api.db, org);
    await reachedAt(keeper, 'duty@port.example');
    await reachedAt(other, 'admin@port.example');
    const id = await leave();
    await tellTroubles();
    const told = caught.filter(({ subject }) => subject.includes('fails'));
    expect(told.map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
      'admin@port.example: [nobody is reached] A way of telling alarms fails',
    ]);
    expect(told[0]!.text).toContain(`${origin}/alarmConfig?id=${id}`);
    expect(told[0]!.text).not.toContain('duty@port.example');
    expect((await mine.ok(alarmConfigs.troubles, {})).rows).toMatchObject([{ told: 1, told_time: expect.any(String) }]);
    await tellTroubles();
    expect(caught.filter(({ subject }) => subject.includes('fails'))).toHaveLength(1);
  });
});

describe('an address that refuses three times', () => {
  const refuse = async () => {
    refused = /^duty/;
    const { id } = await mine.ok(alarmConfigs.add, recipient);
    for (const kind of ['illegal_unlock', 'illegal_unlocking', 'wrong_password']) {
      await raise(kind);
      await turn();
    }
    return id;
  };
  it('stands in the console until it is mended, and those who look after it are told by another way, the nearest who are reached', async () => {
    await reachedAt(await buildOperator(api.db, above), 'above@port.example');
    const id = await refuse();
    await tellTroubles();
    expect(caught.map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
      'above@port.example: [nobody is reached] A way of telling alarms fails',
    ]);
    expect(caught[0]!.text).toContain('Mail d***@port.example refused three times in a row');
    expect((await mine.ok(alarmConfigs.troubles, {})).rows).toMatchObject([
      { config_id: id, kind: 'refuses', channel: 'mail', told: 1 },
    ]);
    await mine.ok(alarmConfigs.update, { id, ...recipient });
    expect((await mine.ok(alarmConfigs.troubles, {})).rows).toEqual([]);
  });

  it('is no trouble any more once a test gets through, nor of another address', async () => {
    const id = await refuse();
    refused = null;
    await mine.ok(alarmWays.test, { config_id: id, channel: 'mail' });
    await send();
    expect((await mine.ok(alarmConfigs.troubles, {})).rows).toEqual([]);
    await api.db.query('delete from message');
    await mine.ok(alarmConfigs.delete, { ids: [id] });
    const again = await refuse();
    await mine.ok(alarmConfigs.update, { id: again, ...recipient, mail_box: 'new@port.example' });
    expect((await mine.ok(alarmConfigs.troubles, {})).rows).toEqual([]);
  });

  it('is told of the same for a robot or a webhook, and not seen by another organisation', async () => {
    const receiver = await startReceiver(() => ({ status: 404 }));
    const { id } = await mine.ok(alarmConfigs.add, { ...recipient, is_mail_config: false });
    await mine.ok(alarmWays.save, {
      ...{ config_id: id, channel: 'webhook', enabled: true },
      address: await mine.seal(alarmWays.save.path, `${receiver.url}/hook`),
    });
    for (let n = 0; n < 3; n++) await mailed();
    await receiver.stop();
    expect((await mine.ok(alarmConfigs.troubles, {})).rows).toMatchObject([{ channel: 'webhook', kind: 'refuses' }]);
    const stranger = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
    expect((await stranger.ok(alarmConfigs.troubles, {})).rows).toEqual([]);
    await mine.ok(alarmWays.remove, { config_id: id, channel: 'webhook' });
    expect((await mine.ok(alarmConfigs.troubles, {})).rows).toEqual([]);
  });
});

describe('what waits', () => {
  const waiting = async () => {
    const { id } = await mine.ok(alarmConfigs.add, recipient);
    busy = true;
    await mailed();
    busy = false;
    await api.db.query('update message set next_time = now()');
    return id;
  };
  const states = async () =>
    (await api.db.query<{ state: string }>('select state from message order by id')).rows.map(({ state }) => state);
  it.each([
    ['is disabled', (id: number) => mine.ok(alarmConfigs.status, { ids: [id], status: 2 })],
    ['is deleted', (id: number) => mine.ok(alarmConfigs.delete, { ids: [id] })],
    [
      'has mail switched off',
      (id: number) => mine.ok(alarmConfigs.update, { id, ...recipient, is_mail_config: false }),
    ],
    [
      'has another address',
      (id: number) => mine.ok(alarmConfigs.update, { id, ...recipient, mail_box: 'b@port.example' }),
    ],
  ])('is not sent to a recipient who %s meanwhile', async (_, change) => {
    const id = await waiting();
    await change(id);
    await send();
    expect(caught).toEqual([]);
    expect(await states()).toEqual(['lapsed']);
  });
  it('is sent to one who only got another name', async () => {
    const id = await waiting();
    await mine.ok(alarmConfigs.update, { id, ...recipient, config_name: 'Night desk' });
    await send();
    expect(caught).toHaveLength(1);
  });
});

describe('the pace of an address that several organisations tell', () => {
  const hashOf = async () =>
    (await api.db.query<{ address_hash: Buffer }>('select address_hash from message limit 1')).rows[0]!.address_hash;
  const sent = (of: number, count: number) =>
    api.db.query(
      `insert into message (org_id, channel, purpose, recipient, address_hash, state, end_time, expire_time)
       select $1, m.channel, 'alarm', m.recipient, m.address_hash, 'sent', now(), now()
         from (select * from message order by id limit 1) m, generate_series(1, $2)`,
      [of, count],
    );
  const against = async (of: number) =>
    (
      await api.db.query<{ why: string | null }>("select notice_refusal('mail', $1, 'alarm', $2) as why", [
        await hashOf(),
        of,
      ])
    ).rows[0]!.why;

  it('is each organisation’s own: sixty of one leave another its room', async () => {
    await mine.ok(alarmConfigs.add, recipient);
    await mailed();
    await sent(org, 59);
    expect(await against(org)).toBe('messagesOften');
    expect(await against(above)).toBeNull();
  });

  it('is shared evenly once all together have had 240, and ends there', async () => {
    await mine.ok(alarmConfigs.add, recipient);
    await mailed();
    await api.db.query("update message set create_time = now() - interval '2 hours'");
    const many = [];
    for (let n = 0; n < 5; n++) many.push(await buildOrganisation(api.db));
    for (const one of many.slice(0, 4)) await sent(one, 60);
    // the fifth has its fifth of 240, and no more
    expect(await against(many[4]!)).toBeNull();
    await sent(many[4]!, 47);
    expect(await against(many[4]!)).toBeNull();
    await sent(many[4]!, 1);
    expect(await against(many[4]!)).toBe('messagesOften');
  });
});
