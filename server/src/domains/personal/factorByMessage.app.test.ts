import { secondFactor } from '@plomb/contract/personal/secondFactor';
import { session } from '@plomb/contract/session/session';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openVerificationCodes } from '../../people/verificationCodes.ts';
import { openContent } from '../../platform/messages/outbox.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { authenticator, factorOf, setUpSecondFactor } from '../../testing/authenticator.ts';
import { type BuiltOperator, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';

let api: TestApi;
let org: number;
let who: BuiltOperator;
let caller: Caller;
const address = 'guard@port.example';

beforeAll(async () => {
  api = await startApi();
  org = await buildOrganisation(api.db);
  for (const channel of ['mail', 'sms'])
    await api.db.query(
      "insert into message_channel (channel, enabled, settings, changed_by) values ($1, true, '{}', 'x')",
      [channel],
    );
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.db.query('delete from message');
  await api.db.query('update message_channel set enabled = true');
  who = await buildOperator(api.db, org);
  await allow(true);
  caller = await api.signedIn(who);
});

const allow = (allowed: boolean) =>
  api.db.query(
    'update role set second_factor_by_message = $2 where id = (select role_id from operator where id = $1)',
    [who.id, allowed],
  );
const signIn = (code?: string) => api.caller().login(who.loginName, who.password, code);
/** what was written last, as whoever reads it would */
const lastMessage = async () => {
  const { rows } = await api.db.query<{ address_hash: Buffer; content: Buffer; channel: string }>(
    'select address_hash, content, channel from message order by id desc limit 1',
  );
  return { channel: rows[0]!.channel, ...openContent(api.vault, rows[0]!.address_hash, rows[0]!.content) };
};
const lastCode = async () => /\b\d{6}\b/.exec((await lastMessage()).text)![0];
const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000');
/** As if the last code had been asked for two minutes ago. */
const later = (minutes = 2) =>
  api.db.query(
    "update verification_code set create_time = create_time - $1::float8 * interval '1 minute', expire_time = expire_time - $1::float8 * interval '1 minute'",
    [minutes],
  );
const begin = async (channel: 'mail' | 'sms' = 'mail', to = address, code?: string) =>
  caller.call(secondFactor.beginByMessage, {
    password: await caller.seal(secondFactor.beginByMessage.path, who.password),
    channel,
    address: to,
    ...(code && { code }),
  });
const setUp = async () => {
  expect((await begin()).verify.sign).toBe('success');
  const { codes } = await caller.ok(secondFactor.confirm, { code: await lastCode() });
  return codes;
};
const messages = async () => (await api.db.query<{ n: number }>('select count(*)::int as n from message')).rows[0]!.n;

describe('a second factor by message', () => {
  it('is on once its address is confirmed by a code, and signs in by codes that are sent', async () => {
    const begun = await begin();
    expect(begun.data).toEqual({ recipient: 'g***@port.example', seconds: 60 });
    expect((await factorOf(caller)).channel).toBeNull();
    expect((await signIn()).verify.sign).toBe('success');
    expect(await lastMessage()).toMatchObject({ channel: 'mail', address });
    const { codes } = await caller.ok(secondFactor.confirm, { code: await lastCode() });
    expect(codes).toHaveLength(10);
    expect(await factorOf(caller)).toMatchObject({ channel: 'mail', recipient: 'g***@port.example', codesLeft: 10 });

    const asked = await signIn();
    expect(asked.verify).toEqual({
      sign: 'secondFactor',
      desc: 'A code was sent to g***@port.example; it holds for ten minutes',
    });
    expect(asked.data).toEqual({ recipient: 'g***@port.example', seconds: 60 });
    const code = await lastCode();
    expect((await signIn(wrongOf(code))).verify.desc).toBe('The code is wrong or has expired');
    expect((await signIn(code)).verify.sign).toBe('success');
    expect((await signIn(code)).verify.sign).toBe('secondFactor'); // once
    expect((await signIn(codes[0])).data.backupCodesLeft).toBe(9);
  });

  it('takes a telephone as well, and no address out of form', async () => {
    expect((await begin('sms', 'guard@port.example')).data).toEqual({ address: 'Phone number wrong' });
    expect((await begin('mail', '13812342071')).data).toEqual({ address: 'The mail address is wrong' });
    expect((await begin('sms', '138-1234 2071')).data).toMatchObject({ recipient: '138 **** 2071' });
    expect(await lastMessage()).toMatchObject({ channel: 'sms', address: '13812342071' });
  });

  it('is for roles alone that allow it, and sends nothing for others', async () => {
    await allow(false);
    expect((await factorOf(caller)).ways).toEqual([]);
    expect((await begin()).verify.desc).toMatch(/app only/);
    expect(await messages()).toBe(0);
    await allow(true);
    expect((await factorOf(caller)).ways).toEqual(['mail', 'sms']);
  });

  it('counts for a role that requires one only while it allows this one, and gives way to an app for a code', async () => {
    await setUp();
    await api.db.query(
      'update role set second_factor_required = true where id = (select role_id from operator where id = $1)',
      [who.id],
    );
    await later();
    await signIn();
    const first = api.caller();
    await first.login(who.loginName, who.password, await lastCode());
    expect((await first.ok(session.getAuth, {})).setUp).toBeUndefined();
    await allow(false);
    await later();
    await signIn();
    caller = api.caller();
    await caller.login(who.loginName, who.password, await lastCode());
    expect((await caller.ok(session.getAuth, {})).setUp).toBe('secondFactor');
    // never by the password alone
    const { path } = secondFactor.begin;
    const bare = await caller.call(secondFactor.begin, { password: await caller.seal(path, who.password) });
    expect(bare.data).toEqual({ code: 'Input cannot be empty' });
    await later();
    await caller.ok(secondFactor.sendCode, {});
    const { secret } = await caller.ok(secondFactor.begin, {
      password: await caller.seal(path, who.password),
      code: await lastCode(),
    });
    await caller.ok(secondFactor.confirm, { code: authenticator(secret)(-1) });
    expect(await factorOf(caller)).toMatchObject({ channel: 'app', recipient: '' });
    expect((await signIn()).verify.desc).toMatch(/authenticator app/);
  });

  it('takes no app’s place', async () => {
    await setUpSecondFactor(caller, who.password);
    expect((await begin()).verify.desc).toBe('Two-factor sign-in is on already');
    expect((await caller.call(secondFactor.sendCode, {})).verify.desc).toBe('Two-factor sign-in is off');
  });

  it('keeps neither address nor code readable, and logs neither', async () => {
    await setUp();
    await signIn();
    const code = await lastCode();
    const { rows } = await api.db.query<{ all: string }>(
      `select concat((select string_agg(row_to_json(f)::text || encode(f.secret, 'escape'), ' ') from second_factor f),
         (select string_agg(row_to_json(c)::text, ' ') from verification_code c),
         (select string_agg(row_to_json(m)::text || coalesce(encode(content, 'escape'), ''), ' ') from message m),
         (select string_agg(request_body || response_body || instruct, ' ') from operation_log l where l.operator_id = $1)) as all`,
      [who.id],
    );
    expect(rows[0]!.all).not.toContain(code);
    expect(rows[0]!.all).not.toContain(address);
  });
});

describe('a code that is sent', () => {
  it('says what it is for: to set it up, to sign in, and to prove who acts', async () => {
    await begin();
    expect((await lastMessage()).text).toContain('have your sign-in codes');
    await caller.ok(secondFactor.confirm, { code: await lastCode() });
    await later();
    await signIn();
    expect((await lastMessage()).text).toContain('to sign in to');
    await later();
    await caller.ok(secondFactor.sendCode, {});
    expect((await lastMessage()).text).toContain('that it is you who acts');
  });

  it('waits for no second connection while it holds one, however many are sent at once', async () => {
    const last = {
      connect: () => api.db.connect(),
      query: () => Promise.reject(new Error('all connections are held by those that wait')),
    } as unknown as Pool;
    const codes = openVerificationCodes(last, api.vault);
    const sent = await codes.send(who.id, 'setUp', { channel: 'mail', address }, 'en');
    expect(sent.recipient).toBe('g***@port.example');
  });

  it('is good for ten minutes', async () => {
    await setUp();
    await signIn();
    const code = await lastCode();
    await later(11);
    expect((await signIn(code)).verify.sign).toBe('secondFactor');
  });

  it('is good no more after five wrong tries, whoever typed them', async () => {
    await setUp();
    api.params.put('login_free_tries', '10');
    await signIn();
    const code = await lastCode();
    for (let i = 0; i < 5; i++) expect((await signIn(wrongOf(code))).verify.sign).toBe('secondFactor');
    expect((await signIn(code)).verify.sign).toBe('secondFactor');
    // nobody is told that one was sent while none is good
    const sent = await messages();
    await signIn();
    expect(await messages()).toBe(sent + 1);
    api.params.put('login_free_tries', null);
  });

  it('is judged no more often when all guesses come at once', async () => {
    await setUp();
    api.params.put('login_free_tries', '10');
    await signIn();
    const code = await lastCode();
    const replies = await Promise.all([...Array(9).fill(wrongOf(code)), code].map((one: string) => signIn(one)));
    const { rows } = await api.db.query<{ tries: number }>(
      'select max(tries) as tries from verification_code where operator_id = $1',
      [who.id],
    );
    expect(rows[0]!.tries).toBeLessThanOrEqual(5);
    expect(replies.filter((one) => one.verify.sign === 'success').length).toBeLessThanOrEqual(1);
    api.params.put('login_free_tries', null);
  });

  it('is good no more once codes go to another address', async () => {
    await setUp();
    await later();
    await signIn();
    await begin('sms', '13812342071', await lastCode());
    const ofSetUp = await lastCode();
    await later();
    await signIn();
    const toTheFormer = await lastMessage();
    expect(toTheFormer.address).toBe(address);
    await caller.ok(secondFactor.confirm, { code: ofSetUp });
    const code = /\b\d{6}\b/.exec(toTheFormer.text)![0];
    expect((await signIn(code)).verify.sign).toBe('secondFactor');
    await signIn();
    expect(await lastMessage()).toMatchObject({ channel: 'sms', address: '13812342071' });
  });

  it('is sent again to an address that waits to be confirmed, without a second proof', async () => {
    await setUp();
    await later();
    await signIn();
    const waits = { set_up: true };
    expect((await caller.call(secondFactor.sendCode, waits)).verify.sign).toBe('secondFactor');
    await begin('mail', 'other@port.example', await lastCode());
    await later();
    expect(await caller.ok(secondFactor.sendCode, waits)).toEqual({ recipient: 'o***@port.example', seconds: 60 });
    const again = await lastMessage();
    expect(again.address).toBe('other@port.example');
    await caller.ok(secondFactor.confirm, { code: await lastCode() });
    expect((await factorOf(caller)).recipient).toBe('o***@port.example');
  });

  it('confirms no other address than the one it went to, whatever was written down', async () => {
    await begin();
    await later();
    // as of a process that died before it wrote down where this one went
    const codes = openVerificationCodes(api.db, api.vault);
    await codes.send(who.id, 'setUp', { channel: 'mail', address: 'other@port.example' }, 'en');
    const { verify } = await caller.call(secondFactor.confirm, { code: await lastCode() });
    expect(verify.desc).toBe('The code is wrong or has expired');
    expect((await factorOf(caller)).channel).toBeNull();
  });

  it('works once, however many send it at the same moment', async () => {
    await setUp();
    await signIn();
    const code = await lastCode();
    const replies = await Promise.all([code, code, code].map(signIn));
    expect(replies.filter((one) => one.verify.sign === 'success')).toHaveLength(1);
  });

  it('is sent anew after a minute, ends the one before, and within the minute that one holds', async () => {
    await setUp();
    await signIn();
    const first = await lastCode();
    const sent = await messages();
    await later(0.5);
    const again = await signIn();
    expect(again.data).toMatchObject({ recipient: 'g***@port.example' });
    expect(Number((again.data as unknown as { seconds: number }).seconds)).toBeLessThanOrEqual(30);
    expect(await messages()).toBe(sent);
    await later();
    await signIn();
    const second = await lastCode();
    if (second !== first) expect((await signIn(first)).verify.sign).toBe('secondFactor');
    expect((await signIn(second)).verify.sign).toBe('success');
  });

  it('is one of ten an hour; who gets none may type a backup code', async () => {
    const codes = await setUp();
    for (let i = 0; i < 9; i++) {
      await later();
      await signIn();
    }
    const sent = await messages();
    await later();
    const refused = await signIn();
    expect(refused.verify).toEqual({ sign: 'secondFactor', desc: expect.stringMatching(/backup code/) });
    expect(await messages()).toBe(sent);
    expect((await signIn(codes[0])).verify.sign).toBe('success');
  });

  it('is not sent where mail is switched off, and the person is told of backup codes', async () => {
    const codes = await setUp();
    await api.db.query('update message_channel set enabled = false');
    expect((await signIn()).verify.desc).toMatch(/backup code/);
    expect((await signIn(codes[0])).verify.sign).toBe('success');
  });

  it('is sent for a right password alone: what strangers are told is the same for everybody', async () => {
    await setUp();
    const sent = await messages();
    const wrong = await api.caller().login(who.loginName, 'not it');
    const unknown = await api.caller().login('nobody-of-that-name', 'not it');
    expect(wrong.verify).toEqual(unknown.verify);
    expect(await messages()).toBe(sent);
  });

  it('of a set-up proves nothing else, and the other way round', async () => {
    await setUp();
    await later();
    await signIn();
    const proof = await lastCode();
    await begin('mail', 'other@port.example', proof);
    const ofSetUp = await lastCode();
    await later(0);
    if (ofSetUp !== proof) expect((await signIn(ofSetUp)).verify.sign).toBe('secondFactor');
    expect((await caller.call(secondFactor.confirm, { code: proof })).verify.sign).toBe('secondFactor');
    await caller.ok(secondFactor.confirm, { code: ofSetUp });
    expect((await factorOf(caller)).recipient).toBe('o***@port.example');
  });
});
