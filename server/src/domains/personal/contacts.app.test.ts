import { errors } from '@plomb/contract/errors';
import { contacts } from '@plomb/contract/personal/contacts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openVerificationCodes } from '../../people/verificationCodes.ts';
import { openContent } from '../../platform/messages/outbox.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltOperator, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';

let api: TestApi;
let org: number;
let who: BuiltOperator;
let caller: Caller;

beforeAll(async () => {
  api = await startApi();
  org = await buildOrganisation(api.db);
  await api.db.query(
    "insert into message_channel (channel, enabled, settings, changed_by) values ('mail', true, '{}', 'x')",
  );
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.db.query('delete from message');
  who = await buildOperator(api.db, org, []);
  caller = await api.signedIn(who);
});

const lastMessage = async () => {
  const { rows } = await api.db.query<{ address_hash: Buffer; content: Buffer; purpose: string }>(
    'select address_hash, content, purpose from message order by id desc limit 1',
  );
  return { purpose: rows[0]!.purpose, ...openContent(api.vault, rows[0]!.address_hash, rows[0]!.content) };
};
const lastCode = async () => /\b\d{6}\b/.exec((await lastMessage()).text)![0];
const begin = (address: string) => caller.call(contacts.begin, { channel: 'mail', address });
const kept = async () => (await caller.ok(contacts.list, {})).rows.map(({ recipient }) => recipient);
/** As if the last code had been asked for two minutes ago. */
const later = () => api.db.query("update verification_code set create_time = create_time - interval '2 minutes'");

it('counts once the code that was sent there is typed, and is covered wherever it is read', async () => {
  expect(await caller.ok(contacts.list, {})).toEqual({ rows: [], ways: ['mail'] });
  expect((await begin('guard@port.example')).data).toEqual({ recipient: 'g***@port.example', seconds: 60 });
  expect(await lastMessage()).toMatchObject({ purpose: 'contact', address: 'guard@port.example' });
  expect(await kept()).toEqual([]);
  const code = await lastCode();
  const wrong = await caller.call(contacts.confirm, { code: code === '000000' ? '000001' : '000000' });
  expect(wrong.verify.desc).toBe(errors.contactWrong.en);
  await caller.ok(contacts.confirm, { code });
  expect(await kept()).toEqual(['g***@port.example']);
  expect((await caller.call(contacts.confirm, { code })).verify.desc).toBe(errors.contactWrong.en);
  const { rows } = await api.db.query('select address from contact where operator_id = $1', [who.id]);
  expect(rows[0].address.toString()).not.toContain('guard');
});

it('stays what it was until another is confirmed, and the code of the one confirms no other', async () => {
  await begin('guard@port.example');
  await caller.ok(contacts.confirm, { code: await lastCode() });
  await later();
  await begin('first@port.example');
  const first = await lastCode();
  // within the minute no other is begun, and what waits is what it was
  expect((await begin('other@port.example')).verify.sign).toBe('tooMany');
  expect(await kept()).toEqual(['g***@port.example']);
  await caller.ok(contacts.confirm, { code: first });
  expect(await kept()).toEqual(['f***@port.example']);
  await later();
  await begin('waits@port.example');
  await later();
  // as of a process that died before it wrote down where this one went
  await openVerificationCodes(api.db, api.vault).send(
    who.id,
    'contact',
    { channel: 'mail', address: 'other@port.example' },
    'en',
  );
  expect((await caller.call(contacts.confirm, { code: await lastCode() })).verify.desc).toBe(errors.contactWrong.en);
  expect(await kept()).toEqual(['f***@port.example']);
});

it('is sent five codes an hour at most, so that those of signing in get through', async () => {
  for (let n = 0; n < 5; n++) {
    expect((await begin('guard@port.example')).verify.sign).toBe('success');
    await later();
  }
  expect((await begin('guard@port.example')).verify.desc).toBe(errors.messagesOften.en);
  expect((await begin('other@port.example')).verify.sign).toBe('success');
  const owner = await buildOperator(api.db, org, []);
  await openVerificationCodes(api.db, api.vault).send(
    owner.id,
    'signIn',
    { channel: 'mail', address: 'guard@port.example' },
    'en',
  );
  expect(await lastMessage()).toMatchObject({ purpose: 'second_factor', address: 'guard@port.example' });
});

it('is removed by a fresh proof, and none of another is', async () => {
  await begin('guard@port.example');
  await caller.ok(contacts.confirm, { code: await lastCode() });
  const other = await api.signedIn(await buildOperator(api.db, org, []));
  expect((await other.call(contacts.remove, { channel: 'mail' })).verify.desc).toBe(errors.notFound.en);
  await api.db.query("update session set confirm_time = now() - interval '2 hours' where operator_id = $1", [who.id]);
  expect((await caller.call(contacts.remove, { channel: 'mail' })).verify.sign).toBe('confirmNeeded');
  expect((await begin('guard@port.example')).verify.sign).toBe('confirmNeeded');
  await api.db.query('update session set confirm_time = now() where operator_id = $1', [who.id]);
  await caller.ok(contacts.remove, { channel: 'mail' });
  expect(await kept()).toEqual([]);
});

it('is no address for a mail that is none', async () => {
  expect((await begin('guard')).verify.sign).toBe('validation');
  expect((await caller.call(contacts.begin, { channel: 'sms', address: '13812342071' })).verify.desc).toBe(
    errors.messageChannelOff.en,
  );
});
