import type { InputOf } from '@plomb/contract/kit/call';
import { session } from '@plomb/contract/session/session';
import { operators } from '@plomb/contract/system/operators/operators';
import { organisations } from '@plomb/contract/system/organisations/organisations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scoped } from '../../../platform/postgres/transaction.ts';
import { adminPassword, startApi, type TestApi } from '../../../testing/api.ts';
import {
  type BuiltOperator,
  buildDevice,
  buildOperator,
  buildOrganisation,
  buildRole,
} from '../../../testing/build.ts';
import type { Caller } from '../../../testing/client.ts';

let api: TestApi;
let root: Caller;
let org: number;
let who: BuiltOperator;
let caller: Caller;
/** the role of `who`, which holds every button */
let role: number;
beforeAll(async () => {
  api = await startApi();
  root = await api.signedIn({ loginName: 'admin', password: adminPassword });
  org = await buildOrganisation(api.db);
  who = await buildOperator(api.db, org);
  caller = await api.signedIn(who);
  role = (await api.db.query<{ role_id: number }>('select role_id from operator where id = $1', [who.id])).rows[0]!
    .role_id;
});
afterAll(() => api.stop());

let serial = 0;
type Input = Omit<InputOf<typeof organisations.add>, 'password'>;
const fresh = (change: Partial<Input> = {}): Input => {
  const n = ++serial;
  return {
    org_name: `Branch ${n}`,
    org_type: 'carrier',
    parent_id: org,
    phone: '+86 755 8123-4567',
    mailbox: 'office@branch.example',
    logo: '',
    oper_name: `Head ${n}`,
    login_name: `head-${n}`,
    role_id: role,
    ...change,
  };
};
const add = async (by: Caller, input: Input, password = 'tempor1') =>
  by.call(organisations.add, { ...input, password: await by.seal(organisations.add.path, password) });
const addedBy = async (by: Caller, input: Input): Promise<number> => {
  const reply = await add(by, input);
  expect(reply.verify.sign, JSON.stringify(reply)).toBe('success');
  return reply.data.id;
};

describe('a new organisation', () => {
  it('comes with its role and its administrator, whom its maker sees at once', async () => {
    const input = fresh();
    const id = await addedBy(caller, input);
    const { rows } = await caller.ok(organisations.list, {});
    expect(rows.map((r) => [r.id, r.parent_id])).toEqual(
      expect.arrayContaining([
        [org, null],
        [id, org],
      ]),
    );
    expect(rows.find((r) => r.id === id)).toMatchObject({
      org_name: input.org_name,
      login_name: input.login_name,
      oper_name: input.oper_name,
      operators: 1,
      devices: 0,
      status: 1,
    });
    const made = await api.db.query(
      `select r.super_role_id, r.org_id, o.must_change,
         (select count(*) from role_button where role_id = r.id) = (select count(*) from role_button where role_id = $2) as same
       from operator o join role r on r.id = o.role_id where o.login_name = $1`,
      [input.login_name, role],
    );
    expect(made.rows).toEqual([{ super_role_id: role, org_id: id, must_change: true, same: true }]);
  });

  it('lets its administrator in with the temporary password, into their own part only', async () => {
    const input = fresh();
    const id = await addedBy(caller, input);
    const head = api.caller();
    const reply = await head.login(input.login_name, 'tempor1');
    expect((await head.ok(session.getAuth, {})).setUp).toBe('password');
    expect(reply.data.oper.organization).toMatchObject({ id, org_name: input.org_name });
    await head.ok(session.changePassword, {
      oldPassword: await head.seal(session.changePassword.path, 'tempor1'),
      newPassword: await head.seal(session.changePassword.path, 'myown99'),
    });
    expect((await head.ok(organisations.list, {})).rows.map((r) => r.id)).toEqual([id]);
    const settled = api.caller();
    await settled.login(input.login_name, 'myown99');
    expect((await settled.ok(session.getAuth, {})).setUp).toBeUndefined();
  });

  it('is made as a whole or not at all', async () => {
    const taken = fresh({ login_name: who.loginName.toUpperCase() });
    const refused = await add(caller, taken);
    expect(refused.verify).toEqual({ sign: 'conflict', desc: 'This login name is taken' });
    const short = fresh();
    expect((await add(caller, short, 'five5')).data).toEqual({
      password: 'The password has at least 6 characters',
    });
    const { rows } = await api.db.query('select 1 from organisation where org_name = any($1)', [
      [taken.org_name, short.org_name],
    ]);
    expect(rows).toEqual([]);
  });

  it('says which field is wrong', async () => {
    const reply = await add(caller, fresh({ phone: 'call me', mailbox: 'nowhere', org_name: ' ', login_name: 'a b' }));
    expect(reply.verify.sign).toBe('validation');
    expect(Object.keys(reply.data)).toEqual(['org_name', 'phone', 'mailbox', 'login_name']);
    expect(reply.data).toMatchObject({ phone: 'Phone number wrong' });
  });

  it('stands below an organisation in sight, with a role in sight that holds no more than the maker', async () => {
    const elsewhere = await buildOrganisation(api.db);
    const theirs = await buildRole(api.db, elsewhere, ['map:list']);
    expect((await add(caller, fresh({ parent_id: elsewhere }))).verify.sign).toBe('notFound');
    expect((await add(caller, fresh({ role_id: theirs }))).verify.sign).toBe('notFound');
    const little = await api.signedIn(
      await buildOperator(api.db, org, ['organisation:list', 'organisation:add', 'map:list']),
    );
    expect((await add(little, fresh())).verify).toEqual({
      sign: 'noPermission',
      desc: 'This role holds permissions that you do not have',
    });
    const small = await buildRole(api.db, org, ['map:list']);
    expect((await little.ok(organisations.options, {})).roles.map((r) => r.id)).toEqual(
      expect.arrayContaining([small]),
    );
    await addedBy(little, fresh({ role_id: small }));
  });
});

describe('an organisation', () => {
  it('is edited, found, exported, and deleted once nothing hangs on it', async () => {
    const id = await addedBy(caller, fresh());
    const changed = { org_name: '深圳分部 100%', org_type: 'depot', phone: '', mailbox: '', logo: '' } as const;
    await caller.ok(organisations.update, { id, ...changed });
    expect(await caller.ok(organisations.detail, { id })).toMatchObject({ ...changed, parent_id: org });
    expect((await caller.ok(organisations.list, { keyword: '100%' })).rows.map((r) => r.id)).toEqual([id]);
    const file = await caller.ok(organisations.export, {
      format: 'csv',
      timeZone: 'UTC',
      keyword: '深圳分部',
      columns: [
        { field: 'org_name', title: '名称' },
        { field: 'org_type', title: 'Type', words: { depot: 'Depot' } },
      ],
    });
    const csv = await api.app.inject({ method: 'GET', url: file.url, headers: { authorization: caller.token } });
    expect(csv.body.trim().split('\r\n')[1]).toBe('"深圳分部 100%","Depot"');

    expect((await caller.call(organisations.delete, { ids: [id] })).verify).toEqual({
      sign: 'conflict',
      desc: 'It still has devices, operators, roles or organisations below it and cannot be deleted',
    });
    const bare = await buildOrganisation(api.db, org);
    await buildDevice(api.db, bare);
    const later = await api.signedIn(who);
    expect((await later.call(organisations.delete, { ids: [bare] })).verify.sign).toBe('conflict');
    await api.db.query('delete from device where org_id = $1', [bare]);
    await later.ok(organisations.delete, { ids: [bare] });
    expect((await later.call(organisations.detail, { id: bare })).verify.sign).toBe('notFound');
  });

  it('moves below another one, with its people and locks', async () => {
    const east = await buildOrganisation(api.db, org);
    const west = await buildOrganisation(api.db, org);
    const [a, b] = [await buildOperator(api.db, east), await buildOperator(api.db, west)];
    const depot = await buildOrganisation(api.db, east);
    const mover = await api.signedIn(who);
    await mover.ok(organisations.move, { id: depot, parent_id: west });
    const seen = async (by: BuiltOperator) =>
      (await (await api.signedIn(by)).ok(organisations.list, {})).rows.map((r) => r.id);
    expect(await seen(a)).toEqual([east]);
    expect((await seen(b)).sort()).toEqual([west, depot].sort());
  });

  it('leaves the fences of who is above it no more, and stays within its own and those of who is above still', async () => {
    const east = await buildOrganisation(api.db, org);
    const west = await buildOrganisation(api.db, org);
    const depot = await buildOrganisation(api.db, east);
    const yard = await buildOrganisation(api.db, depot);
    const lock = await buildDevice(api.db, yard);
    const fences = new Map<number, number>();
    for (const of of [org, east, depot, yard]) {
      const { rows } = await api.owner.query<{ id: number }>(
        `insert into fence (org_id, fence_name, fence_type, fence_context, radius)
         values ($1, 'yard', 'circle', '{"type": "Point", "coordinates": [121, 31]}', 500) returning id`,
        [of],
      );
      fences.set(rows[0]!.id, of);
      await api.owner.query('insert into fence_device values ($1, $2)', [rows[0]!.id, lock.id]);
    }
    await (await api.signedIn(who)).ok(organisations.move, { id: depot, parent_id: west });
    const { rows } = await api.owner.query<{ fence_id: number }>(
      'select fence_id from fence_device where device_id = $1 order by fence_id',
      [lock.id],
    );
    expect(rows.map((row) => fences.get(row.fence_id))).toEqual([org, depot, yard]);
  });

  it('never moves below itself, out of sight, or away from the top of one’s own scope', async () => {
    const upper = await buildOrganisation(api.db, org);
    const lower = await buildOrganisation(api.db, upper);
    const elsewhere = await buildOrganisation(api.db);
    const mover = await api.signedIn(who);
    const sign = async (id: number, parent_id: number) =>
      (await mover.call(organisations.move, { id, parent_id })).verify;
    expect(await sign(upper, lower)).toEqual({ sign: 'fail', desc: 'An organisation cannot be moved below itself' });
    expect((await sign(upper, upper)).sign).toBe('fail');
    expect((await sign(upper, elsewhere)).sign).toBe('notFound');
    expect((await sign(elsewhere, upper)).sign).toBe('notFound');
    expect((await sign(org, lower)).desc).toBe('You cannot do this to your own organisation');
  });

  it('does not move away from the roles its people hold', async () => {
    const east = await buildOrganisation(api.db, org);
    const west = await buildOrganisation(api.db, org);
    const depot = await buildOrganisation(api.db, east);
    const person = await buildOperator(api.db, depot);
    const ofEast = await buildRole(api.db, east, ['map:list']);
    await api.db.query('update operator set role_id = $2 where id = $1', [person.id, ofEast]);
    const mover = await api.signedIn(who);
    expect((await mover.call(organisations.move, { id: depot, parent_id: west })).verify.sign).toBe('conflict');
    expect((await mover.ok(organisations.detail, { id: depot })).parent_id).toBe(east);
  });

  it('takes logos in the caller’s sight only', async () => {
    const elsewhere = await buildOrganisation(api.db);
    await api.db.query(
      `with c as (insert into file_content (sha256, bytes) values (repeat('a', 64), 1) returning sha256)
       insert into file (id, org_id, purpose, type, sha256, bytes)
       select 'abcdefghijklmnopqrstuvwx', $1, 'logo', 'image/png', sha256, 1 from c`,
      [elsewhere],
    );
    const logo = '/image/abcdefghijklmnopqrstuvwx';
    const base = { id: org, org_name: 'Own', org_type: 'other', phone: '', mailbox: '' } as const;
    expect((await caller.call(organisations.update, { ...base, logo })).verify.sign).toBe('notFound');
    expect((await caller.call(organisations.update, { ...base, logo: 'https://x.example/a.png' })).verify.sign).toBe(
      'validation',
    );
  });
});

describe('disabling an organisation', () => {
  it('shuts out everybody in it and below it within seconds, and for good', async () => {
    const top = await buildOrganisation(api.db, org);
    const middle = await buildOrganisation(api.db, top);
    const below = await buildOperator(api.db, await buildOrganisation(api.db, middle));
    const person = await api.signedIn(below);
    await person.ok(session.getAuth, {});
    const by = await api.signedIn(who);
    await by.ok(organisations.status, { ids: [top], status: 2 });
    expect((await api.caller().login(below.loginName, below.password)).verify.desc).toBe('This account is disabled');
    await expect
      .poll(async () => (await person.call(session.getAuth, {})).verify.sign, { timeout: 5000 })
      .toBe('sessionTimeOut');
    await by.ok(organisations.status, { ids: [top], status: 1 });
    expect((await api.caller().login(below.loginName, below.password)).verify.sign).toBe('success');
    expect((await person.call(session.getAuth, {})).verify.sign).toBe('sessionTimeOut');
    await by.ok(session.getAuth, {});
  });

  it('is refused for one’s own, and for a foreign one among own ones', async () => {
    const by = await api.signedIn(who);
    const mine = await buildOrganisation(api.db, org);
    const elsewhere = await buildOrganisation(api.db);
    expect((await by.call(organisations.status, { ids: [org], status: 2 })).verify.desc).toBe(
      'You cannot do this to your own organisation',
    );
    const later = await api.signedIn(who);
    expect((await later.call(organisations.status, { ids: [mine, elsewhere], status: 2 })).verify.sign).toBe(
      'notFound',
    );
    const { rows } = await api.db.query('select status from organisation where id = any($1)', [[mine, elsewhere]]);
    expect(rows).toEqual([{ status: 1 }, { status: 1 }]);
  });
});

describe('the database is the backstop', () => {
  it('lets a request put or move an organisation only within its scope', async () => {
    const upper = await buildOrganisation(api.db, org);
    const elsewhere = await buildOrganisation(api.db);
    const inScope = (sql: string, values: unknown[]) =>
      scoped(api.pools.app, [org, upper], (client) => client.query(sql, values));
    const insert = `insert into organisation (id, org_name, parent_id) overriding system value
      select id, 'x', $1 from (select nextval('organisation_id_seq') as id) n`;
    await expect(inScope(insert, [elsewhere])).rejects.toMatchObject({ code: '42501' });
    await expect(inScope(insert, [null])).rejects.toMatchObject({ code: '42501' });
    const move = 'update organisation set parent_id = $2 where id = $1';
    await expect(inScope(move, [upper, elsewhere])).rejects.toMatchObject({ code: '42501' });
    await expect(inScope(move, [org, upper])).rejects.toMatchObject({ code: '42501' });
    await expect(api.owner.query(move, [org, upper])).rejects.toMatchObject({ constraint: 'organisation_circle' });
  });

  it('holds two moves apart that together would close a circle', async () => {
    const [a, b] = [await buildOrganisation(api.db, org), await buildOrganisation(api.db, org)];
    const mover = await api.signedIn(who);
    const replies = await Promise.all([
      mover.call(organisations.move, { id: a, parent_id: b }),
      mover.call(organisations.move, { id: b, parent_id: a }),
    ]);
    expect(replies.map((r) => r.verify.sign).sort()).not.toEqual(['success', 'success']);
  });

  it('ends no sessions of foreign operators', async () => {
    const stranger = await buildOperator(api.db, await buildOrganisation(api.db));
    const person = await api.signedIn(stranger);
    await scoped(api.pools.app, [org], (client) =>
      client.query("select end_sessions($1, 'password')", [[stranger.id]]),
    );
    const { rows } = await api.db.query('select end_time from session where operator_id = $1', [stranger.id]);
    expect(rows).toEqual([{ end_time: null }]);
    await person.ok(session.getAuth, {});
  });
});

it('lets the first administrator build the tree from nothing', async () => {
  const { roles } = await root.ok(organisations.options, {});
  const { id: top } = (await root.ok(organisations.list, {})).rows.find((r) => r.parent_id === null)!;
  const id = await addedBy(
    root,
    fresh({ parent_id: top, role_id: roles.find((r) => r.roleName === 'Administrator')!.id }),
  );
  const people = await root.ok(operators.list, { org_id: id });
  expect(people.rows.map((o) => o.orgName)).toEqual([`Branch ${serial}`]);
});
