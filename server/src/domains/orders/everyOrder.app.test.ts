import { devices } from '@plomb/contract/devices/devices';
import { fieldErrors } from '@plomb/contract/errors';
import { type LockFamily, LockStatus, lockFamilies } from '@plomb/contract/lock/codes';
import type { Command, OrderResult } from '@plomb/contract/lock/command';
import { connectionFactsOf, connectionOf } from '@plomb/contract/lock/connection';
import { abilities, type CommandKind, commandKinds, orderKinds, sayOrder } from '@plomb/contract/lock/orderKinds';
import { fleetLocks, map } from '@plomb/contract/map/map';
import { orderQueue } from '@plomb/contract/orders/orderQueue';
import { orders } from '@plomb/contract/orders/orders';
import type { CommandReply } from '@plomb/gateway/kit/ports';
import type { Fleet, LockHandle } from '@plomb/simulator/fleet';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltDevice, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { queueOf } from '../../testing/queue.ts';
import { openRoad, type Road, until } from '../../testing/road.ts';
import { sampleOrders } from '../../testing/sampleOrders.ts';
import { newsFor } from '../map/map.routes.ts';
import { fleetRows } from '../map/queries.ts';
import { sweepOrders } from './queue.ts';

/** Every kind, to virtual locks of each family behind a real gateway: what is said here went over TCP. */
let api: TestApi;
let road: Road;
let org: number;
let caller: Caller;
let press = 0;

beforeAll(async () => {
  api = await startApi();
  org = await buildOrganisation(api.db);
  caller = await api.signedIn(await buildOperator(api.db, org));
  road = await openRoad(api);
});
afterAll(async () => {
  await road.stop();
  await api.stop();
});

const give = (kind: CommandKind, device: BuiltDevice, said: object = sampleOrders[kind]) =>
  caller.post(orders[kind].path, { device_id: device.id, idempotency_key: `every-order-${++press}`, ...said });
const given = async (kind: CommandKind, device: BuiltDevice, said?: object): Promise<Command> => {
  const reply = await give(kind, device, said);
  expect(reply.verify).toMatchObject({ sign: 'success' });
  return reply.data as Command;
};
const ended = (id: number): Promise<Command> =>
  until(async () => {
    const command = await caller.ok(orders.command, { id });
    return ['queued', 'sent'].includes(command.state) ? null : command;
  });
const stated = (id: number, state: Command['state']): Promise<Command> =>
  until(async () => {
    const command = await caller.ok(orders.command, { id });
    return command.state === state ? command : null;
  });

const stands = (device: BuiltDevice, status: number) =>
  until(async () => {
    const { rows } = await api.db.query('select from lock_state where device_id = $1 and lock_status = $2', [
      device.id,
      status,
    ]);
    return rows[0] ?? null;
  });
const heard = (device: BuiltDevice) =>
  until(async () => {
    const { rows } = await api.db.query('select from lock_state where device_id = $1 and receive_time is not null', [
      device.id,
    ]);
    return rows[0] ?? null;
  });
/** A lock on the road that has reported. */
const onRoad = async (family: LockFamily): Promise<{ device: BuiltDevice; lock: LockHandle; fleet: Fleet }> => {
  const device = await buildDevice(api.db, org, family);
  const fleet = road.drive([{ ...device, family }]);
  await heard(device);
  return { device, lock: fleet.lock(device.sn), fleet };
};

/** What each family tells in its answer. */
const tells: Record<LockFamily, Partial<Record<CommandKind, OrderResult>>> = {
  hhd: {
    query_info: { info: { model: 'G-360P', firmware: 'G360P-2.4.1', hardware: 'H2', iccid: expect.any(String) } },
    query_parameters: { parameters: { report_interval: 30, sleep_interval: 600, heartbeat_interval: 60 } },
  },
  jt701: {
    query_info: { info: { text: expect.stringContaining('JT701D') } },
    query_parameters: { parameters: { report_interval: 30, sleep_interval: 600 } },
    set_intervals: { parameters: { report_interval: 30, sleep_interval: 600 } },
    add_cards: { cards: { count: 2 } },
    delete_cards: { cards: { count: 1 } },
    query_cards: { cards: { numbers: ['87654321'], count: 1 } },
  },
  jointech808: {
    query_info: { info: { text: 'JT709A,V2.1' } },
    query_parameters: { parameters: { report_interval: 30, sleep_interval: 600, heartbeat_interval: 60 } },
  },
};
/** Each after what it asks about was set, and what ends the lock's settings last. */
const inTurn: readonly CommandKind[] = [
  'query_info',
  'query_location',
  'set_intervals',
  'query_parameters',
  'set_low_battery',
  'add_cards',
  'delete_cards',
  'query_cards',
  'set_area',
  'delete_area',
  'track',
  'text',
  'set_unlock_password',
  'restart',
  'factory_reset',
];

describe.each(lockFamilies)('a lock of family %s', (family) => {
  let device: BuiltDevice;
  let lock: LockHandle;
  beforeAll(async () => {
    ({ device, lock } = await onRoad(family));
  });

  const can = inTurn.filter((kind) => abilities[family][kind] !== 'no');
  it.each(can)('takes %s: sent, answered, and what it told is kept', async (kind) => {
    const before = lock.changes.length;
    await api.db.query('update lock_state set lock_status = 0 where device_id = $1', [device.id]);
    const order = await given(kind, device);
    expect(order).toMatchObject({ kind, state: 'queued', attempt: 0, result: null, evidence: null });
    const answered = await ended(order.id);
    expect(answered).toMatchObject({ state: 'answered_ok', attempt: 1, cause: null, evidence: null });
    expect(answered.result).toEqual(tells[family][kind] ?? null);
    if (kind !== 'query_location') expect(lock.changes.length).toBeGreaterThan(before);
    // it comes back after a restart before it is asked anything more
    if (kind === 'restart') await until(async () => (lock.connected ? true : null));
  });

  const cannot = commandKinds.filter((kind) => abilities[family][kind] === 'no');
  it.each(cannot)('is not given %s, which its family has no word for', async (kind) => {
    expect((await give(kind, device)).verify).toMatchObject({ desc: 'This kind of lock does not support it' });
  });
});

describe('an unseal order to a lock that tells in its answer how it stands', () => {
  it('is proved when it stands open', async () => {
    const { device, lock } = await onRoad('jointech808');
    const { id } = await given('unseal', device);
    await stated(id, 'answered_ok');
    await until(async () => ((await caller.ok(orders.command, { id })).evidence === 'confirmed' ? true : null));
    expect(lock.state.motor).toBe('released');
    await stands(device, LockStatus.unsealedOpen);
  });

  it('is answered and not proved when it says yes and stays as it was', async () => {
    const { device, lock } = await onRoad('jointech808');
    lock.behaveOnCommand('half');
    const { id } = await given('unseal', device);
    expect(await stated(id, 'answered_ok')).toMatchObject({ evidence: null });
    expect(lock.commands).toHaveLength(1);
  });
});

/** An order for cards of when these were still sent again. */
const ofBefore = (id: number) => api.db.query('update command set again = true where id = $1', [id]);

describe('a setting', () => {
  it('is really kept by the lock', async () => {
    const { device, lock } = await onRoad('jt701');
    const { id } = await given('set_intervals', device, { report_interval: 7, sleep_interval: 300 });
    await ended(id);
    expect(lock.state.settings).toMatchObject({ report: 7, sleep: 300 });
    await ended((await given('factory_reset', device)).id);
    expect(lock.state.settings).toMatchObject({ report: null, sleep: null, cards: [] });
  });

  it('that the lock refuses is refused, with its cause', async () => {
    for (const family of ['hhd', 'jt701'] as const) {
      const { device, lock } = await onRoad(family);
      lock.behaveOnCommand('refuse');
      const { id } = await given(family === 'hhd' ? 'set_intervals' : 'set_unlock_password', device);
      const refused = { hhd: 'failed', jt701: 'password' }[family];
      expect(await ended(id)).toMatchObject({ state: 'answered_fail', cause: refused, result: null });
    }
  });

  it('that the lock answers with other values was not taken', async () => {
    const { device, lock } = await onRoad('jt701');
    lock.behaveOnCommand('half');
    const { id } = await given('set_intervals', device, { report_interval: 7, sleep_interval: 300 });
    expect(await ended(id)).toMatchObject({
      state: 'answered_fail',
      cause: 'otherwise',
      result: { parameters: { report_interval: 60, sleep_interval: 1800 } },
    });
  });

  it('waits for a lock that sleeps, and is given up when its time has run out', async () => {
    const { device, lock } = await onRoad('hhd');
    lock.goOffline();
    const waits = await given('set_intervals', device);
    const late = await given('restart', device);
    await api.db.query("update command set expire_time = now() - interval '1 second' where id = $1", [late.id]);
    await sweepOrders(api.db, () => undefined);
    expect(await caller.ok(orders.command, { id: late.id })).toMatchObject({ state: 'expired', attempt: 0 });
    expect((await caller.ok(orders.command, { id: waits.id })).state).toBe('queued');
    lock.wake();
    await stated(waits.id, 'answered_ok');
    expect(lock.changes.map((change) => change.do)).toEqual(['intervals']);
  });

  /** The minute of silence after which it is decided what becomes of an order. */
  const silence = async (id: number): Promise<void> => {
    await stated(id, 'sent');
    await api.db.query("update command set sent_time = now() - interval '61 seconds' where id = $1", [id]);
    await sweepOrders(api.db, () => undefined);
  };
  it('is sent three times into silence and then has failed', async () => {
    const { device, lock } = await onRoad('hhd');
    lock.behaveOnCommand('silent');
    const { id } = await given('set_intervals', device);
    for (const attempt of [1, 2, 3]) {
      await until(async () => (lock.changes.length === attempt ? true : null));
      expect(await caller.ok(orders.command, { id })).toMatchObject({ state: 'sent', attempt });
      await silence(id);
    }
    expect(await caller.ok(orders.command, { id })).toMatchObject({ state: 'failed', attempt: 3 });
    expect(lock.changes).toHaveLength(3);
  });

  it('that gives somebody what opens the lock is left in doubt by silence, and settled by a late answer', async () => {
    const { device, lock } = await onRoad('jt701');
    lock.behaveOnCommand('silent');
    const { id } = await given('add_cards', device);
    await until(async () => (lock.changes.length === 1 ? true : null));
    await silence(id);
    expect(await caller.ok(orders.command, { id })).toMatchObject({
      state: 'uncertain',
      attempt: 1,
      finish_time: null,
    });
    const queue = queueOf(api.db, 'another', api.passwords);
    await queue.answered(id, { result: 'ok', told: { cards: { count: 2 } } });
    expect(await caller.ok(orders.command, { id })).toMatchObject({
      state: 'answered_ok',
      result: { cards: { count: 2 } },
      finish_time: expect.any(String),
    });
  });

  it.each(['add_cards', 'delete_cards'] as const)(
    '%s that the lock did a part of is in doubt and not sent again: what it says to the second tells nothing of the first',
    async (kind) => {
      const device = await buildDevice(api.db, org, 'jt701');
      const queue = queueOf(api.db, 'another', api.passwords);
      const { id } = await given(kind, device);
      await queue.claim(device.id);
      await queue.uncertain(id);
      expect(await caller.ok(orders.command, { id })).toMatchObject({ state: 'uncertain', attempt: 1 });
      expect(await queue.claim(device.id)).toBeNull();
    },
  );

  it('is answered by a late answer to an earlier sending, and then not sent again', async () => {
    const device = await buildDevice(api.db, org, 'jt701');
    const queue = queueOf(api.db, 'another', api.passwords);
    const { id } = await given('query_info', device);
    await queue.claim(device.id);
    await silence(id);
    expect(await caller.ok(orders.command, { id })).toMatchObject({ state: 'queued', attempt: 1 });
    await queue.answered(id, { result: 'ok' });
    expect(await caller.ok(orders.command, { id })).toMatchObject({ state: 'answered_ok', attempt: 1 });
    expect(await queue.claim(device.id)).toBeNull();
  });

  it('whose time ran out between two sendings leaves the doubt of the first', async () => {
    const device = await buildDevice(api.db, org, 'jt701');
    const queue = queueOf(api.db, 'another', api.passwords);
    const { id } = await given('add_cards', device);
    await ofBefore(id);
    await queue.claim(device.id);
    await silence(id);
    await api.db.query("update command set expire_time = now() - interval '1 second' where id = $1", [id]);
    await sweepOrders(api.db, () => undefined);
    expect(await caller.ok(orders.command, { id })).toMatchObject({ state: 'uncertain', attempt: 1 });
  });

  it('that was claimed and slept over waits on, and its sending is not counted', async () => {
    const device = await buildDevice(api.db, org, 'jt701');
    const queue = queueOf(api.db, 'another', api.passwords);
    for (const attempt of [1, 2, 3]) {
      const { id } = await given('query_info', device);
      await api.db.query('update command set attempt = $2 where id = $1', [id, attempt - 1]);
      await queue.claim(device.id);
      await queue.notSent(id, 'expired');
      expect(await caller.ok(orders.command, { id })).toMatchObject({ state: 'queued', attempt: attempt - 1 });
    }
    const { id } = await given('text', await buildDevice(api.db, org));
    await api.db.query("update command set state = 'sent', attempt = 1, sent_time = now() where id = $1", [id]);
    await queue.notSent(id, 'expired');
    expect(await caller.ok(orders.command, { id })).toMatchObject({ state: 'expired', attempt: 0, sent_time: null });
  });

  it.each(commandKinds.filter((kind) => !orderKinds[kind].again))('%s is never sent twice', async (kind) => {
    const { rows } = await api.db.query<{ id: number }>(
      `insert into command (device_id, org_id, kind, physical, idempotency_key, operator_id, oper_name, expire_time, state, attempt, sent_time)
       select d.id, d.org_id, $2, $3, $4, (select max(id) from operator), 'x', now() + interval '1 hour', 'sent', 1, now()
       from device d where d.id = $1 returning id`,
      [(await buildDevice(api.db, org)).id, kind, orderKinds[kind].moves, `never-twice-${kind}`],
    );
    const { id } = rows[0]!;
    await silence(id);
    expect(await caller.ok(orders.command, { id })).toMatchObject({ state: 'uncertain', attempt: 1 });
    await expect(api.db.query("update command set state = 'queued' where id = $1", [id])).rejects.toThrow(
      /never be sent/,
    );
    await expect(api.db.query('update command set attempt = 2 where id = $1', [id])).rejects.toThrow(/sent_so_often/);
  });
});

describe('settings go one at a time, in the order they were given', () => {
  const queue = () => queueOf(api.db, 'another', api.passwords);
  const silent = async ({ id }: Command): Promise<void> => {
    await api.db.query("update command set sent_time = now() - interval '61 seconds' where id = $1", [id]);
    await sweepOrders(api.db, () => undefined);
  };
  const now = async ({ id }: Command) => {
    const { state, cause, attempt } = await caller.ok(orders.command, { id });
    return [state, cause, attempt];
  };

  it('also when the gateway has forgotten what it sent: what will be sent again goes first', async () => {
    const device = await buildDevice(api.db, org, 'jt701');
    const [restart, intervals] = [await given('restart', device), await given('set_intervals', device)];
    for (const _ of [1, 2, 3]) {
      expect(await queue().claim(device.id)).toMatchObject({ id: restart.id });
      expect(await queue().claim(device.id)).toBeNull();
      await silent(restart);
    }
    expect(await queue().claim(device.id)).toMatchObject({ id: intervals.id });
  });

  it.each([
    ['set_intervals', { report_interval: 300, sleep_interval: 3600 }],
    ['factory_reset', {}],
  ] as const)('intervals that were sent are not sent again once %s %j was given', async (newer, said) => {
    const replacing = async (claimed: boolean) => {
      const device = await buildDevice(api.db, org, 'jt701');
      const first = await given('set_intervals', device);
      expect(await queue().claim(device.id)).toMatchObject({ id: first.id });
      if (!claimed) await silent(first);
      const second = await given(newer, device, { ...sampleOrders[newer], ...said });
      return { device, first, second };
    };
    const out = await replacing(true);
    expect(await now(out.first)).toEqual(['sent', 'replaced', 1]);
    expect(await queue().claim(out.device.id)).toBeNull();
    await silent(out.first);
    expect(await now(out.first)).toEqual(['failed', 'replaced', 1]);
    expect(await queue().claim(out.device.id)).toMatchObject({ id: out.second.id });
    await queue().answered(out.second.id, { result: 'ok' });
    expect(await queue().claim(out.device.id)).toBeNull();

    const waiting = await replacing(false);
    expect(await now(waiting.first)).toEqual(['cancelled', 'replaced', 1]);
    expect(await queue().claim(waiting.device.id)).toMatchObject({ id: waiting.second.id });
  });

  it('and an answer to what was replaced is one', async () => {
    const device = await buildDevice(api.db, org, 'jt701');
    const first = await given('set_intervals', device);
    await queue().claim(device.id);
    await given('set_intervals', device, { report_interval: 300, sleep_interval: 3600 });
    await queue().answered(first.id, { result: 'ok' });
    expect(await now(first)).toEqual(['answered_ok', null, 1]);
  });

  it('and nothing that a factory reset would undo goes before one that waits', async () => {
    const device = await buildDevice(api.db, org, 'jt701');
    await given('factory_reset', device);
    await given('set_intervals', device);
    await api.db.query('update device_connection set connect_time = now() where device_id = $1', [device.id]);
    expect(await queue().claim(device.id)).toBeNull();
  });
});

describe('an order that may have put cards into the lock, waits to be sent again and is taken back, is left in doubt', () => {
  const off = (how: string) => (id: number) => api.db.query(`update device set ${how} where id = $1`, [id]);
  const ways: Record<string, (device: number, order: number) => Promise<unknown>> = {
    'by whoever may give it': (_, id) => caller.call(orders.cancel, { id }),
    'in the queue': (_, id) => caller.ok(orderQueue.cancel, { ids: [id] }),
    'with its lock going out of service': (id) => caller.ok(devices.retire, { ids: [id], reason: 'worn out' }),
    'with its lock going to another organisation': async (id) =>
      off(`org_id = ${await buildOrganisation(api.db, org)}`)(id),
    'with its lock switched off': off('status = 2'),
    'with its lock reported lost': off('lost = true'),
    'when whoever gave it may no longer': async (id, order) => {
      const gone = await buildOperator(api.db, org);
      await api.db.query('update operator set status = 2 where id = $1', [gone.id]);
      await api.db.query('update command set operator_id = $2 where id = $1', [order, gone.id]);
      await queueOf(api.db, 'another', api.passwords).claim(id);
    },
  };
  it.each(Object.keys(ways))('%s', async (way) => {
    const device = await buildDevice(api.db, org, 'jt701');
    const { id } = await given('add_cards', device);
    await ofBefore(id);
    await queueOf(api.db, 'another', api.passwords).claim(device.id);
    await api.db.query("update command set sent_time = now() - interval '61 seconds' where id = $1", [id]);
    await sweepOrders(api.db, () => undefined);
    await ways[way]!(device.id, id);
    const { rows } = await api.db.query(
      'select state, attempt, finish_time, needs_person, sent_time is null as unsent from command where id = $1',
      [id],
    );
    expect(rows[0]).toEqual({ state: 'uncertain', attempt: 1, finish_time: null, needs_person: true, unsent: false });
  });
});

describe('an order', () => {
  it('names its lock and its arguments in the log, in both languages', async () => {
    const { device } = await onRoad('jt701');
    await given('set_intervals', device, { report_interval: 30, sleep_interval: 600, reason: 'a long journey' });
    const { rows } = await api.db.query('select instruct, instruct_en from operation_log order by id desc limit 1');
    const named = `${device.sn} Lock ${device.sn}: a long journey`;
    expect(rows).toEqual([
      {
        instruct: `设置上报与休眠间隔（上报间隔 30 秒，休眠间隔 600 秒） ${named}`,
        instruct_en: `Set report and sleep intervals (report every 30 s, wake every 600 s) ${named}`,
      },
    ]);
    expect(sayOrder('restart', {})).toEqual({ zh: '重启设备', en: 'Restart the device' });
  });

  it('takes the place of one of its kind that has not left, and of no other', async () => {
    const device = await buildDevice(api.db, org, 'jt701');
    const first = await given('set_intervals', device);
    const cards = [
      await given('add_cards', device),
      await given('add_cards', device, { ...sampleOrders.add_cards, cards: ['1'] }),
    ];
    await given('set_intervals', device, { report_interval: 60, sleep_interval: 300 });
    const state = async ({ id }: Command) => (await caller.ok(orders.command, { id })).state;
    expect(await state(first)).toBe('cancelled');
    expect(await Promise.all(cards.map(state))).toEqual(['queued', 'queued']);
  });

  it('waits for a lock twenty times at most where it does not replace another, and what moves metal always waits', async () => {
    const device = await buildDevice(api.db, org);
    for (let n = 1; n < 20; n++) await given('text', device, { text: `line ${n}` });
    const pressed = await Promise.all([1, 2, 3].map((n) => give('text', device, { text: `at once ${n}` })));
    const refused = pressed.filter(({ verify }) => verify.sign !== 'success');
    expect(refused).toHaveLength(2);
    expect(refused[0]!.verify).toMatchObject({
      sign: 'conflict',
      desc: 'As many orders as possible wait for this lock already: take some back, or wait until they have gone',
    });
    // of these one may wait at most, and metal does not wait for texts
    await given('set_intervals', device, { report_interval: 60 });
    await api.db.query(
      'update lock_state set lock_status = 2, receive_time = now(), lock_time = now() where device_id = $1',
      [device.id],
    );
    await given('unseal', device);
    const { rows } = await caller.ok(orders.commands, { device_id: device.id, size: 100 });
    await caller.ok(orders.cancel, { id: rows.find(({ kind }) => kind === 'set_intervals')!.id });
    await caller.ok(orders.cancel, { id: rows.find(({ kind }) => kind === 'text')!.id });
    await given('text', device, { text: 'there is room again' });
  });

  it.each([
    ['set_intervals', { report_interval: 4, sleep_interval: 600 }, 'report_interval'],
    ['set_intervals', { report_interval: 601, sleep_interval: 600 }, 'report_interval'],
    ['set_intervals', { report_interval: 60, sleep_interval: 299 }, 'sleep_interval'],
    ['set_intervals', { report_interval: 60, sleep_interval: 330 }, 'sleep_interval'],
    ['set_intervals', { report_interval: 60 }, 'sleep_interval'],
    ['set_low_battery', { percent: 91 }, 'percent'],
    ['add_cards', { ...sampleOrders.add_cards, cards: [] }, 'cards'],
    ['add_cards', { ...sampleOrders.add_cards, cards: ['12a'] }, 'cards.0'],
    ['add_cards', { ...sampleOrders.add_cards, cards: Array.from({ length: 21 }, (_, n) => `${n}`) }, 'cards'],
    ['set_area', { ...sampleOrders.set_area, name: 'a,b)' }, 'name'],
    ['set_area', { ...sampleOrders.set_area, name: 'Gate 🚛' }, 'name'],
    ['set_area', { ...sampleOrders.set_area, area: { shape: 'circle', centre: [121, 31], radius: 50 } }, 'area'],
    ['set_unlock_password', { ...sampleOrders.set_unlock_password, password: '12345' }, 'password'],
    ['set_unlock_password', { ...sampleOrders.set_unlock_password, password: '111111' }, 'password'],
  ] as const)('%s %j is refused beside %s', async (kind, said, field) => {
    const device = await buildDevice(api.db, org, 'jt701');
    const { verify, data } = await give(kind, device, said);
    expect(verify.sign).toBe('validation');
    expect(Object.keys(data as object)).toEqual([field]);
  });

  it.each([
    ['hhd', { report_interval: 29 }, 'report_interval'],
    ['hhd', { report_interval: 301 }, 'report_interval'],
    ['hhd', { report_interval: 60, sleep_interval: 599 }, 'sleep_interval'],
    ['jt701', { report_interval: 60, sleep_interval: 3660 }, 'sleep_interval'],
  ] as const)('is not set, on %s, to %j, which its type does not allow', async (family, said, field) => {
    const device = await buildDevice(api.db, org, family);
    await api.db.query(
      `update device_type set report_interval_min = 30, report_interval_max = 300, sleep_interval_min = 600,
         sleep_interval_max = 3600 where id = (select device_type_id from device where id = $1)`,
      [device.id],
    );
    expect(await caller.ok(orders.intervalLimits, { device_id: device.id })).toMatchObject({
      family,
      report_interval_min: 30,
      report_interval_max: 300,
      sleep_interval_min: 600,
      sleep_interval_max: 3600,
    });
    const { verify, data } = await give('set_intervals', device, said);
    expect(verify.sign).toBe('validation');
    expect(data).toEqual({ [field]: fieldErrors.intervalLimits.en });
    expect((await give('set_intervals', device, { report_interval: 30, sleep_interval: 3600 })).verify.sign).toBe(
      'success',
    );
  });

  it('resets no lock that is sealed', async () => {
    const device = await buildDevice(api.db, org, 'jt701');
    await api.db.query('update lock_state set lock_status = 2 where device_id = $1', [device.id]);
    expect((await give('factory_reset', device)).verify.desc).toBe('The lock is sealed, unseal it first');
  });
});

it('shows the numbers of cards whole to those only who may give the order', async () => {
  const device = await buildDevice(api.db, org, 'jt701');
  const { id } = await given('add_cards', device);
  const told = { cards: { numbers: ['87654321'], count: 1 } };
  const asked = await given('query_cards', device);
  await api.db.query("update command set state = 'sent', sent_time = now(), attempt = 1 where id = $1", [asked.id]);
  await api.db.query(
    "update command set state = 'answered_ok', answer_time = now(), finish_time = now(), result = $2 where id = $1",
    [asked.id, JSON.stringify(told)],
  );
  const looksOn = await api.signedIn(await buildOperator(api.db, org, ['map:list']));
  for (const [who, args, result] of [
    [caller, sampleOrders.add_cards.cards, told],
    [looksOn, ['***5678', '***4321'], { cards: { numbers: ['***4321'], count: 1 } }],
  ] as const) {
    const { rows } = await who.ok(orders.commands, { device_id: device.id });
    expect(rows.map((row) => (row.id === id ? row.args.cards : row.result))).toEqual([result, args]);
    expect((await who.ok(orders.command, { id })).args).toEqual({ cards: args });
    expect((await who.ok(orders.command, { id: asked.id })).result).toEqual(result);
  }
  const news = { seq: 1, command: await caller.ok(orders.command, { id }) };
  expect(newsFor({ grants: new Set(['map:list', 'map:add_cards']), orgIds: [] }, 'command', news)).toEqual(news);
  expect(JSON.stringify(newsFor({ grants: new Set(['map:list']), orgIds: [] }, 'command', news))).not.toContain(
    '12345678',
  );
  const { rows } = await api.db.query('select from operation_log where instruct like $1 or instruct_en like $1', [
    '%12345678%',
  ]);
  expect(rows).toEqual([]);
});

it('a key that comes with other values is refused, and the first order stands', async () => {
  const device = await buildDevice(api.db, org, 'jt701');
  const reused = 'This idempotency key was used for another command, please reload and try again';
  for (const [kind, first, second] of [
    ['set_intervals', { report_interval: 30, sleep_interval: 600 }, { report_interval: 60, sleep_interval: 600 }],
    [
      'set_unlock_password',
      sampleOrders.set_unlock_password,
      { ...sampleOrders.set_unlock_password, password: '271828' },
    ],
  ] as const) {
    const key = { idempotency_key: `other-values-${kind}` };
    const { id } = await given(kind, device, { ...first, ...key });
    expect((await give(kind, device, { ...second, ...key })).verify.desc).toBe(reused);
    expect(await given(kind, device, { ...first, ...key })).toMatchObject({ id, state: 'queued' });
  }
});

describe('a factory reset', () => {
  it('that waited while its lock was sealed is not delivered', async () => {
    const device = await buildDevice(api.db, org, 'jt701');
    const { id } = await given('factory_reset', device);
    await api.db.query('update lock_state set lock_status = 2 where device_id = $1', [device.id]);
    expect(await queueOf(api.db, 'another', api.passwords).claim(device.id)).toBeNull();
    expect(await caller.ok(orders.command, { id })).toMatchObject({
      state: 'cancelled',
      cause: 'sealed',
      attempt: 0,
      sent_time: null,
    });
  });
});

it('a factory reset waits until a report of the lock that has just come is judged', async () => {
  const device = await buildDevice(api.db, org, 'jt701');
  const queue = queueOf(api.db, 'another', api.passwords);
  const { id } = await given('factory_reset', device);
  const after = await given('query_info', device);
  await api.db.query('update device_connection set connect_time = now() where device_id = $1', [device.id]);
  const heard = (when: string) =>
    api.db.query(`update lock_state set receive_time = now() ${when} where device_id = $1`, [device.id]);
  await heard("- interval '1 hour'");
  // what can wait for nothing goes before it
  expect(await queue.claim(device.id)).toMatchObject({ id: after.id });
  await queue.answered(after.id, { result: 'ok' });
  expect(await queue.claim(device.id)).toBeNull();
  await heard('');
  expect(await queue.claim(device.id)).toMatchObject({ id });
});

it('an order is taken back by the button of its own kind, and by no other', async () => {
  const device = await buildDevice(api.db, org, 'jt701');
  const sets = await api.signedIn(await buildOperator(api.db, org, ['map:list', 'map:set_intervals']));
  const [intervals, restart] = [await given('set_intervals', device), await given('restart', device)];
  expect((await sets.call(orders.cancel, { id: restart.id })).verify.sign).toBe('noPermission');
  expect((await sets.ok(orders.cancel, { id: intervals.id })).state).toBe('cancelled');
  const unseals = await api.signedIn(await buildOperator(api.db, org, ['map:list', 'map:unseal']));
  expect((await unseals.call(orders.cancel, { id: restart.id })).verify.sign).toBe('noPermission');
  expect((await caller.ok(orders.command, { id: restart.id })).state).toBe('queued');
});

describe('the intervals that a lock has taken, or tells', () => {
  let device: BuiltDevice;
  beforeEach(async () => {
    device = await buildDevice(api.db, org, 'jt701');
    await api.db.query(
      `update device_type set report_interval = 60, sleep_interval = 600
       where id = (select device_type_id from device where id = $1)`,
      [device.id],
    );
    // heard 20 minutes ago
    await api.db.query("update lock_state set receive_time = now() - interval '20 minutes' where device_id = $1", [
      device.id,
    ]);
  });
  const answered = async (kind: CommandKind, said: object | undefined, reply: CommandReply): Promise<number[]> => {
    const touched: number[] = [];
    const queue = queueOf(api.db, 'another', api.passwords, undefined, (id) => void touched.push(id));
    const { id } = await given(kind, device, said);
    await queue.claim(device.id);
    await queue.answered(id, reply);
    await api.db.query('update device_connection set connected = false where device_id = $1', [device.id]);
    return touched;
  };
  const lock = async () => {
    const { rows } = await caller.ok(devices.list, { page: 1, size: 10, keyword: device.sn });
    const shown = await caller.ok(map.lock, { id: device.id });
    const [inFleet] = fleetLocks(await fleetRows(api.db, [device.id]));
    expect(inFleet).toMatchObject({ report_interval: shown.report_interval, sleep_interval: shown.sleep_interval });
    expect(connectionOf(Date.now(), connectionFactsOf(shown))).toBe(rows[0]?.connection);
    return [rows[0]?.connection, shown.report_interval, shown.sleep_interval];
  };
  const wakes = (seconds: number) => ({ report_interval: 30, sleep_interval: seconds });

  it('stand before those of its type, until a factory reset', async () => {
    expect(await lock()).toEqual(['late', 60, 600]);
    expect(await answered('set_intervals', wakes(3600), { result: 'ok' })).toEqual([device.id]);
    expect(await lock()).toEqual(['sleeping', 30, 3600]);
    const told = { parameters: { sleep_interval: 300 } };
    await answered('query_parameters', {}, { result: 'ok', told });
    expect(await lock()).toEqual(['offline', 30, 300]);
    await answered('factory_reset', undefined, { result: 'ok' });
    expect(await lock()).toEqual(['late', 60, 600]);
  });

  it('are those it keeps, not those it was given and refused, nor what no lock can mean', async () => {
    await answered('set_intervals', wakes(3600), { result: 'refused', cause: 'failed' });
    expect(await lock()).toEqual(['late', 60, 600]);
    const told = { parameters: { report_interval: 45, sleep_interval: 4_294_967_295 } };
    await answered('set_intervals', wakes(3600), { result: 'refused', cause: 'otherwise', told });
    expect(await lock()).toEqual(['late', 45, 600]);
  });
});

describe('the password that stays', () => {
  const set = (device: BuiltDevice, password: string) =>
    give('set_unlock_password', device, { password, reason: 'changed every month' });

  it('opens the lock once the lock has taken it, and stands nowhere in clear', async () => {
    const { device, lock } = await onRoad('jt701');
    const { id } = (await set(device, '271828')).data as Command;
    expect(await ended(id)).toMatchObject({ state: 'answered_ok', args: {}, result: null });
    expect(lock.state.settings.staticPassword).toBe('271828');
    const unseal = await given('unseal', device);
    await stated(unseal.id, 'answered_ok');
    expect(lock.commands).toMatchObject([{ op: 'unseal', password: '271828' }]);
    const { rows } = await api.owner.query<{ text: string }>(
      `select to_jsonb(c)::text as text from command c where device_id = $1
       union all select to_jsonb(l)::text from operation_log l
       union all select to_jsonb(s)::text from static_password s where device_id = $1`,
      [device.id],
    );
    expect(rows.filter(({ text }) => text.includes('271828'))).toEqual([]);
    // opened and closed by hand, it can be unsealed again
    await stands(device, LockStatus.unsealedOpen);
    lock.shackle('open');
    lock.shackle('close');
    await stands(device, LockStatus.unsealedLocked);
    // after a factory reset it is the factory's again
    await ended((await given('factory_reset', device)).id);
    expect(lock.state.settings.staticPassword).toBe('888888');
    await stated((await given('unseal', device)).id, 'answered_ok');
    expect(lock.commands.at(-1)).toMatchObject({ password: '888888' });
  });

  it('is none of the last five', async () => {
    const { device } = await onRoad('jt701');
    const five = ['100001', '200002', '300003', '400004', '500005'];
    for (const password of five) await ended(((await set(device, password)).data as Command).id);
    for (const password of five)
      expect((await set(device, password)).verify.desc).toBe('It was one of the last five passwords, choose another');
    await ended(((await set(device, '600006')).data as Command).id);
    expect((await set(device, '100001')).verify.sign).toBe('success');
  });

  it('that was refused, or taken back, is forgotten', async () => {
    const { device, lock } = await onRoad('jt701');
    const count = async () =>
      (
        await api.db.query<{ n: number }>(
          "select count(*) as n from static_password where device_id = $1 and state <> 'current'",
          [device.id],
        )
      ).rows[0]!.n;
    lock.behaveOnCommand('refuse');
    await ended(((await set(device, '271828')).data as Command).id);
    expect(await count()).toBe(0);
    lock.goOffline();
    const waiting = (await set(device, '271828')).data as Command;
    await caller.ok(orders.cancel, { id: waiting.id });
    expect(await count()).toBe(0);
  });

  describe('of which nobody knows whether it was set', () => {
    let device: BuiltDevice;
    const queue = () => queueOf(api.db, 'another', api.passwords);
    beforeEach(async () => {
      device = await buildDevice(api.db, org, 'jt701');
    });
    /** What an order carries for the lock to know it by, and what the lock says to it; null: nothing. */
    const tried = async (
      said: CommandReply | null,
      kind: CommandKind = 'unseal',
      more?: object,
    ): Promise<string | null> => {
      const { id } = await given(kind, device, more && { ...sampleOrders[kind], ...more });
      const order = (await queue().claim(device.id))?.instruction;
      if (said) await queue().answered(id, said);
      else {
        await api.db.query("update command set sent_time = now() - interval '61 seconds' where id = $1", [id]);
        await sweepOrders(api.db, () => undefined);
      }
      if (order?.kind === 'set_unlock_password') return order.old;
      return order?.kind === 'unseal' ? (order.password?.text ?? null) : null;
    };
    const yes: CommandReply = { result: 'ok' };
    const no: CommandReply = { result: 'refused', cause: 'password' };

    it('is carried by the next order after a refusal, and is in force by the yes to it', async () => {
      expect(await tried(null, 'set_unlock_password', { password: '271828' })).toBe('888888');
      expect(await tried(no)).toBe('888888');
      expect(await tried({ result: 'refused', cause: 'busy' })).toBe('271828');
      expect(await tried(yes)).toBe('271828');
      expect(await tried(no)).toBe('271828');
      expect(await tried(yes, 'set_unlock_password', { password: '314159' })).toBe('271828');
      expect(await tried(yes)).toBe('314159');
    });

    it('is tried in turn with the one before while the lock refuses both', async () => {
      await tried(null, 'set_unlock_password', { password: '271828' });
      expect([await tried(no), await tried(no), await tried(no), await tried(no)]).toEqual([
        '888888',
        '271828',
        '888888',
        '271828',
      ]);
    });

    it('was not, when the lock opens by the one before', async () => {
      await tried(null, 'set_unlock_password', { password: '271828' });
      expect(await tried(yes)).toBe('888888');
      expect([await tried(no), await tried(no)]).toEqual(['888888', '888888']);
    });

    it('is the old one of the next that is set, too', async () => {
      await tried(null, 'set_unlock_password', { password: '271828' });
      expect(await tried(no, 'set_unlock_password', { password: '314159' })).toBe('888888');
      expect(await tried(yes, 'set_unlock_password', { password: '141421' })).toBe('271828');
      expect(await tried(yes)).toBe('141421');
    });

    it("may be the factory's, after a factory reset that nobody answered", async () => {
      await tried(yes, 'set_unlock_password', { password: '271828' });
      await tried(null, 'factory_reset');
      expect([await tried(no), await tried(yes), await tried(yes)]).toEqual(['271828', '888888', '888888']);
    });

    it.each([
      ['set', yes, ['271828', '271828']],
      ['perhaps set', null, ['888888', '271828']],
    ] as const)(
      'stands as %s when a factory reset that was ordered before it is answered late',
      async (_, said, carried) => {
        const reset = await given('factory_reset', device);
        await queue().claim(device.id);
        await api.db.query("update command set sent_time = now() - interval '61 seconds' where id = $1", [reset.id]);
        await sweepOrders(api.db, () => undefined);
        await tried(said, 'set_unlock_password', { password: '271828' });
        await queue().answered(reset.id, yes);
        expect([await tried(no), await tried(yes)]).toEqual(carried);
      },
    );

    it('is told by who knows it better', async () => {
      expect(await tried(yes, 'set_unlock_password', { password: '271828', old_password: '161803' })).toBe('161803');
      expect(await tried(yes)).toBe('271828');
      const asked = { ...sampleOrders.set_unlock_password, password: '314159', old_password: '16180' };
      const { verify, data } = await give('set_unlock_password', device, asked);
      expect([verify.sign, Object.keys(data as object)]).toEqual(['validation', ['old_password']]);
      const key = { idempotency_key: 'with-an-old-one' };
      const first = await given('set_unlock_password', device, { ...asked, old_password: '161803', ...key });
      expect(await given('set_unlock_password', device, { ...asked, old_password: '161803', ...key })).toEqual(first);
      for (const old_password of ['161804', undefined])
        expect((await give('set_unlock_password', device, { ...asked, old_password, ...key })).verify.sign).toBe(
          'conflict',
        );
    });

    it('and was sealed with a secret that is lost, ends the order in words of its own', async () => {
      await tried(yes, 'set_unlock_password', { password: '271828' });
      const without = queueOf(api.db, 'another', { open: () => null, openStatic: () => null });
      for (const kind of ['unseal', 'set_unlock_password'] as const) {
        const { id } = await given(kind, device);
        expect(await without.claim(device.id)).toBeNull();
        expect(await caller.ok(orders.command, { id })).toMatchObject({
          state: 'failed',
          cause: 'passwordLost',
          attempt: 0,
          sent_time: null,
        });
      }
    });
  });
});
