import { batches } from '@plomb/contract/batches/batches';
import { allCalls } from '@plomb/contract/calls';
import { cards } from '@plomb/contract/cards/cards';
import { orders } from '@plomb/contract/orders/orders';
import { operationLogs } from '@plomb/contract/system/logs/logs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltDevice, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { queueOf } from '../../testing/queue.ts';
import { takeBackOfDisabled } from '../orders/queue.ts';

let api: TestApi;
let [parent, child, away, other] = [0, 0, 0, 0];
let chief: Caller;
let clerk: Caller;
let stranger: Caller;
beforeAll(async () => {
  api = await startApi();
  parent = await buildOrganisation(api.db);
  child = await buildOrganisation(api.db, parent);
  away = await buildOrganisation(api.db, child);
  other = await buildOrganisation(api.db);
  chief = await api.signedIn(await buildOperator(api.db, parent));
  const buttons = allCalls.flatMap(({ permit }) => (permit.includes(':') ? [permit] : []));
  clerk = await api.signedIn(
    await buildOperator(
      api.db,
      parent,
      buttons.filter((one) => one !== orders.add_cards.permit),
    ),
  );
  stranger = await api.signedIn(await buildOperator(api.db, other));
});
afterAll(() => api.stop());

let numbers = 70_000_000;
const card = (change: object = {}) => ({
  ic_no: String(++numbers),
  ic_name: 'Gate 3',
  card_no: 'A-17',
  card_type: 'single' as const,
  lon: null,
  lat: null,
  radius: null,
  ...change,
});
const added = async (change: object = {}, by: Caller = chief) => {
  const said = card(change);
  const { id } = await by.ok(cards.add, said);
  return { id, ic_no: said.ic_no };
};
const lockIn = (org = child): Promise<BuiltDevice> => buildDevice(api.db, org, 'jt701');
let press = 0;
const order = (kind: 'add_cards' | 'delete_cards', device: BuiltDevice, ic_no: string) =>
  chief.call(orders[kind], {
    device_id: device.id,
    cards: [ic_no],
    reason: 'a new driver',
    idempotency_key: `card-order-${++press}`,
  });
const ordered = async (kind: 'add_cards' | 'delete_cards', device: BuiltDevice, ic_no: string): Promise<number> => {
  const { verify, data } = await order(kind, device, ic_no);
  expect(verify).toMatchObject({ sign: 'success' });
  return (data as { id: number }).id;
};
const sent = (id: number) =>
  api.owner.query("update command set state = 'sent', attempt = 1, sent_time = clock_timestamp() where id = $1", [id]);
const answered = (id: number, result: 'ok' | 'fail' = 'ok') =>
  queueOf(api.db, 'any', api.passwords).answered(id, { result } as never);
/** A lock that has said yes to the card. */
const holding = async (ic_no: string): Promise<BuiltDevice> => {
  const lock = await lockIn();
  const id = await ordered('add_cards', lock, ic_no);
  await sent(id);
  await answered(id);
  return lock;
};
const locksOf = async (id: number, by: Caller = chief) =>
  (await by.ok(cards.locks, { id })).rows.map(({ device_id, standing }) => [device_id, standing]);
const stands = async (id: number) => {
  const { verify, data } = await chief.call(cards.detail, { id });
  return verify.sign === 'success'
    ? (data as { removing_time: string | null }).removing_time
      ? 'removing'
      : 'there'
    : verify.sign;
};

describe('an IC card', () => {
  it('is added, read, changed, disabled and deleted', async () => {
    const { id, ic_no } = await added({ lon: 121.47, lat: 31.23, radius: 500 });
    expect(await chief.ok(cards.detail, { id })).toMatchObject({ ic_no, status: 1, locks: 0, radius: 500 });
    const { ic_no: _, ...rest } = card({ ic_name: 'Gate 4', card_type: 'group' });
    await chief.ok(cards.update, { id, ...rest });
    expect(await chief.ok(cards.detail, { id })).toMatchObject({
      ic_no,
      ic_name: 'Gate 4',
      card_type: 'group',
      lon: null,
    });
    await chief.ok(cards.status, { ids: [id], status: 2 });
    expect((await chief.ok(cards.list, { status: 2 })).rows.map((row) => row.id)).toEqual([id]);
    await chief.ok(cards.delete, { ids: [id] });
    expect(await stands(id)).toBe('notFound');
  });

  it.each([
    ['', 'The IC-card number cannot be empty'],
    ['   ', 'The IC-card number cannot be empty'],
    [undefined, 'The IC-card number cannot be empty'],
    ['12A', 'A card number has 1 to 10 digits'],
    ['12345678901', 'A card number has 1 to 10 digits'],
  ])('with the number "%s" is refused beside it', async (ic_no, words) => {
    expect(await chief.post('/card/add', card({ ic_no }))).toMatchObject({
      verify: { sign: 'validation' },
      data: { ic_no: words },
    });
  });

  it.each([{ lon: 121 }, { lat: 31 }, { radius: 100 }])('with half a place (%o) is refused', async (place) => {
    expect((await chief.call(cards.add, card(place))).verify.sign).toBe('validation');
  });

  it('is there once in an organisation', async () => {
    const { ic_no } = await added();
    expect((await chief.call(cards.add, card({ ic_no }))).verify.sign).toBe('conflict');
    await added({ ic_no, org_id: child });
  });

  it('of another organisation looks like one that is not there', async () => {
    const { id } = await added();
    const { ic_no: _, ...rest } = card();
    for (const [path, body] of [
      ['/card/detail', (of: number) => ({ id: of })],
      ['/card/locks', (of: number) => ({ id: of })],
      ['/card/update', (of: number) => ({ id: of, ...rest })],
      ['/card/status', (of: number) => ({ ids: [of], status: 2 })],
      ['/card/delete', (of: number) => ({ ids: [of] })],
    ] as const)
      expect((await stranger.post(path, body(id))).verify, path).toEqual(
        (await stranger.post(path, body(987_654))).verify,
      );
    expect((await stranger.ok(cards.list, {})).rows).toEqual([]);
    expect((await stranger.call(cards.add, card({ org_id: parent }))).verify.sign).toBe('notFound');
  });

  it('tells its number to those alone who may give cards, and lets nobody else try it', async () => {
    const { id, ic_no } = await added({ ic_name: 'Secret' });
    const masked = `***${ic_no.slice(-4)}`;
    expect(await clerk.ok(cards.detail, { id })).toMatchObject({ ic_no: masked });
    expect((await clerk.ok(cards.list, { keyword: 'Secret' })).rows).toMatchObject([{ ic_no: masked }]);
    expect((await clerk.ok(cards.list, { keyword: ic_no })).rows).toEqual([]);
    expect((await chief.ok(cards.list, { keyword: ic_no })).rows).toMatchObject([{ id, ic_no }]);
    await holding(ic_no);
    const { rows } = await api.owner.query<{ line: string }>('select to_jsonb(l)::text as line from operation_log l');
    expect(rows.filter(({ line }) => line.includes(ic_no))).toEqual([]);
    expect((await chief.ok(operationLogs.list, { size: 100 })).rows.map(({ instruct }) => instruct)).toContain(
      `${masked} Secret`,
    );
  });
});

describe('the locks of an IC card', () => {
  it('are to be given it, in doubt, hold it, and are to let it go', async () => {
    const { id, ic_no } = await added();
    const lock = await lockIn();
    expect(await locksOf(id)).toEqual([]);
    const add = await ordered('add_cards', lock, ic_no);
    expect(await locksOf(id)).toEqual([[lock.id, 'wanted']]);
    await sent(add);
    expect(await locksOf(id)).toEqual([[lock.id, 'doubt']]);
    await answered(add);
    expect(await locksOf(id)).toEqual([[lock.id, 'held']]);
    expect(await chief.ok(cards.detail, { id })).toMatchObject({ locks: 1 });
    const away = await ordered('delete_cards', lock, ic_no);
    expect(await locksOf(id)).toEqual([[lock.id, 'leaving']]);
    await sent(away);
    await answered(away);
    expect(await locksOf(id)).toEqual([]);
    expect(await stands(id)).toBe('there');
  });

  it('are named also where it is to be taken away before it ever came', async () => {
    const { id, ic_no } = await added();
    const lock = await lockIn();
    await ordered('add_cards', lock, ic_no);
    await ordered('delete_cards', lock, ic_no);
    expect(await chief.ok(cards.locks, { id })).toMatchObject({ rows: [{ standing: 'leaving' }], others: 0 });
  });

  it('that went elsewhere with it are counted and not named', async () => {
    const { id, ic_no } = await added();
    const lock = await holding(ic_no);
    await api.owner.query('update device set org_id = $2 where id = $1', [lock.id, other]);
    expect(await chief.ok(cards.locks, { id })).toEqual({ rows: [], more: false, others: 1 });
  });

  it('of another organisation with a card of the same number are its own', async () => {
    const { id, ic_no } = await added();
    const theirs = await added({ ic_no }, stranger);
    await holding(ic_no);
    expect(await locksOf(theirs.id, stranger)).toEqual([]);
    expect((await chief.ok(cards.locks, { id })).rows).toHaveLength(1);
  });

  it('are given no card that is disabled or being removed, one by one or many at once, and may let it go', async () => {
    const { id, ic_no } = await added();
    const lock = await holding(ic_no);
    const refused = { sign: 'fail', desc: 'The IC card is disabled or being removed and is given to no lock' };
    const preview = async () => {
      const { id: draft } = await chief.ok(batches.prepare, {
        order: { kind: 'add_cards', args: { cards: [ic_no] } },
        of: { by: 'ids', ids: [lock.id] },
      } as never);
      return (await chief.ok(batches.detail, { id: draft })).refusals.map(({ code }) => code);
    };
    expect(await preview()).toEqual([]);
    await chief.ok(cards.status, { ids: [id], status: 2 });
    expect((await order('add_cards', lock, ic_no)).verify).toMatchObject(refused);
    expect(await preview()).toEqual(['cardUnusable']);
    await chief.ok(cards.status, { ids: [id], status: 1 });
    await chief.ok(cards.delete, { ids: [id] });
    expect((await order('add_cards', lock, ic_no)).verify).toMatchObject(refused);
    await ordered('delete_cards', lock, ic_no);
  });
});

describe.each([
  ['disabled', (id: number) => chief.ok(cards.status, { ids: [id], status: 2 }), 'there'],
  ['deleted', (id: number) => chief.ok(cards.delete, { ids: [id] }), 'notFound'],
] as const)('an IC card that is %s', (_, end, after) => {
  it('comes to no lock by an order that waits: it is taken back, and says why', async () => {
    const { id, ic_no } = await added();
    const theirs = await added({ ic_no }, stranger);
    const lock = await lockIn();
    const waits = await ordered('add_cards', lock, ic_no);
    await end(id);
    expect(await chief.ok(orders.command, { id: waits })).toMatchObject({ state: 'cancelled', cause: 'cardUnusable' });
    expect(await stands(id)).toBe(after);
    expect((await stranger.ok(cards.detail, { id: theirs.id })).status).toBe(1);
  });

  it('is still on its way to a lock that was sent it', async () => {
    const { id, ic_no } = await added();
    const out = await ordered('add_cards', await lockIn(), ic_no);
    await sent(out);
    await end(id);
    expect(await chief.ok(orders.command, { id: out })).toMatchObject({ state: 'sent', cause: null });
    expect(await locksOf(id)).toMatchObject([[expect.any(Number), 'doubt']]);
  });
});

describe('an order to give an IC card that is disabled while the order is in the hands of a process that then dies', () => {
  const left = async () => {
    const { id, ic_no } = await added();
    const lock = await lockIn();
    const waits = await ordered('add_cards', lock, ic_no);
    const dying = await api.owner.connect();
    await dying.query('begin');
    await dying.query('select from command where id = $1 for update', [waits]);
    await chief.ok(cards.status, { ids: [id], status: 2 });
    await dying.query('rollback');
    dying.release();
    return { lock, waits };
  };
  const ended = { state: 'cancelled', cause: 'cardUnusable' };

  it('is not handed out', async () => {
    const { lock, waits } = await left();
    expect(await queueOf(api.db, 'any', api.passwords).claim(lock.id)).toBeNull();
    expect(await chief.ok(orders.command, { id: waits })).toMatchObject(ended);
  });

  it('says so before its lock comes for it', async () => {
    const { waits } = await left();
    const touched: number[] = [];
    await takeBackOfDisabled(api.db, (one) => touched.push(one));
    expect(await chief.ok(orders.command, { id: waits })).toMatchObject(ended);
    expect(touched).toEqual([waits]);
  });
});

describe('an IC card that locks hold', () => {
  it('is being removed when it is deleted, and gone when the last has let it go', async () => {
    const { id, ic_no } = await added();
    const locks = [await holding(ic_no), await holding(ic_no)];
    await chief.ok(cards.delete, { ids: [id] });
    expect((await chief.ok(cards.list, { removing: true })).rows.map((row) => row.id)).toContain(id);
    for (const [at, lock] of locks.entries()) {
      expect(await stands(id)).toBe('removing');
      const away = await ordered('delete_cards', lock, ic_no);
      await sent(away);
      await answered(away, at === 0 ? 'ok' : 'fail');
    }
    // the second said no: it opens that lock still
    expect(await stands(id)).toBe('removing');
    const again = await ordered('delete_cards', locks[1]!, ic_no);
    await sent(again);
    await answered(again);
    expect(await stands(id)).toBe('notFound');
  });

  it('is not changed, disabled, enabled or deleted again while it is removed', async () => {
    const { id, ic_no } = await added();
    await holding(ic_no);
    await chief.ok(cards.delete, { ids: [id] });
    const { ic_no: _, ...rest } = card();
    for (const [path, body] of [
      ['/card/update', { id, ...rest }],
      ['/card/status', { ids: [id], status: 1 }],
      ['/card/status', { ids: [id], status: 2 }],
      ['/card/delete', { ids: [id] }],
    ] as const)
      expect((await chief.post(path, body)).verify, path).toMatchObject({ sign: 'conflict' });
    expect(await stands(id)).toBe('removing');
  });

  it('goes when the lock that was sent it says that it never took it', async () => {
    const { id, ic_no } = await added();
    const out = await ordered('add_cards', await lockIn(), ic_no);
    await sent(out);
    await chief.ok(cards.delete, { ids: [id] });
    expect(await stands(id)).toBe('removing');
    await answered(out, 'fail');
    expect(await stands(id)).toBe('notFound');
  });

  it('goes with the lock that is exchanged, and stays while a lock out of sight holds it', async () => {
    const { id, ic_no } = await added();
    const lock = await holding(ic_no);
    await api.owner.query('update device set org_id = $2 where id = $1', [lock.id, other]);
    await chief.ok(cards.delete, { ids: [id] });
    expect(await stands(id)).toBe('removing');
    await api.owner.query('select locks_exchanged($1)', [[lock.id]]);
    expect(await stands(id)).toBe('notFound');
  });

  it('goes from a lock that may have taken it when that tells all its cards, and this is none of them', async () => {
    const { id, ic_no } = await added();
    const lock = await lockIn();
    const doubtful = await ordered('add_cards', lock, ic_no);
    await sent(doubtful);
    await queueOf(api.db, 'any', api.passwords).uncertain(doubtful);
    await chief.ok(cards.delete, { ids: [id] });
    const others = (count: number) => Array.from({ length: count }, (_, at) => String(1000 + at));
    const told = async (numbers: string[], count = numbers.length, page = 1) => {
      const { id: asked } = await chief.ok(orders.query_cards, {
        device_id: lock.id,
        page,
        reason: 'what it holds',
        idempotency_key: `card-order-${++press}`,
      });
      await sent(asked);
      await queueOf(api.db, 'any', api.passwords).answered(asked, {
        result: 'ok',
        told: { cards: { numbers, count } },
      });
      return stands(id);
    };
    expect(await told(others(20), 21)).toBe('removing');
    expect(await told(others(3), 23, 2)).toBe('removing');
    expect(await told([`00${ic_no}`, ...others(2)])).toBe('removing');
    expect(await told(others(2))).toBe('notFound');
  });

  it.each([
    ['scrapped', "device_state = 'scrapped'"],
    ['out of service', 'retired_time = now(), status = 2'],
  ])('goes when its last lock is %s, which is told nothing any more', async (_, ends) => {
    const { id, ic_no } = await added();
    const kept = await added();
    const lock = await holding(ic_no);
    const other = await ordered('add_cards', lock, kept.ic_no);
    await sent(other);
    await answered(other);
    await chief.ok(cards.delete, { ids: [id] });
    expect(await locksOf(kept.id)).toEqual([[lock.id, 'held']]);
    await api.owner.query(`update device set ${ends} where id = $1`, [lock.id]);
    expect(await stands(id)).toBe('notFound');
    expect(await chief.ok(cards.locks, { id: kept.id })).toEqual({ rows: [], more: false, others: 0 });
  });

  it('goes when it is deleted again after its locks went elsewhere with their organisation', async () => {
    const { id, ic_no } = await added();
    const lock = await lockIn(away);
    const add = await ordered('add_cards', lock, ic_no);
    await sent(add);
    await answered(add);
    await chief.ok(cards.delete, { ids: [id] });
    await api.owner.query(
      'update organisation set parent_id = $2 where id = (select org_id from device where id = $1)',
      [lock.id, other],
    );
    expect(await chief.ok(cards.detail, { id })).toMatchObject({ locks: 0 });
    await chief.ok(cards.delete, { ids: [id] });
    expect(await stands(id)).toBe('notFound');
  });
});
