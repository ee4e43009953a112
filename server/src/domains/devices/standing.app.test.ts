import { deviceConfiguration } from '@plomb/contract/devices/configuration';
import { deviceFrames } from '@plomb/contract/devices/frames';
import { deviceRights } from '@plomb/contract/devices/rights';
import type { CommandState } from '@plomb/contract/lock/command';
import { type CommandKind, orderKinds } from '@plomb/contract/lock/orderKinds';
import { operationLogs } from '@plomb/contract/system/logs/logs';
import { corpusFrame, report } from '@plomb/gateway/testing/frames';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maintainPartitions } from '../../ingest/partitions.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import {
  type BuiltDevice,
  type BuiltOperator,
  buildDevice,
  buildOperator,
  buildOrganisation,
} from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { queueOf } from '../../testing/queue.ts';

let api: TestApi;
let parent: number;
let child: number;
let chief: BuiltOperator;
let caller: Caller;
let device: BuiltDevice;
beforeAll(async () => {
  api = await startApi();
  await maintainPartitions(api.owner, { now: Date.now(), retentionDays: 400 });
  parent = await buildOrganisation(api.db);
  child = await buildOrganisation(api.db, parent);
  chief = await buildOperator(api.db, parent);
  caller = await api.signedIn(chief);
  device = await buildDevice(api.db, child);
});
afterAll(() => api.stop());

/** An order of the device, sent to the lock, and what became of it. */
const ordered = async (
  kind: CommandKind,
  args: object,
  state: CommandState,
  result: object | null = null,
  { id, org }: { id: number; org: number } = { id: device.id, org: child },
): Promise<number> => {
  const { again, doubtful } = orderKinds[kind];
  const { rows } = await api.owner.query<{ id: number }>(
    `insert into command (device_id, org_id, kind, args, physical, idempotency_key, operator_id, oper_name, expire_time, again, doubtful)
     values ($1, $2, $3, $4, false, $5, $6, 'Li', now() + interval '1 hour', $7, $8) returning id`,
    [id, org, kind, JSON.stringify(args), `${kind}-${Math.random()}`.slice(0, 40), chief.id, again, doubtful],
  );
  const order = rows[0]!.id;
  const attempt = state === 'uncertain' && again ? 3 : 1;
  await api.owner.query(
    "update command set state = 'sent', attempt = $2, sent_time = clock_timestamp() where id = $1",
    [order, attempt],
  );
  if (state !== 'sent')
    await api.owner.query(
      `update command set state = $2, result = $3, answer_time = case when $2 like 'answered%' then clock_timestamp() end,
         attempt = case when $2 = 'expired' then 0 else attempt end where id = $1`,
      [order, state, result && JSON.stringify(result)],
    );
  return order;
};

describe('the configuration of a device', () => {
  it('says what is wanted by its type and by orders, and what the lock told', async () => {
    const intervals = async () =>
      (await caller.ok(deviceConfiguration.detail, { id: device.id })).rows
        .slice(0, 2)
        .map(({ wanted, confirmed, read, standing }) => [wanted?.value, confirmed?.value, read?.value, standing]);
    expect(await intervals()).toEqual([
      [60, undefined, undefined, 'unknown'],
      [3600, undefined, undefined, 'unknown'],
    ]);
    await ordered('set_intervals', { report_interval: 30, sleep_interval: 600 }, 'answered_ok');
    await ordered('query_parameters', {}, 'answered_ok', { parameters: { report_interval: 30, sleep_interval: 1800 } });
    expect(await intervals()).toEqual([
      [30, 30, 30, 'same'],
      [600, 600, 1800, 'drift'],
    ]);
  });

  const reportOf = async (id: number, by: Caller = caller) => {
    const { rows } = await by.ok(deviceConfiguration.detail, { id });
    const { wanted, confirmed, perhaps, standing } = rows[0]!;
    return [wanted?.value, wanted?.oper_name, confirmed?.value, perhaps?.value, standing];
  };
  const intervals = (report_interval: number) => ({ report_interval, sleep_interval: 600 });

  it('is not known when a setting was sent and never answered', async () => {
    const one = { id: (await buildDevice(api.db, child)).id, org: child };
    await ordered('set_intervals', intervals(30), 'answered_ok', null, one);
    await ordered('set_intervals', intervals(300), 'failed', null, one);
    expect(await reportOf(one.id)).toEqual([300, 'Li', 30, 300, 'unknown']);
    await ordered('query_parameters', {}, 'answered_ok', { parameters: intervals(300) }, one);
    expect(await reportOf(one.id)).toEqual([300, 'Li', 30, undefined, 'same']);
    await ordered('set_intervals', intervals(90), 'answered_fail', null, one);
    expect(await reportOf(one.id)).toEqual([300, 'Li', 30, undefined, 'same']);
    await ordered('factory_reset', {}, 'answered_ok', null, one);
    expect(await reportOf(one.id)).toEqual([60, '', undefined, undefined, 'unknown']);
  });

  it('is as little known after a refusal as it was before', async () => {
    const one = { id: (await buildDevice(api.db, child)).id, org: child };
    await ordered('set_intervals', intervals(30), 'answered_ok', null, one);
    const silent = await ordered('set_intervals', intervals(300), 'failed', null, one);
    await ordered('set_intervals', intervals(60), 'answered_fail', null, one);
    expect(await reportOf(one.id)).toEqual([300, 'Li', 30, 300, 'unknown']);
    const other = await ordered('set_intervals', intervals(90), 'failed', null, one);
    const late = queueOf(api.db, 'late', api.passwords);
    await late.answered(other, { result: 'refused', cause: 'failed' });
    expect(await reportOf(one.id)).toEqual([300, 'Li', 30, 300, 'unknown']);
    await late.answered(silent, { result: 'refused', cause: 'failed' });
    expect(await reportOf(one.id)).toEqual([30, 'Li', 30, undefined, 'same']);
  });

  it('keeps what was ordered after the one that the lock answers late', async () => {
    const one = { id: (await buildDevice(api.db, child)).id, org: child };
    const late = queueOf(api.db, 'late', api.passwords);
    const read = await ordered('query_parameters', {}, 'failed', null, one);
    const reset = await ordered('factory_reset', {}, 'uncertain', null, one);
    await ordered('set_intervals', intervals(30), 'answered_ok', null, one);
    await ordered('set_intervals', intervals(300), 'failed', null, one);
    await late.answered(reset, { result: 'ok' });
    expect(await reportOf(one.id)).toEqual([300, 'Li', 30, 300, 'unknown']);
    await late.answered(read, { result: 'ok', told: { parameters: { report_interval: 60 } } });
    expect(await reportOf(one.id)).toEqual([300, 'Li', 30, 300, 'unknown']);
  });

  it('is what the lock answered last, also to an order given before', async () => {
    const one = { id: (await buildDevice(api.db, child)).id, org: child };
    const first = await ordered('set_intervals', intervals(30), 'failed', null, one);
    await ordered('set_intervals', intervals(300), 'answered_ok', null, one);
    await queueOf(api.db, 'late', api.passwords).answered(first, { result: 'ok' });
    expect((await reportOf(one.id))[2]).toBe(30);
  });

  it('outlives the order that set it, and the change of hands', async () => {
    const one = { id: (await buildDevice(api.db, child)).id, org: child };
    await ordered('set_intervals', intervals(300), 'answered_ok', null, one);
    await api.owner.query('delete from command where device_id = $1', [one.id]);
    expect(await reportOf(one.id)).toEqual([300, '', 300, undefined, 'same']);
    const next = await buildOrganisation(api.db, parent);
    await api.owner.query('update device set org_id = $2 where id = $1', [one.id, next]);
    expect(await reportOf(one.id, await api.signedIn(chief))).toEqual([60, '', 300, undefined, 'drift']);
  });
});

describe('what opens a device besides people', () => {
  it('names its cards, whole for those only who may give them', async () => {
    await ordered('add_cards', { cards: ['0006437449', '0006437450'] }, 'answered_ok');
    await ordered('delete_cards', { cards: ['0006437450'] }, 'answered_ok');
    const cardsOf = async (by: Caller) =>
      (await by.ok(deviceRights.detail, { id: device.id })).cards.map(({ number }) => number);
    expect(await cardsOf(caller)).toEqual(['0006437449']);
    const plain = await api.signedIn(await buildOperator(api.db, child, ['whoCanOpen:list']));
    expect(await cardsOf(plain)).toEqual(['***7449']);
  });
});

describe('the cards a lock holds', () => {
  const fresh = async () => ({ id: (await buildDevice(api.db, child)).id, org: child });
  const cardsOf = async (id: number, by: Caller = caller) =>
    (await by.ok(deviceRights.detail, { id })).cards.map(({ number, known }) => [number, known]);
  const [one, two] = ['0006437449', '0006437450'];

  it.each([
    ['out', 'sent', [[one, 'perhaps']]],
    ['in doubt', 'uncertain', [[one, 'perhaps']]],
    ['taken', 'answered_ok', [[one, 'taken']]],
    ['refused', 'answered_fail', []],
    ['not written after all', 'expired', []],
  ] as const)('are those of an order that is %s, or not', async (_, state, held) => {
    const lock = await fresh();
    await ordered('add_cards', { cards: [one] }, state, null, lock);
    expect(await cardsOf(lock.id)).toEqual(held);
  });

  it('are known as surely as the lock has said, until it has deleted them or was reset', async () => {
    const lock = await fresh();
    await ordered('add_cards', { cards: [one, two] }, 'answered_ok', null, lock);
    await ordered('add_cards', { cards: [one, '3'] }, 'uncertain', null, lock);
    await ordered('query_cards', { page: 1 }, 'answered_ok', { cards: { numbers: [two] } }, lock);
    expect(new Map((await cardsOf(lock.id)) as [string, string][])).toEqual(
      new Map([
        [one, 'taken'],
        [two, 'told'],
        ['3', 'perhaps'],
      ]),
    );
    await ordered('delete_cards', { cards: [two] }, 'answered_ok', null, lock);
    await ordered('factory_reset', {}, 'uncertain', null, lock);
    expect(await cardsOf(lock.id)).toHaveLength(2);
    await ordered('factory_reset', {}, 'answered_ok', null, lock);
    expect(await cardsOf(lock.id)).toEqual([]);
  });

  it('are fewer than the lock holds by its own count, until it has told of all of them, and deleted or lost them', async () => {
    const lock = await fresh();
    const unlisted = async () => (await caller.ok(deviceRights.detail, { id: lock.id })).unlisted?.count ?? 0;
    const pageOf = (page: number) => Array.from({ length: 20 }, (_, at) => `${page}${String(at).padStart(4, '0')}`);
    const told = (page: number, count: number) =>
      ordered('query_cards', { page }, 'answered_ok', { cards: { numbers: pageOf(page), count } }, lock);
    expect(await unlisted()).toBe(0);
    await ordered('query_cards', { page: 1 }, 'answered_fail', { cards: { count: 9 } }, lock);
    expect(await unlisted()).toBe(0);
    await ordered('add_cards', { cards: ['5'] }, 'uncertain', null, lock);
    await told(1, 43);
    expect(await unlisted()).toBe(23);
    // took after it had counted
    await ordered('add_cards', { cards: ['7'] }, 'answered_ok', { cards: { count: 1 } }, lock);
    expect(await unlisted()).toBe(23);
    await ordered('delete_cards', { cards: pageOf(1).slice(0, 2) }, 'answered_ok', { cards: { count: 2 } }, lock);
    expect(await unlisted()).toBe(23);
    await ordered('delete_cards', { cards: ['999'] }, 'answered_ok', { cards: { count: 1 } }, lock);
    expect(await unlisted()).toBe(22);
    await told(2, 40);
    expect(await unlisted()).toBe(1);
    await ordered('factory_reset', {}, 'answered_ok', null, lock);
    expect(await unlisted()).toBe(0);
  });

  it('stand by what was answered last, not by what was given last', async () => {
    const lock = await fresh();
    const added = await ordered('add_cards', { cards: [one] }, 'uncertain', null, lock);
    await ordered('delete_cards', { cards: [one] }, 'answered_ok', null, lock);
    expect(await cardsOf(lock.id)).toEqual([]);
    await queueOf(api.db, 'late', api.passwords).answered(added, { result: 'ok' });
    expect(await cardsOf(lock.id)).toEqual([[one, 'taken']]);
  });

  it.each([
    ['deletion', 'delete_cards', { cards: [one] }],
    ['factory reset', 'factory_reset', {}],
  ] as const)('stay when a %s that was ordered before them is answered late', async (_, kind, args) => {
    const lock = await fresh();
    const late = queueOf(api.db, 'late', api.passwords);
    await ordered('add_cards', { cards: [one] }, 'answered_ok', null, lock);
    const before = await ordered(kind, args, 'uncertain', null, lock);
    const added = await ordered('add_cards', { cards: [one] }, 'sent', null, lock);
    expect(await cardsOf(lock.id)).toEqual([[one, 'taken']]);
    await late.answered(before, { result: 'ok' });
    expect(await cardsOf(lock.id)).toEqual([[one, 'perhaps']]);
    await late.answered(added, { result: 'ok' });
    expect(await cardsOf(lock.id)).toEqual([[one, 'taken']]);
  });

  it('stay in doubt when another order for the same is refused', async () => {
    const lock = await fresh();
    await ordered('add_cards', { cards: [one] }, 'uncertain', null, lock);
    await ordered('add_cards', { cards: [one] }, 'answered_fail', null, lock);
    expect(await cardsOf(lock.id)).toEqual([[one, 'perhaps']]);
  });

  it('are kept of twenty orders each that nobody answered', async () => {
    const lock = await fresh();
    for (let n = 0; n < 22; n++) await ordered('add_cards', { cards: [one] }, 'uncertain', null, lock);
    const { rows } = await api.owner.query('select from device_card where device_id = $1', [lock.id]);
    expect(rows).toHaveLength(20);
  });

  it('outlive the orders that put them there', async () => {
    const lock = await fresh();
    await ordered('add_cards', { cards: [one] }, 'answered_ok', null, lock);
    await api.owner.query('delete from command where device_id = $1', [lock.id]);
    expect(await cardsOf(lock.id)).toEqual([[one, 'taken']]);
  });

  it('are those that the orders of before this was kept tell of', async () => {
    const lock = await fresh();
    await ordered('add_cards', { cards: [one, two] }, 'answered_ok', null, lock);
    await ordered('delete_cards', { cards: [two] }, 'answered_ok', null, lock);
    await ordered('add_cards', { cards: ['3'] }, 'uncertain', null, lock);
    const held = await cardsOf(lock.id);
    await api.owner.query('delete from device_card where device_id = $1', [lock.id]);
    // as its migration does
    await api.owner.query(
      `select keep_held(c) from (select * from command where device_id = $1 order by coalesce(answer_time, sent_time)) c`,
      [lock.id],
    );
    expect([held.length, await cardsOf(lock.id)]).toEqual([2, held]);
  });

  it('are five hundred at most', async () => {
    const lock = await fresh();
    const numbers = (from: number) => Array.from({ length: 300 }, (_, n) => `${from + n}`);
    await ordered('query_cards', { page: 1 }, 'answered_ok', { cards: { numbers: numbers(1000) } }, lock);
    await ordered('query_cards', { page: 2 }, 'answered_ok', { cards: { numbers: numbers(2000) } }, lock);
    const held = await cardsOf(lock.id);
    expect([held.length, held.filter(([number]) => number! >= '2000').length]).toEqual([500, 300]);
  });

  it('go along to whoever has the lock next, who is told how many and not which', async () => {
    const lock = await fresh();
    await ordered('add_cards', { cards: [one, two] }, 'answered_ok', null, lock);
    const set = await ordered('set_unlock_password', {}, 'sent', null, lock);
    await api.owner.query(
      `insert into static_password (device_id, org_id, setter_org_id, command_id, sealed, fingerprint) values ($1, $2, $2, $3, '1', '1')`,
      [lock.id, child, set],
    );
    await queueOf(api.db, 'any', api.passwords).answered(set, { result: 'ok' });
    const giver = await api.signedIn(await buildOperator(api.db, child));
    const next = await buildOrganisation(api.db, parent);
    const taker = await api.signedIn(await buildOperator(api.db, next));
    const before = async (by: Caller) => (await by.ok(deviceRights.detail, { id: lock.id })).before;
    expect(await before(giver)).toEqual({ cards: 0, password: false });
    await api.owner.query('update device set org_id = $2 where id = $1', [lock.id, next]);
    expect([await cardsOf(lock.id, taker), await before(taker)]).toEqual([[], { cards: 2, password: true }]);
    // who had it asks of it no more
    expect((await giver.call(deviceRights.detail, { id: lock.id })).verify.sign).toBe('notFound');
    // what the taker reads out, or deletes, is counted no more
    await ordered('query_cards', { page: 1 }, 'answered_ok', { cards: { numbers: [one] } }, { id: lock.id, org: next });
    expect([await cardsOf(lock.id, taker), (await before(taker)).cards]).toEqual([[[one, 'told']], 1]);
    await ordered('delete_cards', { cards: [two] }, 'answered_ok', null, { id: lock.id, org: next });
    expect((await before(taker)).cards).toBe(0);
  });
});

describe('the frames of a device', () => {
  it('are listed newest first and explained one by one, under their own device alone', async () => {
    const raw = corpusFrame('hhd_0200_auto_sealed_event_0002');
    for (const serial of [1, 2, 3])
      await api.owner.query(
        `insert into position (device_id, device_time, serial, hash, org_id, receive_time, msg_type, replay, lock_status, fault,
           report_reson, raw) values ($1, now() - interval '1 minute', $2, -7, $3, now(), 0, false, 2, 0, '0200', $4)`,
        [device.id, serial, child, raw],
      );
    const first = await caller.ok(deviceFrames.list, { id: device.id, size: 2 });
    const rest = await caller.ok(deviceFrames.list, { id: device.id, size: 2, before: first.rows.at(-1)!.key });
    const keys = [...first.rows, ...rest.rows].map(({ key }) => key);
    expect([first.more, rest.more, new Set(keys).size]).toEqual([true, false, 3]);
    const [key] = keys as [string];
    const frame = await caller.ok(deviceFrames.detail, { id: device.id, key });
    expect(frame).toMatchObject({ what: '0200 location', family: 'hhd', whole: true, length: raw.length });
    expect(frame.fields.map(({ name }) => name)).toContain('latitude');
    const other = await buildDevice(api.db, child);
    expect((await caller.call(deviceFrames.detail, { id: other.id, key })).verify.sign).toBe('notFound');
  });
});

it('a frame of the lock before, of another family, tells no number of a card to who may not give them', async () => {
  const one = await buildDevice(api.db, child, 'jointech808');
  const raw = report('014800000001', 1, {
    items: [{ name: 'event', value: { code: 4, kind: 0, content: Buffer.from('98285917') } }],
  });
  await api.owner.query(
    `insert into position (device_id, device_time, serial, hash, org_id, receive_time, msg_type, replay, lock_status, fault,
       report_reson, raw) values ($1, now() - interval '1 minute', 1, -7, $2, now(), 0, false, 2, 0, '0200', $3)`,
    [one.id, child, raw],
  );
  const plain = await api.signedIn(await buildOperator(api.db, child, ['map:list', 'device:list']));
  const { rows } = await caller.ok(deviceFrames.list, { id: one.id, size: 1 });
  const shown = async () => (await plain.ok(deviceFrames.detail, { id: one.id, key: rows[0]!.key })).content;
  expect(await shown()).toContain('3938323835393137');
  await api.owner.query('update lock_state set exchange_time = now() where device_id = $1', [one.id]);
  expect(await shown()).not.toContain('3938323835393137');
});

describe('the operation log of a device', () => {
  it('is what was done with it, also what was refused', async () => {
    const one = await buildDevice(api.db, child);
    const other = await buildDevice(api.db, child);
    await caller.post('/device/status', { ids: [one.id], status: 2 });
    await caller.post('/device/status', { ids: [other.id], status: 2 });
    await caller.post('/lock/unseal', { device_id: one.id, idempotency_key: 'refused-press', reason: 'customs check' });
    const { rows } = await caller.ok(operationLogs.list, { device_id: one.id });
    expect(rows.map(({ operate_url, success }) => [operate_url, success])).toEqual([
      ['/lock/unseal', false],
      ['/device/status', true],
    ]);
  });
});
