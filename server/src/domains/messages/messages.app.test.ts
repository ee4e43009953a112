import { createServer, type Socket } from 'node:net';
import { channels } from '@plomb/contract/messages/channels';
import { type MessagePurpose, messages } from '@plomb/contract/messages/messages';
import { operationLogs } from '@plomb/contract/system/logs/logs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CaughtMail, startMailCatcher } from '../../demo/mailCatcher.ts';
import { openLog } from '../../platform/log.ts';
import { writeMessage } from '../../platform/messages/outbox.ts';
import { openSending } from '../../platform/messages/sending.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import { adminPassword, startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltOperator, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';

let api: TestApi;
let root: Caller;
let org: number;
let who: BuiltOperator;
let server: Awaited<ReturnType<typeof startMailCatcher>>;
let caught: CaughtMail[] = [];
/** what the server answers to a recipient */
let refusal: string | null = null;

beforeAll(async () => {
  api = await startApi();
  root = await api.signedIn({ loginName: 'admin', password: adminPassword });
  org = await buildOrganisation(api.db);
  who = await buildOperator(api.db, org);
  server = await startMailCatcher((mail) => caught.push(mail), {
    onRcptTo(_, __, done) {
      if (refusal === null) return done();
      done(Object.assign(new Error(refusal.slice(4)), { responseCode: Number(refusal.slice(0, 3)) }));
    },
  });
});
afterAll(async () => {
  await server.stop();
  await api.stop();
});
const settings = () => ({
  enabled: true,
  host: '127.0.0.1',
  port: server.port,
  security: 'none' as const,
  user_name: '',
  from_address: 'locks@port.example',
  from_name: 'Locks',
});
beforeEach(async () => {
  caught = [];
  refusal = null;
  await api.db.query('delete from message');
  await root.ok(channels.updateMail, settings());
});

/** one look of whoever sends, until everything it began is over */
const turn = async (allowed = ['127.0.0.0/8']) => {
  const sending = openSending({ db: api.db, vault: api.vault, allowed, log: openLog('silent') });
  await sending.turn();
  await sending.settled();
};
const write = (address = 'guard@port.example', seconds = 600, purpose: MessagePurpose = 'test') =>
  writeMessage(api.db, api.vault, {
    orgId: org,
    operator: { id: who.id, operName: 'Who' },
    channel: 'mail',
    address,
    purpose,
    subject: 'Your code',
    text: 'The code is 424242.',
    seconds,
  });
const rowOf = async (id: number) =>
  (await api.db.query<Record<string, unknown>>('select * from message where id = $1', [id])).rows[0]!;
const sooner = () => api.db.query('update message set next_time = now()');

describe('a message', () => {
  it('is sent once what caused it is committed, and not when that was taken back', async () => {
    await transaction(api.db, async (client) => {
      await writeMessage(client, api.vault, {
        orgId: org,
        operator: { id: who.id, operName: 'Who' },
        channel: 'mail',
        address: 'never@port.example',
        purpose: 'test',
        subject: 'x',
        text: 'x',
        seconds: 600,
      });
      throw new Error('taken back');
    }).catch(() => undefined);
    const id = await write();
    await turn();
    expect(caught.map(({ to, subject, text }) => ({ to, subject, text }))).toEqual([
      { to: 'guard@port.example', subject: 'Your code', text: 'The code is 424242.' },
    ]);
    expect(await rowOf(id)).toMatchObject({
      state: 'sent',
      content: null,
      attempts: 1,
      recipient: 'g***@port.example',
    });
    await turn();
    expect(caught).toHaveLength(1);
  });

  it('lies sealed while it waits: neither its words nor its address can be read off the database', async () => {
    const id = await write();
    const row = JSON.stringify(await rowOf(id));
    expect(row).not.toMatch(/424242|guard@/);
    const { content } = (await rowOf(id)) as { content: Buffer };
    expect(content.toString('latin1')).not.toMatch(/424242|guard@/);
  });

  it('that is not taken is tried again until it is, and the answer stands in its record with the address covered', async () => {
    const id = await write();
    refusal = '451 <Guard@PORT.example> is busy';
    await turn();
    expect(await rowOf(id)).toMatchObject({ state: 'waiting', answer: '451 <g***@port.example> is busy', attempts: 1 });
    await turn();
    expect(await rowOf(id)).toMatchObject({ attempts: 1 }); // not before its time
    refusal = null;
    await sooner();
    await turn();
    expect(await rowOf(id)).toMatchObject({ state: 'sent', attempts: 2 });
    expect(caught).toHaveLength(1);
  });

  it('that is refused for good ends there', async () => {
    const id = await write();
    refusal = '550 no such mailbox';
    await turn();
    expect(await rowOf(id)).toMatchObject({ state: 'failed', answer: '550 no such mailbox', content: null });
    refusal = null;
    await sooner();
    await turn();
    expect(caught).toEqual([]);
  });

  it('lapses when it is of no use any more', async () => {
    const id = await write('guard@port.example', 0);
    await turn();
    expect(await rowOf(id)).toMatchObject({ state: 'lapsed', content: null, attempts: 0 });
    expect(caught).toEqual([]);
  });

  it('whose sender died while handing it over is of unknown outcome, and is not sent again', async () => {
    const id = await write();
    await api.db.query(
      "update message set state = 'sending', attempts = 1, attempt_time = now() - interval '3 minutes' where id = $1",
      [id],
    );
    await turn();
    expect(await rowOf(id)).toMatchObject({ state: 'unknown', content: null });
    expect(caught).toEqual([]);
  });

  it('is handed over once by two who look at the same moment', async () => {
    for (let i = 0; i < 5; i++) await write(`guard${i}@port.example`);
    await Promise.all([turn(), turn()]);
    expect(caught.map(({ to }) => to).sort()).toEqual([0, 1, 2, 3, 4].map((i) => `guard${i}@port.example`));
  });

  it('waits for none of the other channel: a server that never answers keeps no short message back', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
    await new Promise<void>((done) => void silent.listen(0, '127.0.0.1', done));
    const { port } = silent.address() as { port: number };
    await root.ok(channels.updateMail, { ...settings(), port });
    for (let i = 0; i < 12; i++) await write(`guard${i}@port.example`);
    const slow = openSending({ db: api.db, vault: api.vault, allowed: ['127.0.0.0/8'], log: openLog('silent') });
    await slow.turn();
    await slow.turn();
    const { rows } = await api.db.query<{ state: string; n: number }>(
      'select state, count(*)::int as n from message group by 1 order by 1',
    );
    expect(rows).toEqual([
      { state: 'sending', n: 10 },
      { state: 'waiting', n: 2 },
    ]);
    await new Promise((done) => {
      silent.close(done);
      for (const socket of sockets) socket.destroy();
    });
    await slow.settled();
    expect(
      (await rowOf((await api.db.query<{ id: number }>('select min(id) as id from message')).rows[0]!.id)).state,
    ).toBe('waiting');
  });

  it('goes nowhere inside that the settings do not open', async () => {
    const id = await write();
    await turn([]);
    expect(await rowOf(id)).toMatchObject({ state: 'waiting', answer: 'EINSIDE' });
  });

  it('is refused where its channel is off, and beyond twenty an hour to one address, however it is spelt', async () => {
    for (let i = 0; i < 20; i++) await write(i % 2 ? 'guard@port.example' : ' GUARD@port.example ', 600, 'export');
    await expect(write()).rejects.toMatchObject({ code: 'messagesOften' });
    await expect(write('another@port.example')).resolves.toBeGreaterThan(0);
    await root.ok(channels.updateMail, { ...settings(), enabled: false });
    await expect(write('another@port.example')).rejects.toMatchObject({ code: 'messageChannelOff' });
  });
});

describe('the record of messages', () => {
  it('shows those of one’s organisations, covered, and of others nothing', async () => {
    const id = await write();
    const mine = await api.signedIn(who);
    const other = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
    expect((await mine.ok(messages.list, {})).rows).toEqual([
      expect.objectContaining({
        id,
        recipient: 'g***@port.example',
        state: 'waiting',
        oper_name: 'Who',
        purpose: 'test',
      }),
    ]);
    expect((await mine.ok(messages.list, { state: 'sent' })).rows).toEqual([]);
    expect((await mine.ok(messages.list, { keyword: 'g***@port' })).rows).toHaveLength(1);
    expect((await other.ok(messages.list, {})).rows).toEqual([]);
    expect((await other.call(messages.detail, { id })).verify.sign).toBe('notFound');
  });
});

describe('the mail server', () => {
  it('is managed by the root organisation alone', async () => {
    const other = await api.signedIn(who);
    for (const reply of [
      await other.call(channels.find, {}),
      await other.call(channels.updateMail, settings()),
      await other.call(channels.test, { channel: 'mail', address: 'guard@port.example' }),
    ])
      expect(reply.verify.desc).toMatch(/root organisation/);
  });

  it('keeps its password sealed, tells it to nobody, and asks for it again with another server', async () => {
    const account = { ...settings(), user_name: 'locks' };
    const sealed = () => root.seal(channels.updateMail.path, 'a secret of mine');
    expect((await root.call(channels.updateMail, account)).data).toEqual({ secret: expect.stringMatching(/empty/) });
    await root.ok(channels.updateMail, { ...account, secret: await sealed() });
    const { mail } = await root.ok(channels.find, {});
    expect(mail).toMatchObject({ has_secret: true, user_name: 'locks' });
    expect(JSON.stringify(mail)).not.toContain('a secret');
    const { rows } = await api.db.query<{ row: string }>(
      "select row_to_json(c)::text || encode(secret, 'escape') as row from message_channel c",
    );
    expect(JSON.stringify(rows)).not.toContain('a secret');
    await root.ok(channels.updateMail, { ...account, from_name: 'Other' });
    for (const elsewhere of [{ host: 'thief.example' }, { port: 26 }, { user_name: 'other' }])
      expect((await root.call(channels.updateMail, { ...account, ...elsewhere })).data).toEqual({
        secret: expect.stringMatching(/another/),
      });
    const { rows: logs } = await root.ok(operationLogs.list, { business_type: 'update' });
    expect(JSON.stringify(await root.ok(operationLogs.detail, { id: logs[0]!.id }))).not.toContain('a secret');
    expect((await root.call(channels.updateMail, { ...account, version: 'old' })).verify.sign).toBe('conflict');
  });

  it('is tried by a message whose record says what the server said', async () => {
    expect((await root.call(channels.test, { channel: 'mail', address: 'no address' })).data).toEqual({
      address: expect.stringMatching(/mail address/),
    });
    const { id } = await root.ok(channels.test, { channel: 'mail', address: 'guard@port.example' });
    await turn();
    expect(caught[0]?.subject).toMatch(/^Test message/);
    expect(await root.ok(messages.detail, { id })).toMatchObject({
      state: 'sent',
      answer: expect.stringMatching(/^250/),
    });
  });
});
