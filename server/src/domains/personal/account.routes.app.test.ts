import { devices } from '@plomb/contract/devices/devices';
import { account } from '@plomb/contract/personal/account';
import { session } from '@plomb/contract/session/session';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
});
afterAll(() => api.stop());
beforeEach(async () => {
  who = await buildOperator(api.db, org);
  caller = await api.signedIn(who);
});

const sign = async (one: Caller) => (await one.call(session.getAuth, {})).verify.sign;

describe('one’s own data', () => {
  it('are shown; the phone can be changed, the name under which deeds are written down cannot', async () => {
    const before = await caller.ok(account.detail, {});
    expect(before).toMatchObject({
      id: who.id,
      loginName: who.loginName,
      operPhone: '',
      second_factor: { since: null, required: false, codesLeft: 0 },
    });
    await caller.ok(account.update, { operPhone: '+86 138 0013 8000', operName: 'Administrator' } as never);
    expect(await caller.ok(account.detail, {})).toMatchObject({
      operName: before.operName,
      operPhone: '+86 138 0013 8000',
    });
    const { rows } = await api.db.query(
      "select changes from operation_log where operate_url = '/account/update' order by id desc limit 1",
    );
    expect(rows).toEqual([{ changes: [{ field: 'operPhone', before: '', after: '+86 138 0013 8000' }] }]);
  });

  it('are refused with words beside the field', async () => {
    const reply = await caller.call(account.update, { operPhone: 'abc' });
    expect(reply.data).toEqual({ operPhone: 'Phone number wrong' });
  });
});

describe('sessions', () => {
  it('are listed with their own first; expired ones and those of others are not', async () => {
    const elsewhere = await api.signedIn(who);
    const old = await api.signedIn(who);
    await api.db.query(
      "update session set seen_time = now() - interval '13 hours' where id = (select max(id) from session where operator_id = $1)",
      [who.id],
    );
    expect(old.token).not.toBe('');
    await api.signedIn(await buildOperator(api.db, org));
    const { rows } = await caller.ok(account.sessions, {});
    expect(rows.map((r) => r.current)).toEqual([true, false]);
    expect(rows[0]).toMatchObject({ address: '127.0.0.1', user_agent: expect.any(String) });
    const { rows: theirs } = await elsewhere.ok(account.sessions, {});
    expect(theirs[0]?.id).toBe(rows[1]?.id);
  });

  it('are signed out one by one, at once, and only by their owner', async () => {
    const elsewhere = await api.signedIn(who);
    const { rows } = await caller.ok(account.sessions, {});
    const id = rows.find((r) => !r.current)!.id;
    const stranger = await api.signedIn(await buildOperator(api.db, org));
    expect((await stranger.call(account.endSession, { id })).verify.sign).toBe('notFound');
    expect(await sign(elsewhere)).toBe('success');
    await caller.ok(account.endSession, { id });
    expect(await sign(elsewhere)).toBe('sessionTimeOut');
    expect((await caller.call(account.endSession, { id })).verify.sign).toBe('notFound');
    expect((await caller.ok(account.sessions, {})).rows).toHaveLength(1);
  });

  it('are signed out all at once, but for the one that asks', async () => {
    const others = [await api.signedIn(who), await api.signedIn(who)];
    expect(await Promise.all(others.map(sign))).toEqual(['success', 'success']);
    expect(await caller.ok(account.endOtherSessions, {})).toEqual({ ended: 2 });
    expect(await Promise.all(others.map(sign))).toEqual(['sessionTimeOut', 'sessionTimeOut']);
    expect(await sign(caller)).toBe('success');
  });
});

describe('a temporary password', () => {
  it('lets its holder change it, and nothing else before', async () => {
    await api.db.query('update operator set must_change = true where id = $1', [who.id]);
    const held = await api.signedIn(who);
    expect((await held.ok(session.getAuth, {})).setUp).toBe('password');
    const refused = await held.call(devices.list, {});
    expect(refused.verify).toEqual({
      sign: 'setUpNeeded',
      desc: 'Your password is a temporary one, please change it first',
    });
    const { path } = session.changePassword;
    await held.ok(session.changePassword, {
      oldPassword: await held.seal(path, who.password),
      newPassword: await held.seal(path, 'myown2026'),
    });
    expect((await held.call(devices.list, {})).verify.sign).toBe('success');
    expect((await held.ok(session.getAuth, {})).setUp).toBeUndefined();
  });

  it('is not guessed through the change of password either', async () => {
    const { path } = session.changePassword;
    const change = async (guess: string) =>
      caller.call(session.changePassword, {
        oldPassword: await caller.seal(path, guess),
        newPassword: await caller.seal(path, 'myown2026'),
      });
    for (let i = 0; i < 4; i++) expect((await change(`guess${i}`)).verify.sign).toBe('fail');
    expect((await change(who.password)).verify.sign).toBe('tooMany');
  });
});
