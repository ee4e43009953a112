import { devices } from '@plomb/contract/devices/devices';
import { live } from '@plomb/contract/live/live';
import { apiKeys } from '@plomb/contract/personal/apiKeys';
import { secondFactor } from '@plomb/contract/personal/secondFactor';
import { session } from '@plomb/contract/session/session';
import { roles } from '@plomb/contract/system/roles/roles';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminPassword, startApi, type TestApi } from '../../../testing/api.ts';
import { type BuiltOperator, buildOperator, buildOrganisation } from '../../../testing/build.ts';
import type { Caller } from '../../../testing/client.ts';

let api: TestApi;
let root: Caller;
let rootRole: number;
let menuIds: Record<string, number>;
let buttonIds: Record<string, number>;
beforeAll(async () => {
  api = await startApi();
  rootRole = (await api.db.query<{ id: number }>('select id from role where super_role_id is null')).rows[0]!.id;
  const menus = await api.db.query<{ id: number; code: string }>('select id, menu_code as code from menu');
  menuIds = Object.fromEntries(menus.rows.map((r) => [r.code, r.id]));
  const buttons = await api.db.query<{ id: number; code: string }>(
    "select b.id, m.menu_code || ':' || b.btn_code as code from button b join menu m on m.id = b.menu_id",
  );
  buttonIds = Object.fromEntries(buttons.rows.map((r) => [r.code, r.id]));
});
afterAll(() => api.stop());

/** ids of `menu` and `menu:button` */
const grantsOf = (...codes: string[]) => ({
  menus: codes.filter((c) => !c.includes(':')).map((c) => menuIds[c]!),
  buttons: codes.filter((c) => c.includes(':')).map((c) => buttonIds[c]!),
});
const administration = ['role', 'role:list', 'role:add', 'role:update', 'role:delete', 'role:grant'];

let last = 0;
const newRole = async (by: Caller, superRoleId: number, org_id: number): Promise<number> =>
  (await by.ok(roles.add, { roleName: `R${++last}`, superRoleId, org_id })).id;
const give = async (by: Caller, id: number, ...codes: string[]) => {
  const { version } = await by.ok(roles.grants, { id });
  return by.call(roles.grant, { id, version, ...grantsOf(...codes) });
};
const heldBy = async (id: number): Promise<string[]> => {
  const { rows } = await api.db.query<{ code: string }>(
    `select m.menu_code as code from role_menu rm join menu m on m.id = rm.menu_id where rm.role_id = $1
     union all select m.menu_code || ':' || b.btn_code from role_button rb join button b on b.id = rb.button_id
       join menu m on m.id = b.menu_id where rb.role_id = $1 order by code`,
    [id],
  );
  return rows.map((r) => r.code);
};
const asOperatorOf = async (orgId: number, roleId: number): Promise<Caller & { who: BuiltOperator }> => {
  const who = await buildOperator(api.db, orgId, []);
  await api.db.query('update operator set role_id = $2 where id = $1', [who.id, roleId]);
  return Object.assign(await api.signedIn(who), { who });
};

let org: number;
let below: number;
let elsewhere: number;
/** administers an organisation: devices and roles, nothing else */
let manager: Caller;
let managerRole: number;
beforeEach(async () => {
  org = await buildOrganisation(api.db);
  below = await buildOrganisation(api.db, org);
  elsewhere = await buildOrganisation(api.db);
  // a session made before an organisation sees it two seconds later
  root = api.caller();
  await root.login('admin', adminPassword);
  managerRole = await newRole(root, rootRole, org);
  await give(root, managerRole, 'device', 'device:list', 'device:add', ...administration);
  manager = await asOperatorOf(org, managerRole);
});

describe('a role', () => {
  it('goes the whole round: add, list, detail, update, delete', async () => {
    const id = await newRole(manager, managerRole, org);
    await manager.ok(roles.update, { id, roleName: 'Guards', superRoleId: managerRole, org_id: org });
    expect(await manager.ok(roles.detail, { id })).toMatchObject({
      roleName: 'Guards',
      superRoleId: managerRole,
      operators: 0,
      menus: 0,
      locked: null,
    });
    expect((await manager.ok(roles.list, { superRoleId: managerRole })).rows.map((r) => r.id)).toEqual([id]);
    await manager.ok(roles.delete, { ids: [id] });
    expect((await manager.call(roles.detail, { id })).verify.sign).toBe('notFound');
  });

  it('stays while operators or roles below it use it', async () => {
    const [used, above] = [await newRole(manager, managerRole, org), await newRole(manager, managerRole, org)];
    await asOperatorOf(org, used);
    await newRole(manager, above, org);
    for (const id of [used, above])
      expect((await manager.call(roles.delete, { ids: [id] })).verify.sign).toBe('conflict');
  });

  it('hangs below a role, never below itself or one of those below it', async () => {
    const a = await newRole(manager, managerRole, org);
    const b = await newRole(manager, a, org);
    const c = await newRole(manager, b, org);
    for (const superRoleId of [a, b, c])
      expect(
        (await manager.call(roles.update, { id: a, roleName: 'x', superRoleId, org_id: org })).verify,
      ).toMatchObject({ sign: 'conflict', desc: 'A role cannot be below itself or one of those below it' });
    expect((await manager.call(roles.add, { roleName: 'x', superRoleId: null, org_id: org })).data).toHaveProperty(
      'superRoleId',
    );
    await expect(api.owner.query('update role set super_role_id = $2 where id = $1', [a, c])).rejects.toThrow(/itself/);
  });

  it('belongs to the organisation of the role above it, or to one below that', async () => {
    const id = await newRole(manager, await newRole(manager, managerRole, below), below);
    expect((await manager.call(roles.add, { roleName: 'x', superRoleId: id, org_id: org })).data).toHaveProperty(
      'org_id',
    );
    expect((await manager.call(roles.add, { roleName: 'x', superRoleId: id, org_id: elsewhere })).verify.sign).toBe(
      'notFound',
    );
  });
});

describe('a lesser administrator', () => {
  let bigger: number;
  beforeEach(async () => {
    bigger = await newRole(root, rootRole, org);
    await give(root, bigger, 'device', 'device:list', 'device:delete', 'alarm', 'alarm:list');
  });
  const beyond = { sign: 'noPermission', desc: 'This role holds permissions that you do not have' };

  it('moves no role that holds more than its own, and so takes nothing from it', async () => {
    const before = await heldBy(bigger);
    const moved = await manager.call(roles.update, {
      id: bigger,
      roleName: 'x',
      superRoleId: managerRole,
      org_id: org,
    });
    expect(moved.verify).toEqual(beyond);
    expect((await manager.call(roles.delete, { ids: [bigger] })).verify).toEqual(beyond);
    expect(await heldBy(bigger)).toEqual(before);
    // a name gives nobody a right
    await manager.ok(roles.update, { id: bigger, roleName: 'Renamed', superRoleId: rootRole, org_id: org });
  });

  it('switches the second factor of no role above, beside or of its own off', async () => {
    const duty = await newRole(root, managerRole, org);
    await give(root, managerRole, 'device', 'device:list', ...administration, 'role:secondFactor');
    await give(root, duty, 'device', 'device:list', ...administration, 'role:secondFactor');
    const lesser = await asOperatorOf(org, duty);
    for (const id of [bigger, managerRole, duty])
      await api.db.query('update role set second_factor_required = true where id = $1', [id]);
    const off = async (id: number) => (await lesser.call(secondFactor.require, { id, required: false })).verify.sign;
    // its own role asks for a second factor now: the duty must not stand in the way of the question
    await api.db.query('update role set second_factor_required = false where id = $1', [duty]);
    expect([await off(managerRole), await off(bigger), await off(duty)]).toEqual([
      'noPermission',
      'noPermission',
      'noPermission',
    ]);
    await lesser.ok(secondFactor.require, { id: duty, required: true });
    const below = await newRole(root, duty, org);
    await api.db.query('update role set second_factor_required = false where id = $1', [duty]);
    await lesser.ok(secondFactor.require, { id: below, required: true });
    await lesser.ok(secondFactor.require, { id: below, required: false });
    expect(
      (await api.db.query('select second_factor_required as on from role where id = any($1)', [[managerRole, bigger]]))
        .rows,
    ).toEqual([{ on: true }, { on: true }]);
  });
});

describe('an API key', () => {
  it('gives no right that it was not given itself', async () => {
    const { key } = await manager.ok(apiKeys.add, {
      key_name: 'roles',
      scope: ['role:grant', 'role:list', 'device:list'],
      addresses: [],
      expire_time: new Date(Date.now() + 86_400_000).toISOString(),
    });
    const id = await newRole(manager, managerRole, org);
    const grant = async (version: number, ...codes: string[]) =>
      (
        await api
          .caller()
          .raw(roles.grant.path, { id, version, ...grantsOf(...codes) }, { authorization: `Bearer ${key}` })
      ).verify;
    expect(await grant(0, 'device', 'device:add')).toEqual({
      sign: 'noPermission',
      desc: 'You can neither give nor take what you do not hold',
    });
    expect((await grant(0, 'device', 'device:list')).sign).toBe('success');
    expect(await heldBy(id)).toEqual(['device', 'device:list']);
    await give(manager, id, 'device', 'device:list', 'device:add');
    const { version } = await manager.ok(roles.grants, { id });
    expect((await grant(version, 'device', 'device:list')).sign).toBe('noPermission');
  });
});

describe('grants', () => {
  it('are given and taken as a whole, and only to who saw the latest', async () => {
    const id = await newRole(manager, managerRole, org);
    const seen = await manager.ok(roles.grants, { id });
    expect(seen).toMatchObject({ version: 0, granted: { menus: [], buttons: [] }, operators: 0 });
    await manager.ok(roles.grant, { id, version: 0, ...grantsOf('device', 'device:list', 'device:add') });
    expect(await heldBy(id)).toEqual(['device', 'device:add', 'device:list']);
    expect((await manager.call(roles.grant, { id, version: 0, menus: [], buttons: [] })).verify.sign).toBe('conflict');
    expect((await give(manager, id, 'device', 'device:list')).verify.sign).toBe('success');
    expect(await heldBy(id)).toEqual(['device', 'device:list']);
    const { rows } = await api.db.query<{ instruct: string }>(
      "select instruct from operation_log where operate_url = '/role/grant' and success order by id desc limit 1",
    );
    expect(rows[0]?.instruct).toMatch(/^R\d+: −device:add$/);
  });

  it('never exceed those of the role above, whoever gives them', async () => {
    const id = await newRole(root, managerRole, org);
    expect((await give(root, id, 'alarm', 'alarm:list')).verify).toEqual({
      sign: 'noPermission',
      desc: 'This is more than the role above holds',
    });
    expect((await give(root, id, 'device', 'device:list', 'device:delete')).verify.sign).toBe('noPermission');
    expect(await heldBy(id)).toEqual([]);
    await expect(
      api.owner.query('insert into role_menu (role_id, menu_id) values ($1, $2)', [id, menuIds.alarm]),
    ).rejects.toThrow(/does not hold menu/);
  });

  it('never exceed those of who gives them', async () => {
    const wide = await newRole(root, rootRole, org);
    await give(root, wide, 'alarm', 'alarm:list', 'device', 'device:list');
    const lower = await newRole(manager, wide, org);
    expect((await give(manager, lower, 'alarm', 'alarm:list')).verify).toEqual({
      sign: 'noPermission',
      desc: 'You can neither give nor take what you do not hold',
    });
    expect((await give(manager, lower, 'device', 'device:list')).verify.sign).toBe('success');
    expect((await give(manager, wide, 'device', 'device:list')).verify.sign).toBe('noPermission');
    expect(await heldBy(wide)).toContain('alarm:list');
  });

  it('of the own role, of those above it and of the root role are not one’s own to change', async () => {
    const mine = await newRole(manager, managerRole, org);
    await give(manager, mine, ...administration);
    const lesser = await asOperatorOf(org, mine);
    for (const id of [mine, managerRole]) {
      const { version } = await lesser.ok(roles.grants, { id });
      const reply = await lesser.call(roles.grant, { id, version, ...grantsOf('role', 'role:list') });
      expect(reply.verify).toEqual({ sign: 'noPermission', desc: 'Nobody changes the own role, or one above it' });
      expect((await lesser.call(roles.delete, { ids: [id] })).verify.sign).toBe('noPermission');
    }
    const other = await newRole(manager, managerRole, org);
    expect(
      (await lesser.call(roles.update, { id: mine, roleName: 'x', superRoleId: other, org_id: org })).verify.sign,
    ).toBe('noPermission');
    expect((await give(root, rootRole, 'map')).verify.sign).toBe('noPermission');
    expect(
      (await root.call(roles.update, { id: rootRole, roleName: '管理员', superRoleId: null, org_id: 1 })).verify.sign,
    ).toBe('success');
  });

  it('taken from a role are taken from all below it, in one go', async () => {
    const a = await newRole(manager, managerRole, org);
    await give(manager, a, 'device', 'device:list', 'device:add');
    const b = await newRole(manager, a, org);
    await give(manager, b, 'device', 'device:list', 'device:add');
    const { version } = await manager.ok(roles.grants, { id: b });
    const seen = await root.ok(roles.grants, { id: managerRole });
    expect(seen.below.map((r) => r.id).sort()).toEqual([a, b].sort());
    const taken = await give(root, managerRole, 'device', 'device:list', ...administration);
    expect(taken.data.shrunk.map((s) => [s.id, s.menus, s.buttons]).sort()).toEqual(
      [
        [a, 0, 1],
        [b, 0, 1],
      ].sort(),
    );
    expect(await heldBy(b)).toEqual(['device', 'device:list']);
    // an editor that was open meanwhile knows nothing of it
    expect(
      (await manager.call(roles.grant, { id: b, version, ...grantsOf('device', 'device:list') })).verify.sign,
    ).toBe('conflict');
    await give(root, managerRole, ...administration);
    expect(await heldBy(b)).toEqual([]);
  });

  it('shrink when the role moves below one that holds less', async () => {
    const [a, narrow] = [await newRole(manager, managerRole, org), await newRole(manager, managerRole, org)];
    await give(manager, a, 'device', 'device:list', 'device:add');
    await give(manager, narrow, 'device', 'device:list');
    await manager.ok(roles.update, { id: a, roleName: `moved ${a}`, superRoleId: narrow, org_id: org });
    expect(await heldBy(a)).toEqual(['device', 'device:list']);
  });

  it('need the menu of each button', async () => {
    const id = await newRole(manager, managerRole, org);
    expect((await give(manager, id, 'device:list')).verify).toMatchObject({ desc: 'Please tick the menu first' });
  });

  it('of a role elsewhere look like those of a role that does not exist', async () => {
    const theirs = await newRole(root, rootRole, elsewhere);
    const body = { id: theirs, version: 0, menus: [], buttons: [] };
    expect((await manager.call(roles.grant, body)).verify).toEqual(
      (await manager.call(roles.grant, { ...body, id: 987_654 })).verify,
    );
    expect((await manager.call(roles.add, { roleName: 'x', superRoleId: theirs, org_id: org })).verify.sign).toBe(
      'notFound',
    );
  });
});

describe('a live session', () => {
  it('follows its role within five seconds, without signing in again', async () => {
    const id = await newRole(manager, managerRole, org);
    await give(manager, id, 'device', 'device:list');
    const person = await asOperatorOf(org, id);
    expect((await person.call(devices.list, {})).verify.sign).toBe('success');
    await give(manager, id, ...administration);
    await expect
      .poll(async () => (await person.call(devices.list, {})).verify.sign, { timeout: 5000 })
      .toBe('noPermission');
    expect((await person.ok(session.getAuth, {})).menus.map((m) => m.menu_code)).toEqual(['system', 'role']);
    expect((await person.call(roles.list, {})).verify.sign).toBe('success');
  });

  it('is told by its stream that its rights changed, also without the map', async () => {
    const id = await newRole(manager, managerRole, org);
    await give(manager, id, 'device', 'device:list');
    const person = await asOperatorOf(org, id);
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    const address = api.app.server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const stop = new AbortController();
    const answer = await fetch(`http://127.0.0.1:${port}${live.stream.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: person.token },
      body: JSON.stringify(person.body({})),
      signal: stop.signal,
    });
    let heard = '';
    const reading = (async () => {
      for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) heard += part;
    })().catch(() => undefined);
    const marks = () => [...heard.matchAll(/event: rights\ndata: {"mark":"(\w+)"}/g)].map((m) => m[1]);
    await expect.poll(marks).toHaveLength(1);
    await give(manager, id, 'device');
    await expect.poll(marks, { timeout: 5000 }).toHaveLength(2);
    expect(new Set(marks()).size).toBe(2);
    // who has no map is told nothing of locks
    api.hub.lock(org, { id: 1, velocity: 3 });
    api.hub.tick();
    stop.abort();
    await reading;
    expect(heard).not.toContain('event: locks');
  });
});
