import { calls } from '@plomb/contract/calls';
import { errors } from '@plomb/contract/errors';
import { Fault, LockSource } from '@plomb/contract/lock/codes';
import { connectionOf } from '@plomb/contract/lock/connection';
import { isFresh, refusalByState } from '@plomb/contract/lock/operable';
import { type CommandKind, commandKinds, orderKinds } from '@plomb/contract/lock/orderKinds';
import { stateCode, trustOf } from '@plomb/contract/lock/trust';
import { fleetLocks } from '@plomb/contract/map/map';
import { orderQueue } from '@plomb/contract/orders/orderQueue';
import { orders } from '@plomb/contract/orders/orders';
import type { CommandQueue } from '@plomb/gateway/kit/ports';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { maintainPartitions } from '../../ingest/partitions.ts';
import { anEvent, aReport } from '../../ingest/testing/reports.ts';
import { hashOf } from '../../platform/access.ts';
import { newApiKey } from '../../platform/apiKeys.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltDevice, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { holding, queueOf } from '../../testing/queue.ts';
import { openQueue, sweepOrders, takeBackOfDisabled } from './queue.ts';

let api: TestApi;
let org: number;
let caller: Caller;
let queue: CommandQueue;
let lock: BuiltDevice;
let press = 0;
const touched: number[] = [];

beforeAll(async () => {
  api = await startApi();
  org = await buildOrganisation(api.db);
  caller = await api.signedIn(await buildOperator(api.db, org));
  queue = queueOf(api.db, 'test', api.passwords, (id) => void touched.push(id));
});
afterAll(() => api.stop());
beforeEach(async () => {
  lock = await buildDevice(api.db, org);
  await state(2);
});

const state = (lock_status: number) =>
  api.db.query('update lock_state set lock_status = $2, receive_time = now(), lock_time = now() where device_id = $1', [
    lock.id,
    lock_status,
  ]);
const unseal = (device = lock.id) =>
  caller.call(orders.unseal, {
    device_id: device,
    reason: 'customs inspection',
    idempotency_key: `press-${++press}-x`,
  });
const seal = (device = lock.id) =>
  caller.call(orders.seal, { device_id: device, idempotency_key: `press-${++press}-x` });
const command = async (id: number) => caller.ok(orders.command, { id });

describe('ordering', () => {
  it('queues the command, hints the gateway and logs who, what and why in one go', async () => {
    const reply = await unseal();
    expect(reply.data).toMatchObject({
      device_id: lock.id,
      kind: 'unseal',
      state: 'queued',
      evidence: null,
      sent_time: null,
    });
    expect(api.hinted.at(-1)).toBe(lock.id);
    const { rows } = await api.db.query(
      'select operate_name, instruct, instruct_en, success from operation_log order by id desc limit 1',
    );
    expect(rows[0]).toMatchObject({
      success: true,
      instruct: `解封 ${lock.sn} Lock ${lock.sn}: customs inspection`,
      instruct_en: `unseal ${lock.sn} Lock ${lock.sn}: customs inspection`,
    });
  });

  it('names the plate beside the serial number in the log, for an order and for its end', async () => {
    await api.db.query("update device set subject = '沪A·D7001' where id = $1", [lock.id]);
    const { id } = (await unseal()).data;
    await caller.ok(orders.cancel, { id });
    const { rows } = await api.db.query('select instruct from operation_log order by id desc limit 2');
    expect(rows.map((row) => row.instruct)).toEqual([
      expect.stringContaining(`${lock.sn} 沪A·D7001 Lock ${lock.sn}`),
      expect.stringContaining(`${lock.sn} 沪A·D7001 Lock ${lock.sn}: `),
    ]);
  });

  it('names of an order that gave way whoever gave the newer one, and nobody of one that was taken back', async () => {
    const { id: first } = (await unseal()).data;
    const colleague = await buildOperator(api.db, org);
    const { id: second } = await (await api.signedIn(colleague)).ok(orders.unseal, {
      device_id: lock.id,
      reason: 'unloading on arrival',
      idempotency_key: `press-${++press}-x`,
    });
    const { rows } = await api.db.query<{ oper_name: string; login_name: string }>(
      'select oper_name, login_name from operator where id = $1',
      [colleague.id],
    );
    const gaveWay = { state: 'cancelled', cause: 'replaced', replaced_by: rows[0] };
    expect(await command(first)).toMatchObject(gaveWay);
    expect(await caller.ok(orderQueue.detail, { id: first })).toMatchObject(gaveWay);
    await caller.ok(orders.cancel, { id: second });
    expect(await command(second)).toMatchObject({ state: 'cancelled', replaced_by: null });
  });

  it('asks for a reason of some substance', async () => {
    const reply = await caller.call(orders.unseal, {
      device_id: lock.id,
      reason: ' hm ',
      idempotency_key: 'one-press',
    });
    expect(reply.data).toEqual({ reason: 'Please state the reason' });
  });

  it('keeps a reason of the list as what was chosen, in the words it had, for readers of either language', async () => {
    const chosen = { reason_code: 'customs', reason_text: { zh: '海关查验', en: 'Customs inspection' } };
    const { id } = await caller.ok(orders.unseal, {
      device_id: lock.id,
      reason_code: 'customs',
      reason: 'order 2332',
      idempotency_key: `listed-${lock.id}`,
    });
    const { rows } = await api.db.query('select instruct, instruct_en from operation_log order by id desc limit 1');
    expect(rows[0]).toEqual({
      instruct: expect.stringMatching(/: 海关查验：order 2332$/),
      instruct_en: expect.stringMatching(/: Customs inspection: order 2332$/),
    });
    const reword = (text: object) =>
      api.db.query(
        `update dictionary_item set item_text = $1 where item_code = 'customs'
         and dictionary_id = (select id from dictionary where dict_code = 'unseal_reason')`,
        [text],
      );
    await reword({ zh: '海关', en: 'Customs' });
    expect(await command(id)).toMatchObject({ ...chosen, reason: 'order 2332', idempotency_key: `listed-${lock.id}` });
    await reword(chosen.reason_text);
  });

  it('refuses a reason that the list does not offer', async () => {
    const reply = await caller.call(orders.unseal, {
      device_id: lock.id,
      reason_code: 'never-heard-of',
      reason: 'customs inspection',
      idempotency_key: `unlisted-${lock.id}`,
    });
    expect(reply.verify).toEqual({ sign: 'fail', desc: errors.reasonNotOffered.en });
  });

  it('a key used for one order is refused for another lock, or another kind of order', async () => {
    const other = await buildDevice(api.db, org);
    const key = { reason: 'customs inspection', idempotency_key: `reused-${lock.id}` };
    const first = await caller.ok(orders.unseal, { device_id: lock.id, ...key });
    const elsewhere = await caller.call(orders.unseal, { device_id: other.id, ...key });
    expect(elsewhere.verify.desc).toMatch(/another command/);
    expect((await caller.call(orders.seal, { device_id: lock.id, ...key })).verify.sign).toBe('conflict');
    expect(await caller.ok(orders.unseal, { device_id: lock.id, ...key })).toMatchObject({ id: first.id });
  });

  it('makes one command of a double click', async () => {
    const input = { device_id: lock.id, reason: 'customs inspection', idempotency_key: `double-${lock.id}` };
    const [a, b] = [await caller.ok(orders.unseal, input), await caller.ok(orders.unseal, input)];
    expect(b.id).toBe(a.id);
    const { rows } = await api.db.query('select instruct_en from operation_log order by id desc limit 1');
    expect(rows).toEqual([{ instruct_en: `the same request again, no new order: unseal ${lock.sn}` }]);
  });

  it('makes one command of a press that comes several times at once, and answers each with it', async () => {
    const input = { device_id: lock.id, reason: 'customs inspection', idempotency_key: `at-once-${lock.id}` };
    const replies = await Promise.all([1, 2, 3, 4].map(() => caller.call(orders.unseal, input)));
    expect(replies.map(({ verify }) => verify.sign)).toEqual(Array(4).fill('success'));
    expect(new Set(replies.map(({ data }) => data.id)).size).toBe(1);
    expect(await command(replies[0]!.data.id)).toMatchObject({ state: 'queued' });
  });

  it('lets a newer order replace one that has not left, and refuses one beside a sent one', async () => {
    const first = (await unseal()).data;
    const second = (await unseal()).data;
    expect(await command(first.id)).toMatchObject({ state: 'cancelled', cause: 'replaced' });
    expect(await queue.claim(lock.id)).toMatchObject({ id: second.id });
    expect((await unseal()).verify).toEqual({ sign: 'conflict', desc: 'This lock has a command under way already' });
  });

  it('lets exactly one of two simultaneous orders win', async () => {
    const replies = await Promise.all([unseal(), unseal(), unseal(), unseal()]);
    const live = await api.db.query("select count(*) as n from command where device_id = $1 and state = 'queued'", [
      lock.id,
    ]);
    expect(live.rows).toEqual([{ n: 1 }]);
    expect(replies.some((r) => r.verify.sign === 'success')).toBe(true);
  });

  it('refuses in words what the state of the lock forbids', async () => {
    await state(1);
    expect((await seal()).verify.desc).toBe('The shackle is open, close it first');
    expect((await unseal()).verify.desc).toBe('The lock is open already');
  });

  it('takes a lock whose seal it holds before its device, like all that changes a lock', async () => {
    const rope = await buildDevice(api.db, org, 'jt701');
    await api.db.query(
      'update lock_state set lock_status = 0, receive_time = now(), lock_time = now() where device_id = $1',
      [rope.id],
    );
    const other = await api.owner.connect();
    try {
      await other.query('begin');
      await other.query('select from lock_state where device_id = $1 for no key update', [rope.id]);
      const sealing = seal(rope.id);
      await expect
        .poll(
          async () =>
            (
              await api.owner.query(
                "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
              )
            ).rowCount,
          { timeout: 20_000 },
        )
        .toBe(1);
      // the order has not got hold of the device, or these two would wait for each other
      await other.query('select from device where id = $1 for update nowait', [rope.id]);
      await other.query('commit');
      expect((await sealing).verify.sign).toBe('success');
    } finally {
      await other.query('rollback');
      other.release();
    }
  });

  it('holds a seal by the platform where the lock has no such order, and only on a closed lock', async () => {
    const rope = await buildDevice(api.db, org, 'jt701');
    expect((await seal(rope.id)).verify.sign).toBe('fail');
    const closed = (heard: string, of: string) =>
      api.db.query(
        `update lock_state set lock_status = 0, receive_time = now() - $2::interval, lock_time = now() - $3::interval
         where device_id = $1`,
        [rope.id, heard, of],
      );
    await closed('9 days', '9 days');
    expect((await seal(rope.id)).verify.desc).toContain('too long ago');
    // heard a minute ago, and what it told was three days old
    await closed('1 minute', '3 days');
    expect((await seal(rope.id)).verify.desc).toContain('too long ago');
    await closed('1 minute', '1 minute');
    const hints = api.hinted.length;
    expect((await seal(rope.id)).data).toMatchObject({
      ...{ state: 'held', evidence: 'held', sent_time: null, answer_time: null },
    });
    expect(api.hinted.length).toBe(hints); // nothing goes to the lock
    const { rows } = await api.db.query('select lock_status, sealed_by_platform from lock_state where device_id = $1', [
      rope.id,
    ]);
    expect(rows).toEqual([{ lock_status: 2, sealed_by_platform: true }]);
    const events = await caller.ok(orders.events, { device_id: rope.id });
    expect(events.rows[0]).toMatchObject({ code: 'platform:seal', ls_before: 0, ls_after: 2, lso: 12 });
    // who it was stands there by the login name too: names are anybody's to bear
    const [order] = (await caller.ok(orders.commands, { device_id: rope.id })).rows;
    expect(order?.login_name).toMatch(/^op-/);
    expect(events.rows[0]?.actor).toBe(`${order?.oper_name} (${order?.login_name})`);
  });
});

it('the events of a lock stand in the order they happened, page by page, whenever they came in', async () => {
  await maintainPartitions(api.owner, { now: Date.now(), retentionDays: 31 });
  const now = Date.now();
  for (const [serial, seconds] of [-300, -100, -200].entries())
    await api.ingest.submit(
      lock,
      aReport({
        ...{ family: 'hhd', serial: serial + 1, deviceTime: now + seconds * 1000, receiveTime: Date.now() },
        event: anEvent(2, LockSource.cardSeal, 2, { actor: String(seconds) }),
      }),
    );
  const page = async (before?: number) => {
    const { rows, more } = await caller.ok(orders.events, { device_id: lock.id, size: 1, ...(before && { before }) });
    return { id: rows[0]!.id, told: rows.map(({ actor }) => actor), more };
  };
  const first = await page();
  const second = await page(first.id);
  const third = await page(second.id);
  expect([first, second, third].map(({ told, more }) => [...told, more])).toEqual([
    ['-100', true],
    ['-200', true],
    ['-300', false],
  ]);
});

describe('the orders of a lock', () => {
  it('name the one in doubt with the first page, however many came after it', async () => {
    const device = await buildDevice(api.db, org, 'hhd');
    const add = async (kind: string, state: string, count: number): Promise<number[]> =>
      (
        await api.db.query<{ id: number }>(
          `insert into command (device_id, org_id, kind, physical, again, doubtful, state, reason, idempotency_key, oper_name,
             expire_time, operator_id)
           select $1, $2, $3, $3 = 'unseal', false, true, $4, '', gen_random_uuid(), '', now() + interval '1 hour',
             (select min(id) from operator)
           from generate_series(1, $5::int) returning id`,
          [device.id, org, kind, state, count],
        )
      ).rows.map(({ id }) => Number(id));
    const [old, doubt] = [...(await add('unseal', 'uncertain', 1)), ...(await add('unseal', 'uncertain', 1))];
    const waiting = await add('text', 'queued', 1);
    await add('text', 'answered_ok', 30);
    const { rows, more, standing } = await caller.ok(orders.commands, { device_id: device.id });
    expect({ rows: rows.length, more }).toEqual({ rows: 20, more: true });
    expect(standing.map(({ id }) => id)).toEqual([waiting[0], doubt, old]);
    const next = await caller.ok(orders.commands, { device_id: device.id, before: rows.at(-1)!.id });
    expect(next.standing).toEqual([]);
  });
});

describe('what a state is worth', () => {
  it.each([
    ['jt701', '1 minute', '1 minute', '1 minute', true],
    ['jt701', '1 minute', '3 days', '3 days', false],
    // a report that says nothing of the metal, where others do
    ['jt701', '1 minute', '3 days', '1 minute', false],
    ['jt701', '9 days', '9 days', '9 days', false],
    ['jt701', '1 minute', null, '1 minute', false],
    ['hhd', '1 minute', '1 minute', '1 minute', true],
    // it speaks of its metal only when that changes: nothing changed
    ['hhd', '1 minute', '3 days', '1 minute', true],
    // signs of life, or reports that are put aside
    ['hhd', '1 minute', '3 days', '3 days', false],
    ['hhd', '1 minute', null, '1 minute', false],
    ['hhd', '9 days', '9 days', '9 days', false],
  ] as const)(
    '%s heard %s ago, its word %s old, its report %s: list, map and order say the same',
    async (family, heard, word, report, fresh) => {
      const device = await buildDevice(api.db, org, family);
      await api.db.query(
        `update lock_state set lock_status = $4, receive_time = now() - $2::interval, lock_time = now() - $3::interval,
         present_time = now() - $5::interval where device_id = $1`,
        [device.id, heard, word, family === 'hhd' ? 2 : 0, report],
      );
      const onMap = await caller.ok(calls.map.lock, { id: device.id });
      const seen = onMap.seen_time === null ? null : Date.parse(onMap.seen_time);
      const connection = connectionOf(Date.now(), {
        connected: onMap.connected,
        seen,
        reportInterval: onMap.report_interval,
        sleepInterval: onMap.sleep_interval,
      });
      expect(isFresh(onMap, connection, Date.now())).toBe(fresh);
      const part = fleetLocks(await caller.ok(calls.map.locks, {}));
      expect(isFresh(part.find((l) => l.id === device.id)!, connection, Date.now())).toBe(fresh);
      const listed = await caller.ok(calls.devices.detail, { id: device.id });
      expect(listed).toMatchObject({
        connection,
        fresh,
        lock_state: stateCode(onMap.lock_status, trustOf(onMap, fresh)),
        clock_doubt: false,
      });
      const offered = refusalByState('seal', { ...onMap, fresh });
      const { verify } = await seal(device.id);
      expect(verify.sign === 'success' ? null : verify.desc).toBe(offered && errors[offered].en);
    },
  );

  it('tells of a clock in doubt', async () => {
    await api.db.query(
      `update lock_state set clock = '{"trial": null, "doubt": {"sample": -9000, "receiveTime": 1}}' where device_id = $1`,
      [lock.id],
    );
    expect(await caller.ok(calls.map.lock, { id: lock.id })).toMatchObject({ clock_doubt: true });
    expect(await caller.ok(calls.devices.detail, { id: lock.id })).toMatchObject({ clock_doubt: true });
  });

  it('is not worth more for the platform’s own word: a seal that is held rests on what the lock said before', async () => {
    const rope = await buildDevice(api.db, org, 'jt701');
    await api.db.query(
      `update lock_state set lock_status = 0, receive_time = now(), lock_time = now() - interval '1 minute',
         present_time = now() - interval '1 minute' where device_id = $1`,
      [rope.id],
    );
    const said = async () => (await caller.ok(calls.map.lock, { id: rope.id })).lock_time;
    const before = await said();
    expect((await seal(rope.id)).data).toMatchObject({ state: 'held' });
    expect(await said()).toBe(before);
  });
});

describe('cancelling', () => {
  it('works while the command waits, and not once it has left', async () => {
    const waiting = (await unseal()).data;
    expect((await caller.ok(orders.cancel, { id: waiting.id })).state).toBe('cancelled');
    const sent = (await unseal()).data;
    await queue.claim(lock.id);
    expect((await caller.call(orders.cancel, { id: sent.id })).verify.desc).toBe(
      'The command was sent already and cannot be cancelled',
    );
    expect((await caller.call(orders.cancel, { id: waiting.id })).verify.desc).toBe(
      'The command has ended and cannot be cancelled',
    );
  });
});

describe('the queue as the gateway sees it', () => {
  it('hands a command to one gateway only, and once', async () => {
    const { id } = (await unseal()).data;
    const other = queueOf(api.db, 'other', api.passwords);
    const claims = await Promise.all([queue.claim(lock.id), other.claim(lock.id), queue.claim(lock.id)]);
    expect(claims.filter(Boolean).map((c) => c?.id)).toEqual([id]);
    expect(await queue.claim(lock.id)).toBeNull();
  });

  it('hands nothing to a gateway that has lost the lock to another, or has it under an older epoch', async () => {
    const { id } = (await unseal()).data;
    const [mine, theirs] = [holding(api.db, 'mine'), holding(api.db, 'theirs')];
    const stale = await mine(lock.id);
    const claiming = (gateway: string, epoch: number | null) =>
      openQueue(api.db, {
        gateway,
        owned: async () => epoch,
        passwords: api.passwords,
        touched: () => undefined,
        deviceTouched: () => undefined,
        onHint: () => () => undefined,
      }).claim(lock.id);
    const taken = await theirs(lock.id);
    expect(await claiming('mine', stale)).toBeNull();
    expect(await claiming('theirs', stale)).toBeNull();
    expect(await claiming('theirs', null)).toBeNull();
    await api.db.query('update device_connection set connected = false where device_id = $1', [lock.id]);
    expect(await claiming('theirs', taken)).toBeNull();
    expect((await command(id)).state).toBe('queued');
    expect(await claiming('theirs', await theirs(lock.id))).toMatchObject({ id });
  });

  it('hands an order out for the moments after it was asked for, however long it may still wait', async () => {
    await unseal();
    const asked = Date.now();
    const sleepy = openQueue(api.db, {
      gateway: 'sleepy',
      owned: holding(api.db, 'sleepy'),
      passwords: api.passwords,
      touched: () => undefined,
      deviceTouched: () => undefined,
      onHint: () => () => undefined,
      now: () => asked,
    });
    expect((await sleepy.claim(lock.id))?.expiresAt).toBe(asked + 10_000);
  });

  it('hands an order out to a gateway whose clock runs hours ahead, in its own time', async () => {
    await unseal();
    const ahead = Date.now() + 8 * 3_600_000;
    const early = openQueue(api.db, {
      gateway: 'early',
      owned: holding(api.db, 'early'),
      passwords: api.passwords,
      touched: () => undefined,
      deviceTouched: () => undefined,
      onHint: () => () => undefined,
      now: () => ahead,
    });
    expect((await early.claim(lock.id))?.expiresAt).toBe(ahead + 10_000);
  });

  it('takes an answer once, whatever comes after it', async () => {
    const { id } = (await unseal()).data;
    await queue.answered(id, { result: 'ok' }); // it has not left yet
    expect((await command(id)).state).toBe('queued');
    await queue.claim(lock.id);
    await queue.sent(id, 7);
    await queue.answered(id, { result: 'ok' });
    expect(await command(id)).toMatchObject({ state: 'answered_ok', evidence: null });
    await queue.answered(id, { result: 'refused', cause: 'busy' }); // a second, contradicting answer
    expect((await command(id)).state).toBe('answered_ok');
  });

  it('says why a lock refused', async () => {
    const { id } = (await unseal()).data;
    await queue.claim(lock.id);
    await queue.sent(id, null);
    await queue.answered(id, { result: 'refused', cause: 'password' });
    expect(await command(id)).toMatchObject({ state: 'answered_fail', cause: 'password' });
  });

  it('turns silence into uncertain, and a late answer into an answer', async () => {
    const { id } = (await unseal()).data;
    await queue.claim(lock.id);
    await queue.sent(id, 9);
    await api.db.query("update command set sent_time = now() - interval '61 seconds' where id = $1", [id]);
    await sweepOrders(api.db, (id) => void touched.push(id));
    expect((await command(id)).state).toBe('uncertain');
    await queue.answered(id, { result: 'ok' });
    expect((await command(id)).state).toBe('answered_ok');
  });

  it('takes proof for an answer when the lock moved and said nothing', async () => {
    const { id } = (await unseal()).data;
    await queue.claim(lock.id);
    await queue.sent(id, 9);
    await api.db.query(
      "update command set sent_time = now() - interval '61 seconds', evidence = 'confirmed', evidence_time = now() where id = $1",
      [id],
    );
    await sweepOrders(api.db, (id) => void touched.push(id));
    expect(await command(id)).toMatchObject({ state: 'answered_ok', evidence: 'confirmed' });
  });

  it.each([
    ['the key is revoked', 'update api_key set revoke_time = now() where id = $1'],
    ['the key runs out', 'update api_key set expire_time = now() where id = $1'],
  ])('cancels what was ordered by a key and waits, when %s', async (_, sql) => {
    const who = await buildOperator(api.db, org);
    const key = newApiKey();
    const { rows: keys } = await api.owner.query<{ id: number }>(
      `insert into api_key (operator_id, key_name, key_hash, hint, scope, physical, expire_time)
       values ($1, 'partner', $2, '', '{map:unseal}', true, now() + interval '1 day') returning id`,
      [who.id, hashOf(key)],
    );
    const partner = api.caller();
    partner.token = `Bearer ${key}`;
    const order = () =>
      partner.ok(orders.unseal, {
        device_id: lock.id,
        reason: 'customs inspection',
        idempotency_key: `press-${++press}-x`,
      });
    const good = await order();
    expect(await queue.claim(lock.id)).toMatchObject({ id: good.id });
    await queue.answered(good.id, { result: 'ok' });
    const { id } = await order();
    await api.owner.query(sql, [keys[0]!.id]);
    expect(await queue.claim(lock.id)).toBeNull();
    const { rows } = await api.db.query('select state, cause, sent_time from command where id = $1', [id]);
    expect(rows).toEqual([{ state: 'cancelled', cause: 'right', sent_time: null }]);
  });

  it.each([
    ['is disabled', 'update operator set status = 2 where id = $1'],
    ['has an API key that is revoked', 'update api_key set revoke_time = now() where operator_id = $1'],
    ['has an API key that has run out', 'update api_key set expire_time = now() where operator_id = $1'],
  ])('says of what waits of somebody who %s that it was taken back, before its lock comes for it', async (_, sql) => {
    const who = await buildOperator(api.db, org);
    const other = await api.signedIn(who);
    const input = { device_id: lock.id, reason: 'customs inspection', idempotency_key: `press-${++press}-x` };
    const { id } = await other.ok(orders.unseal, input);
    await api.owner.query(
      `with k as (insert into api_key (operator_id, key_name, key_hash, hint, scope, physical, expire_time)
         values ($1, 'partner', $2, '', '{map:unseal}', true, now() + interval '1 day') returning id)
       update command set api_key_id = k.id from k where command.id = $3`,
      [who.id, hashOf(newApiKey()), id],
    );
    const tell = (one: number) => void touched.push(one);
    await takeBackOfDisabled(api.db, tell);
    expect(await command(id)).toMatchObject({ state: 'queued' });
    await api.owner.query(sql, [who.id]);
    await takeBackOfDisabled(api.db, tell);
    const { rows } = await api.db.query('select state, cause from command where id = $1', [id]);
    expect(rows).toEqual([{ state: 'cancelled', cause: 'right' }]);
    expect(touched).toContain(id);
  });

  it.each([
    ['the operator is disabled', 'update operator set status = 2 where id = $1'],
    [
      'the operator loses the button',
      'delete from role_button where role_id = (select role_id from operator where id = $1)',
    ],
    [
      'the lock is out of the operator’s sight',
      "update operator set org_id = (select id from organisation where org_name = 'apart') where id = $1",
    ],
  ])('cancels what waits, instead of delivering it, when %s', async (_, sql) => {
    await api.db.query(
      `insert into organisation (org_name, parent_id)
       select 'apart', $1 where not exists (select from organisation where org_name = 'apart')`,
      [org],
    );
    const who = await buildOperator(api.db, org);
    const other = await api.signedIn(who);
    const input = { device_id: lock.id, reason: 'customs inspection', idempotency_key: `press-${++press}-x` };
    const { id } = await other.ok(orders.unseal, input);
    expect(await queue.waiting()).toContain(lock.id);
    await api.db.query(sql, [who.id]);
    expect(await queue.claim(lock.id)).toBeNull();
    const { rows } = await api.db.query('select state, cause, sent_time from command where id = $1', [id]);
    expect(rows).toEqual([{ state: 'cancelled', cause: 'right', sent_time: null }]);
    expect(touched).toContain(id);
    expect(await queue.waiting()).not.toContain(lock.id);
  });

  it.each(['status = 2', 'lost = true', "device_state = 'maintenance'"])(
    'gives no lock that was set to %s the order that waited, not even afterwards',
    async (set) => {
      const { id } = (await unseal()).data;
      await api.db.query(`update device set ${set} where id = $1`, [lock.id]);
      await api.db.query("update device set status = 1, lost = false, device_state = 'in_use' where id = $1", [
        lock.id,
      ]);
      expect(await queue.claim(lock.id)).toBeNull();
      expect(await command(id)).toMatchObject({ state: 'cancelled', cause: 'unusable', sent_time: null });
    },
  );

  it('asks a lost lock where it is and tells it to report often; what moves its metal is refused and not handed out', async () => {
    await api.db.query('update device set lost = true where id = $1', [lock.id]);
    expect((await unseal()).verify.desc).toBe(errors.deviceLost.en);
    const asked = await caller.ok(orders.query_location, { device_id: lock.id, idempotency_key: `press-${++press}-x` });
    expect(await queue.claim(lock.id)).toMatchObject({ id: asked.id });
    const { rows } = await api.db.query<{ id: number }>(
      `insert into command (device_id, org_id, kind, physical, idempotency_key, operator_id, oper_name, expire_time)
       select $1, $2, 'unseal', true, 'given while it was lost', id, 'x', now() + interval '1 hour' from operator where status = 1 limit 1 returning id`,
      [lock.id, org],
    );
    expect(await queue.claim(lock.id)).toBeNull();
    expect(await command(rows[0]!.id)).toMatchObject({ state: 'cancelled', cause: 'unusable' });
  });

  it.each(['lost = true', "device_state = 'maintenance'"])(
    'set to %s keeps what waits for it to report, which is handed out',
    async (set) => {
      const args = { report_interval: 60, sleep_interval: 600 };
      const told = await caller.ok(orders.set_intervals, {
        device_id: lock.id,
        idempotency_key: `press-${++press}-x`,
        ...args,
      });
      await api.db.query(`update device set ${set} where id = $1`, [lock.id]);
      expect(await command(told.id)).toMatchObject({ state: 'queued', cause: null });
      expect(await queue.claim(lock.id)).toMatchObject({ id: told.id });
    },
  );

  it('is handed, when it is lost, by the rule of the database what the contract says does not open it', async () => {
    await api.db.query('update device set lost = true where id = $1', [lock.id]);
    const lost = await api.db.query<{ kind: CommandKind }>(
      `select k.kind from device d, unnest($2::text[]) as k(kind)
        where d.id = $1 and is_handed(d, jsonb_populate_record(null::command, jsonb_build_object('kind', k.kind, 'physical', false)))`,
      [lock.id, commandKinds],
    );
    expect(lost.rows.map(({ kind }) => kind)).toEqual(commandKinds.filter((kind) => !orderKinds[kind].opens));
  });

  it('hands out no order given while its lock was being switched off', async () => {
    await api.db.query('update device set status = 2 where id = $1', [lock.id]);
    const { rows } = await api.db.query<{ id: number }>(
      `insert into command (device_id, org_id, kind, physical, idempotency_key, operator_id, oper_name, expire_time)
       select $1, $2, 'unseal', true, 'given while switched off', id, 'x', now() + interval '1 hour' from operator where status = 1 limit 1 returning id`,
      [lock.id, org],
    );
    expect(await queue.claim(lock.id)).toBeNull();
    expect(await command(rows[0]!.id)).toMatchObject({ state: 'cancelled', cause: 'unusable' });
  });

  it('keeps with an order what it carries, and when it left though that is told much later', async () => {
    const { id } = (await unseal()).data;
    await queue.claim(lock.id);
    const kept = async () =>
      (await api.db.query('select order_user, order_password, sent_time from command where id = $1', [id])).rows[0];
    await api.db.query(
      "update command set sent_time = sent_time - interval '20 minutes', create_time = create_time - interval '20 minutes' where id = $1",
      [id],
    );
    const before = await kept();
    expect(before).toMatchObject({ order_user: expect.stringMatching(/^[!-~]+$/), order_password: null });
    await queue.sent(id, 7);
    expect(await kept()).toEqual(before);
  });

  it('goes on to the order of somebody who still may', async () => {
    const [gone, here] = [await buildOperator(api.db, org), await buildOperator(api.db, org)];
    const place = (who: number, key: string) =>
      api.db.query<{ id: number }>(
        `insert into command (device_id, org_id, kind, physical, idempotency_key, operator_id, oper_name, expire_time)
         values ($1, $2, 'seal', false, $4, $3, 'x', now() + interval '1 hour') returning id`,
        [lock.id, org, who, key],
      );
    await place(gone.id, `gone-${lock.id}`);
    const second = await place(here.id, `here-${lock.id}`);
    await api.db.query('update operator set status = 2 where id = $1', [gone.id]);
    expect(await queue.claim(lock.id)).toMatchObject({ id: second.rows[0]!.id });
  });

  it('never hands out an expired command', async () => {
    const { id } = (await unseal()).data;
    await api.db.query("update command set expire_time = now() - interval '1 second' where id = $1", [id]);
    expect(await queue.claim(lock.id)).toBeNull();
    await sweepOrders(api.db, (id) => void touched.push(id));
    expect((await command(id)).state).toBe('expired');
    await queue.answered(id, { result: 'ok' });
    expect((await command(id)).state).toBe('expired');
  });

  it('tells which commands changed, so that consoles see it at once', async () => {
    const { id } = (await unseal()).data;
    touched.length = 0;
    await queue.claim(lock.id);
    await queue.sent(id, 3);
    await queue.answered(id, { result: 'ok' });
    expect(touched).toEqual([id, id, id]);
  });
});

describe('the database', () => {
  it('lets no ended command live again, and sends no physical one twice', async () => {
    const { id } = (await unseal()).data;
    await queue.claim(lock.id);
    await expect(api.db.query("update command set state = 'queued' where id = $1", [id])).rejects.toThrow(
      /never be sent again/,
    );
    await queue.answered(id, { result: 'ok' });
    await expect(api.db.query("update command set state = 'sent' where id = $1", [id])).rejects.toThrow(
      /cannot become/,
    );
  });
});

describe('a lock that goes to another organisation', () => {
  const at = '2026-11-20T08:00:00Z';
  let taker: Caller;
  let theirs: number;
  beforeAll(async () => {
    theirs = await buildOrganisation(api.db);
    taker = await api.signedIn(await buildOperator(api.db, theirs));
  });
  const alarm = (remark: string, kind: string, of: number, done: boolean) =>
    api.db.query(
      `insert into alarm (device_id, org_id, kind, severity, first_time, last_time, process_time, result, remark)
       values ($1, $2, $3, 'critical', $4, $4, $5, $6, $7)`,
      [lock.id, of, kind, at, done ? at : null, done ? 'police' : null, remark],
    );
  const go = () => api.db.query('update device set org_id = $2 where id = $1', [lock.id, theirs]);
  const alarmsOf = async (who: Caller) => (await who.ok(calls.alarms.list, { device_id: lock.id })).rows;

  it('leaves its orders, events and alarms behind, and an order that waits is taken back', async () => {
    const ordered = (await unseal()).data!;
    await alarm('done', 'low_battery', org, true);
    await alarm('open', 'illegal_unlock', org, false);
    await api.db.query(
      `insert into lock_event (device_id, org_id, device_time, receive_time, serial, hash, code, lst, lso, ls_before, ls_after,
         fault, actor, replay, quality) values ($1, $2, $3, $3, 1, 1, 'x', 1, 5, 2, 1, 0, 'a', false, 'direct')`,
      [lock.id, org, at],
    );
    await go();

    expect((await taker.ok(orders.commands, { device_id: lock.id })).rows).toEqual([]);
    expect((await taker.ok(orders.events, { device_id: lock.id })).rows).toEqual([]);
    expect(await alarmsOf(taker)).toEqual([]);
    expect(await taker.ok(calls.map.lock, { id: lock.id })).toMatchObject({ alarm: null });
    expect(await queue.claim(lock.id)).toBeNull();

    expect(await command(ordered.id)).toMatchObject({ sn: lock.sn, state: 'cancelled', cause: 'right' });
    expect((await alarmsOf(caller)).map((row) => [row.remark, row.sn])).toEqual([
      ['open', lock.sn],
      ['done', lock.sn],
    ]);
    const found = await caller.ok(calls.alarms.list, { keyword: lock.sn, status: 'unprocessed' });
    expect(found.rows).toHaveLength(1);
    await caller.ok(calls.alarms.process, { id: found.rows[0]!.id, hits: 1, result: 'handled', remark: 'broken open' });
  });

  it('leaves to the giver what happened to it then, to be read by its number still', async () => {
    const ordered = (await unseal()).data!;
    await go();
    expect((await caller.ok(orders.commands, { device_id: lock.id })).rows.map((row) => row.id)).toEqual([ordered.id]);
    expect(await caller.ok(orders.events, { device_id: lock.id })).toEqual({ rows: [], more: false });
    const stranger = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
    expect((await stranger.call(orders.commands, { device_id: lock.id })).verify.sign).toBe('notFound');
  });

  it('leaves the fences of who had it, and stays within those of who is above both', async () => {
    const { rows: root } = await api.db.query<{ id: number }>('select id from organisation where parent_id is null');
    const fences: number[] = [];
    for (const of of [org, root[0]!.id]) {
      const { rows } = await api.owner.query<{ id: number }>(
        `insert into fence (org_id, fence_name, fence_type, fence_context, radius)
         values ($1, 'yard', 'circle', '{"type": "Point", "coordinates": [121, 31]}', 500) returning id`,
        [of],
      );
      fences.push(rows[0]!.id);
      await api.owner.query('insert into fence_device values ($1, $2)', [rows[0]!.id, lock.id]);
    }
    await go();
    const { rows } = await api.owner.query<{ fence_id: number }>(
      'select fence_id from fence_device where device_id = $1',
      [lock.id],
    );
    expect(rows).toEqual([{ fence_id: fences[1] }]);
  });

  it('is named in what it left behind as it was called then', async () => {
    await alarm('', 'illegal_unlock', org, false);
    await go();
    await api.db.query("update device set device_name = 'renamed by the taker' where id = $1", [lock.id]);
    expect((await alarmsOf(caller)).map((row) => row.device_name)).toEqual([`Lock ${lock.sn}`]);
  });

  it('rings for who has it now, beside the open alarm of who had it', async () => {
    const forced = (minutes: number) =>
      api.ingest.submit(
        lock,
        aReport({
          family: 'hhd',
          serial: minutes,
          deviceTime: Date.now() - 3_600_000 + minutes * 60_000,
          receiveTime: Date.now() - 3_600_000 + minutes * 60_000,
          event: anEvent(3, null, 3, { alarms: ['illegal_unlock'] }),
          fault: Fault.illegalUnlock,
        }),
      );
    await maintainPartitions(api.owner, { now: Date.now(), retentionDays: 31 });
    await forced(1);
    await go();
    await forced(2);
    await forced(3);
    expect((await alarmsOf(caller)).map(({ kind, hits }) => [kind, hits])).toEqual([['illegal_unlock', 1]]);
    expect((await alarmsOf(taker)).map(({ kind, hits }) => [kind, hits])).toEqual([['illegal_unlock', 2]]);
    expect(await taker.ok(calls.map.lock, { id: lock.id })).toMatchObject({ alarm: 'illegal_unlock' });
  });

  it('what it tells after that is no doing of the order it left behind: it rings, and proves nothing', async () => {
    await maintainPartitions(api.owner, { now: Date.now(), retentionDays: 31 });
    const now = Date.now();
    const tell = (seconds: number, event: ReturnType<typeof anEvent>, serial: number) =>
      api.ingest.submit(
        lock,
        aReport({ family: 'hhd', serial, deviceTime: now + seconds * 1000, receiveTime: Date.now() + 1, event }),
      );
    await tell(-300, anEvent(2, LockSource.cardSeal, 2), 1);
    const ordered = (await unseal()).data!;
    expect(await queue.claim(lock.id)).not.toBeNull();
    await api.db.query("update command set state = 'uncertain' where id = $1", [ordered.id]);
    await go();
    await tell(2, anEvent(1, LockSource.remoteUnseal, 1), 2);
    expect((await alarmsOf(taker)).map(({ kind }) => kind)).toEqual(['illegal_unlock']);
    expect(await command(ordered.id)).toMatchObject({ state: 'uncertain', evidence: null });
    // a word told late has the giver's and the taker's judged once more
    await tell(-200, anEvent(2, LockSource.automaticSeal, 2), 3);
    expect(await command(ordered.id)).toMatchObject({ state: 'uncertain', evidence: null });
  });

  it('what it tells elsewhere is no doing of an order of before, also once it has come back', async () => {
    await maintainPartitions(api.owner, { now: Date.now(), retentionDays: 31 });
    const now = Date.now();
    const tell = (seconds: number, event: ReturnType<typeof anEvent>, serial: number) =>
      api.ingest.submit(
        lock,
        aReport({ family: 'hhd', serial, deviceTime: now + seconds * 1000, receiveTime: Date.now() + 1, event }),
      );
    await tell(-300, anEvent(2, LockSource.cardSeal, 2), 1);
    const ordered = (await unseal()).data!;
    expect(await queue.claim(lock.id)).not.toBeNull();
    await api.db.query("update command set state = 'uncertain' where id = $1", [ordered.id]);
    await go();
    await tell(2, anEvent(1, LockSource.remoteUnseal, 1), 2);
    await api.db.query('update device set org_id = $2 where id = $1', [lock.id, org]);
    // what was told elsewhere is judged again, beside the order of who has it once more; and it opens here, too
    await tell(-200, anEvent(2, LockSource.automaticSeal, 2), 3);
    await tell(3, anEvent(1, LockSource.remoteUnseal, 1), 4);
    expect(await command(ordered.id)).toMatchObject({ state: 'uncertain', evidence: null });
    expect((await alarmsOf(caller)).map(({ kind }) => kind)).toEqual(['illegal_unlock']);
  });

  it('does not name to its taker whose card the giver opened it by, whatever it tells late', async () => {
    await maintainPartitions(api.owner, { now: Date.now(), retentionDays: 31 });
    const now = Date.now() - 400_000;
    const tell = (seconds: number, event: ReturnType<typeof anEvent>, serial: number) =>
      api.ingest.submit(
        lock,
        aReport({ family: 'hhd', serial, deviceTime: now + seconds * 1000, receiveTime: Date.now(), event }),
      );
    const card = (actor: string) => anEvent(1, LockSource.cardUnseal, 0, { actor });
    const actor = async () => (await taker.ok(calls.map.lock, { id: lock.id })).lock_actor;
    await tell(100, anEvent(2, LockSource.cardSeal, 2, { actor: 'giver' }), 1);
    await tell(200, card('giver'), 2);
    await go();
    expect(await actor()).toBe('');
    // late words: before the giver's deeds, after which those are judged again, and after all of them
    await tell(50, anEvent(2, LockSource.cardSeal, 2, { actor: 'late' }), 3);
    expect(await actor()).toBe('');
    await tell(300, { ...anEvent(3, null, 3), alarms: ['low_battery'] }, 4);
    await tell(250, anEvent(1, null, null), 5);
    expect(await actor()).toBe('');
    await tell(360, anEvent(2, LockSource.cardSeal, 2, { actor: 'taker' }), 6);
    await tell(60, anEvent(2, LockSource.cardSeal, 2, { actor: 'later' }), 7);
    expect(await actor()).toBe('***er'); // a card: its number is whole to those only who may give cards
    // the giver's own record of its own people stays as it was
    expect((await caller.ok(orders.events, { device_id: lock.id })).rows.map((row) => row.actor)).toEqual([
      'giver',
      'giver',
    ]);
  });

  it('an order it had proved before stays proved, also when a late word has that judged again', async () => {
    await maintainPartitions(api.owner, { now: Date.now(), retentionDays: 31 });
    const now = Date.now();
    const tell = (seconds: number, event: ReturnType<typeof anEvent>, serial: number) =>
      api.ingest.submit(
        lock,
        aReport({ family: 'hhd', serial, deviceTime: now + seconds * 1000, receiveTime: Date.now(), event }),
      );
    await tell(-300, anEvent(2, LockSource.cardSeal, 2), 1);
    const ordered = (await unseal()).data!;
    expect(await queue.claim(lock.id)).not.toBeNull();
    await tell(2, anEvent(1, LockSource.remoteUnseal, 1), 2);
    expect(await command(ordered.id)).toMatchObject({ evidence: 'confirmed' });
    await go();
    await tell(-200, anEvent(2, LockSource.automaticSeal, 2), 3);
    expect(await command(ordered.id)).toMatchObject({ evidence: 'confirmed' });
    expect(await alarmsOf(taker)).toEqual([]);
  });

  it('takes no order that is given while it goes', async () => {
    const going = await api.owner.connect();
    await going.query('begin');
    await going.query('update device set org_id = $2 where id = $1', [lock.id, theirs]);
    const given = unseal();
    // the order stands in the queue behind the move
    await expect
      .poll(async () => (await api.owner.query('select from pg_locks where not granted')).rowCount)
      .toBeGreaterThan(0);
    await going.query('commit');
    going.release();
    expect((await given).verify.sign).not.toBe('success');
    expect((await api.db.query('select from command where device_id = $1', [lock.id])).rowCount).toBe(0);
  });

  it('waits for an order that is on its way', async () => {
    const below = await buildOrganisation(api.db, org);
    const mover = await api.signedIn(await buildOperator(api.db, org));
    await unseal();
    expect(await queue.claim(lock.id)).not.toBeNull();
    const { sn, device_name, device_type_id, manufacturer_id, device_no, sim_card, mobileID, device_address, subject } =
      await mover.ok(calls.devices.detail, { id: lock.id });
    const as = {
      sn,
      device_name,
      device_type_id,
      manufacturer_id,
      device_no,
      sim_card,
      mobileID,
      device_address,
      subject,
    };
    const move = () => mover.call(calls.devices.update, { id: lock.id, ...as, org_id: below });
    // nor is the lock switched off, which would be heard no more
    const off = await mover.call(calls.devices.status, { ids: [lock.id], status: 2 });
    expect(off.verify).toEqual({ sign: 'conflict', desc: errors.deviceBusy.en });
    expect((await move()).verify).toEqual({ sign: 'conflict', desc: errors.deviceBusy.en });
    expect((await mover.call(calls.devices.update, { id: lock.id, ...as, org_id: org })).verify.sign).toBe('success');
    // nobody knows whether it came through, or it did and nothing was seen of it: it may still act
    for (const state of ['uncertain', 'answered_ok']) {
      await api.db.query('update command set state = $2 where device_id = $1', [lock.id, state]);
      expect((await move()).verify.sign).toBe('conflict');
    }
    await api.db.query("update command set sent_time = now() - interval '11 minutes' where device_id = $1", [lock.id]);
    // nor does a sealed lock go
    expect((await move()).verify).toEqual({ sign: 'fail', desc: `${lock.sn}: ${errors.stockSealed.en}` });
    const { id } = (await unseal()).data!;
    await api.db.query('update lock_state set lock_status = 0 where device_id = $1', [lock.id]);
    await api.news.settled();
    const told = vi.spyOn(api.hub, 'command');
    expect((await move()).verify.sign).toBe('success');
    await api.news.settled();
    expect(told.mock.calls).toEqual([[org, expect.objectContaining({ id, state: 'cancelled', cause: 'right' })]]);
  });
});
