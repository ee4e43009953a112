import type { AssignedOrders } from '@plomb/contract/batches/assignments';
import { calls } from '@plomb/contract/calls';
import { errors } from '@plomb/contract/errors';
import { LockAction, LockSource } from '@plomb/contract/lock/codes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltDevice, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { openersOf } from '../../testing/openers.ts';
import { queueOf } from '../../testing/queue.ts';
import { refusalToAssign } from './assignments.routes.ts';

const { assignments, devices, deviceLife, evidence, openings, operators, orderQueue, orders, organisations } = calls;
let api: TestApi;
/** two organisations below one, and a stranger */
let top: number;
let owner: number;
let port: number;
/** it will be moved to elsewhere */
let away: number;
let giver: Caller;
let ours: Caller;
let theirs: Caller;
let stranger: Caller;
let pressed = 0;

beforeAll(async () => {
  api = await startApi();
  top = await buildOrganisation(api.db);
  [owner, port, away] = [
    await buildOrganisation(api.db, top),
    await buildOrganisation(api.db, top),
    await buildOrganisation(api.db, top),
  ];
  [giver, ours, theirs] = [await as(top), await as(owner), await as(port)];
  stranger = await as(await buildOrganisation(api.db));
});
afterAll(() => api.stop());

const as = async (org: number) => api.signedIn(await buildOperator(api.db, org));
const give = (some: readonly BuiltDevice[], orders: AssignedOrders, sending = true, to = [port]) =>
  giver.ok(assignments.add, { devices: some.map(({ id }) => ({ id, sending })), org_ids: to, orders });
const device = () => buildDevice(api.db, owner);
const assigned = async (orders: AssignedOrders, sending = true) => {
  const one = await device();
  const { distribution_id } = await give([one], orders, sending);
  const { rows } = await giver.ok(assignments.list, { distribution_id });
  return { one, id: rows[0]!.id };
};
const order = (id: number, kind: AssignedOrders, by = theirs) =>
  by.post(assignments.order.path, { id, kind, reason: 'customs check', idempotency_key: `assigned-${++pressed}` });
const commands = async (deviceId: number) =>
  (
    await api.db.query(
      'select kind, state, cause, org_id, assignment_id from command where device_id = $1 order by id',
      [deviceId],
    )
  ).rows;

/** Takes back an order by it: the newest, unless another is named. */
const cancel = async (id: number, by = theirs, order_id?: number) => {
  const { rows } = await api.db.query<{ id: number | null }>(
    'select max(id) as id from command where assignment_id = $1',
    [id],
  );
  return by.post(assignments.cancel.path, { id, order_id: order_id ?? rows[0]!.id ?? 1 });
};
/** What happens while somebody else is in the midst of changing a row. */
const during = async (change: string, id: number, ask: () => Promise<unknown>, meanwhile = async () => {}) => {
  const other = await api.owner.connect();
  try {
    await other.query('begin');
    await other.query(change, [id]);
    const asked = ask();
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await api.owner.query(waiting)).rowCount, { timeout: 20_000 }).toBe(1);
    await meanwhile();
    await other.query('commit');
    return await asked;
  } finally {
    await other.query('rollback');
    other.release();
  }
};

const connected = ({ id }: BuiltDevice) =>
  api.db.query("update device_connection set connected = true, gateway = 'test', epoch = 1 where device_id = $1", [id]);

it('lets an organisation that does not see a device order its lock, and see nothing else of it', async () => {
  const { one, id } = await assigned('unseal');
  const { rows } = await theirs.ok(assignments.list, {});
  expect(rows[0]).toMatchObject({ id, sn: one.sn, orders: 'unseal', state: 'allowed', own: false, given: true });
  expect((await theirs.post(devices.detail.path, { id: one.id })).verify.sign).toBe('notFound');
  expect((await order(id, 'unseal')).verify).toMatchObject({ sign: 'success' });
  expect(await commands(one.id)).toEqual([
    { kind: 'unseal', state: 'queued', cause: null, org_id: owner, assignment_id: id },
  ]);
  expect((await theirs.ok(assignments.detail, { id })).order_stage).toBe('queued');
  expect((await theirs.post(devices.detail.path, { id: one.id })).verify.sign).toBe('notFound');
  expect((await theirs.ok(devices.list, {})).total).toBe(0);
  expect(await openersOf(ours, one.id, 'assigned')).toMatchObject([{ orders: 'unseal' }]);
});

it('is delivered to the lock as long as it holds', async () => {
  const queue = queueOf(api.db, 'test', api.passwords);
  const [held, ended] = [await assigned('seal'), await assigned('seal')];
  for (const { one, id } of [held, ended]) {
    expect((await order(id, 'seal')).verify.sign).toBe('success');
    await connected(one);
  }
  // ended behind the back of what takes back: the claim itself asks
  await api.owner.query('alter table device_assignment disable trigger cancel_orders_of_assignment');
  await ours.ok(assignments.end, { ids: [ended.id] });
  await api.owner.query('alter table device_assignment enable trigger cancel_orders_of_assignment');
  expect(await queue.claim(held.one.id)).toMatchObject({ instruction: { kind: 'seal' } });
  expect(await queue.claim(ended.one.id)).toBeNull();
  expect(await commands(ended.one.id)).toEqual([expect.objectContaining({ state: 'cancelled', cause: 'right' })]);
});

it('ends with others of which some had ended before, and says which', async () => {
  const [holds, gone] = [await assigned('seal'), await assigned('seal')];
  await ours.ok(assignments.end, { ids: [gone.id] });
  const ids = [holds.id, gone.id];
  expect(await ours.ok(assignments.sending, { ids, sending: false })).toEqual({ ended: [gone.id] });
  expect(await ours.ok(assignments.end, { ids })).toEqual({ ended: [gone.id] });
  expect((await ours.ok(assignments.detail, { id: holds.id })).state).toBe('ended');
  expect((await ours.post(assignments.end.path, { ids })).verify.sign).toBe('conflict');
});

describe('an order is refused', () => {
  it('when it was given for sealing only, is forbidden or has ended; and what waits is taken back', async () => {
    const sealing = await assigned('seal');
    expect((await order(sealing.id, 'unseal')).verify.desc).toBe('This device was distributed for sealing only');
    expect((await order(sealing.id, 'seal')).verify.sign).toBe('success');
    await ours.ok(assignments.sending, { ids: [sealing.id], sending: false });
    expect(await commands(sealing.one.id)).toEqual([expect.objectContaining({ state: 'cancelled', cause: 'right' })]);
    expect((await order(sealing.id, 'seal')).verify.desc).toBe('Sending to this device is forbidden');
    await ours.ok(assignments.end, { ids: [sealing.id] });
    expect((await order(sealing.id, 'seal')).verify.desc).toBe('This distribution has ended');
    expect((await ours.post(assignments.end.path, { ids: [sealing.id] })).verify.sign).toBe('conflict');
  });

  it('of anybody else, in the words for what is not there', async () => {
    const { id, one } = await assigned('unseal');
    expect((await order(id, 'unseal', stranger)).verify.sign).toBe('notFound');
    expect((await stranger.ok(assignments.list, {})).rows).toEqual([]);
    // who was given it neither changes nor ends it
    for (const [path, more] of [
      [assignments.end.path, {}],
      [assignments.sending.path, { sending: false }],
    ] as const)
      expect((await theirs.post(path, { ids: [id], ...more })).verify.sign).toBe('notFound');
    expect(await commands(one.id)).toEqual([]);
  });

  it('of whoever is above the organisation that was given it, who reads it; and what was sent by it anyway is not delivered', async () => {
    const { id, one } = await assigned('unseal');
    expect(await giver.ok(assignments.detail, { id })).toMatchObject({ given: false });
    expect((await order(id, 'seal', giver)).verify.sign).toBe('notFound');
    expect((await order(id, 'unseal')).verify.sign).toBe('success');
    const below = await buildOrganisation(api.db, port);
    // whoever gave it has moved to an organisation above or below since
    for (const [org, cause] of [
      [below, 'right'],
      [port, null],
    ] as const) {
      const person = await buildOperator(api.db, port);
      const another = await assigned('seal');
      expect((await order(another.id, 'seal', await api.signedIn(person))).verify.sign).toBe('success');
      await api.db.query('update operator set org_id = $2 where id = $1', [person.id, org]);
      await connected(another.one);
      await queueOf(api.db, 'test', api.passwords).claim(another.one.id);
      expect(await commands(another.one.id)).toEqual([expect.objectContaining({ cause })]);
    }
    expect(await commands(one.id)).toHaveLength(1);
  });

  it('where an order that is not by the same right waits, which stays', async () => {
    const { id, one } = await assigned('seal');
    const press = { device_id: one.id, reason: 'customs check', idempotency_key: crypto.randomUUID() };
    const { id: waits } = await ours.ok(orders.unseal, press);
    expect((await order(id, 'seal')).verify).toEqual({ sign: 'conflict', desc: errors.orderOfOthers.en });
    expect(await commands(one.id)).toEqual([expect.objectContaining({ kind: 'unseal', state: 'queued' })]);
    await ours.ok(orders.cancel, { id: waits });
    // another organisation's neither; its own gives way, and the owner's goes before all
    await give([one], 'seal', true, [away]);
    const elsewhere = (await (await as(away)).ok(assignments.list, { keyword: one.sn })).rows[0]!.id;
    expect((await order(id, 'seal')).verify.sign).toBe('success');
    expect((await order(elsewhere, 'seal', await as(away))).verify.desc).toBe(errors.orderOfOthers.en);
    expect((await order(id, 'seal')).verify.sign).toBe('success');
    await ours.ok(orders.unseal, { ...press, idempotency_key: crypto.randomUUID() });
    expect((await commands(one.id)).map(({ state, cause }) => [state, cause])).toEqual([
      ['cancelled', null],
      ['cancelled', 'replaced'],
      ['cancelled', 'replaced'],
      ['queued', null],
    ]);
  });

  it('when the right is ended or forbidden while it is on its way', async () => {
    for (const [path, more, why] of [
      [assignments.end.path, {}, errors.assignmentEnded],
      [assignments.sending.path, { sending: false }, errors.sendingForbidden],
    ] as const) {
      const { id, one } = await assigned('seal');
      const heard = await during(
        'select from device where id = $1 for no key update',
        one.id,
        () => order(id, 'seal'),
        async () => expect((await ours.post(path, { ids: [id], ...more })).verify.sign).toBe('success'),
      );
      expect(heard).toMatchObject({ verify: { desc: why.en } });
      expect(await commands(one.id)).toEqual([]);
    }
  });

  it('of whoever lacks the button of the order', async () => {
    const { id } = await assigned('unseal');
    const some = await api.signedIn(
      await buildOperator(api.db, port, ['assignment:list', 'assignment:order', 'map:seal']),
    );
    expect((await order(id, 'unseal', some)).verify.sign).toBe('noPermission');
    expect((await order(id, 'seal', some)).verify.sign).toBe('success');
  });
});

describe('an order that waits is taken back', () => {
  it('by whoever of its organisation may give it, as long as it has not left', async () => {
    const { id, one } = await assigned('unseal');
    expect((await cancel(id)).verify.sign).toBe('notFound');
    await order(id, 'unseal');
    const another = await buildOperator(api.db, port);
    expect((await cancel(id, await api.signedIn(another))).data).toMatchObject({ order_stage: 'cancelled' });
    const { rows } = await api.owner.query(
      "select operator_id, by_right from ledger where device_id = $1 and fact = 'order.cancelled'",
      [one.id],
    );
    expect(rows).toEqual([{ operator_id: another.id, by_right: `assignment ${id}` }]);
    expect((await cancel(id)).verify.desc).toBe(errors.commandEnded.en);
    expect(await commands(one.id)).toEqual([expect.objectContaining({ state: 'cancelled', cause: null })]);
    await order(id, 'seal');
    await connected(one);
    await queueOf(api.db, 'test', api.passwords).claim(one.id);
    expect((await cancel(id)).verify.desc).toBe(errors.commandSent.en);
  });

  it('and no other: what took its place since stays', async () => {
    const { id, one } = await assigned('unseal');
    await order(id, 'unseal');
    const [seen] = (await theirs.ok(assignments.detail, { id })).given_orders;
    await order(id, 'seal', await as(port));
    expect((await cancel(id, theirs, seen!.id)).verify.desc).toBe(errors.commandEnded.en);
    expect((await commands(one.id)).map(({ kind, state }) => [kind, state])).toEqual([
      ['unseal', 'cancelled'],
      ['seal', 'queued'],
    ]);
    // nor one by another right
    const elsewhere = await assigned('unseal');
    await order(elsewhere.id, 'unseal');
    const [other] = (await theirs.ok(assignments.detail, { id: elsewhere.id })).given_orders;
    expect((await cancel(id, theirs, other!.id)).verify.sign).toBe('notFound');
  });

  it('and is said to be sent, when it left while it was asked for', async () => {
    const { id, one } = await assigned('seal');
    await order(id, 'seal');
    const leaves = "update command set state = 'sent', sent_time = now(), attempt = 1 where device_id = $1";
    expect(await during(leaves, one.id, () => cancel(id))).toMatchObject({ verify: { desc: errors.commandSent.en } });
  });

  it('by nobody else, and never another than by the same right', async () => {
    const { id, one } = await assigned('unseal');
    await order(id, 'unseal');
    for (const caller of [ours, giver, stranger]) expect((await cancel(id, caller)).verify.sign).toBe('notFound');
    const some = await api.signedIn(
      await buildOperator(api.db, port, ['assignment:list', 'assignment:order', 'map:seal']),
    );
    expect((await cancel(id, some)).verify.sign).toBe('noPermission');
    expect(await commands(one.id)).toEqual([expect.objectContaining({ state: 'queued' })]);
    const press = { device_id: one.id, reason: 'customs check', idempotency_key: crypto.randomUUID() };
    await ours.ok(orders.unseal, press);
    expect((await cancel(id)).verify.sign).toBe('fail');
    expect((await commands(one.id)).map(({ state }) => state)).toEqual(['cancelled', 'queued']);
  });
});

it('the same press twice is one order', async () => {
  const { id, one } = await assigned('unseal');
  const press = { id, kind: 'unseal', reason: 'customs check', idempotency_key: 'twice-pressed' };
  const both = await Promise.all([0, 1].map(() => theirs.post(assignments.order.path, press)));
  expect(both.map(({ verify }) => verify.sign)).toEqual(['success', 'success']);
  expect(await commands(one.id)).toHaveLength(1);
});

it('and stands, also when the right has ended before it was heard of', async () => {
  const { id, one } = await assigned('seal');
  const press = { id, kind: 'seal', idempotency_key: 'heard-of-late' };
  await theirs.ok(assignments.order, press as never);
  await connected(one);
  await queueOf(api.db, 'test', api.passwords).claim(one.id);
  await ours.ok(assignments.end, { ids: [id] });
  expect((await theirs.post(assignments.order.path, press)).verify.sign).toBe('success');
  expect(await commands(one.id)).toEqual([expect.objectContaining({ state: 'sent' })]);
});

it('asks for devices, organisations and a choice, each in its own words', async () => {
  const one = await device();
  const whole = { devices: [{ id: one.id, sending: true }], org_ids: [port], orders: 'seal' };
  const said = async (over: object) => {
    const { verify, data } = await giver.post(assignments.add.path, { ...whole, ...over });
    return [verify.sign, JSON.stringify(data) + JSON.stringify(verify)].join(' ');
  };
  expect(await said({ devices: [] })).toContain('Select at least one device');
  expect(await said({ org_ids: [] })).toContain('Select at least one organisation');
  expect(await said({ orders: undefined })).toContain('Choose seal or unseal');
  expect(await said({ devices: [...whole.devices, ...whole.devices] })).toContain('Devices cannot be added twice');
  expect((await giver.ok(assignments.list, { keyword: one.sn })).rows).toEqual([]);
});

it('says of each device and organisation why not, and gives the others', async () => {
  const [fit, off, had] = [await device(), await device(), await device()];
  await api.db.query('update device set status = 2 where id = $1', [off.id]);
  await give([had], 'seal');
  const all = [fit, off, had];
  const { devices: judged } = await giver.ok(assignments.preview, {
    of: { by: 'numbers', numbers: [...all.map(({ sn }) => sn), all[0]!.sn] },
    org_ids: [owner, port],
    orders: 'seal',
  });
  const sees = { org_id: owner, words: 'The organisation sees the device already' };
  expect(judged.map(({ sn, refused }) => [sn, refused])).toEqual([
    [fit.sn, [sees]],
    [off.sn, [sees, { org_id: port, words: expect.any(String) }]],
    [had.sn, [sees, { org_id: port, words: 'Devices cannot be added twice' }]],
  ]);
  const { distribution_id, given, refused } = await give(all, 'seal', true, [owner, port]);
  expect([given, refused]).toEqual([1, 5]);
  const { rows } = await giver.ok(assignments.list, { distribution_id });
  expect(rows.filter(({ state }) => state === 'refused')).toHaveLength(5);
  // what was refused is nobody's business but of those that see the device
  const seen = await theirs.ok(assignments.list, { distribution_id });
  expect(seen.rows.map(({ sn }) => sn)).toEqual([fit.sn]);
});

it('gives nothing out of sight, and nothing to whom the giver does not see', async () => {
  const [mine, other] = [await device(), await buildDevice(api.db, port)];
  const body = { devices: [{ id: mine.id, sending: true }], org_ids: [port], orders: 'seal' };
  expect((await ours.post(assignments.add.path, body)).verify.sign).toBe('notFound');
  expect((await stranger.post(assignments.add.path, { ...body, org_ids: [987_654] })).verify).toEqual(
    (await stranger.post(assignments.add.path, body)).verify,
  );
  const foreign = { ...body, devices: [{ id: other.id, sending: true }], org_ids: [owner] };
  expect((await ours.post(assignments.add.path, foreign)).verify.sign).toBe('notFound');
});

it('names the organisation by whose right it was ordered wherever the order stands, and whoever else ordered by no such name', async () => {
  const { one, id } = await assigned('unseal');
  await order(id, 'unseal');
  const { rows } = await api.db.query<{ id: number; org_name: string }>(
    'select id, (select org_name from organisation where id = $2) as org_name from command where device_id = $1',
    [one.id, port],
  );
  const [given] = rows;
  await connected(one);
  await queueOf(api.db, 'test', api.passwords).claim(one.id);
  await api.db.query(
    `with told as (insert into lock_event (device_id, org_id, device_time, receive_time, at, serial, hash, code, lst, lso, ls_before,
         ls_after, fault, actor, replay, quality)
       values ($1, $2, now(), now(), now(), 1, 1, 'x', $3, $4, 2, 0, 0, '', false, 'direct') returning id)
     update command set state = 'answered_ok', evidence = 'confirmed', evidence_time = now(), evidence_event_id = told.id
       from told where device_id = $1`,
    [one.id, owner, LockAction.unlock, LockSource.remoteUnseal],
  );
  await ours.ok(orders.seal, { device_id: one.id, idempotency_key: crypto.randomUUID() });
  const said = await Promise.all([
    ours.ok(orderQueue.list, { device_id: one.id }).then(({ rows: all }) => all.map((o) => o.assigned_to)),
    ours.ok(orderQueue.detail, { id: given!.id }).then((o) => [o.assigned_to]),
    ours.ok(orders.commands, { device_id: one.id }).then(({ rows: all }) => all.map((o) => o.assigned_to)),
    ours.ok(openings.list, { device_id: one.id }).then(({ rows: all }) => all.map((o) => o.assigned_to)),
    ours
      .ok(deviceLife.list, { id: one.id, kind: 'order' })
      .then(({ rows: all }) => all.map((entry) => entry.kind === 'order' && entry.command.assigned_to)),
  ]);
  const name = given!.org_name;
  expect(said).toEqual([['', name], [name], ['', name], [name], ['', name]]);
  const card = await ours.ok(evidence.card, { id: given!.id });
  expect([card.order.assigned_to, card.text]).toEqual([name, expect.stringContaining(`by the right of: ${name}\n`)]);
  // where it was given is in the log of whoever gave it, which whose lock it is does not see
  expect(card.log).toBeNull();
  expect((await giver.ok(evidence.card, { id: given!.id })).log).toMatchObject({
    instruct: expect.stringContaining('customs check'),
  });
});

it('says of the lock what every list says: whether its seal is held, and its state just the last that is known', async () => {
  const rope = await buildDevice(api.db, owner, 'jt701');
  const { distribution_id } = await give([rope], 'seal');
  const told = async () => {
    const [row] = (await theirs.ok(assignments.list, { distribution_id })).rows;
    return [row!.lock_status, row!.held, row!.stale, row!.lock_state];
  };
  const last = (time: string) =>
    api.db.query(
      `with c as (update device_connection set connected = true, seen_time = ${time} where device_id = $1)
       update lock_state set lock_status = 2, sealed_by_platform = true, receive_time = ${time}, lock_time = ${time},
         present_time = ${time} where device_id = $1`,
      [rope.id],
    );
  expect(await told()).toEqual([255, false, false, '255']);
  await last('now()');
  expect(await told()).toEqual([2, true, false, '2 held']);
  await last("now() - interval '30 days'");
  expect(await told()).toEqual([2, true, true, '2 held stale']);
});

it('tells the newest orders by it and those of which nobody knows what became, also when it has ended', async () => {
  const one = await buildDevice(api.db, await buildOrganisation(api.db, top));
  const above = await as(top);
  const { distribution_id } = await above.ok(assignments.add, {
    devices: [{ id: one.id, sending: true }],
    org_ids: [port],
    orders: 'unseal',
  });
  const { id } = (await above.ok(assignments.list, { distribution_id })).rows[0]!;
  await order(id, 'unseal');
  await connected(one);
  const queue = queueOf(api.db, 'test', api.passwords);
  const sent = await queue.claim(one.id);
  await queue.uncertain(sent!.id);
  for (let more = 0; more < 11; more++) {
    await order(id, 'unseal');
    await cancel(id);
  }
  const told = await theirs.ok(assignments.detail, { id });
  expect(told).toMatchObject({ order_kind: 'unseal', order_stage: 'cancelled' });
  // whatever came after it, one of which nobody knows what became stays
  expect(told.given_orders.map(({ stage }) => stage)).toEqual([...Array(10).fill('cancelled'), 'uncertain']);
  expect(told.given_orders.at(-1)!.id).toBe(sent!.id);
  // by then they are given nothing of its owner
  await above.ok(assignments.end, { ids: [id] });
  const ended = await theirs.ok(assignments.detail, { id });
  expect(ended).toMatchObject({
    state: 'ended',
    order_kind: 'unseal',
    lock_status: null,
    lock_state: null,
    subject: '',
  });
  expect(ended.given_orders).toEqual(told.given_orders);
});

it('is read page by page, of both sides and in every state', async () => {
  const before = await api.signedIn(await buildOperator(api.db, away));
  const some = await Promise.all(Array.from({ length: 4 }, device));
  await give(some, 'seal', true, [away]);
  await give(some.slice(0, 1), 'unseal', true, [away]);
  await give(some.slice(1, 3), 'seal', false, [away]);
  const read = async (caller: Caller, asked: object) => {
    const all: number[] = [];
    for (let at: number | undefined, more = true; more; ) {
      const page = await caller.ok(assignments.list, {
        ...asked,
        size: 2,
        ...(at === undefined ? {} : { before: at }),
      });
      all.push(...page.rows.map(({ id }) => id));
      [at, more] = [all.at(-1), page.more];
    }
    return all;
  };
  const every = await api.db.query<{ id: number; state: string }>(
    "select id, state from device_assignment where to_org_id = $1 and state <> 'refused' order by id desc",
    [away],
  );
  expect(await read(before, {})).toEqual(every.rows.map(({ id }) => id));
  for (const state of ['allowed', 'forbidden', 'ended', 'refused'])
    expect(await read(before, { state })).toEqual(every.rows.filter((row) => row.state === state).map(({ id }) => id));
  expect((await read(before, { keyword: some[3]!.sn })).length).toBe(1);
  expect(await read(stranger, {})).toEqual([]);
});

it('is found by number, by what its device guards and by either organisation, also when one of them is gone', async () => {
  const { one, id } = await assigned('seal');
  await api.db.query("update device set subject = '浙B·3F905' where id = $1", [one.id]);
  const has = async (reader: Caller, keyword: string) =>
    (await reader.ok(assignments.list, { keyword, size: 100 })).rows.some((row) => row.id === id);
  const { org_name, to_org_name } = await ours.ok(assignments.detail, { id });
  for (const reader of [ours, theirs])
    for (const keyword of [one.sn, `${one.sn.slice(0, 4)} ${one.sn.slice(4)}`, 'b 3f-905', org_name, to_org_name])
      expect([keyword, await has(reader, keyword)]).toEqual([keyword, true]);
  expect(await has(ours, `${one.sn}x`)).toBe(false);
  await ours.ok(assignments.end, { ids: [id] });
  expect([await has(theirs, one.sn), await has(theirs, 'B3F905'), await has(ours, 'B3F905')]).toEqual([
    true,
    false,
    true,
  ]);
});

it('keeps neither an organisation nor who gave it from being deleted once it has ended, and stays with their names', async () => {
  const [shed, person] = [await buildOrganisation(api.db, top), await buildOperator(api.db, top)];
  const one = await device();
  const { distribution_id } = await (await api.signedIn(person)).ok(assignments.add, {
    devices: [{ id: one.id, sending: true }],
    org_ids: [shed],
    orders: 'seal',
  });
  const listed = async () => (await ours.ok(assignments.list, { distribution_id })).rows[0]!;
  const named = await listed();
  expect((await giver.post(organisations.delete.path, { ids: [shed] })).verify.desc).toBe(errors.organisationInUse.en);
  await ours.ok(assignments.end, { ids: [named.id] });
  await giver.ok(organisations.delete, { ids: [shed] });
  await giver.ok(operators.delete, { ids: [person.id] });
  const { to_org_name, oper_name } = await listed();
  expect([to_org_name, oper_name]).toEqual([named.to_org_name, named.oper_name]);
});

describe('it ends', () => {
  it('and tells what the device guards from then on to nobody but who sees it', async () => {
    const { one, id } = await assigned('seal');
    await ours.ok(assignments.end, { ids: [id] });
    await api.db.query("update device set subject = 'SECRET-1', device_name = 'hidden' where id = $1", [one.id]);
    const [mine, whose] = [await theirs.ok(assignments.detail, { id }), await ours.ok(assignments.detail, { id })];
    expect([mine.sn, mine.subject, mine.device_name]).toEqual([one.sn, '', '']);
    expect([whose.subject, whose.device_name]).toEqual(['SECRET-1', 'hidden']);
    for (const [reader, count] of [
      [theirs, 0],
      [ours, 1],
    ] as const)
      expect((await reader.ok(assignments.list, { keyword: 'SECRET-1' })).rows).toHaveLength(count);
  });

  it('with another choice, which takes its place', async () => {
    const { one, id } = await assigned('seal');
    await give([one], 'unseal');
    expect(await giver.ok(assignments.detail, { id })).toMatchObject({ state: 'ended' });
    expect((await order(id, 'seal')).verify.sign).toBe('conflict');
  });

  it('when the device goes to another organisation, or is retired', async () => {
    const [moved, retired] = [await assigned('seal'), await assigned('seal')];
    await api.db.query('update device set org_id = $2 where id = $1', [moved.one.id, top]);
    await giver.ok(devices.retire, { ids: [retired.one.id], reason: 'worn out' });
    for (const { id } of [moved, retired]) expect((await order(id, 'seal')).verify.sign).toBe('conflict');
  });

  it('when its organisation leaves the giver’s', async () => {
    const one = await device();
    const { distribution_id } = await give([one], 'seal', true, [away]);
    await api.db.query('update organisation set parent_id = 1 where id = $1', [away]);
    const { rows } = await giver.ok(assignments.list, { distribution_id });
    expect(rows.map(({ state }) => state)).toEqual(['ended']);
  });
});

it('each guard alone refuses', () => {
  const lock = { family: 'hhd' as const, status: 1 as const, out_of_use: null, seen_by: [1] };
  const to = { id: 2, enabled: true };
  const no = (
    over: object,
    whom = to,
    has?: { orders: AssignedOrders; sending: boolean },
    orders: AssignedOrders = 'unseal',
  ) => refusalToAssign(orders, { ...lock, ...over }, whom, has, true);
  expect(no({})).toBeNull();
  expect(no({}, { id: 2, enabled: false })).toBe('organisationOff');
  expect(no({}, { id: 1, enabled: true })).toBe('seesDevice');
  expect(no({ status: 2 })).toBe('deviceDisabled');
  expect(no({ out_of_use: 'scrapped' })).toBe('deviceScrapped');
  expect(no({ out_of_use: 'lost' })).toBe('deviceLost');
  expect(no({ out_of_use: 'maintenance' })).toBe('deviceInMaintenance');
  expect(no({}, to, { orders: 'unseal', sending: true })).toBe('assignedAlready');
  expect(no({}, to, { orders: 'seal', sending: true })).toBeNull();
  expect(no({}, to, { orders: 'unseal', sending: false })).toBeNull();
});
