import { randomUUID } from 'node:crypto';
import { devices } from '@plomb/contract/devices/devices';
import { orders } from '@plomb/contract/orders/orders';
import { apiKeys } from '@plomb/contract/personal/apiKeys';
import { secondFactor } from '@plomb/contract/personal/secondFactor';
import { session } from '@plomb/contract/session/session';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { factorOf, setUpSecondFactor } from '../../testing/authenticator.ts';
import { type BuiltOperator, buildDevice, buildOperator, buildOrganisation, buildRole } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';

let api: TestApi;
let org: number;
let who: BuiltOperator;
let caller: Caller;
beforeAll(async () => {
  api = await startApi();
  org = await buildOrganisation(api.db);
});
afterAll(() => api.stop());
beforeEach(async () => {
  who = await buildOperator(api.db, org);
  caller = await api.signedIn(who);
});

const signIn = (code?: string) => api.caller().login(who.loginName, who.password, code);
const ended = (one: Caller) =>
  expect.poll(async () => (await one.call(session.getAuth, {})).verify.sign, { timeout: 5000 }).toBe('sessionTimeOut');
/** As if the last proof were an hour old. */
const forgetProof = () =>
  api.db.query("update session set confirm_time = now() - interval '1 hour' where operator_id = $1", [who.id]);

describe('setting up', () => {
  it('takes the password and a code, and is off until both were right', async () => {
    const { path } = secondFactor.begin;
    const wrong = await caller.call(secondFactor.begin, { password: await caller.seal(path, 'wrong1') });
    expect(wrong.verify).toEqual({ sign: 'fail', desc: 'The password is wrong' });
    await caller.ok(secondFactor.begin, { password: await caller.seal(path, who.password) });
    expect((await caller.call(secondFactor.confirm, { code: '000000' })).verify.sign).toBe('secondFactor');
    expect((await factorOf(caller)).since).toBeNull();
    expect((await signIn()).verify.sign).toBe('success');
  });

  it('ends sessions begun without it, keeps its own, and tells ten backup codes', async () => {
    const elsewhere = await api.signedIn(who);
    const { codes } = await setUpSecondFactor(caller, who.password);
    expect(new Set(codes).size).toBe(10);
    expect(await factorOf(caller)).toMatchObject({ required: false, codesLeft: 10, since: expect.any(String) });
    await ended(elsewhere);
    expect((await caller.call(secondFactor.confirm, { code: '1' })).verify.sign).toBe('conflict');
  });

  it('keeps neither the secret nor a backup code readable, and logs neither', async () => {
    const { secret, codes } = await setUpSecondFactor(caller, who.password);
    const { rows } = await api.db.query<{ all: string }>(
      `select concat(encode(f.secret, 'escape'), encode(f.secret, 'hex'),
         (select string_agg(encode(code_hash, 'hex'), ' ') from backup_code b where b.operator_id = f.operator_id),
         (select string_agg(request_body || response_body, ' ') from operation_log l where l.operator_id = f.operator_id)) as all
       from second_factor f where f.operator_id = $1`,
      [who.id],
    );
    const kept = rows[0]!.all;
    expect(kept).toContain('***');
    for (const told of [secret, ...codes, ...codes.map((c) => c.replace('-', ''))]) expect(kept).not.toContain(told);
  });

  it('sealed for one operator does not open for another', async () => {
    const { codeAt } = await setUpSecondFactor(caller, who.password);
    const other = await buildOperator(api.db, org);
    await api.db.query(
      `insert into second_factor (operator_id, secret, confirm_time)
       select $2, secret, now() from second_factor where operator_id = $1`,
      [who.id, other.id],
    );
    expect((await api.caller().login(other.loginName, other.password, codeAt())).verify.sign).toBe('error');
  });
});

describe('signing in', () => {
  it('asks for a code only after a right password, and takes each code once', async () => {
    const { codeAt } = await setUpSecondFactor(caller, who.password);
    const wrongPassword = await api.caller().login(who.loginName, 'not it', codeAt());
    expect(wrongPassword.verify.desc).toBe('The user name or the password is wrong');
    const asked = await signIn();
    expect(asked.verify.sign).toBe('secondFactor');
    expect(asked.data).toBeUndefined();
    expect((await signIn(codeAt())).verify.sign).toBe('success');
    const replayed = await signIn(codeAt());
    expect(replayed.verify.desc).toBe('This code was used already, please wait for the next one');
    // an older step than one that was used is spent with it
    expect((await signIn(codeAt(-1))).verify.sign).toBe('secondFactor');
    expect((await signIn(codeAt(1))).verify.sign).toBe('success');
  });

  it('takes one code once, however many send it at the same moment', async () => {
    const { codeAt } = await setUpSecondFactor(caller, who.password);
    const replies = await Promise.all([codeAt(), codeAt(), codeAt()].map(signIn));
    expect(replies.filter((r) => r.verify.sign === 'success')).toHaveLength(1);
  });

  it('makes whoever guesses codes wait, also when all guesses come at once', async () => {
    await setUpSecondFactor(caller, who.password);
    const signs = await Promise.all(
      ['000001', '000002', '000003', '000004', '000005', '000006', '000007'].map(
        async (code) => (await signIn(code)).verify.sign,
      ),
    );
    expect(signs.filter((s) => s === 'secondFactor')).toHaveLength(4);
    expect(signs.filter((s) => s === 'tooMany')).toHaveLength(3);
  });

  it('takes a backup code once, as people type it, tells how many are left, and says so when it was used', async () => {
    const { codes } = await setUpSecondFactor(caller, who.password);
    const first = await signIn(` ${codes[0]!.toLowerCase()} `);
    expect(first.data.backupCodesLeft).toBe(9);
    expect((await signIn(codes[0])).verify.desc).toBe('This backup code was used already');
    expect((await signIn('ABCDE-FGHJK')).verify.desc).toBe('The code is wrong or has expired');
    expect((await signIn(codes[1]!.replace('-', ''))).data.backupCodesLeft).toBe(8);
  });

  it('makes new backup codes for the password and a code, and the old ones are gone', async () => {
    const { codes, codeAt } = await setUpSecondFactor(caller, who.password);
    const seal = () => caller.seal(secondFactor.newCodes.path, who.password);
    expect((await caller.call(secondFactor.newCodes, { password: await seal(), code: '000000' })).verify.sign).toBe(
      'secondFactor',
    );
    const renewed = await caller.ok(secondFactor.newCodes, { password: await seal(), code: codeAt() });
    expect((await signIn(codes[0])).verify.sign).toBe('secondFactor');
    expect((await signIn(renewed.codes[0])).verify.sign).toBe('success');
  });
});

describe('switching off', () => {
  it('takes password and code, and ends other sessions and API keys', async () => {
    const { codeAt, codes } = await setUpSecondFactor(caller, who.password);
    const elsewhere = api.caller();
    await elsewhere.login(who.loginName, who.password, codes[0]);
    const { key } = await caller.ok(apiKeys.add, {
      key_name: 'x',
      scope: ['device:list'],
      addresses: [],
      expire_time: new Date(Date.now() + 86_400_000).toISOString(),
    });
    const off = async (password: string, code: string) =>
      caller.call(secondFactor.disable, { password: await caller.seal(secondFactor.disable.path, password), code });
    expect((await off('wrong1', codeAt())).verify.sign).toBe('fail');
    expect((await off(who.password, '000000')).verify.sign).toBe('secondFactor');
    expect((await off(who.password, codeAt())).verify.sign).toBe('success');
    expect((await signIn()).verify.sign).toBe('success');
    await ended(elsewhere);
    await expect
      .poll(async () => (await api.caller().raw(devices.list.path, {}, { authorization: `Bearer ${key}` })).status)
      .toBe(401);
  });
});

describe('removing that of somebody who lost the device', () => {
  it('signs that person out, ends its keys, and leaves the password to sign in', async () => {
    await setUpSecondFactor(caller, who.password);
    const admin = await api.signedIn(await buildOperator(api.db, org));
    await admin.ok(secondFactor.remove, { id: who.id });
    await ended(caller);
    expect((await signIn()).verify.sign).toBe('success');
    expect((await admin.call(secondFactor.remove, { id: who.id })).verify.sign).toBe('conflict');
  });

  it('is neither for oneself nor for those who hold more', async () => {
    await setUpSecondFactor(caller, who.password);
    expect((await caller.call(secondFactor.remove, { id: who.id })).verify.sign).toBe('fail');
    const lesser = await api.signedIn(await buildOperator(api.db, org, ['operator:removeSecondFactor']));
    expect((await lesser.call(secondFactor.remove, { id: who.id })).verify.sign).toBe('noPermission');
    expect((await signIn()).verify.sign).toBe('secondFactor');
  });
});

describe('a role that requires it', () => {
  const require = async (roleId: number, required: boolean) => {
    const admin = await api.signedIn(await buildOperator(api.db, org));
    await admin.ok(secondFactor.require, { id: roleId, required });
  };
  const roleOf = async () =>
    (await api.db.query<{ role_id: number }>('select role_id from operator where id = $1', [who.id])).rows[0]!.role_id;

  it('lets nobody do anything before it is set up, within seconds also in live sessions', async () => {
    await require(await roleOf(), true);
    await expect
      .poll(async () => (await caller.call(devices.list, {})).verify.sign, { timeout: 5000 })
      .toBe('setUpNeeded');
    expect((await caller.ok(session.getAuth, {})).setUp).toBe('secondFactor');
    expect((await caller.call(apiKeys.list, {})).verify.sign).toBe('setUpNeeded');
    const { codeAt } = await setUpSecondFactor(caller, who.password);
    expect((await caller.call(devices.list, {})).verify.sign).toBe('success');
    expect((await caller.ok(session.getAuth, {})).setUp).toBeUndefined();
    const off = await caller.call(secondFactor.disable, {
      password: await caller.seal(secondFactor.disable.path, who.password),
      code: codeAt(),
    });
    expect(off.verify.desc).toBe('Your role requires two-factor sign-in, it cannot be switched off');
  });

  it('is told by those who hold the button and see the role, and by nobody else', async () => {
    const elsewhere = await buildRole(api.db, await buildOrganisation(api.db), []);
    const theirs = await caller.call(secondFactor.require, { id: elsewhere, required: true });
    expect(theirs.verify.sign).toBe('notFound');
    const without = await api.signedIn(await buildOperator(api.db, org, ['role:list']));
    expect((await without.call(secondFactor.require, { id: await roleOf(), required: true })).verify.sign).toBe(
      'noPermission',
    );
  });
});

describe('a fresh proof', () => {
  const unseal = async () =>
    caller.call(orders.unseal, {
      device_id: (await buildDevice(api.db, org)).id,
      reason: 'customs check',
      idempotency_key: randomUUID(),
    });
  const asked = 'confirmNeeded';

  it('is asked of operators without a second factor too, and given by the password', async () => {
    expect((await unseal()).verify.sign).not.toBe(asked); // they have just signed in
    await forgetProof();
    expect((await unseal()).verify.sign).toBe(asked);
    const key = {
      key_name: 'x',
      scope: ['device:list'],
      addresses: [],
      expire_time: new Date(Date.now() + 86_400_000).toISOString(),
    };
    expect((await caller.call(apiKeys.add, key)).verify.sign).toBe(asked);
    const wrong = await caller.seal(secondFactor.prove.path, 'not it');
    expect((await caller.call(secondFactor.prove, { password: wrong })).verify.sign).toBe('fail');
    expect((await unseal()).verify.sign).toBe(asked);
    await caller.ok(secondFactor.prove, { password: await caller.seal(secondFactor.prove.path, who.password) });
    expect((await unseal()).verify.sign).not.toBe(asked);
    expect((await caller.call(apiKeys.add, key)).verify.sign).toBe('success');
  });

  it('is asked before unsealing once the last one is old, and given by a code or the password', async () => {
    const { codeAt } = await setUpSecondFactor(caller, who.password);
    expect((await unseal()).verify.sign).not.toBe(asked);
    await forgetProof();
    expect((await unseal()).verify.sign).toBe(asked);
    expect((await caller.call(secondFactor.prove, {})).verify.sign).toBe('validation');
    expect((await caller.call(secondFactor.prove, { code: '000000' })).verify.sign).toBe('secondFactor');
    expect((await unseal()).verify.sign).toBe(asked);
    await caller.ok(secondFactor.prove, { code: codeAt() });
    expect((await unseal()).verify.sign).not.toBe(asked);
    await forgetProof();
    const password = await caller.seal(secondFactor.prove.path, who.password);
    await caller.ok(secondFactor.prove, { password });
    expect((await unseal()).verify.sign).not.toBe(asked);
  });

  it('of one session is not that of another, and a refusal is in the log', async () => {
    const { codes } = await setUpSecondFactor(caller, who.password);
    const elsewhere = api.caller();
    await elsewhere.login(who.loginName, who.password, codes[0]);
    await forgetProof();
    await elsewhere.ok(secondFactor.prove, { code: codes[1]! });
    expect((await unseal()).verify.sign).toBe(asked);
    const { rows } = await api.db.query(
      "select success from operation_log where operator_id = $1 and operate_url = '/lock/unseal'",
      [who.id],
    );
    expect(rows).toEqual([{ success: false }]);
  });
});
