import { devices } from '@plomb/contract/devices/devices';
import type { InputOf } from '@plomb/contract/kit/call';
import { session } from '@plomb/contract/session/session';
import { operators } from '@plomb/contract/system/operators/operators';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  type BuiltOperator,
  buildDevice,
  buildOperator,
  buildOrganisation,
  buildRole,
} from '../../../testing/build.ts';
import type { Caller } from '../../../testing/client.ts';

let api: TestApi;
let org: number;
let below: number;
let who: BuiltOperator;
let caller: Caller;
let small: number;
beforeAll(async () => {
  api = await startApi();
  org = await buildOrganisation(api.db);
  below = await buildOrganisation(api.db, org);
  who = await buildOperator(api.db, org);
  caller = await api.signedIn(who);
  small = await buildRole(api.db, org, ['map:list', 'device:list']);
});
afterAll(() => api.stop());

let serial = 0;
type Input = Omit<InputOf<typeof operators.add>, 'password'>;
const fresh = (change: Partial<Input> = {}): Input => {
  const n = ++serial;
  return {
    operCode: `N-${n}`,
    operName: `Person ${n}`,
    operPhone: '13800001111',
    loginName: `person-${n}`,
    role_id: small,
    org_id: org,
    ...change,
  };
};
const add = async (by: Caller, input: Input, password = 'tempor1') =>
  by.call(operators.add, { ...input, password: await by.seal(operators.add.path, password) });
const reset = async (by: Caller, id: number, password: string) =>
  by.call(operators.resetPassword, { id, password: await by.seal(operators.resetPassword.path, password) });
const roleOf = async (id: number) =>
  (await api.db.query<{ role_id: number }>('select role_id from operator where id = $1', [id])).rows[0]!.role_id;

describe('an operator', () => {
  it('goes the whole round: add, sign in, list, edit, export, delete', async () => {
    const input = fresh({ org_id: below });
    const { id } = (await add(caller, input)).data;
    const person = api.caller();
    await person.login(input.loginName, 'tempor1');
    expect((await person.ok(session.getAuth, {})).setUp).toBe('password');
    expect(await caller.ok(operators.detail, { id })).toMatchObject({ ...input, must_change: true, status: 1 });
    await caller.ok(operators.update, { id, ...input, operName: '王芳', operPhone: '+86 10 6552 9988' });
    const { rows, total } = await caller.ok(operators.list, { keyword: '王芳', org_id: below, sort: '-loginName' });
    expect({ total, names: rows.map((r) => r.operPhone) }).toEqual({ total: 1, names: ['+86 10 6552 9988'] });
    expect(JSON.stringify(rows)).not.toContain('argon2');
    const file = await caller.ok(operators.export, {
      format: 'csv',
      timeZone: 'UTC',
      ids: [id],
      columns: [
        { field: 'operPhone', title: 'Phone' },
        { field: 'status', title: 'Status', words: { '1': 'Enabled' } },
      ],
    });
    const csv = await api.app.inject({ method: 'GET', url: file.url, headers: { authorization: caller.token } });
    expect(csv.body.trim().split('\r\n')[1]).toBe('"+86 10 6552 9988","Enabled"');
    await caller.ok(operators.delete, { ids: [id] });
    expect((await caller.call(operators.detail, { id })).verify.sign).toBe('notFound');
    await expect
      .poll(async () => (await person.call(session.getAuth, {})).verify.sign, { timeout: 5000 })
      .toBe('sessionTimeOut');
  });

  it('has a login name of its own, a right telephone number, a password of six characters', async () => {
    expect((await add(caller, fresh({ loginName: who.loginName.toUpperCase() }))).verify).toEqual({
      sign: 'conflict',
      desc: 'This login name is taken',
    });
    for (const operPhone of ['12', 'abc', '138-', '1380000111122223333444'])
      expect((await add(caller, fresh({ operPhone }))).data).toEqual({ operPhone: 'Phone number wrong' });
    expect((await add(caller, fresh(), '12345')).data).toEqual({ password: 'The password has at least 6 characters' });
    expect((await add(caller, fresh(), ' 12345 ')).verify.sign).toBe('validation');
    expect((await add(caller, fresh(), '123456')).verify.sign).toBe('success');
    const unsealed = await caller.call(operators.add, { ...fresh(), password: 'tempor1' });
    expect(unsealed.verify.sign).toBe('fail');
  });

  it('who did something is kept', async () => {
    const { id } = (await add(caller, fresh())).data;
    await api.db.query(
      `insert into command (device_id, org_id, kind, physical, idempotency_key, operator_id, oper_name, expire_time)
       values ($1, $2, 'info', false, 'key-of-a-test', $3, 'x', now())`,
      [(await buildDevice(api.db, org)).id, org, id],
    );
    expect((await caller.call(operators.delete, { ids: [id] })).verify.desc).toBe('Still in use, it cannot be deleted');
  });
});

describe('a role', () => {
  it('is given only by those who hold all of it', async () => {
    const little = await api.signedIn(
      await buildOperator(api.db, org, ['operator:list', 'operator:add', 'operator:update', 'map:list', 'device:list']),
    );
    const large = await roleOf(who.id);
    expect((await add(little, fresh({ role_id: large }))).verify).toEqual({
      sign: 'noPermission',
      desc: 'This role holds permissions that you do not have',
    });
    const { id } = (await add(little, fresh())).data;
    const { role_id: _, ...rest } = fresh();
    expect((await little.call(operators.update, { ...rest, id, role_id: large })).verify.sign).toBe('noPermission');
    expect(await roleOf(id)).toBe(small);
    const { roles } = await little.ok(operators.options, {});
    expect(roles.map((r) => r.id)).toContain(small);
    expect(roles.map((r) => r.id)).not.toContain(large);
  });

  it('stays with the organisation it belongs to, or goes to those below', async () => {
    const ofBelow = await buildRole(api.db, below, ['map:list']);
    const reply = await add(caller, fresh({ role_id: ofBelow, org_id: org }));
    expect(reply.verify.desc).toBe("The role belongs neither to the operator's organisation nor to one above it");
    expect((await add(caller, fresh({ role_id: ofBelow, org_id: below }))).verify.sign).toBe('success');
    const elsewhere = await buildOrganisation(api.db);
    const theirs = await buildRole(api.db, elsewhere, ['map:list']);
    expect((await add(caller, fresh({ role_id: theirs }))).verify.sign).toBe('notFound');
    expect((await add(caller, fresh({ org_id: elsewhere }))).verify.sign).not.toBe('success');
  });

  it('can be given on while one of its menus is switched off, but nothing that sleeps in it can', async () => {
    await api.db.query("update menu set status = 2 where menu_code = 'alarm'");
    try {
      const by = await api.signedIn(who);
      const own = await roleOf(who.id);
      expect((await by.ok(operators.options, {})).roles.map((r) => r.id)).toContain(own);
      const without = await api.signedIn(await buildOperator(api.db, org, ['operator:list', 'map:list']));
      const sleeping = await buildRole(api.db, org, ['map:list', 'alarm:list']);
      expect((await without.ok(operators.options, {})).roles.map((r) => r.id)).not.toContain(sleeping);
    } finally {
      await api.db.query("update menu set status = 1 where menu_code = 'alarm'");
    }
  });

  it('changed by somebody else is felt within seconds, without signing in again', async () => {
    const input = fresh();
    const { id } = (await add(caller, input)).data;
    await api.db.query('update operator set must_change = false where id = $1', [id]);
    const person = await api.signedIn({ loginName: input.loginName, password: 'tempor1' });
    const call = devices.list;
    await person.ok(call, {});
    await caller.ok(operators.update, { id, ...input, role_id: await buildRole(api.db, org, ['map:list']) });
    await expect.poll(async () => (await person.call(call, {})).verify.sign, { timeout: 5000 }).toBe('noPermission');
  });
});

describe('nobody', () => {
  it('changes their own role or organisation, disables, deletes or resets themselves', async () => {
    const { id: _, status: __, ...own } = await caller.ok(operators.detail, { id: who.id });
    const write = {
      operCode: 'ME',
      operName: own.operName,
      operPhone: '',
      loginName: own.loginName,
      role_id: own.role_id,
      org_id: own.org_id,
    };
    expect((await caller.call(operators.update, { ...write, id: who.id, role_id: small })).verify.desc).toBe(
      'You cannot change your own role or organisation',
    );
    expect((await caller.call(operators.update, { ...write, id: who.id, org_id: below })).verify.sign).toBe('fail');
    await caller.ok(operators.update, { ...write, id: who.id });
    const other = (await add(caller, fresh())).data.id;
    const self = 'You cannot do this to your own account';
    expect((await caller.call(operators.status, { ids: [other, who.id], status: 2 })).verify.desc).toBe(self);
    expect((await caller.call(operators.delete, { ids: [who.id] })).verify.desc).toBe(self);
    expect((await reset(caller, who.id, 'mine123')).verify.desc).toBe(self);
    expect((await caller.ok(operators.detail, { id: other })).status).toBe(1);
  });

  it('reaches through the account of somebody who may do more', async () => {
    const little = await api.signedIn(
      await buildOperator(api.db, org, [
        'operator:list',
        'operator:update',
        'operator:status',
        'operator:delete',
        'operator:resetPassword',
      ]),
    );
    const target = await buildOperator(api.db, org);
    const desc = 'This operator holds permissions that you do not have';
    expect((await reset(little, target.id, 'stolen1')).verify).toEqual({ sign: 'noPermission', desc });
    expect((await little.call(operators.status, { ids: [target.id], status: 2 })).verify.desc).toBe(desc);
    expect((await little.call(operators.delete, { ids: [target.id] })).verify.desc).toBe(desc);
    const { rows } = await little.ok(operators.list, { keyword: target.loginName });
    const { role_id, org_id, loginName, operName } = rows[0]!;
    const write = { operCode: '', operPhone: '', operName, role_id, org_id, id: target.id };
    expect((await little.call(operators.update, { ...write, loginName: `${loginName}-2` })).verify.desc).toBe(desc);
    expect((await api.caller().login(target.loginName, target.password)).verify.sign).toBe('success');
  });
});

describe('an administrator', () => {
  it('resets a password: the old one and its sessions are gone, the new one is asked to be changed', async () => {
    const target = await buildOperator(api.db, below);
    const person = await api.signedIn(target);
    for (let i = 0; i < 4; i++) await api.caller().login(target.loginName, 'forgotten');
    expect((await reset(caller, target.id, 'tiny')).verify.sign).toBe('validation');
    expect((await reset(caller, target.id, 'fresh-one')).verify.sign).toBe('success');
    expect((await person.call(session.getAuth, {})).verify.sign).toBe('sessionTimeOut');
    const again = api.caller();
    await again.login(target.loginName, 'fresh-one');
    expect((await again.ok(session.getAuth, {})).setUp).toBe('password');
    const { rows } = await api.db.query<{ request_body: string }>(
      "select request_body from operation_log where operate_url = '/operator/resetPassword' and success",
    );
    expect(rows.map((r) => JSON.parse(r.request_body).password)).toEqual(['***']);
  });

  it('disables many at once, all or none, and enabling brings no session back', async () => {
    const [a, b] = [await buildOperator(api.db, org), await buildOperator(api.db, below)];
    const foreign = await buildOperator(api.db, await buildOrganisation(api.db));
    const person = await api.signedIn(a);
    expect((await caller.call(operators.status, { ids: [a.id, foreign.id], status: 2 })).verify.sign).toBe('notFound');
    await person.ok(session.getAuth, {});
    await caller.ok(operators.status, { ids: [a.id, b.id], status: 2 });
    expect((await api.caller().login(b.loginName, b.password)).verify.sign).toBe('fail');
    await caller.ok(operators.status, { ids: [a.id, b.id], status: 1 });
    await expect
      .poll(async () => (await person.call(session.getAuth, {})).verify.sign, { timeout: 5000 })
      .toBe('sessionTimeOut');
    expect((await api.caller().login(a.loginName, a.password)).verify.sign).toBe('success');
  });
});
