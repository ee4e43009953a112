import { createHash } from 'node:crypto';
import { evidence } from '@plomb/contract/orders/evidence';
import { orders } from '@plomb/contract/orders/orders';
import { report } from '@plomb/gateway/testing/frames';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
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

let api: TestApi;
let org: number;
let below: number;
let operator: BuiltOperator;
let caller: Caller;
let lock: BuiltDevice;
let order: number;
let press = 0;
const frame = report('014800000001', 1).toString('hex');
/** without its flags and checksum */
const content = frame.slice(2, -4);
beforeAll(async () => {
  api = await startApi();
  org = await buildOrganisation(api.db);
  below = await buildOrganisation(api.db, org);
  operator = await buildOperator(api.db, org);
  caller = await api.signedIn(operator);
  await maintainPartitions(api.owner, { now: Date.now(), retentionDays: 30 });
});
afterAll(() => api.stop());
/** A sealed lock of an organisation, and an order to unseal it. */
const ordered = async (of: number) => {
  lock = await buildDevice(api.db, of);
  await api.db.query(
    'update lock_state set lock_status = 2, receive_time = now(), lock_time = now() where device_id = $1',
    [lock.id],
  );
  const given = { device_id: lock.id, reason: 'customs inspection', idempotency_key: `evidence-${++press}` };
  order = (await caller.ok(orders.unseal, given)).id;
};
beforeEach(() => ordered(org));

/** The lock takes the order, and moves. */
const move = async (evidenceOf: 'confirmed' | 'possible' = 'confirmed') => {
  const { rows } = await api.db.query<{ id: number }>(
    `insert into lock_event (device_id, org_id, device_time, receive_time, at, serial, hash, code, lst, lso, ls_before, ls_after,
       fault, actor, replay, quality, lon, lat)
     select id, org_id, now(), now(), now(), 7, 8, 'hhd:0008', 1, 1, 2, 0, 0, 'lihai', false, 'direct', 121.5, 31.2
     from device where id = $1 returning id`,
    [lock.id],
  );
  await api.db.query(
    `insert into position (device_id, device_time, serial, hash, org_id, receive_time, msg_type, replay, lock_status, fault, report_reson, raw)
     select device_id, device_time, serial, hash, org_id, receive_time, 1, false, 0, 0, '', decode($2, 'hex') from lock_event where id = $1`,
    [rows[0]!.id, frame],
  );
  await api.db.query("update command set state = 'sent', attempt = 1, sent_time = now() where id = $1", [order]);
  await api.db.query("update command set state = 'answered_ok', answer_time = now() where id = $1", [order]);
  await api.db.query('update command set evidence = $2, evidence_time = now(), evidence_event_id = $3 where id = $1', [
    order,
    evidenceOf,
    rows[0]!.id,
  ]);
};
const card = () => caller.ok(evidence.card, { id: order });
const hash = (of: string) => createHash('sha256').update(of).digest('hex');

it('says who, why, where, the four times, the frame and the log entry, under a checksum that anybody can count again', async () => {
  await move();
  const told = await card();
  expect(told).toMatchObject({
    proved: true,
    raw: content,
    order: { reason: 'customs inspection', login_name: operator.loginName, sn: lock.sn },
    event: { lon: 121.5, lat: 31.2, lso: 1 },
    log: { instruct: expect.stringContaining('customs inspection') },
  });
  for (const time of [told.order.create_time, told.order.sent_time, told.order.answer_time, told.order.evidence_time])
    expect(told.text).toContain(`: ${time}\n`);
  expect(told.text).toMatch(/^proved: yes\n/);
  expect(told.checksum).toBe(hash(told.text));
});

it('is whole also where the log has a row of the same minute that cannot be read', async () => {
  for (const body of ['', '{"idempotency_key":', '{"idempotency_key":"a\\u0000b"}'])
    await api.db.query(
      `insert into operation_log (org_id, operator_id, title_zh, title_en, business_type, request_method, operate_url, success, request_body)
       select org_id, id, 'x', 'x', 'command', 'POST', '/lockctrl/unseal', true, $2 from operator where login_name = $1`,
      [operator.loginName, body],
    );
  expect((await card()).log).toMatchObject({ instruct: expect.stringContaining('customs inspection') });
});

it('has the same checksum as long as nothing of it changes, whatever the lock is called, and another when anything does', async () => {
  await move();
  const { checksum } = await card();
  await api.db.query("update device set device_name = 'another', subject = '沪A·1', sn = '9' || sn where id = $1", [
    lock.id,
  ]);
  expect(await card()).toMatchObject({ checksum, order: { sn: lock.sn, device_name: 'another' } });
  await api.db.query("update command set reason = 'another reason' where id = $1", [order]);
  expect((await card()).checksum).not.toBe(checksum);
});

it('has the same checksum for whoever may see it, and when the frame and the log entry are not kept any more', async () => {
  await ordered(below);
  await move();
  const whole = await card();
  expect(whole).toMatchObject({ raw: content, log: { id: expect.any(Number) } });
  const belowCaller = await api.signedIn(await buildOperator(api.db, below));
  await api.owner.query('delete from position where device_id = $1', [lock.id]);
  const worn = await belowCaller.ok(evidence.card, { id: order });
  expect(worn).toMatchObject({ raw: null, log: null });
  expect(worn.checksum).toBe(whole.checksum);
});

it('names whom the lock named, not what the platform calls that person', async () => {
  await move();
  await api.db.query(
    `update lock_event set actor = '陈立 (duty)', word = '{"event": {"code": "hhd:0008", "actor": "duty"}}' where actor = 'lihai'`,
  );
  const { event, text, checksum } = await card();
  expect(event!.actor).toBe('duty');
  expect(text).toContain('\nactor: duty\n');
  await api.db.query("update lock_event set actor = '陈力 (duty)' where actor = '陈立 (duty)'");
  expect((await card()).checksum).toBe(checksum);
});

it.each(['possible', null] as const)(
  'an order with %s as its evidence is not proved, and its text says so',
  async (worth) => {
    if (worth) await move(worth);
    const told = await card();
    expect(told.proved).toBe(false);
    expect(told.text).toMatch(/^proved: no\n/);
  },
);

it('is nobody else’s, and needs its button', async () => {
  await move();
  const elsewhere = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
  expect((await elsewhere.call(evidence.card, { id: order })).verify.sign).toBe('notFound');
  const without = await api.signedIn(await buildOperator(api.db, org, ['order:list']));
  expect((await without.call(evidence.card, { id: order })).verify.sign).toBe('noPermission');
});

it('never has the number of a card whole, whoever reads it', async () => {
  const { rows } = await api.db.query<{ id: number }>(
    `insert into command (device_id, org_id, kind, args, physical, again, idempotency_key, operator_id, oper_name, expire_time)
     values ($1, $2, 'add_cards', $3, false, true, $4, $5, 'x', now() + interval '1 hour') returning id`,
    [lock.id, org, { cards: ['0012345678'] }, `cards-${++press}`, operator.id],
  );
  const told = await caller.ok(evidence.card, { id: rows[0]!.id });
  expect(JSON.stringify(told)).not.toContain('0012345678');
});
