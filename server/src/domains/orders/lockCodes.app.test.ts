import { calls } from '@plomb/contract/calls';
import { errors, fieldErrors } from '@plomb/contract/errors';
import type { InputOf } from '@plomb/contract/kit/call';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openContacts } from '../../people/contacts.ts';
import { openLog } from '../../platform/log.ts';
import { openContent } from '../../platform/messages/outbox.ts';
import { openSending } from '../../platform/messages/sending.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import {
  type BuiltDevice,
  type BuiltOperator,
  buildDevice,
  buildOperator,
  buildOrganisation,
} from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { openersOf } from '../../testing/openers.ts';
import type { Passwords } from './passwords.ts';

const { deviceRights, lockCodes } = calls;
let api: TestApi;
let org: number;
let sender: BuiltOperator;
let asSender: Caller;
let receiver: BuiltOperator;
let lock: BuiltDevice;
let passwords: Passwords;

beforeAll(async () => {
  api = await startApi();
  for (const channel of ['mail', 'sms'])
    await api.db.query(
      "insert into message_channel (channel, enabled, settings, changed_by) values ($1, true, '{}', 'x')",
      [channel],
    );
  org = await buildOrganisation(api.db);
  receiver = await buildOperator(api.db, org);
  passwords = api.openPasswords(() => undefined);
  await confirm(receiver, 'sms', '13912345678');
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.db.query('update message_channel set enabled = true');
  sender = await buildOperator(api.db, org);
  asSender = await api.signedIn(sender);
  lock = await buildDevice(api.db, org, 'jt701');
  await api.db.query(
    `update device_type set unseal_password = 'dynamic' where id = (select device_type_id from device where id = $1)`,
    [lock.id],
  );
  await api.db.query(
    `update lock_state set lock_status = 2, electric = 80, receive_time = now(), lock_time = now(), lon = 121.5, lat = 31.2,
       place_time = now() where device_id = $1`,
    [lock.id],
  );
  await tell('123412');
});
const tell = (unlockPassword: string) => {
  const time = Date.now();
  const report = { unlockPassword, authenticated: true, replay: false, deviceTime: time, receiveTime: time };
  return passwords.keep(lock.id, report);
};
/** A contact as one that was proved. */
const confirm = async ({ id }: BuiltOperator, channel: 'mail' | 'sms', address: string) => {
  const contacts = openContacts(api.db, api.vault, { spend: async () => true });
  await contacts.begin(id, channel, address);
  await contacts.confirm(id, '000000', 'en');
};
let people = 0;
type Asked = InputOf<typeof lockCodes.send>;
const outsider = (change: Partial<Asked> = {}): Asked => {
  const address = `138${String(++people).padStart(8, '0')}`;
  return {
    ...{ device_id: lock.id, reason: 'customs check', channel: 'sms', minutes: 60, timeZone: 'Asia/Shanghai' },
    idempotency_key: `code-press-${people}`,
    ...{ name: 'Zhou Min', address, address_again: address },
    ...change,
  };
};
const desc = async (asked: Asked, by = asSender) => (await by.call(lockCodes.send, asked)).verify.desc;
const messages = async () => {
  const { rows } = await api.db.query<{
    id: number;
    state: string;
    purpose: string;
    address_hash: Buffer;
    content: Buffer | null;
  }>(
    `select m.* from message m join password_disclosure x on x.message_id = m.id where x.device_id = $1 order by m.id`,
    [lock.id],
  );
  return rows.map(({ address_hash, content, state, purpose }) => ({
    ...{ state, purpose },
    ...(content ? openContent(api.vault, address_hash, content) : { address: '', subject: '', text: '' }),
  }));
};
const shown = async () =>
  (await openersOf(asSender, lock.id, 'code')).map(({ name, by, sent }) => ({
    ...{ oper_name: by || name, to: sent ? name : undefined, recipient: sent?.recipient, state: sent?.state },
  }));

it('goes to an operator at the address it confirmed, in its language, with lock, place and window', async () => {
  const { rows } = await asSender.ok(lockCodes.receivers, {});
  expect(rows).toMatchObject([{ id: receiver.id, channels: ['sms'] }]);
  const { recipient } = await asSender.ok(lockCodes.send, {
    ...{ device_id: lock.id, reason: 'customs check', channel: 'sms', minutes: 60, timeZone: 'Asia/Shanghai' },
    receiver_id: receiver.id,
    idempotency_key: 'code-to-operator',
  });
  expect(recipient).toBe('139 **** 5678');
  const [message] = await messages();
  expect(message).toMatchObject({ state: 'waiting', purpose: 'lock_code', address: '13912345678' });
  for (const part of [lock.sn, '123412', '31.20000, 121.50000', 'GMT+8', 'for one opening'])
    expect(message!.text).toContain(part);
  const name = (await api.db.query('select oper_name from operator where id = $1', [receiver.id])).rows[0].oper_name;
  expect(await shown()).toMatchObject([{ to: name, recipient, state: 'waiting' }]);
});

it('goes to somebody else whose address was typed twice and is one', async () => {
  expect(await desc(outsider())).toBe('');
  const same = async (change: Partial<Asked>) =>
    (await asSender.call(lockCodes.send, outsider(change))).data as unknown as Record<string, string>;
  expect(await messages()).toHaveLength(1);
  expect(await same({ address_again: '13800000000' })).toEqual({ address_again: fieldErrors.codeAddressAgain.en });
  expect(await same({ address: 'nobody', address_again: 'nobody' })).toEqual({ address: fieldErrors.codeAddress.en });
  expect(Object.keys(await same({ name: '' }))).toEqual(['name']);
  expect(await messages()).toHaveLength(1);
});

it('stands in no log, and neither does the whole address', async () => {
  const asked = outsider();
  await asSender.ok(lockCodes.send, asked);
  const { rows } = await api.owner.query<{ row: string }>(
    'select row_to_json(l)::text as row from operation_log l where operator_id = $1',
    [sender.id],
  );
  const log = rows.map(({ row }) => row).join('\n');
  expect(log).toContain('Zhou Min');
  expect(log).not.toContain('123412');
  expect(log).not.toContain(asked.address);
});

it.each<[string, (id: number) => Promise<unknown>]>([
  ['its lock has another password', () => tell('432143')],
  ['its device is lost', (id) => api.db.query('update device set lost = true where id = $1', [id])],
  ['its device is disabled', (id) => api.db.query('update device set status = 2 where id = $1', [id])],
  ['who sent it is disabled', () => api.db.query('update operator set status = 2 where id = $1', [sender.id])],
])('does not leave once %s', async (_, end) => {
  await asSender.ok(lockCodes.send, outsider());
  await end(lock.id);
  expect(await messages()).toMatchObject([{ state: 'lapsed', text: '' }]);
});

let to: BuiltOperator;
const ends: [string, (id: number) => Promise<unknown>][] = [
  ['who receives it takes its address back', () => api.db.query('delete from contact where operator_id = $1', [to.id])],
  ['who receives it confirms another', () => confirm(to, 'sms', '13912340000')],
  ['who receives it is disabled', () => api.db.query('update operator set status = 2 where id = $1', [to.id])],
  ['who receives it is deleted', () => api.db.query('delete from operator where id = $1', [to.id])],
  [
    'who sent it is of another organisation',
    async () => {
      const elsewhere = await buildOrganisation(api.db);
      await api.db.query(
        'update operator set org_id = $2, role_id = (select role_id from operator where id = $3) where id = $1',
        [sender.id, elsewhere, (await buildOperator(api.db, elsewhere)).id],
      );
    },
  ],
  [
    'who sent it may not be shown passwords any more',
    () =>
      api.db.query('delete from role_button where role_id = (select role_id from operator where id = $1)', [sender.id]),
  ],
  [
    'the key by which it was sent is revoked',
    () =>
      api.owner.query(
        `with k as (insert into api_key (operator_id, key_name, key_hash, hint, scope, expire_time, revoke_time)
           values ($2, 'k', sha256(convert_to('code ' || $2::bigint::text, 'UTF8')), 'abcd', '{map:unlockPassword}', now() + interval '1 day', now()) returning id)
         update password_disclosure set api_key_id = (select id from k) where device_id = $1`,
        [lock.id, sender.id],
      ),
  ],
  [
    'it takes two to unseal',
    () => api.db.query("insert into approval_rule (org_id, kind) values ($1, 'unseal')", [org]),
  ],
  [
    'its lock is outside of where one unseals alone',
    () =>
      api.db.query("insert into approval_rule (org_id, kind, areas) values ($1, 'unseal', $2)", [
        org,
        JSON.stringify([{ name: 'Quay', area: { shape: 'circle', centre: [122, 30], radius: 500 } }]),
      ]),
  ],
];
it.each(ends)('has not left when %s, and does not any more; an opening by it rings', async (_, end) => {
  to = await buildOperator(api.db, org);
  await confirm(to, 'sms', `139${String(++people).padStart(8, '0')}`);
  await asSender.ok(lockCodes.send, outsider({ receiver_id: to.id }));
  // no provider takes anything
  await api.db.query('update message_channel set enabled = false');
  const sending = openSending({ db: api.db, vault: api.vault, allowed: [], log: openLog('silent') });
  await sending.turn();
  expect(await messages()).toMatchObject([{ state: 'waiting' }]);
  await end(lock.id);
  await sending.turn();
  await api.db.query('delete from approval_rule where org_id = $1', [org]);
  expect(await messages()).toMatchObject([{ state: 'lapsed', text: '' }]);
  await api.db.query("update unlock_password set state = 'consumed', end_time = now() where device_id = $1", [lock.id]);
  const { rows } = await api.db.query('select device_id from alarm where id = any($1)', [await passwords.leaked()]);
  expect(rows).toEqual([{ device_id: lock.id }]);
});

it('is of whoever may be shown the password, and meets the same decision', async () => {
  const stranger = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
  expect(await desc(outsider(), stranger)).toBe(errors.notFound.en);
  expect(await desc(outsider({ receiver_id: receiver.id }), stranger)).toBe(errors.notFound.en);
  expect((await stranger.ok(lockCodes.receivers, {})).rows).toEqual([]);
  expect(await desc(outsider({ receiver_id: receiver.id, channel: 'mail' }))).toBe(errors.notReached.en);
  await api.db.query('update device set lost = true where id = $1', [lock.id]);
  expect(await desc(outsider())).toBe(errors.deviceLost.en);
  await api.db.query("update device set lost = false, device_state = 'in_use' where id = $1", [lock.id]);
  await api.db.query("insert into approval_rule (org_id, kind) values ($1, 'unseal')", [org]);
  expect(await desc(outsider())).toBe(errors.passwordNotAlone.en);
  await api.db.query('delete from approval_rule where org_id = $1', [org]);
  expect(await messages()).toEqual([]);
});

it('is good until a frozen period begins and no longer, and says so, also when it is pressed twice', async () => {
  const begins = new Date(Date.now() + 20 * 60_000);
  const { rows } = await api.db.query<{ id: number }>(
    `insert into frozen_period (org_id, period_name, from_time, until_time, operator_id, oper_name, login_name)
       values ($1, 'Holiday', $2::timestamptz, $2::timestamptz + interval '1 day', $3, 'x', 'x') returning id`,
    [org, begins, sender.id],
  );
  const asked = outsider();
  const told = await asSender.ok(lockCodes.send, asked);
  expect(told).toMatchObject({ cut: true, until_time: begins.toISOString() });
  expect(await asSender.ok(lockCodes.send, asked)).toEqual(told);
  expect(await asSender.ok(lockCodes.send, outsider({ minutes: 10 }))).toMatchObject({ cut: false });
  const shownToo = await asSender.ok(calls.orders.unlockPassword, { device_id: lock.id, reason: 'customs check' });
  expect(shownToo.frozen_from).toBe(begins.toISOString());
  await api.owner.query('delete from frozen_period where id = $1', [rows[0]!.id]);
});

it('the same press that comes twice, also at once, sends one; and none of something else', async () => {
  const asked = outsider();
  const [one, other] = await Promise.all([asSender.ok(lockCodes.send, asked), asSender.ok(lockCodes.send, asked)]);
  expect(other).toEqual(one);
  expect(await asSender.ok(lockCodes.send, asked)).toEqual(one);
  expect(await messages()).toHaveLength(1);
  expect(await desc({ ...asked, reason: 'something else' })).toBe(errors.keyReused.en);
  expect(await messages()).toHaveLength(1);
});

it('explains an opening no more once it is known that it never left', async () => {
  await asSender.ok(lockCodes.send, outsider());
  const became = (state: string) =>
    api.db.query(
      `update message set state = $2, end_time = case when $2 = 'failed' then now() end,
         content = case when $2 = 'failed' then null else content end
        where id in (select message_id from password_disclosure where device_id = $1)`,
      [lock.id, state],
    );
  await became('sending');
  await api.db.query("update unlock_password set state = 'consumed', end_time = now() where device_id = $1", [lock.id]);
  const rang = async () => {
    const { rows } = await api.db.query('select from alarm where id = any($1) and device_id = $2', [
      await passwords.leaked(),
      lock.id,
    ]);
    return rows.length;
  };
  expect(await rang()).toBe(0);
  await became('failed');
  expect(await rang()).toBe(1);
  expect(await rang()).toBe(0);
});

it('at most five an hour go to one address', async () => {
  const asked = outsider();
  const again = () => desc({ ...asked, idempotency_key: `code-again-${++people}` });
  for (let n = 0; n < 5; n++) expect(await again()).toBe('');
  expect(await again()).toBe(errors.messagesOften.en);
  expect(await messages()).toHaveLength(5);
});

it('is exposed when its window is over, and not before', async () => {
  await asSender.ok(lockCodes.send, outsider({ minutes: 60 }));
  const age = (minutes: number) =>
    api.owner.query(
      `update password_disclosure set disclose_time = disclose_time - make_interval(mins => $2),
         until_time = until_time - make_interval(mins => $2) where device_id = $1`,
      [lock.id, minutes],
    );
  const exposed = async () => (await asSender.ok(deviceRights.detail, { id: lock.id })).password?.exposed;
  await age(30);
  await passwords.expose(15);
  expect(await exposed()).toBe(false);
  await age(31);
  await passwords.expose(15);
  expect(await exposed()).toBe(true);
});
