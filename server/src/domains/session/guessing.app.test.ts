import { apiKeys } from '@plomb/contract/personal/apiKeys';
import { secondFactor } from '@plomb/contract/personal/secondFactor';
import { session } from '@plomb/contract/session/session';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { holdDemoAccounts } from '../../demo/seed.ts';
import { signInSubject } from '../../people/delay.ts';
import { openLog } from '../../platform/log.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltOperator, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';

let api: TestApi;
let org: number;
let who: BuiltOperator;
beforeAll(async () => {
  api = await startApi();
  org = await buildOrganisation(api.db);
});
afterAll(() => api.stop());
beforeEach(async () => {
  who = await buildOperator(api.db, org);
});

let hosts = 0;
/** somebody at an address nobody has called from yet */
const stranger = (address = `198.51.100.${++hosts}`): Caller => {
  const caller = api.caller();
  caller.address = address;
  return caller;
};
const signs = async (replies: Promise<{ verify: { sign: string } }>[]) =>
  (await Promise.all(replies)).map((r) => r.verify.sign).sort();
const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));
const rowsOf = async (table: string) =>
  (await api.db.query<{ n: number }>(`select count(*) as n from ${table}`)).rows[0]!.n;

describe('guesses that come all at once', () => {
  it('at a password are judged no more often than one after the other', async () => {
    const answers = await signs(times(50, (i) => stranger().login(who.loginName, `guess ${i}`)));
    // three free tries, and the one that makes the next wait
    expect(answers.filter((s) => s === 'fail')).toHaveLength(4);
    expect(answers.filter((s) => s === 'tooMany')).toHaveLength(46);
  });

  it('at a name nobody has look the same', async () => {
    const answers = await signs(times(50, (i) => stranger().login('nobody-has-this', `guess ${i}`)));
    expect(answers.filter((s) => s === 'fail')).toHaveLength(4);
  });

  it('at a fresh proof wait too, and do not keep the person from signing in', async () => {
    const caller = await api.signedIn(who);
    const sealed = await Promise.all(times(20, () => caller.seal(secondFactor.prove.path, 'not it')));
    const answers = await signs(sealed.map((password) => caller.call(secondFactor.prove, { password })));
    expect(answers.filter((s) => s === 'fail')).toHaveLength(4);
    expect(answers.filter((s) => s === 'tooMany')).toHaveLength(16);
    expect((await api.caller().login(who.loginName, who.password)).verify.sign).toBe('success');
  });

  it('at ever new names are stopped at their address, and nowhere else', async () => {
    api.params.put('login_tries_per_address', '5');
    const [one, sameNetwork, elsewhere] = [
      stranger('2001:db8:7:7::1'),
      stranger('2001:db8:7:7:ffff::9'),
      stranger('2001:db8:7:8::1'),
    ];
    const answers = await signs(times(12, (i) => (i % 2 ? one : sameNetwork).login(`name-${i}`, 'guess')));
    expect(answers.filter((s) => s === 'fail')).toHaveLength(5);
    const { rows } = await api.db.query<{ n: number }>(
      "select count(*) as n from operation_log where operate_address like '2001:db8:7:7:%'",
    );
    expect(rows[0]?.n).toBe(5); // nor is the log filled by what was not even judged
    expect((await elsewhere.login('name-of-another', 'guess')).verify.sign).toBe('fail');
    api.params.put('login_tries_per_address', null);
  });
});

describe('people', () => {
  it('behind one address sign in as often as they like', async () => {
    api.params.put('login_tries_per_address', '5');
    const address = '198.51.100.250';
    for (let i = 0; i < 8; i++)
      expect((await stranger(address).login(who.loginName, who.password)).verify.sign).toBe('success');
    api.params.put('login_tries_per_address', null);
  });

  it('are not kept out by strangers who guess at their name from elsewhere', async () => {
    const usual = stranger();
    await usual.login(who.loginName, who.password);
    await signs(times(10, () => stranger().login(who.loginName, 'guess')));
    expect((await stranger().login(who.loginName, who.password)).verify.sign).toBe('tooMany');
    expect((await usual.login(who.loginName, who.password)).verify.sign).toBe('success');
  });

  it('have one count however their name is spelt', () => {
    expect(signInSubject(7, 'İvan', null)).toEqual(signInSubject(7, 'ivan', null));
    expect(signInSubject(null, 'Ivan', null)).toEqual(signInSubject(null, 'ivan', null));
    expect(signInSubject(7, 'ivan', '192.0.2.1')).not.toEqual(signInSubject(7, 'ivan', null));
  });
});

describe('a key for a password', () => {
  it('costs no row to hand out, and one to use', async () => {
    const before = await rowsOf('used_password_key');
    const asked = await Promise.all(times(200, () => stranger().call(session.key, {})));
    expect(new Set(asked.map((a) => a.data.keyId)).size).toBe(200);
    expect(await rowsOf('used_password_key')).toBe(before);
    await stranger().login(who.loginName, who.password);
    expect(await rowsOf('used_password_key')).toBe(before + 1);
  });

  it('opens nothing when it is over, or was never handed out', async () => {
    const caller = stranger();
    const sealed = await caller.seal(session.login.path, who.password);
    const id = Buffer.from(sealed.split('.')[0]!, 'base64url');
    id.writeUIntBE(id.readUIntBE(0, 6) + 1, 0, 6);
    const forged = `${id.toString('base64url')}.${sealed.split('.')[1]}`;
    for (const password of [forged, 'AAAA.AAAA', '.', 'a.b'])
      expect((await caller.call(session.login, { username: who.loginName, password })).verify.desc).toMatch(
        /login key/,
      );
    expect((await caller.call(session.login, { username: who.loginName, password: sealed })).verify.sign).toBe(
      'success',
    );
  });
});

describe('accounts of the demonstration', () => {
  const log = openLog('silent');
  const marked = () => api.db.query('update operator set demo = true where id = $1', [who.id]);
  const signIn = async () => (await stranger().login(who.loginName, who.password)).verify.desc;

  it('sign in while it runs and at no other time, and what they made ends', async () => {
    const caller = await api.signedIn(who);
    await marked();
    await holdDemoAccounts(api.pools, true, log);
    expect(await signIn()).toBe('');
    await holdDemoAccounts(api.pools, false, log);
    expect(await signIn()).toBe('This account is disabled');
    await expect.poll(async () => (await caller.call(apiKeys.list, {})).verify.sign).toBe('sessionTimeOut');
    await holdDemoAccounts(api.pools, true, log);
    expect(await signIn()).toBe('');
  });

  it('are accounts like any other once their password is their own', async () => {
    const caller = await api.signedIn(who);
    await marked();
    const { path } = session.changePassword;
    await caller.ok(session.changePassword, {
      oldPassword: await caller.seal(path, who.password),
      newPassword: await caller.seal(path, 'ownpass1'),
    });
    await holdDemoAccounts(api.pools, false, log);
    expect((await stranger().login(who.loginName, 'ownpass1')).verify.sign).toBe('success');
  });
});
