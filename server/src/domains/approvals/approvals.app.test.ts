import { approvalOrders } from '@plomb/contract/approvals/approvals';
import { calls } from '@plomb/contract/calls';
import { errors } from '@plomb/contract/errors';
import { sealPassword } from '@plomb/contract/session/sealedPassword';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openContacts } from '../../people/contacts.ts';
import { hashOf } from '../../platform/access.ts';
import { newApiKey } from '../../platform/apiKeys.ts';
import { openContent } from '../../platform/messages/outbox.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { setUpSecondFactor } from '../../testing/authenticator.ts';
import {
  type BuiltDevice,
  type BuiltOperator,
  buildDevice,
  buildOperator,
  buildOrganisation,
} from '../../testing/build.ts';
import type { Caller, Reply } from '../../testing/client.ts';
import { openersOf } from '../../testing/openers.ts';
import { queueOf } from '../../testing/queue.ts';
import { lapseApprovals } from './approvals.routes.ts';
import { mailOf } from './mails.ts';

const { approvals, approvalRules, batches, assignments, evidence, openings, orderQueue, orders, session } = calls;
let api: TestApi;
let top: number;
let org: number;
let port: number;
let askerIs: BuiltOperator;
let deciderIs: BuiltOperator;
let asker: Caller;
let decider: Caller;
let stranger: Caller;
let lock: BuiltDevice;
let press = 0;

const guard = ['map:list', 'map:unseal', 'map:factory_reset', 'order:list', 'opening:list', 'approval:list'];
beforeAll(async () => {
  api = await startApi({ CONSOLE_URL: 'https://plomb.example/' });
  top = await buildOrganisation(api.db);
  org = await buildOrganisation(api.db, top);
  port = await buildOrganisation(api.db, top);
  askerIs = await buildOperator(api.db, org, guard);
  deciderIs = await buildOperator(api.db, top);
  asker = await api.signedIn(askerIs);
  decider = await api.signedIn(deciderIs);
  stranger = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
  for (const kind of approvalOrders) await decider.ok(approvalRules.set, { org_id: top, kind, needed: true });
});
afterAll(() => api.stop());
beforeEach(async () => {
  lock = await buildDevice(api.db, org);
  await sealed(lock.id);
});

const sealed = (id: number) =>
  api.db.query(
    'update lock_state set lock_status = 2, electric = 80, receive_time = now(), lock_time = now() where device_id = $1',
    [id],
  );
const request = (kind: 'unseal' | 'factory_reset' = 'unseal', device_id = lock.id) => ({
  device_id,
  kind,
  reason: 'customs inspection',
  idempotency_key: `approve-${++press}`,
});
const ask = (kind: 'unseal' | 'factory_reset' = 'unseal') => asker.ok(approvals.ask, request(kind));
const sealedFor = async (by: Caller, path: string, password: string) =>
  sealPassword(await by.ok(session.key, {}), path, password);
const approve = async (id: number, by = decider, password = deciderIs.password): Promise<Reply> =>
  by.call(approvals.approve, { id, password: await sealedFor(by, approvals.approve.path, password), remark: 'seen' });
const present = async (
  login_name: string,
  password: string,
  by = asker,
  more: Partial<ReturnType<typeof request>> & { code?: string } = {},
): Promise<Reply> =>
  by.call(approvals.present, {
    ...request(),
    login_name,
    password: await sealedFor(by, approvals.present.path, password),
    ...more,
  });
const ordersOf = async (id = lock.id) =>
  (
    await api.db.query('select kind, state, operator_id, approval_id from command where device_id = $1 order by id', [
      id,
    ])
  ).rows;
const stateOf = async (id: number) =>
  (await api.db.query<{ state: string }>('select state from approval where id = $1', [id])).rows[0]!.state;
const said = ({ verify }: Reply) => (verify.sign === 'success' ? 'success' : verify.desc);

describe('where an organisation asks for a second person', () => {
  it('nothing is ordered without one: not alone, not by many, not by an assignment, and not past the rules of the code', async () => {
    const alone = await asker.call(orders.unseal, {
      device_id: lock.id,
      reason: 'customs',
      idempotency_key: `approve-${++press}`,
    });
    expect(said(alone)).toBe(errors.approvalNeeded.en);
    const { id } = await decider.ok(batches.prepare, {
      order: { kind: 'unseal', args: {} },
      of: { by: 'ids', ids: [lock.id] },
    });
    const many = await api.db.query('select refusal from batch_device where batch_id = $1', [id]);
    expect(many.rows).toEqual([{ refusal: 'approvalNeeded' }]);
    await decider.ok(assignments.add, { devices: [{ id: lock.id, sending: true }], org_ids: [port], orders: 'unseal' });
    const theirs = await api.signedIn(await buildOperator(api.db, port));
    const { rows } = await theirs.ok(assignments.list, {});
    const assigned = await theirs.call(assignments.order, {
      id: rows[0]!.id,
      kind: 'unseal',
      reason: 'customs',
      idempotency_key: `approve-${++press}`,
    });
    expect(said(assigned)).toBe(errors.approvalByOwner.en);
    const written = api.db.query(
      `insert into command (device_id, org_id, kind, physical, idempotency_key, operator_id, oper_name, expire_time)
       values ($1, $2, 'unseal', true, 'past', $3, 'x', now() + interval '1 hour')`,
      [lock.id, org, askerIs.id],
    );
    await expect(written).rejects.toMatchObject({ constraint: 'approval_needed' });
    expect(await ordersOf()).toEqual([]);
  });

  it('says so before anybody fills in a form, and to whoever looks who can open it', async () => {
    expect(await asker.ok(approvals.needed, { device_id: lock.id })).toEqual({
      kinds: ['factory_reset', 'unseal'],
      unseal_barred: null,
      minutes: 15,
      frozen: null,
      waiting: [],
    });
    const people = await openersOf(decider, lock.id, 'person');
    expect(people.map(({ answer, why }) => [answer, why?.en])).toContainEqual(['approval', errors.approvalNeeded.en]);
  });

  it('says who can decide it: in sight by name, others by their number, and never whoever asked', async () => {
    const colleague = await buildOperator(api.db, org, ['approval:list', 'approval:decide']);
    const { id } = await decider.ok(approvals.ask, { ...request(), kind: 'unseal' });
    const namesOf = async (who: Caller): Promise<[string[], number]> => {
      const { rows, others } = await who.ok(approvals.deciders, { id });
      return [rows.map(({ login_name }) => login_name), others];
    };
    const [below, unseen] = await namesOf(asker);
    expect(below).toEqual([colleague.loginName]);
    const [named, others] = await namesOf(decider);
    expect(named).toContain(colleague.loginName);
    expect(named).not.toContain(deciderIs.loginName);
    // whoever sees less is told of as many
    expect(unseen + below.length).toBe(others + named.length);
    expect((await stranger.call(approvals.deciders, { id })).verify.sign).toBe('notFound');
    await decider.ok(approvals.withdraw, { id });
    await api.db.query('update operator set status = 2 where id = $1', [colleague.id]);
  });

  it('what needs none is not asked for', async () => {
    const other = await buildDevice(api.db, await buildOrganisation(api.db));
    await sealed(other.id);
    const root = await api.signedIn(
      await buildOperator(
        api.db,
        (await api.db.query('select id from organisation where parent_id is null')).rows[0].id,
      ),
    );
    expect(said(await root.call(approvals.ask, request('unseal', other.id)))).toBe(errors.approvalNotNeeded.en);
  });

  it('what would be refused is not asked for, and the log names the clause', async () => {
    await api.db.query('update lock_state set electric = 5 where device_id = $1', [lock.id]);
    expect(said(await asker.call(approvals.ask, request()))).toBe(errors.batteryTooLow.en);
    const { rows } = await api.db.query(
      'select instruct_en from operation_log where not success order by id desc limit 1',
    );
    expect(rows[0].instruct_en).toMatch(/customs inspection \(refused by: battery\)$/);
    const looker = await api.signedIn(await buildOperator(api.db, org, ['map:list']));
    expect(said(await looker.call(approvals.ask, request()))).toBe(errors.noPermission.en);
  });
});

describe('a second person elsewhere', () => {
  it('approves: the order is given in the name of who asked, and both names stand with it', async () => {
    const { id, state } = await ask();
    expect([state, await ordersOf()]).toEqual(['waiting', []]);
    const waiting = await decider.ok(approvals.waiting, {});
    expect(waiting).toMatchObject({ count: 1, rows: [{ id, kind: 'unseal', sn: lock.sn, firmware_version: '' }] });
    const done = await approve(id);
    expect(done.data).toMatchObject({ state: 'approved', way: 'afar', remark: 'seen', own: false });
    expect(await ordersOf()).toEqual([{ kind: 'unseal', state: 'queued', operator_id: askerIs.id, approval_id: id }]);
    const name = `Operator ${deciderIs.loginName} (${deciderIs.loginName})`;
    const queued = (await asker.ok(orderQueue.list, { device_id: lock.id })).rows[0]!;
    const card = await decider.ok(evidence.card, { id: queued.id });
    expect([queued.approved_by, card.order.approved_by]).toEqual([name, name]);
    expect(card.text).toContain(`approved by: ${name}\n`);
    expect(card.log?.instruct).toMatch(/customs inspection$/);
    const queue = queueOf(api.db, 'test', api.passwords);
    expect(await queue.claim(lock.id)).toMatchObject({ id: queued.id });
    await api.db.query(
      `insert into lock_event (device_id, org_id, device_time, at, receive_time, serial, hash, code, lst, lso, ls_before, ls_after, fault,
         actor, replay, quality, authenticated, counts)
       values ($1, $2, now(), now(), now(), 1, 77, '0002', 1, 1, 2, 0, 0, '', false, 'direct', true, true)`,
      [lock.id, org],
    );
    await api.db.query(
      `update command set evidence = 'confirmed', evidence_time = now(),
         evidence_event_id = (select max(id) from lock_event where device_id = $2) where id = $1`,
      [queued.id, lock.id],
    );
    expect((await asker.ok(openings.list, { device_id: lock.id })).rows.map((one) => one.approved_by)).toEqual([name]);
  });

  it('reads of when the state of its lock is, and whether that is the present', async () => {
    const { id } = await ask();
    const read = async () => (await decider.ok(approvals.detail, { id })).lock;
    const old = new Date(Date.now() - 3 * 86_400_000);
    await api.db.query(
      'update lock_state set lock_time = $2, present_time = $2, receive_time = $2 where device_id = $1',
      [lock.id, old],
    );
    expect(await read()).toMatchObject({ lock_status: 2, fresh: false, lock_time: old.toISOString() });
  });

  it('declines in words, and nothing is ordered', async () => {
    const { id } = await ask();
    expect((await decider.call(approvals.decline, { id, remark: '' })).verify.sign).toBe('validation');
    expect(await decider.ok(approvals.decline, { id, remark: 'not at this place' })).toMatchObject({
      state: 'declined',
      remark: 'not at this place',
    });
    expect([said(await approve(id)), await ordersOf()]).toEqual([errors.approvalEnded.en, []]);
  });

  it('is never who asked: not in another session, not by a key, and not by the database', async () => {
    const chief = await buildOperator(api.db, top);
    const one = await api.signedIn(chief);
    const { id } = await one.ok(approvals.ask, request());
    const again = await api.signedIn(chief);
    expect(said(await approve(id, again, chief.password))).toBe(errors.approvalOwn.en);
    expect(said(await again.call(approvals.decline, { id, remark: 'no' }))).toBe(errors.approvalOwn.en);
    expect(said(await present(askerIs.loginName, askerIs.password))).toBe(errors.approvalOwn.en);
    expect(said(await present(chief.loginName, chief.password, one))).toBe(errors.approvalOwn.en);
    const key = newApiKey();
    await api.db.query(
      `insert into api_key (operator_id, key_name, key_hash, hint, scope, expire_time, physical)
       values ($1, 'gate', $2, 'x', '{approval:decide,approval:list}', now() + interval '1 day', true)`,
      [deciderIs.id, hashOf(key)],
    );
    const byKey = await api.app.inject({
      method: 'POST',
      url: approvals.decline.path,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ id, remark: 'no' }),
    });
    expect(byKey.json().verify.desc).toBe(errors.approvalByPerson.en);
    const forced = api.db.query(
      "update approval set state = 'declined', end_time = now(), decider_id = operator_id where id = $1",
      [id],
    );
    await expect(forced).rejects.toMatchObject({ constraint: 'approval_own' });
    expect([await stateOf(id), await ordersOf()]).toEqual(['waiting', []]);
  });

  it('proves who it is each time', async () => {
    const { id } = await ask();
    expect(said(await approve(id, decider, 'another'))).toBe(errors.wrongPassword.en);
    expect([await stateOf(id), await ordersOf()]).toEqual(['waiting', []]);
    expect(said(await approve(id))).toBe('success');
  });

  it('sees it by its organisation and its button alone', async () => {
    const { id } = await ask();
    expect(said(await stranger.call(approvals.detail, { id }))).toBe(errors.notFound.en);
    expect(said(await stranger.call(approvals.decline, { id, remark: 'no' }))).toBe(errors.notFound.en);
    expect(said(await asker.call(approvals.decline, { id, remark: 'no' }))).toBe(errors.noPermission.en);
    expect(await stateOf(id)).toBe('waiting');
  });

  it.each<[string, (of: { lock: number; who: number }) => Promise<unknown>, string]>([
    [
      'the lock is lost',
      ({ lock: id }) => api.db.query('update device set lost = true where id = $1', [id]),
      errors.deviceLost.en,
    ],
    [
      'it was opened',
      ({ lock: id }) => api.db.query('update lock_state set lock_status = 1 where device_id = $1', [id]),
      errors.alreadyOpen.en,
    ],
    [
      'who asked is disabled',
      ({ who }) => api.db.query('update operator set status = 2 where id = $1', [who]),
      errors.approvalAsker.en,
    ],
    [
      'who asked lost the button',
      ({ who }) =>
        api.db.query(
          `delete from role_button where role_id = (select role_id from operator where id = $1)
             and button_id in (select id from button where btn_code = 'unseal')`,
          [who],
        ),
      errors.approvalAsker.en,
    ],
    [
      'the device has another lock',
      ({ lock: id }) => api.db.query('update lock_state set exchange_time = now() where device_id = $1', [id]),
      errors.lockExchanged.en,
    ],
  ])('approves nothing that is refused by then: %s', async (_, change, why) => {
    const who = await buildOperator(api.db, org, guard);
    const { id } = await (await api.signedIn(who)).ok(approvals.ask, request());
    await change({ lock: lock.id, who: who.id });
    expect([said(await approve(id)), await stateOf(id), await ordersOf()]).toEqual([why, 'waiting', []]);
  });
});

it('an order that was asked for by an API key is the key’s, and none once that is revoked', async () => {
  const chief = await buildOperator(api.db, org);
  const key = newApiKey();
  const { rows } = await api.db.query<{ id: number }>(
    `insert into api_key (operator_id, key_name, key_hash, hint, scope, expire_time, physical)
     values ($1, 'gate', $2, 'x', '{map:list,map:unseal}', now() + interval '1 day', true) returning id`,
    [chief.id, hashOf(key)],
  );
  const byKey = async (device_id: number): Promise<number> => {
    const reply = await api.app.inject({
      method: 'POST',
      url: approvals.ask.path,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      payload: JSON.stringify(request('unseal', device_id)),
    });
    return reply.json().data.id;
  };
  expect(said(await approve(await byKey(lock.id)))).toBe('success');
  const { rows: given } = await api.db.query('select oper_name, api_key_id from command where device_id = $1', [
    lock.id,
  ]);
  expect(given).toEqual([{ oper_name: `Operator ${chief.loginName} (API: gate)`, api_key_id: rows[0]!.id }]);
  const other = await buildDevice(api.db, org);
  await sealed(other.id);
  const id = await byKey(other.id);
  await api.db.query('update api_key set revoke_time = now() where id = $1', [rows[0]!.id]);
  expect([said(await approve(id)), await stateOf(id), await ordersOf(other.id)]).toEqual([
    errors.approvalAsker.en,
    'waiting',
    [],
  ]);
});

it('what waits when a second person begins to be asked for does not leave without one', async () => {
  const alone = await buildOrganisation(api.db);
  const [chief, device] = [await buildOperator(api.db, alone), await buildDevice(api.db, alone)];
  await sealed(device.id);
  const caller = await api.signedIn(chief);
  const order = await caller.ok(orders.unseal, {
    device_id: device.id,
    reason: 'customs',
    idempotency_key: `approve-${++press}`,
  });
  await caller.ok(approvalRules.set, { org_id: alone, kind: 'unseal', needed: true });
  expect(await queueOf(api.db, 'test', api.passwords).claim(device.id)).toBeNull();
  expect(await caller.ok(orders.command, { id: order.id })).toMatchObject({ state: 'cancelled', cause: 'right' });
});

describe('a second person beside who asks', () => {
  it('signs in there, and the order is given at once', async () => {
    const done = await present(deciderIs.loginName, deciderIs.password);
    expect(done.data).toMatchObject({
      state: 'approved',
      way: 'present',
      own: true,
      decider_login: deciderIs.loginName,
    });
    expect(await ordersOf()).toEqual([
      expect.objectContaining({ kind: 'unseal', state: 'queued', operator_id: askerIs.id }),
    ]);
    const { rows } = await asker.ok(orderQueue.list, { device_id: lock.id });
    expect((await decider.ok(evidence.card, { id: rows[0]!.id })).log?.instruct).toMatch(/customs inspection$/);
  });

  it('is refused alike when nobody is called so, the password is wrong, or this person may not approve it', async () => {
    const looker = await buildOperator(api.db, top, ['map:list', 'approval:list']);
    const elsewhere = await buildOperator(api.db, await buildOrganisation(api.db));
    const by = await api.signedIn(await buildOperator(api.db, org, guard));
    for (const [login, password] of [
      ['nobody-at-all', 'secret1'],
      [deciderIs.loginName, 'another'],
      [looker.loginName, looker.password],
      [elsewhere.loginName, elsewhere.password],
    ] as const)
      expect(said(await present(login, password, by))).toBe(errors.approverWrong.en);
    expect(await ordersOf()).toEqual([]);
    const { rows } = await api.db.query('select 1 from approval where device_id = $1', [lock.id]);
    expect(rows).toEqual([]);
  });
});

describe('a second person beside who asks, in a press that comes again', () => {
  it('approves what was asked for elsewhere by the same press, whose answer was lost', async () => {
    const pressed = request();
    const { id } = await asker.ok(approvals.ask, pressed);
    const done = await present(deciderIs.loginName, deciderIs.password, asker, pressed);
    expect(done.data).toMatchObject({ id, state: 'approved', way: 'present' });
    expect(await ordersOf()).toEqual([expect.objectContaining({ kind: 'unseal', approval_id: id })]);
    // and once it stands so, the same press is answered alike and orders nothing more
    const again = await present(deciderIs.loginName, deciderIs.password, asker, pressed);
    expect([again.data, await ordersOf()]).toEqual([done.data, [expect.objectContaining({ approval_id: id })]]);
  });

  it('approves nothing that was settled meanwhile', async () => {
    const pressed = request();
    const { id } = await asker.ok(approvals.ask, pressed);
    await decider.ok(approvals.decline, { id, remark: 'not here' });
    expect(said(await present(deciderIs.loginName, deciderIs.password, asker, pressed))).toBe(errors.approvalEnded.en);
    expect([await stateOf(id), await ordersOf()]).toEqual(['declined', []]);
  });

  it('comes in the place of the same request that waits elsewhere', async () => {
    const { id } = await ask();
    expect((await present(deciderIs.loginName, deciderIs.password)).data).toMatchObject({ state: 'approved' });
    expect([await stateOf(id), await ordersOf()]).toEqual(['withdrawn', [expect.objectContaining({ kind: 'unseal' })]]);
  });

  it('proves it by the same password and the same code after who asks has had to prove it afresh, or what was refused', async () => {
    const who = await buildOperator(api.db, top);
    const { codeAt } = await setUpSecondFactor(await api.signedIn(who), who.password);
    const password = await sealedFor(asker, approvals.present.path, who.password);
    const pressed = { ...request(), password, code: codeAt() };
    const renew = 'update session set confirm_time = now() - make_interval(secs => $2) where operator_id = $1';
    await api.db.query(renew, [askerIs.id, 7200]);
    const stale = await present(who.loginName, who.password, asker, pressed);
    await api.db.query(renew, [askerIs.id, 0]);
    expect(stale.verify.sign).toBe('confirmNeeded');
    await api.db.query('update lock_state set electric = 5 where device_id = $1', [lock.id]);
    expect(said(await present(who.loginName, who.password, asker, pressed))).toBe(errors.batteryTooLow.en);
    await sealed(lock.id);
    expect(said(await present(who.loginName, who.password, asker, pressed))).toBe('success');
  });

  it('no password is tried of whoever may not approve it, and who tries many names waits', async () => {
    const elsewhere = await buildOperator(api.db, await buildOrganisation(api.db));
    await setUpSecondFactor(await api.signedIn(elsewhere), elsewhere.password);
    expect(said(await present(elsewhere.loginName, elsewhere.password))).toBe(errors.approverWrong.en);
    const { rows } = await api.db.query('select from login_failure where operator_id = $1', [elsewhere.id]);
    expect(rows).toEqual([]);
    const guesser = await api.signedIn(await buildOperator(api.db, org, guard));
    const signs = new Set<string>();
    for (let n = 0; n < 12; n++) signs.add((await present(`nobody-${n}`, 'secret1', guesser)).verify.sign);
    expect(signs).toContain('tooMany');
  });
});

describe('a request', () => {
  it('that is pressed twice is one, and the same of one person for one device waits once', async () => {
    const once = request();
    const [first, second] = await Promise.all([asker.ok(approvals.ask, once), asker.ok(approvals.ask, once)]);
    expect(first.id).toBe(second.id);
    expect(said(await asker.call(approvals.ask, request()))).toBe(errors.approvalWaits.en);
    expect(said(await asker.call(approvals.ask, { ...once, kind: 'factory_reset' }))).toBe(errors.keyReused.en);
  });

  it('that is approved and declined at once has one end, and at most one order', async () => {
    const { id } = await ask();
    const other = await buildOperator(api.db, top);
    const second = await api.signedIn(other);
    const both = await Promise.all([
      approve(id),
      second.call(approvals.decline, { id, remark: 'no' }),
      approve(id, second, other.password),
    ]);
    expect(both.filter(({ verify }) => verify.sign === 'success')).toHaveLength(1);
    expect(await ordersOf()).toHaveLength((await stateOf(id)) === 'approved' ? 1 : 0);
    // and what comes again changes nothing
    const [state, given] = [await stateOf(id), await ordersOf()];
    expect(said(await approve(id))).toBe(errors.approvalEnded.en);
    expect([await stateOf(id), await ordersOf()]).toEqual([state, given]);
  });

  it('is taken back by who asked alone', async () => {
    const { id } = await ask();
    expect(said(await decider.call(approvals.withdraw, { id }))).toBe(errors.notFound.en);
    expect(await asker.ok(approvals.withdraw, { id })).toMatchObject({ state: 'withdrawn', decider_name: '' });
    expect(said(await approve(id))).toBe(errors.approvalEnded.en);
  });

  it('lapses, also before anybody has swept', async () => {
    const { id } = await ask();
    await api.owner.query('alter table approval disable trigger approval_step');
    await api.owner.query("update approval set expire_time = now() - interval '1 second' where id = $1", [id]);
    await api.owner.query('alter table approval enable trigger approval_step');
    expect(said(await approve(id))).toBe(errors.approvalLapsed.en);
    expect(await lapseApprovals(api.db)).toEqual(expect.arrayContaining([askerIs.id, deciderIs.id]));
    expect(await lapseApprovals(api.db)).toEqual([]);
    expect([await stateOf(id), said(await approve(id)), await ordersOf()]).toEqual([
      'lapsed',
      errors.approvalLapsed.en,
      [],
    ]);
  });

  it('is read and taken back by who asked without the menu of approvals, and stands beside its lock', async () => {
    const plain = await api.signedIn(await buildOperator(api.db, org, ['map:list', 'map:unseal']));
    const { id } = await plain.ok(approvals.ask, request());
    expect((await plain.call(approvals.detail, { id })).verify.desc).toBe(errors.noPermission.en);
    expect((await plain.ok(approvals.own, {})).rows).toMatchObject([{ id, own: true, state: 'waiting' }]);
    expect((await asker.ok(approvals.needed, { device_id: lock.id })).waiting).toMatchObject([{ id, own: false }]);
    await decider.ok(approvals.decline, { id, remark: 'not here' });
    expect((await plain.ok(approvals.own, {})).rows).toMatchObject([{ id, state: 'declined', remark: 'not here' }]);
    expect((await asker.ok(approvals.needed, { device_id: lock.id })).waiting).toEqual([]);
    const again = await plain.ok(approvals.ask, request());
    expect(await plain.ok(approvals.withdraw, { id: again.id })).toMatchObject({ state: 'withdrawn' });
    expect((await asker.ok(approvals.own, {})).rows.map((one) => one.id)).not.toContain(id);
  });

  it('for a device that went to another organisation is not approved, and is declined and taken back still', async () => {
    const asked = [await ask()];
    await api.db.query('update lock_state set lock_status = 0 where device_id = $1', [lock.id]);
    asked.push(await ask('factory_reset'));
    await api.db.query('update device set org_id = $2 where id = $1', [lock.id, port]);
    expect(said(await approve(asked[0]!.id))).toBe(errors.approvalMoved.en);
    expect(await decider.ok(approvals.decline, { id: asked[0]!.id, remark: 'it is gone' })).toMatchObject({
      sn: lock.sn,
    });
    expect(await asker.ok(approvals.withdraw, { id: asked[1]!.id })).toMatchObject({ state: 'withdrawn' });
  });

  it('for a factory reset is one too', async () => {
    await api.db.query('update lock_state set lock_status = 0 where device_id = $1', [lock.id]);
    const { id } = await ask('factory_reset');
    expect(said(await approve(id))).toBe('success');
    expect(await ordersOf()).toEqual([expect.objectContaining({ kind: 'factory_reset', approval_id: id })]);
  });
});

it('the rules of an organisation are changed by who sees it, and what stands above is told and not taken away', async () => {
  const below = await buildOrganisation(api.db, org);
  const chief = await api.signedIn(await buildOperator(api.db, org));
  await chief.ok(approvalRules.set, { org_id: below, kind: 'unseal', needed: true });
  const { rows } = await chief.ok(approvalRules.list, {});
  expect(rows.find((one) => one.org_id === below)).toMatchObject({
    kinds: ['unseal'],
    above: ['factory_reset', 'unseal'],
  });
  expect(said(await chief.call(approvalRules.set, { org_id: top, kind: 'unseal', needed: false }))).toBe(
    errors.notFound.en,
  );
  await chief.ok(approvalRules.set, { org_id: below, kind: 'unseal', needed: false });
  const far = await buildDevice(api.db, below);
  expect((await chief.ok(approvals.needed, { device_id: far.id })).kinds).toEqual(['factory_reset', 'unseal']);
});

it('the rules of an organisation are set by a person, and by no API key', async () => {
  const chief = await buildOperator(api.db, org);
  const key = newApiKey();
  await api.db.query(
    `insert into api_key (operator_id, key_name, key_hash, hint, scope, expire_time, physical)
     values ($1, 'gate', $2, 'x', '{approval:rule,approval:list}', now() + interval '1 day', true)`,
    [chief.id, hashOf(key)],
  );
  const byKey = await api.app.inject({
    method: 'POST',
    url: approvalRules.set.path,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ org_id: org, kind: 'unseal', needed: false }),
  });
  expect(byKey.json().verify.desc).toBe(errors.approvalByPerson.en);
});

describe('a mail about a request', () => {
  const reached = async (who: BuiltOperator, address: string, lang: 'zh' | 'en' = 'en') => {
    const kept = openContacts(api.db, api.vault, { spend: async () => true });
    await kept.begin(who.id, 'mail', address);
    await kept.confirm(who.id, 'any', lang);
  };
  const mails = async () => {
    const { rows } = await api.db.query<{ address_hash: Buffer; content: Buffer; org_id: number }>(
      "select address_hash, content, org_id from message where purpose = 'approval' order by id",
    );
    return rows.map(({ address_hash, content, ...row }) => ({
      ...row,
      ...openContent(api.vault, address_hash, content),
    }));
  };
  beforeAll(async () => {
    await api.db.query(
      "insert into message_channel (channel, enabled, settings, changed_by) values ('mail', true, '{}', 'x')",
    );
    await reached(deciderIs, 'chief@port.example');
    await reached(askerIs, 'asker@port.example');
  });
  beforeEach(() => api.db.query('delete from message'));

  it('goes to whoever may approve and has an address, in their language, with the address of the request and nothing that opens it', async () => {
    const zh = await buildOperator(api.db, org);
    await reached(zh, 'li@port.example', 'zh');
    const elsewhere = await buildOperator(api.db, await buildOrganisation(api.db));
    await reached(elsewhere, 'elsewhere@port.example');
    const { id } = await ask();
    const written = await mails();
    expect(written.map(({ address }) => address)).toEqual(['chief@port.example', 'li@port.example']);
    expect(written[0]!.text).toMatch(/\n> Remote unseal .*customs inspection/);
    expect(written[1]!.subject).toMatch(/^待您审批：/);
    for (const { text, org_id } of written) {
      expect(text).toContain(`https://plomb.example/approval/${id}\n`);
      expect(org_id).toBe(org);
    }
    expect(await stateOf(id)).toBe('waiting');
    // who can approve: not who has an address, but what became of the mail of this request
    const late = await buildOperator(api.db, org);
    await reached(late, 'late@port.example');
    const mailOf = async (who: { id: number }) =>
      (await decider.ok(approvals.deciders, { id })).rows.find((one) => one.id === who.id)?.mail;
    expect([await mailOf(zh), await mailOf(late)]).toEqual(['waits', null]);
    await api.db.query(
      "update message set state = 'failed', end_time = now(), content = null where purpose = 'approval'",
    );
    expect(await mailOf(zh)).toBe('failed');
    await api.db.query('delete from contact where operator_id = any($1)', [[zh.id, late.id]]);
  });

  it('names the address the product was given, whatever Host it was asked by', async () => {
    const headers = { host: 'evil.tld', 'x-forwarded-host': 'evil.tld', origin: 'https://evil.tld' };
    const { verify } = await asker.raw(approvals.ask.path, asker.body(request()), headers);
    expect(verify.sign).toBe('success');
    const written = await mails();
    expect(written).not.toEqual([]);
    for (const { text } of written) {
      expect(text).toContain('https://plomb.example/approval/');
      expect(text).not.toContain('evil');
    }
  });

  it('has its own link first, and what people wrote below it, quoted, so that no reason looks like a link of ours', () => {
    const said = { zh: '拆封\n请登录：https://evil.example', en: 'Unseal\nSign in and decide: https://evil.example' };
    const asker = { id: 1, operName: 'Sign in: https://evil.example', loginName: 'x' };
    const asked = {
      id: 7,
      kind: 'unseal' as const,
      orgId: 1,
      asker,
      what: { zh: '远程拆封 1', en: 'Remote unseal 1' },
      said,
      minutes: 15,
    };
    for (const lang of ['zh', 'en'] as const) {
      const { subject, text } = mailOf(lang, asked, 'https://plomb.example');
      expect(subject).not.toContain('evil');
      const [first, ...rest] = text.split('\n');
      expect(first).toContain('https://plomb.example/approval/7');
      expect(rest.filter((line) => line.includes('evil') && !line.startsWith('> '))).toEqual([]);
    }
  });

  it('goes once to an address that several have', async () => {
    const team = await Promise.all([buildOperator(api.db, org), buildOperator(api.db, org)]);
    await reached(team[0], 'Guards@port.example');
    await reached(team[1], 'guards@port.example');
    await ask();
    expect((await mails()).map(({ address }) => address.toLowerCase())).toEqual([
      'chief@port.example',
      'guards@port.example',
    ]);
    await api.db.query('delete from contact where operator_id = any($1)', [team.map(({ id }) => id)]);
  });

  it('is written with the request or not at all, and never for one who signs in beside', async () => {
    await api.db.query('update lock_state set electric = 5 where device_id = $1', [lock.id]);
    await asker.call(approvals.ask, request());
    await sealed(lock.id);
    await present(deciderIs.loginName, deciderIs.password);
    expect(await mails()).toEqual([]);
  });

  it('is left out where too many go, or none can, and the request stands all the same', async () => {
    for (let n = 0; n < 12; n++) await asker.ok(approvals.withdraw, { id: (await ask()).id });
    expect(await mails()).toHaveLength(10);
    await api.db.query("update message_channel set enabled = false where channel = 'mail'");
    expect((await ask()).state).toBe('waiting');
    await api.db.query("update message_channel set enabled = true where channel = 'mail'");
    expect(await mails()).toHaveLength(10);
  });
});

describe('what waits', () => {
  it('comes the newest first, or what lapses first, so that the most urgent is never the one left out', async () => {
    const urgent = await ask('unseal');
    lock = await buildDevice(api.db, org);
    await sealed(lock.id);
    const newest = await ask('unseal');
    await api.owner.query("update approval set expire_time = create_time + interval '1 minute' where id = $1", [
      urgent.id,
    ]);
    const first = async (order: 'newest' | 'urgency') => {
      const { rows, more } = await decider.ok(approvals.list, { state: ['waiting'], size: 1, order });
      return { id: rows[0]?.id, more };
    };
    expect(await first('newest')).toEqual({ id: newest.id, more: true });
    expect(await first('urgency')).toEqual({ id: urgent.id, more: true });
    const onward = await decider.call(approvals.list, { order: 'urgency', before: newest.id });
    expect(said(onward)).not.toBe('success');
  });
});
