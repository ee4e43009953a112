import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allCalls } from '@plomb/contract/calls';
import { errors } from '@plomb/contract/errors';
import { commandKinds, orderKinds } from '@plomb/contract/lock/orderKinds';
import { contacts } from '@plomb/contract/personal/contacts';
import { physicalPermits } from '@plomb/contract/personal/physicalPermits';
import { sealPassword } from '@plomb/contract/session/sealedPassword';
import { session } from '@plomb/contract/session/session';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openContent } from '../src/platform/messages/outbox.ts';
import { startApi, type TestApi } from '../src/testing/api.ts';
import { setUpSecondFactor } from '../src/testing/authenticator.ts';
import {
  type BuiltDevice,
  type BuiltOperator,
  buildDevice,
  buildOperator,
  buildOrganisation,
} from '../src/testing/build.ts';
import type { Caller } from '../src/testing/client.ts';
import { sampleOrders } from '../src/testing/sampleOrders.ts';

/** What opens a lock, or lets somebody: by a proof that is fresh and with a reason, and it is written down also when it is refused. */
let api: TestApi;
let org: number;
let other: number;
let who: BuiltOperator;
let friend: BuiltOperator;
let me: Caller;
let hhd: BuiltDevice;
let rope: BuiltDevice;
let theirs: BuiltDevice;
let card: number;
let pressed = 0;

beforeAll(async () => {
  api = await startApi();
  [org, other] = [await buildOrganisation(api.db), await buildOrganisation(api.db)];
  friend = await buildOperator(api.db, other);
  [hhd, rope] = [await buildDevice(api.db, org), await buildDevice(api.db, org, 'jt701')];
  theirs = await buildDevice(api.db, other);
  const { rows } = await api.owner.query<{ id: number }>(
    "insert into ic_card (org_id, ic_no) values ($1, '12345678') returning id",
    [org],
  );
  card = rows[0]!.id;
});
afterAll(() => api.stop());
beforeEach(async () => {
  who = await buildOperator(api.db, org);
  me = await api.signedIn(who);
});

const DAY = 86_400_000;
const inserted = async (sql: string, values: unknown[]): Promise<number> =>
  (await api.owner.query<{ id: number }>(`${sql} returning id`, values)).rows[0]!.id;
const befriend = () =>
  api.owner.query('insert into friendship (low_id, high_id) values (least($1::bigint, $2), greatest($1::bigint, $2))', [
    who.id,
    friend.id,
  ]);
/** One that `who` holds, or decides of. */
const authorisation = async (side: 'holder' | 'owner', state: 'pending_first' | 'active', isPermanent = false) => {
  const [holder, of, device] = side === 'holder' ? [who, other, theirs] : [friend, org, hhd];
  const id = await inserted(
    `insert into authorisation (org_id, org_name, holder_id, holder_name, holder_login, holder_org, asked, orders, from_time, until_time,
       reason, is_direct, needs_second, state, first_time)
     values ($1, 'x', $2, 'x', 'x', 'x', '{1}', 'unseal', now(), case when not $4 then now() + interval '1 day' end, 'x', false, false, $3,
       case when $3 = 'active' then now() end)`,
    [of, holder.id, state, isPermanent],
  );
  await api.owner.query('insert into authorisation_device (authorisation_id, device_id, sn) values ($1, $2, $3)', [
    ...[id, device.id, device.sn],
  ]);
  return id;
};
const rule = (status: 1 | 2) => ({
  ...{ rule_name: `Rule ${++pressed}`, card_ids: [card], device_ids: [rope.id], status, org_id: org },
  ...{ from_time: null, until_time: null, hours: null },
  areas: [{ name: 'Yard', area: { shape: 'circle', centre: [121.5, 31.2], radius: 800 } }],
});
const storedRule = async (status: 1 | 2) => {
  const { rule_name, areas } = rule(status);
  const id = await inserted(
    `insert into regional_rule (org_id, rule_name, status, areas, all_devices, operator_id) values ($1, $2, $3, $4, false, $5)`,
    [org, rule_name, status, JSON.stringify(areas), who.id],
  );
  return id;
};
const press = () => ({ idempotency_key: `proved-${++pressed}-press`, reason: 'customs check' });
const asksForTwo = (needed: boolean) =>
  needed
    ? api.owner.query("insert into approval_rule (org_id, kind) values ($1, 'unseal') on conflict do nothing", [org])
    : api.owner.query('delete from approval_rule where org_id = $1', [org]);

/** What a call is sent that asks for a fresh proof; one with `reason` asks for that too. */
const asks: Record<string, () => Promise<object> | object> = {
  ...Object.fromEntries(
    commandKinds
      .filter((kind) => orderKinds[kind].guarded)
      .map((kind) => [
        `/lock/${kind}`,
        () => ({
          device_id: kind.endsWith('_cards') || kind === 'set_unlock_password' ? rope.id : hhd.id,
          ...press(),
          ...sampleOrders[kind],
        }),
      ]),
  ),
  '/lock/unlockPassword': () => ({ device_id: rope.id, reason: 'customs check' }),
  '/lock/sendCode': () => ({
    ...{ device_id: rope.id, reason: 'customs check', channel: 'sms', minutes: 60, timeZone: 'Asia/Shanghai' },
    idempotency_key: 'code-of-theirs',
    ...{ name: 'Zhou Min', address: '13800001111', address_again: '13800001111' },
  }),
  '/assignment/order': async () => {
    await api.owner.query(
      "update device_assignment set end_time = now(), end_cause = 'withdrawn' where to_org_id = $1 and end_time is null",
      [org],
    );
    const id = await inserted(
      `insert into device_assignment (distribution_id, device_id, org_id, to_org_id, giver_org_id, orders, sending, operator_id, oper_name,
         login_name) values (1, $1, $2, $3, $2, 'unseal', true, $4, 'x', 'x')`,
      [theirs.id, other, org, friend.id],
    );
    return { id, kind: 'unseal', ...press() };
  },
  '/authorisation/order': async () => ({
    id: await authorisation('holder', 'active'),
    ...{ device_id: theirs.id, kind: 'unseal', ...press() },
  }),
  '/authorisation/grant': async () => {
    await befriend();
    const until_time = new Date(Date.now() + DAY).toISOString();
    const from_time = new Date(Date.now() - DAY).toISOString();
    return { person_id: friend.id, numbers: [hhd.sn], orders: 'unseal', from_time, until_time, ...press() };
  },
  '/authorisation/agree': async () => ({ id: await authorisation('owner', 'pending_first'), as: 'first' }),
  '/authorisation/confirm': async () => ({ id: await authorisation('owner', 'active', true) }),
  '/authorisation/setRule': () => ({ second_others: 'on' }),
  '/approval/ask': async () => {
    await asksForTwo(true);
    return { device_id: hhd.id, kind: 'unseal', ...press() };
  },
  '/approvalRule/set': () => ({ org_id: other === 0 ? 0 : org, kind: 'factory_reset', needed: false }),
  '/frozenPeriod/add': () => {
    const [from_time, until_time] = [200, 201].map((days) => new Date(Date.now() + days * DAY).toISOString());
    return { org_id: org, period_name: 'x', from_time, until_time };
  },
  '/frozenPeriod/end': async () => ({
    id: await inserted(
      `insert into frozen_period (org_id, period_name, from_time, until_time, operator_id, oper_name, login_name)
       values ($1, 'x', now() + interval '1 day', now() + interval '2 days', $2, 'x', 'x')`,
      [org, who.id],
    ),
    reason: 'over already',
  }),
  '/frozenPeriod/callOff': async () => ({
    id: await inserted(
      `insert into frozen_period (org_id, period_name, from_time, until_time, operator_id, oper_name, login_name)
       values ($1, 'x', now() + interval '1 day', now() + interval '2 days', $2, 'x', 'x')`,
      [org, who.id],
    ),
    reason: 'wrong day',
  }),
  '/regionalRule/add': () => rule(1),
  '/regionalRule/update': async () => {
    const { org_id: _, ...said } = rule(1);
    return { id: await storedRule(1), ...said };
  },
  '/regionalRule/status': async () => ({ ids: [await storedRule(2)], status: 1 }),
  '/apiKey/add': () => ({
    ...{ key_name: 'Yard', scope: ['map:list'], expire_time: new Date(Date.now() + DAY).toISOString() },
    ...{ physical: false, addresses: [] },
  }),
};
/** Tried where they are prepared. */
const elsewhere: Record<string, string> = {
  '/approval/present': 'approvals.app.test.ts, with the password of the second person',
  '/batch/start': 'batches.app.test.ts',
  '/firmwareRollout/ask': 'resumes.app.test.ts',
  '/firmwareRollout/present': 'resumes.app.test.ts',
  '/firmwareRollout/start': 'firmware.app.test.ts',
  '/firmwareRollout/resume': 'firmware.app.test.ts',
  '/firmwareRollout/again': 'firmware.app.test.ts',
};
/** Which could be thought to ask for one, and why they do not. */
const without: Record<string, string> = {
  '/lock/seal': 'the safe direction',
  '/authorisation/apply': 'gives nothing: two others do',
  '/assignment/add': 'gives a right to an organisation; whoever uses it proves who it is',
  '/assignment/sending': 'the same right, once more or not',
  '/firmware/publish': 'reaches no lock before a roll-out begins, by a fresh proof',
  '/firmwareRollout/prepare': 'a draft',
};

const logged = async (path: string) =>
  (
    await api.db.query<{ success: boolean }>(
      'select success from operation_log where operate_url = $1 and operator_id = $2 order by id',
      [path, who.id],
    )
  ).rows.map(({ success }) => success);
const commands = async () =>
  (await api.owner.query<{ n: number }>('select count(*)::int as n from command')).rows[0]!.n;
const stale = () =>
  api.owner.query("update session set confirm_time = now() - interval '1 day' where operator_id = $1", [who.id]);

describe('whatever opens a lock or lets somebody', () => {
  it('is judged here', () => {
    const plain = new Set(commandKinds.filter((kind) => !orderKinds[kind].guarded && !orderKinds[kind].opens));
    const meant = allCalls.filter(
      ({ path, permit, input, business }) =>
        business !== null &&
        (physicalPermits.has(permit) || 'idempotency_key' in input.shape) &&
        !plain.has(path.replace('/lock/', '') as never),
    );
    const judged = { ...asks, ...elsewhere, ...without };
    expect(meant.map(({ path }) => path as string).filter((path) => !judged[path])).toEqual([]);
  });

  it.each(Object.keys(asks))('%s asks for a fresh proof, and is written down without one', async (path) => {
    const body = await asks[path]!();
    const before = await commands();
    await stale();
    const reply = await me.post(path, body);
    expect(reply.verify.sign).toBe('confirmNeeded');
    expect([await commands(), await logged(path)]).toEqual([before, [false]]);
    await api.owner.query('update session set confirm_time = now() where operator_id = $1', [who.id]);
    // it was the proof alone that was missing
    expect(['validation', 'notFound', 'confirmNeeded']).not.toContain((await me.post(path, body)).verify.sign);
    await asksForTwo(false);
  });

  const withReason = Object.keys(asks).filter((path) => {
    const { shape } = allCalls.find((call) => call.path === path)!.input;
    return 'reason' in shape;
  });
  it.each(withReason)('%s asks why, and is written down without a reason', async (path) => {
    const before = await commands();
    for (const reason of ['', ' ', 'x']) {
      const reply = await me.post(path, { ...(await asks[path]!()), reason });
      expect([reason, reply.verify.sign]).toEqual([reason, 'validation']);
      await api.owner.query('delete from friendship where $1 in (low_id, high_id)', [who.id]);
    }
    expect([await commands(), await logged(path)]).toEqual([before, [false, false, false]]);
    await asksForTwo(false);
  });
});

describe('a password or a code', () => {
  let approval: number;
  beforeEach(async () => {
    approval = await inserted(
      `insert into approval (org_id, device_id, kind, reason, operator_id, oper_name, login_name, idempotency_key, expire_time)
         values ($1, $2, 'unseal', 'x', $3, 'x', 'x', $4, now() + interval '1 hour')`,
      [org, (await buildDevice(api.db, org)).id, friend.id, `guess ${++pressed}`],
    );
  });
  const wrong = async (path: string) => sealPassword(await me.ok(session.key, {}), path, 'not-it-1');
  /** Every call that takes a person’s own password as a proof; `right`: the same with the right one. */
  const guessed: Record<string, (password: string) => Promise<object> | object> = {
    '/auth/confirm': (password) => ({ password }),
    '/login/changePassword': async (password) => ({
      oldPassword: password,
      newPassword: await me.seal('/login/changePassword', 'ownpass12'),
    }),
    '/secondFactor/begin': (password) => ({ password }),
    '/secondFactor/newCodes': (password) => ({ password, code: '000000' }),
    '/secondFactor/disable': (password) => ({ password, code: '000000' }),
    '/secondFactor/beginByMessage': (password) => ({ password, channel: 'mail', address: 'a@port.example' }),
    '/approval/approve': (password) => ({ id: approval, password, remark: '' }),
  };
  /** Those that are tried where they are prepared, and those whose password is no proof. */
  const others: Record<string, string> = {
    '/login/login': 'guessing.app.test.ts',
    '/approval/present': 'approvals.app.test.ts',
    '/firmwareRollout/present': 'of the second person: judged as at /approval/present',
    '/stock/scrap': 'of the second person: judged as at /approval/present',
    '/field/scrap': 'of the second person: judged as at /approval/present',
    '/qrSeal/add': 'of the second person: judged as at /approval/present',
    '/nfcSeal/add': 'of the second person: judged as at /approval/present',
    '/rfidSeal/add': 'of the second person: judged as at /approval/present',
    '/field/unseal': 'of the second person: judged as at /approval/present',
    '/logisticsBatch/amend': 'of the second person: judged as at /approval/present',
    '/meter/scrap': 'of the second person: judged as at /approval/present',
    '/meterWork/sign': 'of the second person: judged as at /approval/present',
    '/stock/final_inspection_failed': 'of the second person: judged as at /approval/present',
    '/lock/set_unlock_password': 'of a lock, and set',
    '/organisation/add': 'set for somebody else',
    '/operator/add': 'set for somebody else',
    '/operator/resetPassword': 'set for somebody else',
  };

  it('is judged here wherever one is typed', () => {
    const typed = allCalls.filter(({ input }) =>
      Object.keys(input.shape).some((field) => field !== 'unseal_password' && /password$/i.test(field)),
    );
    expect(typed.map(({ path }) => path as string).filter((path) => !guessed[path] && !others[path])).toEqual([]);
  });

  it.each(Object.keys(guessed))(
    'is guessed at %s four times at most, and then waits, also the right one',
    async (path) => {
      if (path === '/secondFactor/newCodes' || path === '/secondFactor/disable')
        await setUpSecondFactor(me, who.password);
      if (path === '/secondFactor/beginByMessage')
        await api.owner.query('update role set second_factor_by_message = true where org_id = $1', [org]);
      const signs: string[] = [];
      for (let at = 0; at < 8; at++)
        signs.push((await me.post(path, await guessed[path]!(await wrong(path)))).verify.sign);
      expect(signs.filter((sign) => sign === 'tooMany')).toHaveLength(4);
      const right = await guessed[path]!(await me.seal(path, who.password));
      expect((await me.post(path, right)).verify.sign).toBe('tooMany');
      // and it keeps nobody from signing in
      expect((await api.caller().login(who.loginName, who.password)).verify.sign).not.toBe('tooMany');
    },
  );

  it('that was sent to a contact is good no more after five wrong tries', async () => {
    await api.owner.query(
      "insert into message_channel (channel, enabled, settings, changed_by) values ('mail', true, '{}', 'x') on conflict do nothing",
    );
    await me.ok(contacts.begin, { channel: 'mail', address: 'guard@port.example' });
    const { rows } = await api.db.query<{ address_hash: Buffer; content: Buffer }>(
      'select address_hash, content from message order by id desc limit 1',
    );
    const code = /\b\d{6}\b/.exec(openContent(api.vault, rows[0]!.address_hash, rows[0]!.content).text)![0];
    const guess = code === '000000' ? '000001' : '000000';
    for (let at = 0; at < 5; at++) await me.call(contacts.confirm, { code: guess });
    expect((await me.call(contacts.confirm, { code })).verify.desc).toBe(errors.contactWrong.en);
    expect((await me.ok(contacts.list, {})).rows).toEqual([]);
  });

  it('stands in no source of the product', async () => {
    const found: string[] = [];
    for (const part of ['server/src', 'contract/src', 'gateway/src']) {
      const root = join(import.meta.dirname, '../..', part);
      for (const file of await readdir(root, { recursive: true })) {
        if (!/\.tsx?$/.test(file) || /\.test\.|testing\/|demo\//.test(file)) continue;
        if (/['"`]\d{6}['"`]/.test(await readFile(join(root, file), 'utf8'))) found.push(join(part, file));
      }
    }
    // what a lock comes with from its maker, and no person types
    expect(found).toEqual(['contract/src/lock/identity.ts']);
  });
});
