import { calls } from '@plomb/contract/calls';
import { preferences } from '@plomb/contract/session/preferences';
import { session } from '@plomb/contract/session/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { delayAfter } from '../../people/delay.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltOperator, buildOperator, buildOrganisation } from '../../testing/build.ts';

let api: TestApi;
let org: number;
let who: BuiltOperator;
beforeAll(async () => {
  api = await startApi();
  org = await buildOrganisation(api.db);
  who = await buildOperator(api.db, org);
});
afterAll(() => api.stop());

describe('signing in', () => {
  it('answers with everything the console keeps, in the contract’s form', async () => {
    const reply = await api.caller().login(`  ${who.loginName}  `, who.password);
    expect(reply.verify.sign).toBe('success');
    expect(reply.data.publicKey.split('.')).toHaveLength(3);
    expect(reply.data.oper).toMatchObject({ id: who.id, login_name: who.loginName });
    expect(reply.data.oper.organization.id).toBe(org);
    expect(reply.data.operHobbyConfigVo).toMatchObject({
      map_type: 'baidu',
      map_level: 16,
      is_voice: 'T',
      is_police_voice: 'T',
    });
    expect(reply.token).toBe(reply.data.token);
  });

  it('keeps only a hash of the token and of the password', async () => {
    const caller = await api.signedIn(who);
    const { rows } = await api.db.query<{ t: string }>("select encode(token_hash, 'hex') as t from session");
    expect(rows.some((r) => r.t.includes(Buffer.from(caller.token).toString('hex')))).toBe(false);
    const hash = await api.db.query<{ password_hash: string }>('select password_hash from operator where id = $1', [
      who.id,
    ]);
    expect(hash.rows[0]?.password_hash).toMatch(/^\$argon2id\$/);
  });

  it('says the same to a wrong password and to an unknown name', async () => {
    const wrong = await api.caller().login(who.loginName, 'not it');
    const unknown = await api.caller().login('nobody-of-that-name', 'not it');
    expect(wrong.verify).toEqual(unknown.verify);
    expect(wrong.verify.sign).toBe('fail');
  });

  it('refuses a sealed password used twice, or made for another call', async () => {
    const caller = api.caller();
    const password = await caller.seal(session.login.path, who.password);
    expect((await caller.call(session.login, { username: who.loginName, password })).verify.sign).toBe('success');
    expect((await caller.call(session.login, { username: who.loginName, password })).verify.sign).toBe('fail');
    const elsewhere = await caller.seal('/login/changePassword', who.password);
    expect((await caller.call(session.login, { username: who.loginName, password: elsewhere })).verify.sign).toBe(
      'fail',
    );
  });

  it('asks for a name in the caller’s language', async () => {
    const caller = api.caller();
    caller.langue = 'zh_CN';
    const reply = await caller.call(session.login, { username: '   ', password: 'x' });
    expect(reply.verify.sign).toBe('validation');
    expect(reply.data).toEqual({ username: '请输入用户名' });
  });

  it('makes whoever guesses wait longer and longer, known name or not', async () => {
    expect([1, 3, 4, 5, 6, 30].map((n) => delayAfter(n, 3))).toEqual([0, 0, 2, 4, 8, 900]);
    for (const name of [(await buildOperator(api.db, org)).loginName, 'guessed-name']) {
      for (let i = 0; i < 4; i++) expect((await api.caller().login(name, `guess ${i}`)).verify.sign).toBe('fail');
      expect((await api.caller().login(name, 'secret1')).verify.sign).toBe('tooMany');
    }
  });

  it('is closed to a disabled operator and ends the sessions of one within seconds', async () => {
    const gone = await buildOperator(api.db, org);
    const caller = await api.signedIn(gone);
    await api.db.query('update operator set status = 2 where id = $1', [gone.id]);
    expect((await api.caller().login(gone.loginName, gone.password)).verify.sign).toBe('fail');
    // remembered answers are two seconds old at the most
    await expect
      .poll(async () => (await caller.call(session.getAuth, {})).verify.sign, { timeout: 5000 })
      .toBe('sessionTimeOut');
  });
});

describe('a session', () => {
  it('fetches menus with the buttons held, and their paths', async () => {
    const few = await buildOperator(api.db, org, ['map:list', 'alarm:list', 'alarm:process']);
    const caller = await api.signedIn(few);
    const { menus } = await caller.ok(session.getAuth, {});
    expect(menus.map((m) => m.menu_code)).toEqual(['map', 'alarm']);
    expect(menus[1]?.buttons).toEqual([
      { btn_code: 'list', action_url: '/alarm/list' },
      { btn_code: 'process', action_url: '/alarm/process' },
    ]);
  });

  it('tells an operator without any permission so', async () => {
    const caller = await api.signedIn(await buildOperator(api.db, org, []));
    const reply = await caller.call(session.getAuth, {});
    expect(reply.verify).toEqual({
      sign: 'noPermission',
      desc: 'Failed to get permission: you do not have any permission',
    });
  });

  it('ends with the log-out', async () => {
    const caller = await api.signedIn(who);
    await caller.ok(session.logout, {});
    expect((await caller.call(session.getAuth, {})).verify.sign).toBe('sessionTimeOut');
  });

  it('ends when idle or too old', async () => {
    for (const column of ['seen_time', 'create_time']) {
      const caller = await api.signedIn(who);
      await api.db.query(`update session set ${column} = now() - interval '13 hours'`);
      expect((await caller.call(session.getAuth, {})).verify.sign).toBe('sessionTimeOut');
    }
  });

  it('is not kept from ending by what a page asks while nobody sits there', async () => {
    const person = await buildOperator(api.db, org);
    const caller = await api.signedIn(person);
    const used = async () => {
      const { rows } = await api.db.query<{ used: boolean }>(
        "select seen_time > now() - interval '1 minute' as used from session where operator_id = $1",
        [person.id],
      );
      return rows[0]?.used;
    };
    await api.db.query("update session set seen_time = now() - interval '20 minutes' where operator_id = $1", [
      person.id,
    ]);
    const ask = (headers: Record<string, string>) => caller.raw(session.getAuth.path, caller.body({}), headers);
    expect((await ask({ 'x-unattended': '1' })).verify.sign).toBe('success');
    expect(await used()).toBe(false);
    expect((await ask({})).verify.sign).toBe('success');
    expect(await used()).toBe(true);
  });

  it('changes its password by the strict rule, and throws out everybody else', async () => {
    const person = await buildOperator(api.db, org);
    const here = await api.signedIn(person);
    const elsewhere = await api.signedIn(person);
    const { path } = session.changePassword;
    const change = async (before: string, after: string) =>
      here.call(session.changePassword, {
        oldPassword: await here.seal(path, before),
        newPassword: await here.seal(path, after),
      });
    expect((await change('wrong1', 'newpass1')).verify.sign).toBe('fail');
    expect((await change(person.password, 'lettersonly')).data).toHaveProperty('newPassword');
    expect((await change(person.password, '12345678')).verify.sign).toBe('validation');
    expect((await change(person.password, 'newpass1')).verify.sign).toBe('success');
    expect((await here.call(session.getAuth, {})).verify.sign).toBe('success');
    await expect
      .poll(async () => (await elsewhere.call(session.getAuth, {})).verify.sign, { timeout: 5000 })
      .toBe('sessionTimeOut');
    expect((await api.caller().login(person.loginName, 'newpass1')).verify.sign).toBe('success');
  });

  it('keeps preferences, and leaves out of a change what was not sent', async () => {
    const caller = await api.signedIn(await buildOperator(api.db, org));
    const { id } = await caller.ok(session.findPreferences, {});
    const base = { id, map_type: 'amap', is_voice: 'F', is_police_voice: 'T' } as const;
    await caller.ok(session.updatePreferences, { ...base, title: '我的铅封', map_level: 9, lat: 31.2, lon: 121.5 });
    await caller.ok(session.updatePreferences, base);
    expect(await caller.ok(session.findPreferences, {})).toMatchObject({
      title: '我的铅封',
      map_level: 9,
      lat: 31.2,
      lon: 121.5,
      is_voice: 'F',
    });
    const stranger = await api.signedIn(who);
    expect((await stranger.call(session.updatePreferences, base)).verify.sign).toBe('notFound');
  });
});

describe('screen preferences', () => {
  it('are kept for the person, replaced, and dropped', async () => {
    const caller = await api.signedIn(who);
    await caller.ok(preferences.update, { name: 'table/device', value: { columns: ['sn'] } });
    await caller.ok(preferences.update, { name: 'table/device', value: { columns: ['sn', 'lat'] } });
    expect((await caller.ok(preferences.find, {})).preferences).toEqual({ 'table/device': { columns: ['sn', 'lat'] } });
    const other = await api.signedIn(await buildOperator(api.db, org));
    expect((await other.ok(preferences.find, {})).preferences).toEqual({});
    expect((await caller.call(preferences.update, { name: 'x', value: 'y'.repeat(20_000) })).verify.sign).toBe(
      'validation',
    );
    await caller.ok(preferences.update, { name: 'table/device', value: null });
    expect((await caller.ok(preferences.find, {})).preferences).toEqual({});
  });
});

describe('a request body', () => {
  it('with __proto__, of the wrong form, or cut, is refused and changes nothing', async () => {
    const caller = await api.signedIn(who);
    for (const body of [
      '{"__proto__":{"admin":true}}',
      '{"constructor":{"prototype":{"x":1}}}',
      '[]',
      '"x"',
      'null',
      '{"a":',
      '',
    ])
      expect(['validation', 'signError']).toContain((await caller.raw('/device/list', body)).verify.sign);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it('signed with a nested __proto__ cannot escape into the answer', async () => {
    const caller = await api.signedIn(who);
    const text = JSON.stringify(caller.body({ keyword: 'x' })).replace(
      '"keyword":"x"',
      '"keyword":"x","filter":{"__proto__":{"page":9}}',
    );
    expect((await caller.raw('/device/list', text)).verify.sign).toBe('validation');
  });
});

describe('the operation log', () => {
  it('holds who did what, with secrets blanked, successes and refusals apart', async () => {
    const caller = await api.signedIn(who);
    await api.caller().login(who.loginName, 'wrong password');
    const { rows } = await api.db.query<{
      success: boolean;
      request_body: string;
      operate_name: string;
      response_body: string;
    }>(
      "select success, request_body, operate_name, response_body from operation_log where operate_url = '/login/login' and operator_id = $1 order by id desc limit 2",
      [who.id],
    );
    expect(rows.map((r) => r.success).sort()).toEqual([false, true]);
    for (const row of rows) {
      expect(JSON.parse(row.request_body).password).toBe('***');
      expect(row.response_body).not.toContain(caller.token);
    }
  });

  it('cannot be changed, not even by its owner', async () => {
    for (const pool of [api.pools.app, api.pools.platform, api.owner]) {
      await expect(pool.query('update operation_log set success = true')).rejects.toThrow();
      await expect(pool.query('delete from operation_log')).rejects.toThrow();
    }
  });
});

describe('a session that has ended', () => {
  const whyOf = async (token: string): Promise<string> => (await api.caller().ok(session.ended, { token })).why;
  it('says why to whoever has its token, and of a token nobody knows no more than that it expired', async () => {
    const operator = await buildOperator(api.db, org);
    const [here, there] = [await api.signedIn(operator), await api.signedIn(operator)];
    expect(await whyOf('a-token-nobody-knows')).toBe('expired');
    await here.ok(calls.account.endOtherSessions, {});
    expect(await whyOf(there.token)).toBe('elsewhere');
    const admin = await api.signedIn(who);
    await admin.ok(calls.operators.status, { ids: [operator.id], status: 2 });
    expect(await whyOf(here.token)).toBe('disabled');
    expect(await whyOf(there.token)).toBe('disabled');
    await admin.ok(calls.operators.status, { ids: [operator.id], status: 1 });
    expect(await whyOf(here.token)).toBe('elsewhere');
    const { token } = admin;
    await admin.ok(session.logout, {});
    expect(await whyOf(token)).toBe('signedOut');
  });
});
