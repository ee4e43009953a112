import { calls } from '@plomb/contract/calls';
import { MOST_OPENERS, type Opener } from '@plomb/contract/devices/openers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import {
  type BuiltDevice,
  type BuiltOperator,
  buildDevice,
  buildOperator,
  buildOrganisation,
} from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { buildOwnership, inDays } from '../../testing/openers.ts';

const { openers, assignments } = calls;
const none = { may: 0, approval: 0, against: 0, uncertain: 0, refused: 0 };
let api: TestApi;
let top: number;
let owner: number;
let port: number;
let chief: BuiltOperator;
let asChief: Caller;
let lock: BuiltDevice;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  ({ top, owner, port, chief, asChief, lock } = await buildOwnership(api));
});

const asked = (change: object = {}, by = asChief) => by.ok(openers.list, { device_id: lock.id, ...change });
const shortly = ({ what, id, answer, clause }: Opener) => ({ what, id, answer, clause });
/** An agreed authorisation of the lock to somebody outside. */
const authorised = async (from: number, until: number, max: number | null = null) => {
  const holder = await buildOperator(api.db, await buildOrganisation(api.db));
  const asHolder = await api.signedIn(holder);
  await api.db.query(
    'insert into friendship (low_id, high_id) values (least($1::bigint, $2), greatest($1::bigint, $2))',
    [holder.id, chief.id],
  );
  const { id } = await asHolder.ok(calls.authorisations.apply, {
    ...{ person_id: chief.id, numbers: [lock.sn], orders: 'unseal', max_uses: max, reason: 'rail transfer' },
    ...{ from_time: inDays(from), until_time: inDays(until) },
  });
  await asChief.ok(calls.authorisations.agree, { id, as: 'first' });
  const second = await api.signedIn(await buildOperator(api.db, top));
  await second.ok(calls.authorisations.agree, { id, as: 'second' });
  return { id, holder };
};

it('each person has one verdict: who may, who has to be approved, who cannot and by which clause', async () => {
  const guard = await buildOperator(api.db, owner, ['map:list', 'map:unseal']);
  const looker = await buildOperator(api.db, owner, ['map:list']);
  const off = await buildOperator(api.db, owner, ['map:unseal']);
  await api.db.query('update operator set status = 2 where id = $1', [off.id]);
  const told = await asked();
  expect(told.rows.map(shortly).slice(0, 2)).toEqual(
    expect.arrayContaining([chief, guard].map(({ id }) => ({ what: 'person', id, answer: 'may', clause: null }))),
  );
  expect(told.rows.slice(2).map(shortly)).toEqual([
    { what: 'person', id: looker.id, answer: 'refused', clause: 'button' },
    // the factory's
    { what: 'password', id: lock.id, answer: 'may', clause: null },
  ]);
  expect(told.counts.person).toEqual({ ...none, may: 2, refused: 1 });
  expect(told.counts.password).toEqual({ ...none, may: 1 });
  await api.db.query("insert into approval_rule (org_id, kind) values ($1, 'unseal')", [owner]);
  const byTwo = await asked();
  expect(byTwo.rows.map(({ answer }) => answer)).toEqual(['approval', 'approval', 'refused', 'may']);
  expect(byTwo.rows.map(({ clause }) => clause)).toEqual(['approval', 'approval', 'button', null]);
  await api.db.query('update device set lost = true where id = $1', [lock.id]);
  expect((await asked()).rows.map(({ clause }) => clause)).toEqual(expect.arrayContaining(['use', 'button']));
  expect((await asked({ operation: 'seal' })).rows.map(({ answer }) => answer)).not.toContain('may');
});

it('people are counted whole and read by pages, sought by name, organisation, role and reason', async () => {
  const guards = await Promise.all(
    Array.from({ length: 5 }, () => buildOperator(api.db, owner, ['map:list', 'map:unseal'])),
  );
  const lookers = await Promise.all(Array.from({ length: 4 }, () => buildOperator(api.db, owner, ['map:list'])));
  const pages = await Promise.all([1, 2, 3, 4].map((page) => asked({ page, size: 3 })));
  // the last is the factory's password
  const ids = pages.flatMap(({ rows }) => rows.map(({ id }) => id)).slice(0, 10);
  expect(pages.map(({ total }) => total)).toEqual([11, 11, 11, 11]);
  expect(new Set(ids)).toEqual(new Set([chief, ...guards, ...lookers].map(({ id }) => id)));
  expect(new Set(ids.slice(6))).toEqual(new Set(lookers.map(({ id }) => id)));
  const one = await asked({ keyword: guards[2]!.loginName });
  expect(one.rows.map(({ id }) => id)).toEqual([guards[2]!.id]);
  expect(one.counts.person).toEqual({ ...none, may: 1 });
  expect((await asked({ keyword: '没有权限' })).total).toBe(4);
  expect((await asked({ answer: 'refused', size: 2, page: 2 })).rows).toHaveLength(2);
  expect((await asked({ answer: 'refused' })).counts.person.may).toBe(6);
  expect((await asked({ operator_id: guards[0]!.id })).rows.map(({ id }) => id)).toEqual([guards[0]!.id]);
});

it('in a frozen period whoever sits below judges by where they sit, also with a role of above, as their order is', async () => {
  const bosses = await buildOperator(api.db, top, ['map:list', 'map:unseal', 'approval:unfreeze']);
  const lent = await buildOperator(api.db, owner, ['map:list']);
  await api.db.query('update operator set role_id = (select role_id from operator where id = $2) where id = $1', [
    lent.id,
    bosses.id,
  ]);
  await api.db.query(
    `insert into frozen_period (org_id, period_name, from_time, until_time, operator_id, oper_name, login_name)
       values ($1, 'Holiday', now(), now() + interval '1 day', $2, 'x', 'x')`,
    [top, chief.id],
  );
  const told = await asked({ keyword: bosses.loginName });
  expect(told.rows).toMatchObject([{ id: bosses.id, answer: 'may' }]);
  expect((await asked({ keyword: lent.loginName })).rows).toMatchObject([
    { id: lent.id, answer: 'refused', clause: 'frozen' },
  ]);
  expect((await asked({ keyword: '“Holiday”' })).rows.map(({ id }) => id)).toContain(lent.id);
  const order = { device_id: lock.id, reason: 'customs check' };
  const orderedBy = async (who: BuiltOperator) =>
    (await (await api.signedIn(who)).call(calls.orders.unseal, { ...order, idempotency_key: `seat-press-${who.id}` }))
      .verify.sign;
  expect([await orderedBy(lent), await orderedBy(bosses)]).toEqual(['conflict', 'success']);
});

it('a password that stays is a way of its own: the factory’s, then the one that was set, and of whoever set it', async () => {
  const jt = await buildDevice(api.db, owner, 'jt701');
  const of = async () =>
    (await asChief.ok(openers.list, { device_id: jt.id })).rows
      .filter(({ what }) => what === 'password')
      .map(({ name, answer, from_time }) => [name, answer, from_time === null]);
  expect(await of()).toEqual([['', 'may', true]]);
  await asChief.ok(calls.orders.set_unlock_password, {
    ...{ device_id: jt.id, reason: 'new crew', idempotency_key: `stays-press-${jt.id}`, password: '224411' },
  });
  await api.db.query("update command set state = 'sent', attempt = 1, sent_time = now() where device_id = $1", [jt.id]);
  await api.db.query("update command set state = 'answered_ok', answer_time = now() where device_id = $1", [jt.id]);
  const setter = (await api.db.query<{ oper_name: string }>('select oper_name from operator where id = $1', [chief.id]))
    .rows[0]!;
  expect(await of()).toEqual([[setter.oper_name, 'may', false]]);
  const opened = await asChief.ok(calls.openable.list, { of: 'operator', who: chief.id, what: 'password' });
  expect(opened.rows.map((row) => [row.lock.sn, row.answer])).toEqual([[jt.sn, 'may']]);
  await api.db.query(
    `insert into frozen_period (org_id, period_name, from_time, until_time, operator_id, oper_name, login_name)
       values ($1, 'Holiday', now(), now() + interval '1 day', $2, 'x', 'x')`,
    [owner, chief.id],
  );
  expect(await of()).toEqual([[setter.oper_name, 'against', false]]);
});

it('an API key is named, and may what both it and its owner may, where that was ticked by itself', async () => {
  const guard = await buildOperator(api.db, owner, ['map:list', 'map:unseal']);
  for (const [name, scope, physical] of [
    ['Gate', ['map:unseal'], true],
    ['Timid', ['map:unseal'], false],
    ['Report', ['map:list'], true],
  ] as const)
    await api.db.query(
      `insert into api_key (operator_id, key_name, key_hash, hint, scope, expire_time, physical)
       values ($1, $2, sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'x', $3, now() + interval '2 days', $4)`,
      [guard.id, name, scope, physical],
    );
  const keys = async (at?: string) =>
    (await asked({ at })).rows.flatMap(({ what, name, answer }) => (what === 'key' ? [[name, answer]] : []));
  expect(await keys()).toEqual([
    ['Gate', 'may'],
    ['Timid', 'refused'],
  ]);
  // after its end
  expect(await keys(inDays(3))).toEqual([]);
});

it('names nobody who is refused at the door, and none of their keys', async () => {
  const below = await buildOrganisation(api.db, owner);
  const guard = (org: number) => buildOperator(api.db, org, ['map:list', 'map:unseal']);
  const guards = [await guard(owner), await guard(below), await guard(owner), await guard(owner)];
  const ids = guards.map(({ id }) => id);
  for (const id of ids)
    await api.owner.query(
      `insert into api_key (operator_id, key_name, key_hash, hint, scope, expire_time, physical)
       values ($1, 'gate', sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'x', '{map:unseal}', now() + interval '1 day', true)`,
      [id],
    );
  const far = await buildDevice(api.db, below);
  await api.db.query(
    'update lock_state set lock_status = 2, electric = 80, receive_time = now(), lock_time = now() where device_id = $1',
    [far.id],
  );
  const named = async () => {
    const { rows } = await asChief.ok(openers.list, { device_id: far.id, answer: 'may', size: 100 });
    const of = (kind: Opener['what']) => rows.filter(({ what }) => what === kind).map((one) => one.operator_id);
    return [ids.map((id) => of('person').includes(id)), ids.map((id) => of('key').includes(id))];
  };
  expect(await named()).toEqual([Array(4).fill(true), Array(4).fill(true)]);
  const ofRole = 'role_id = (select role_id from operator where id = $1)';
  await api.owner.query(`delete from role_menu where ${ofRole}`, [ids[2]]);
  await api.owner.query(`delete from role_button where ${ofRole}`, [ids[3]]);
  expect(await named()).toEqual([
    [true, true, false, false],
    [true, true, false, false],
  ]);
  // nobody acts below an organisation that is disabled
  await api.owner.query('update organisation set status = 2 where id = $1', [owner]);
  expect(await named()).toEqual([Array(4).fill(false), Array(4).fill(false)]);
});

it('names also those whose role the caller does not see', async () => {
  const guard = await buildOperator(api.db, owner, ['map:list', 'map:unseal']);
  await api.owner.query(
    `update role set org_id = (select id from organisation where parent_id is null)
     where id = (select role_id from operator where id = $1)`,
    [guard.id],
  );
  expect((await asked({ operator_id: guard.id })).rows).toMatchObject([{ answer: 'may', roleName: '' }]);
  expect((await asked()).above).toBe(true);
});

it('says of a kind that there are more than are told of', async () => {
  const guard = await buildOperator(api.db, owner, ['map:list', 'map:unseal']);
  await api.owner.query(
    `insert into api_key (operator_id, key_name, key_hash, hint, scope, expire_time, physical)
     select $1, 'gate', sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'x', '{map:unseal}', now() + interval '1 day', true
       from generate_series(1, $2)`,
    [guard.id, MOST_OPENERS + 1],
  );
  const told = await asked({ page: 100 });
  expect([told.cut, told.counts.key.may]).toEqual([['key'], MOST_OPENERS]);
});

it('an organisation it is distributed to has a verdict, and how many there hold the buttons', async () => {
  await buildOperator(api.db, port);
  await buildOperator(api.db, port, ['map:list']);
  await asChief.ok(assignments.add, { devices: [{ id: lock.id, sending: true }], org_ids: [port], orders: 'seal' });
  const of = async (change: object) => (await asked(change)).rows.find(({ what }) => what === 'assigned');
  expect(await of({})).toMatchObject({ answer: 'refused', clause: 'right', people: 1, orders: 'seal' });
  expect(await of({ operation: 'seal' })).toMatchObject({ people: 1 });
});

it('an authorised person may within its time alone, and what changes by itself is told', async () => {
  const { id, holder } = await authorised(0.5, 3, 2);
  const of = async (at?: string) => (await asked({ at })).rows.find(({ what }) => what === 'authorised');
  const told = await asked();
  expect(await of()).toMatchObject({ id, operator_id: holder.id, answer: 'refused', clause: 'right' });
  expect(await of(inDays(1))).toMatchObject({ answer: 'may', uses: { max: 2, used: 0 } });
  expect(await of(inDays(4))).toMatchObject({ answer: 'refused' });
  expect(told.changes).toEqual([
    expect.objectContaining({ what: 'authorised', answer: 'may', time: (await of())!.from_time }),
  ]);
  expect((await asked({ at: inDays(2.5) })).changes).toEqual([
    expect.objectContaining({ what: 'authorised', answer: 'refused', time: (await of())!.until_time }),
  ]);
});

it('an order that is out stands in the way until its time is over, and no longer of a later moment', async () => {
  const order = await asChief.ok(calls.orders.unseal, {
    ...{ device_id: lock.id, reason: 'customs inspection', idempotency_key: `openers-${lock.id}` },
  });
  await api.db.query("update command set state = 'sent', attempt = 1, sent_time = now() where id = $1", [order.id]);
  const now = (await asked()).rows[0]!;
  expect(now).toMatchObject({ answer: 'refused', clause: 'underWay' });
  expect(now.change).not.toBeNull();
  expect((await asked({ at: inDays(1) })).rows[0]).toMatchObject({ answer: 'may' });
});

it('whoever was sent the password knows it, and nobody whom it never reached', async () => {
  const { rows } = await api.owner.query<{ id: number }>(
    `insert into unlock_password (device_id, org_id, sealed, fingerprint, told_time, state)
     values ($1, $2, '', '', now(), 'disclosed') returning id`,
    [lock.id, owner],
  );
  for (const [name, neverLeft] of [
    ['Chen Bo', false],
    ['Li Hai', true],
  ])
    await api.owner.query(
      `insert into password_disclosure (password_id, device_id, org_id, operator_id, oper_name, reason, address, never_left)
       values ($1, $2, $3, $4, $5, 'gate', '', $6)`,
      [rows[0]!.id, lock.id, owner, chief.id, name, neverLeft],
    );
  const codes = (await asked()).rows.filter(({ what }) => what === 'code');
  expect(JSON.stringify(codes)).toContain('Chen Bo');
  expect(JSON.stringify(codes)).not.toContain('Li Hai');
});

it('of the past and of more than a week ahead nothing is judged', async () => {
  for (const at of [inDays(-1), inDays(8)])
    expect((await asChief.call(openers.list, { device_id: lock.id, at })).verify.sign).toBe('validation');
});

it('the list goes out as a file, whole and in the words of who asks', async () => {
  await Promise.all(Array.from({ length: 3 }, () => buildOperator(api.db, owner, ['map:list'])));
  const columns = ['name', 'answer', 'why'].map((field) => ({ field, title: field }));
  const { url } = await asChief.ok(openers.export, {
    ...{ device_id: lock.id, answer: 'refused', format: 'csv', columns, timeZone: 'UTC' },
  });
  const { body } = await api.app.inject({ url, headers: { authorization: asChief.token } });
  const lines = body.trim().split(/\r?\n/);
  expect(lines).toHaveLength(4);
  for (const line of lines.slice(1)) expect(line).toContain('No permission');
});
