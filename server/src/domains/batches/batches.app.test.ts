import type { BatchDetail, BatchOf } from '@plomb/contract/batches/batches';
import { calls } from '@plomb/contract/calls';
import { physicalPermits } from '@plomb/contract/personal/physicalPermits';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MOST_OPEN, openJobs } from '../../platform/jobs/jobs.ts';
import { openLog } from '../../platform/log.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import {
  type BuiltDevice,
  type BuiltOperator,
  buildDevice,
  buildOperator,
  buildOrganisation,
} from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { openGiving } from '../orders/give.ts';
import { batchesOf, outcomes } from './queries.ts';
import { BLOCK, batchWorks, forgetDrafts } from './work.ts';

const { batches, evidence, jobs } = calls;
let api: TestApi;
let org: number;
let who: BuiltOperator;
let caller: Caller;
const hinted: number[] = [];

/** A process that does the jobs; `isMine` says when it has died. */
const doer = (isMine = () => true) =>
  openJobs({
    pools: api.pools,
    log: openLog('silent'),
    ticked: physicalPermits,
    works: batchWorks(
      openGiving(
        { hint: (id) => void hinted.push(id), touched: () => undefined, deviceTouched: () => undefined },
        { lifetime: () => 3600, waiting: () => 20 },
      ),
    ),
    isMine,
  });
const work = async (isMine?: () => boolean): Promise<void> => {
  const one = doer(isMine);
  await one.turn();
  await one.settled();
};
const fleet = async (n: number, family: 'hhd' | 'jt701' = 'hhd', of = org): Promise<BuiltDevice[]> => {
  const all: BuiltDevice[] = [];
  for (let i = 0; i < n; i++) all.push(await buildDevice(api.db, of, family));
  return all;
};
const ids = (all: readonly BuiltDevice[]): BatchOf => ({ by: 'ids', ids: all.map(({ id }) => id) });
const restart = { kind: 'restart', args: {} };
const prepared = (of: BatchOf, order: object = restart, by = caller) => by.ok(batches.prepare, { order, of } as never);
const detail = (id: number): Promise<BatchDetail> => caller.ok(batches.detail, { id });
const startOf = async (id: number, said: object = {}, by = caller) => {
  const { total, unfit } = await by.ok(batches.detail, { id });
  return by.post(batches.start.path, { id, count: total - unfit, ...said });
};
const given = async (of: BatchOf, order: object = restart, said: object = {}): Promise<number> => {
  const { id } = await prepared(of, order);
  expect((await startOf(id, said)).verify).toMatchObject({ sign: 'success' });
  await work();
  return id;
};
const orders = async (id: number) =>
  (
    await api.db.query<{ device_id: number; state: string; kind: string; args: object; physical: boolean }>(
      'select device_id, state, kind, args, physical from command where batch_id = $1 order by device_id',
      [id],
    )
  ).rows;
const become = (id: number, sql: string) => api.db.query(`update command set ${sql} where batch_id = $1`, [id]);

beforeAll(async () => {
  api = await startApi();
  org = await buildOrganisation(api.db);
  who = await buildOperator(api.db, org);
  caller = await api.signedIn(who);
});
afterAll(() => api.stop());

describe('a preview', () => {
  it('orders nothing, and says of each device whether it would take the order and why not', async () => {
    const [hhd, jt, scrapped, off] = [await fleet(2), await fleet(2, 'jt701'), await fleet(1), await fleet(1)];
    await api.db.query("update device set device_state = 'scrapped' where id = $1", [scrapped[0]!.id]);
    await api.db.query('update device set status = 2 where id = $1', [off[0]!.id]);
    const order = { kind: 'set_intervals', args: { report_interval: 900, sleep_interval: 1800 } };
    const { id, unknown } = await prepared(ids([...hhd, ...jt, ...scrapped, ...off]), order);
    const one = await detail(id);
    expect(unknown).toEqual([]);
    expect(one).toMatchObject({ state: 'draft', total: 6, unfit: 4, given: 0 });
    expect(one.outcomes.toSorted((a, b) => a.outcome.localeCompare(b.outcome))).toEqual([
      { outcome: 'ready', count: 2 },
      { outcome: 'unfit', count: 4 },
    ]);
    expect(one.refusals).toEqual([
      // a JT701 reports every 600 s at most
      expect.objectContaining({
        code: 'outOfRange',
        field: 'report_interval',
        count: 2,
        numbers: jt.map(({ sn }) => sn),
      }),
      expect.objectContaining({ code: 'deviceDisabled', field: '', count: 1, numbers: [off[0]!.sn] }),
      expect.objectContaining({ code: 'deviceScrapped', count: 1, numbers: [scrapped[0]!.sn] }),
    ]);
    expect(one.refusals[0]!.words).toBe('This is outside of what is possible');
    expect(await orders(id)).toEqual([]);
    const { rows, total } = await caller.ok(batches.devices, { id, outcome: 'unfit', size: 10 });
    expect([total, rows.map(({ sn }) => sn)]).toEqual([4, [...jt, ...scrapped, ...off].map(({ sn }) => sn)]);
  });

  it('names the frozen period that bars some, and no other device is told by its name', async () => {
    const [one] = await fleet(1);
    await api.db.query(
      'update lock_state set lock_status = 2, electric = 80, receive_time = now(), lock_time = now() where device_id = $1',
      [one!.id],
    );
    const [{ org_id, operator_id }] = (
      await api.db.query('select d.org_id, (select min(id) from operator) as operator_id from device d where id = $1', [
        one!.id,
      ])
    ).rows;
    await api.owner.query(
      `insert into frozen_period (org_id, period_name, from_time, until_time, operator_id, oper_name, login_name)
         values ($1, 'Holiday', now(), now() + interval '1 day', $2, 'x', 'x')`,
      [org_id, operator_id],
    );
    const { id } = await prepared(ids([one!]), { kind: 'factory_reset', args: {} });
    const { refusals } = await detail(id);
    await api.owner.query('delete from frozen_period where org_id = $1', [org_id]);
    expect(refusals).toMatchObject([{ code: 'frozenNewly', words: expect.stringContaining('“Holiday”') }]);
    const { rows } = await caller.ok(batches.devices, { id, outcome: 'unfit', size: 10 });
    expect(rows[0]!.refusal).toContain('“Holiday”');
  });

  it('says of a text that the locks cannot show which field is wrong', async () => {
    const { id } = await prepared(ids(await fleet(2)), { kind: 'text', args: { text: 'Gate 7 🚛' } });
    expect((await detail(id)).refusals).toEqual([
      expect.objectContaining({
        code: 'unwritable',
        field: 'text',
        count: 2,
        words: 'It has characters that the lock cannot show, like emoji',
      }),
    ]);
  });

  it('says for which of them too much waits already, and gives them none', async () => {
    const [full, filling, free] = await fleet(3);
    const text = { kind: 'text', args: { text: 'Doors at gate 7' } };
    const wait = (device: BuiltDevice, n: number) =>
      api.db.query(
        `insert into command (device_id, org_id, kind, args, physical, again, idempotency_key, operator_id, oper_name, expire_time)
         select $1::bigint, $2, 'text', '{"text": "a line"}', false, false, 'waiting-' || $1::bigint || '-' || i, $3, 'Somebody', now() + interval '1 h'
           from generate_series(1, $4) as i`,
        [device.id, org, who.id, n],
      );
    await wait(full!, 20);
    const { id } = await prepared(ids([full!, filling!, free!]), text);
    expect(await detail(id)).toMatchObject({
      unfit: 1,
      refusals: [{ code: 'ordersWaiting', field: '', numbers: [full!.sn] }],
    });
    await wait(filling!, 20);
    await startOf(id);
    await work();
    expect((await orders(id)).map(({ device_id }) => device_id)).toEqual([free!.id]);
    expect((await detail(id)).refusals).toEqual([expect.objectContaining({ code: 'ordersWaiting', count: 2 })]);
  });

  it('says which types do not allow the intervals it would set', async () => {
    const [free, bound] = [await fleet(1), await fleet(1)];
    await api.db.query(
      'update device_type set report_interval_max = 300 where id = (select device_type_id from device where id = $1)',
      [bound[0]!.id],
    );
    const [strange] = await fleet(1, 'hhd', await buildOrganisation(api.db));
    const types = await caller.ok(batches.intervalLimits, { of: ids([...free, ...bound, strange!]) });
    expect(types.map(({ report_interval_max, count }) => [report_interval_max, count])).toEqual(
      expect.arrayContaining([
        [86_400, 1],
        [300, 1],
      ]),
    );
    expect(types).toHaveLength(2);
    const order = { kind: 'set_intervals', args: { report_interval: 900 } };
    const { id } = await prepared(ids([...free, ...bound]), order);
    expect((await detail(id)).refusals).toEqual([
      {
        code: 'intervalLimits',
        field: 'report_interval',
        words: 'This is outside of what its device type allows',
        count: 1,
        numbers: [bound[0]!.sn],
      },
    ]);
  });

  it('takes numbers as they are pasted, each once; strangers look unknown', async () => {
    const [mine] = await fleet(1);
    const [theirs] = await fleet(1, 'hhd', await buildOrganisation(api.db));
    const { id, unknown } = await prepared({
      by: 'numbers',
      numbers: [mine!.sn, theirs!.sn, 'ffffffff', ` ${mine!.sn}`],
    });
    expect(unknown).toEqual([theirs!.sn, 'ffffffff']);
    expect(await detail(id)).toMatchObject({ total: 1, unfit: 0 });
    const none = await caller.post(batches.prepare.path, { order: restart, of: { by: 'ids', ids: [theirs!.id] } });
    const nobody = await caller.post(batches.prepare.path, { order: restart, of: { by: 'ids', ids: [987_654_321] } });
    expect([none.verify.sign, none.verify]).toEqual(['notFound', nobody.verify]);
  });

  it('takes all that a filter leaves, and no more', async () => {
    const below = await buildOrganisation(api.db, org);
    const [a, b] = await fleet(2, 'hhd', below);
    const by = await api.signedIn(await buildOperator(api.db, org));
    const { id } = await prepared({ by: 'filter', filter: { org_id: below } }, restart, by);
    const { rows } = await by.ok(batches.devices, { id });
    expect(rows.map(({ device_id }) => device_id)).toEqual([a!.id, b!.id]);
    // somebody’s draft is nobody else’s
    expect((await caller.post(batches.detail.path, { id })).verify.sign).toBe('notFound');
    const none = { order: restart, of: { by: 'filter', filter: { keyword: 'there is no such lock' } } };
    expect((await by.post(batches.prepare.path, none)).verify.desc).toBe('No device is meant');
  });

  it('takes no devices that are retired: a filter that asks for them is refused', async () => {
    const of = { by: 'filter', filter: { org_id: org, retired: true } };
    expect((await caller.post(batches.prepare.path, { order: restart, of })).verify.sign).toBe('validation');
  });

  it('keeps nobody from going, and goes after a day', async () => {
    const below = await buildOrganisation(api.db, org);
    const leaving = await buildOperator(api.db, below);
    const theirs = await api.signedIn(leaving);
    const { id } = await prepared(ids(await fleet(1, 'hhd', below)), restart, theirs);
    expect((await caller.post(calls.operators.delete.path, { ids: [leaving.id] })).verify.sign).toBe('success');
    expect((await api.db.query('select from batch where id = $1', [id])).rowCount).toBe(0);
    const old = await prepared(ids(await fleet(1)));
    await forgetDrafts(api.pools.platform);
    expect((await detail(old.id)).state).toBe('draft');
    await api.db.query("update batch set create_time = now() - interval '25 hours' where id = $1", [old.id]);
    await forgetDrafts(api.pools.platform);
    expect((await caller.post(batches.detail.path, { id: old.id })).verify.sign).toBe('notFound');
  });

  it('says how many it means also when one of them is deleted since', async () => {
    const [stays, goes, unfit] = await fleet(3);
    await api.db.query('update device set status = 2 where id = $1', [unfit!.id]);
    const { id } = await prepared(ids([stays!, goes!, unfit!]));
    await api.db.query('delete from device where id = any($1)', [[goes!.id, unfit!.id]]);
    expect(await detail(id)).toMatchObject({ total: 1, unfit: 0 });
  });

  it('asks for a device, sensible arguments and the button of the kind', async () => {
    const [one] = await fleet(1);
    const ask = (by: Caller, order: object, of: object) => by.post(batches.prepare.path, { order, of });
    const empty = await ask(caller, restart, { by: 'ids', ids: [] });
    expect([empty.verify.sign, empty.data]).toEqual(['validation', { 'of.ids': 'Please select at least one record' }]);
    const wrong = await ask(caller, { kind: 'set_low_battery', args: { percent: 0 } }, ids([one!]));
    expect(wrong.verify.sign).toBe('validation');
    const secret = { kind: 'set_unlock_password', args: {} };
    expect((await ask(caller, secret, ids([one!]))).verify.sign).toBe('validation');
    const few = await api.signedIn(await buildOperator(api.db, org, ['batch:list', 'batch:add', 'map:restart']));
    expect((await ask(few, restart, ids([one!]))).verify.sign).toBe('success');
    expect((await ask(few, { kind: 'unseal', args: {} }, ids([one!]))).verify.sign).toBe('noPermission');
  });
});

describe('the evidence of a batch', () => {
  it('has a row for each device, under the number it was ordered by, and calls proved what its lock told itself', async () => {
    const all = await fleet(2);
    const [moved, likely] = all;
    await api.db.query('update lock_state set lock_status = 2 where device_id = any($1)', [all.map((one) => one.id)]);
    const id = await given(ids(all), { kind: 'unseal', args: {} }, { reason: 'customs check' });
    await become(id, "state = 'sent', attempt = 1, sent_time = now()");
    await become(id, "state = 'answered_ok', answer_time = now(), evidence = 'possible', evidence_time = now()");
    await api.db.query("update command set evidence = 'confirmed' where device_id = $1", [moved!.id]);
    await api.db.query("update device set sn = '9' || sn where id = $1", [moved!.id]);
    const told = expect.any(String);
    expect(await caller.ok(batches.evidence, { id })).toMatchObject({
      login_name: who.loginName,
      reason: 'customs check',
      total: 2,
      parts: 1,
      rows: [
        { sn: moved!.sn, outcome: 'proved', create_time: told, sent_time: told, answer_time: told, proved_time: told },
        { sn: likely!.sn, outcome: 'possible', answer_time: told, proved_time: null },
      ],
    });
    const elsewhere = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
    expect((await elsewhere.post(batches.evidence.path, { id })).verify.sign).toBe('notFound');
  });

  it('and the card of each of its orders names the log entry of the start, however late its turn came', async () => {
    const id = await given(ids(await fleet(2)), restart, { reason: 'too loud' });
    await become(id, "create_time = create_time + interval '1 hour'");
    const { rows } = await api.db.query<{ id: number }>('select id from command where batch_id = $1', [id]);
    for (const order of rows)
      expect((await caller.ok(evidence.card, { id: order.id })).log).toMatchObject({
        instruct: expect.stringContaining('too loud'),
      });
  });

  it('has no number of a card whole, and none of what was not begun', async () => {
    const one = await fleet(1, 'jt701');
    const cards = { kind: 'add_cards', args: { cards: ['0012345917'] } };
    const draft = await prepared(ids(one), cards);
    expect((await caller.post(batches.evidence.path, { id: draft.id })).verify.sign).toBe('notFound');
    const id = await given(ids(one), cards, { reason: 'a new driver' });
    const paper = await caller.ok(batches.evidence, { id });
    expect(JSON.stringify(paper.args)).toContain('***5917');
    expect(JSON.stringify(paper)).not.toContain('0012345917');
  });
});

describe('a batch', () => {
  it('starts when its count is typed, once, and gives each device that takes it an ordinary order', async () => {
    const [good, off] = [await fleet(3), await fleet(1)];
    await api.db.query('update device set status = 2 where id = $1', [off[0]!.id]);
    const { id } = await prepared(ids([...good, ...off]), { kind: 'set_intervals', args: { report_interval: 30 } });
    const wrong = await caller.post(batches.start.path, { id, count: 4 });
    expect([wrong.verify.sign, wrong.data]).toEqual(['validation', { count: 'This is not how many there are' }]);
    expect((await startOf(id)).verify.sign).toBe('success');
    expect((await startOf(id)).verify.desc).toBe('This batch was started already');
    expect((await detail(id)).state).toBe('queued');
    await work();
    expect(await orders(id)).toEqual(
      good.map((one) => ({
        device_id: one.id,
        state: 'queued',
        kind: 'set_intervals',
        args: { report_interval: 30 },
        physical: false,
      })),
    );
    expect(hinted).toEqual(expect.arrayContaining(good.map((one) => one.id)));
    expect(await detail(id)).toMatchObject({
      state: 'waiting',
      total: 4,
      unfit: 1,
      given: 3,
      open: 3,
      answered: 0,
      again: 1,
    });
    await become(id, "state = 'sent', attempt = 1, sent_time = now()");
    await become(id, "state = 'answered_ok', answer_time = now(), finish_time = now()");
    expect(await detail(id)).toMatchObject({ state: 'done', open: 0, answered: 3 });
    const { rows } = await caller.ok(batches.list, {});
    expect(rows.find((row) => row.id === id)).toMatchObject({ state: 'done', total: 4, login_name: who.loginName });
  });

  it('that dies half way is gone on with, and no device has two orders of it', async () => {
    const { rows: all } = await api.db.query<{ id: number }>(
      `with d as (insert into device (org_id, sn, device_name, device_type_id)
         select $1, '77' || lpad(n::text, 10, '0'), 'x', (select device_type_id from device where org_id = $1 limit 1)
           from generate_series(1, $2::int) n returning id) select id from d`,
      [org, BLOCK + 20],
    );
    const { id } = await prepared({ by: 'ids', ids: all.map((one) => one.id) });
    expect((await startOf(id)).verify.sign).toBe('success');
    let looks = 0;
    await work(() => ++looks < 3);
    expect(await orders(id)).toHaveLength(BLOCK);
    await api.db.query('update job set next_time = now() where subject_id = $1', [id]);
    await Promise.all([work(), work()]);
    const got = await orders(id);
    expect([got.length, new Set(got.map((one) => one.device_id)).size]).toEqual([BLOCK + 20, BLOCK + 20]);
    expect(await detail(id)).toMatchObject({ state: 'waiting', given: BLOCK + 20 });
    await expect(
      api.db.query(
        `insert into command (device_id, org_id, kind, physical, idempotency_key, operator_id, oper_name, expire_time, batch_id)
         values ($1, $2, 'restart', false, 'a second one', $3, 'x', now(), $4)`,
        [all[0]!.id, org, who.id, id],
      ),
    ).rejects.toThrow(/once_in_a_batch/);
  });

  it('has keys that nobody else can give before it', async () => {
    const all = await fleet(2);
    const { id } = await prepared(ids(all));
    const key = `batch-${id}-${all[0]!.id}`;
    await caller.ok(calls.orders.query_info, { device_id: all[0]!.id, idempotency_key: key });
    expect((await startOf(id)).verify.sign).toBe('success');
    await work();
    expect(await detail(id)).toMatchObject({ given: 2, failure: '' });
    const { rows } = await api.db.query<{ key: string }>(
      'select idempotency_key as key from command where batch_id = $1',
      [id],
    );
    const wrong = { device_id: all[1]!.id, idempotency_key: rows[0]!.key };
    expect((await caller.post(calls.orders.query_info.path, wrong)).verify.sign).toBe('validation');
  });

  it('judges again what changed since the preview, and orders nothing more than was confirmed', async () => {
    const [stays, off, on] = await fleet(3);
    await api.db.query('update device set status = 2 where id = $1', [on!.id]);
    const { id } = await prepared(ids([stays!, off!, on!]));
    expect((await startOf(id)).verify.sign).toBe('success');
    await api.db.query('update device set status = case id when $1 then 2 else 1 end where id = any($2)', [
      off!.id,
      [off!.id, on!.id],
    ]);
    await work();
    expect((await orders(id)).map((one) => one.device_id)).toEqual([stays!.id]);
    expect(await detail(id)).toMatchObject({ unfit: 2, given: 1 });
  });

  it('gives nothing to the lock that took the place of one that was chosen', async () => {
    const [stays, goes] = await fleet(2);
    const { id } = await prepared(ids([stays!, goes!]));
    await api.db.query("update device set sn = '9' || sn where id = $1", [goes!.id]);
    expect((await startOf(id)).verify.sign).toBe('success');
    await work();
    expect((await orders(id)).map((one) => one.device_id)).toEqual([stays!.id]);
    expect((await detail(id)).refusals).toEqual([expect.objectContaining({ code: 'lockExchanged', count: 1 })]);
  });

  it('counts the time of its orders from its start, however long it waits for its turn', async () => {
    const began = async (n: number, ago: string) => {
      const { id } = await prepared(ids(await fleet(n)));
      expect((await startOf(id)).verify.sign).toBe('success');
      await api.db.query('update batch set start_time = now() - $2::interval where id = $1', [id, ago]);
      return id;
    };
    const [early, late] = [await began(1, '40 minutes'), await began(2, '2 days')];
    await work();
    await work();
    const { rows } = await api.db.query<{ minutes: number }>(
      `select round(extract(epoch from c.expire_time - b.start_time) / 60)::int as minutes
         from command c join batch b on b.id = c.batch_id where b.id = $1`,
      [early],
    );
    expect(rows).toEqual([{ minutes: 60 }]);
    expect(await orders(late)).toEqual([]);
    const { refusals } = await detail(late);
    expect(refusals).toEqual([expect.objectContaining({ code: 'orderLate', count: 2 })]);
  });

  it('has its turn however much others have queued, and an organisation queues so much at most', async () => {
    const others = await buildOrganisation(api.db);
    const queue = (n: number, of: number) =>
      api.db.query(
        `insert into job (org_id, operator_id, kind, subject, subject_id, total, next_time)
         select $2::bigint, $3, 'import_run', 'x', 1, 1, case when $2::bigint = $4 then now() + interval '1 hour' else now() end
           from generate_series(1, $1::int)`,
        [n, of, who.id, org],
      );
    await queue(120, others);
    expect((await detail(await given(ids(await fleet(1))))).given).toBe(1);
    const { id } = await prepared(ids(await fleet(1)));
    await queue(MOST_OPEN, org);
    expect((await startOf(id)).verify.desc).toBe(
      'Your organisation has 20 jobs that are not over, please wait until one is',
    );
    await api.db.query("delete from job where kind = 'import_run'");
    expect((await startOf(id)).verify.sign).toBe('success');
  });

  it('stops when whoever began it may not any more', async () => {
    const by = await buildOperator(api.db, org, ['batch:list', 'batch:add', 'map:restart']);
    const theirs = await api.signedIn(by);
    const { id } = await prepared(ids(await fleet(2)), restart, theirs);
    expect((await startOf(id, {}, theirs)).verify.sign).toBe('success');
    await api.db.query(
      `delete from role_button where role_id = (select role_id from operator where id = $1)
         and button_id in (select b.id from button b join menu m on m.id = b.menu_id where m.menu_code = 'map' and b.btn_code = 'restart')`,
      [by.id],
    );
    await work();
    expect(await orders(id)).toEqual([]);
    expect(await detail(id)).toMatchObject({ state: 'failed', failure: 'Whoever began it may not do it any more' });
  });

  it('stops when the key it was begun by is revoked, though whoever has it may go on', async () => {
    const { id: key, key: secret } = await caller.ok(calls.apiKeys.add, {
      key_name: 'Depot',
      scope: ['batch:add', 'batch:list', 'map:restart'],
      expire_time: new Date(Date.now() + 86_400_000).toISOString(),
      physical: false,
      addresses: [],
    });
    const byKey = async (path: string, body: object) =>
      (await api.caller().raw(path, body, { authorization: `Bearer ${secret}` })).data as { id: number };
    const { id } = await byKey(batches.prepare.path, { order: restart, of: ids(await fleet(2)) });
    await byKey(batches.start.path, { id, count: 2 });
    await caller.ok(calls.apiKeys.revoke, { id: key });
    await work();
    expect(await detail(id)).toMatchObject({
      state: 'failed',
      failure: 'The API key that began it was revoked or has expired',
    });
    expect(await orders(id)).toEqual([]);
  });

  it('is taken back where its orders have not left, and goes no further', async () => {
    const all = await fleet(3);
    const id = await given(ids(all));
    await api.db.query("update command set state = 'sent', attempt = 1, sent_time = now() where device_id = $1", [
      all[0]!.id,
    ]);
    const few = await api.signedIn(await buildOperator(api.db, org, ['batch:list', 'batch:add']));
    expect((await few.post(batches.cancel.path, { id })).verify.sign).toBe('noPermission');
    await api.db.query('update command set attempt = 1, doubtful = true, again = false where device_id = $1', [
      all[1]!.id,
    ]);
    expect(await caller.ok(batches.cancel, { id })).toEqual({ count: 1 });
    const told = await api.db.query<{ device_id: number; path: string }>(
      `select o.device_id, l.operate_url as path from operation_device o join operation_log l on l.id = o.log_id
        where o.device_id = any($1) and l.operate_url like '/batch/%' order by l.id, o.device_id`,
      [all.map((one) => one.id)],
    );
    expect(told.rows).toEqual([
      ...all.map((one) => ({ device_id: one.id, path: batches.start.path })),
      ...all.slice(1).map((one) => ({ device_id: one.id, path: batches.cancel.path })),
    ]);
    expect((await orders(id)).map((one) => one.state)).toEqual(['sent', 'uncertain', 'cancelled']);
    const by = await api.db.query('select canceller from command where batch_id = $1 order by id', [id]);
    const name = `Operator ${who.loginName}`;
    expect(by.rows.map(({ canceller }) => canceller)).toEqual(['', name, name]);
    const next = await prepared(ids(await fleet(2)));
    expect((await startOf(next.id)).verify.sign).toBe('success');
    expect(await caller.ok(batches.cancel, { id: next.id })).toEqual({ count: 0 });
    await work();
    expect(await detail(next.id)).toMatchObject({ state: 'cancelled', given: 0 });
  });

  it('tried again names what is out of sight by now, and counts what it lists', async () => {
    const [stays, leaves] = await fleet(2);
    const id = await given(ids([stays!, leaves!]));
    await caller.ok(batches.cancel, { id });
    await api.db.query('update device set org_id = $2 where id = $1', [leaves!.id, await buildOrganisation(api.db)]);
    const next = await prepared({ by: 'failed', batch_id: id });
    expect(next.unknown).toEqual([leaves!.sn]);
    expect(await detail(next.id)).toMatchObject({ total: 1, unfit: 0 });
  });

  it('whose orders are kept no longer orders nothing again where they were obeyed', async () => {
    const all = await fleet(3);
    const id = await given(ids(all));
    await api.db.query('delete from command where batch_id = $1 and device_id = any($2)', [
      id,
      all.slice(1).map((one) => one.id),
    ]);
    const { outcomes: now, ...one } = await detail(id);
    expect(one).toMatchObject({ given: 3, again: 0 });
    expect(now).toEqual(expect.arrayContaining([{ outcome: 'gone', count: 2 }]));
  });

  it('that is cancelled leaves those it has not come to', async () => {
    const { id } = await prepared(ids(await fleet(2)));
    const { data } = (await startOf(id)) as { data: { job_id: number } };
    await caller.ok(jobs.cancel, { id: data.job_id });
    await work();
    expect(await detail(id)).toMatchObject({ state: 'cancelled', given: 0, again: 2 });
  });
});

describe('the page of a batch', () => {
  interface Plan {
    'Relation Name'?: string;
    'Actual Rows': number;
    'Actual Loops': number;
    'Rows Removed by Join Filter'?: number;
    Plans?: Plan[];
  }
  /** Rows of one side that were held against rows of the other in vain. */
  const inVain = (plan: Plan): number =>
    (plan['Rows Removed by Join Filter'] ?? 0) + (plan.Plans ?? []).reduce((sum, one) => sum + inVain(one), 0);

  const ordersRead = (plan: Plan): number =>
    (plan['Relation Name'] === 'command' ? plan['Actual Rows'] * plan['Actual Loops'] : 0) +
    (plan.Plans ?? []).reduce((sum, one) => sum + ordersRead(one), 0);

  it('that a list leaves out is not counted for it', async () => {
    const id = await given(ids(await fleet(8)));
    await become(id, "state = 'cancelled', finish_time = now()");
    const read = batchesOf({ state: 'failed', ids: [id] }, who.id, 20).compile(
      new Kysely({ dialect: new PostgresDialect({ pool: api.db }) }),
    );
    const { rows } = await api.db.query(`explain (analyze, format json) ${read.sql}`, [...read.parameters]);
    expect(ordersRead(rows[0]['QUERY PLAN'][0].Plan)).toBe(0);
  });

  it('finds the order of each device, and never tries all orders for each, whatever the database believes of their number', async () => {
    const id = await given(ids(await fleet(8)));
    const read = sql`select b.outcome, count(*) from ${outcomes(id)} group by 1`.compile(
      new Kysely({ dialect: new PostgresDialect({ pool: api.db }) }),
    );
    const client = await api.pools.owner.connect();
    try {
      // one and the same to a planner that expects a single row: it may take the index of the batch alone
      await client.query('begin; drop index once_in_a_batch; set local enable_seqscan = off');
      await client.query('set local enable_hashjoin = off; set local enable_mergejoin = off');
      const { rows } = await client.query(`explain (analyze, format json) ${read.sql}`, [...read.parameters]);
      expect(inVain(rows[0]['QUERY PLAN'][0].Plan)).toBe(0);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

describe('orders that move metal', () => {
  it('are given to many as to one: with a reason and a fresh proof, one open at a time', async () => {
    const all = await fleet(3);
    await api.db.query('update lock_state set lock_status = 2 where device_id = any($1)', [all.map((one) => one.id)]);
    const order = { kind: 'unseal', args: {} };
    const { id } = await prepared(ids(all), order);
    const short = await startOf(id);
    expect([short.verify.sign, short.data]).toEqual(['validation', { reason: 'Please state the reason' }]);
    await api.db.query("update session set confirm_time = now() - interval '1 day' where operator_id = $1", [who.id]);
    expect((await startOf(id, { reason: 'customs check' })).verify.sign).toBe('confirmNeeded');
    await api.db.query('update session set confirm_time = now() where operator_id = $1', [who.id]);
    // one goes out to one of them meanwhile
    await api.db.query(
      `insert into command (device_id, org_id, kind, physical, doubtful, idempotency_key, operator_id, oper_name, expire_time,
         state, attempt, sent_time)
       values ($1, $2, 'seal', true, true, 'out already', $3, 'x', now() + interval '1 hour', 'sent', 1, now())`,
      [all[0]!.id, org, who.id],
    );
    expect((await startOf(id, { reason: 'customs check' })).verify.sign).toBe('success');
    await work();
    expect((await orders(id)).map((one) => [one.device_id, one.physical])).toEqual(
      all.slice(1).map((one) => [one.id, true]),
    );
    expect((await detail(id)).refusals).toMatchObject([{ code: 'oneLivePhysicalCommand', count: 1 }]);
    const again = await prepared(ids(all), order);
    expect((await detail(again.id)).refusals).toMatchObject([{ code: 'oneLivePhysicalCommand', count: 1 }]);
  });

  it('are tried again by a person where they failed, never where nobody knows', async () => {
    const all = await fleet(3);
    await api.db.query('update lock_state set lock_status = 2 where device_id = any($1)', [all.map((one) => one.id)]);
    const order = { kind: 'unseal', args: {} };
    const id = await given(ids(all), order, { reason: 'customs check' });
    const [failed, uncertain, answered] = all;
    await become(id, "state = 'sent', attempt = 1, sent_time = now()");
    for (const [device, state] of [
      [failed, 'answered_fail'],
      [uncertain, 'uncertain'],
      [answered, 'answered_ok'],
    ] as const)
      await api.db.query('update command set state = $2, finish_time = now() where device_id = $1', [
        device!.id,
        state,
      ]);
    expect(await detail(id)).toMatchObject({ again: 1 });
    const next = await prepared({ by: 'failed', batch_id: id }, order);
    const { rows } = await caller.ok(batches.devices, { id: next.id });
    expect(rows.map((row) => row.device_id)).toEqual([failed!.id]);
  });

  it('do not undo what somebody newer wanted: what gave way is not tried again, and a preview says what would', async () => {
    const all = await fleet(3);
    const often = (seconds: number) => ({ kind: 'set_intervals', args: { report_interval: seconds } });
    const id = await given(ids(all), often(60));
    const colleague = await buildOperator(api.db, org);
    const by = await api.signedIn(colleague);
    const newer = await prepared(ids(all.slice(1)), often(300), by);
    const name = { login_name: who.loginName };
    expect((await by.ok(batches.detail, { id: newer.id })).replaces).toMatchObject([{ ...name, count: 2 }]);
    expect((await startOf(newer.id, {}, by)).verify.sign).toBe('success');
    await work();
    await become(id, "state = 'cancelled', finish_time = now()");
    const one = await detail(id);
    expect([one.state, one.again, one.replaces]).toEqual(['done', 1, []]);
    const next = await prepared({ by: 'failed', batch_id: id }, often(60));
    const { rows } = await caller.ok(batches.devices, { id: next.id });
    expect(rows.map((row) => row.device_id)).toEqual([all[0]!.id]);
    const unseal = await prepared(ids(all), { kind: 'query_info', args: {} });
    expect((await detail(unseal.id)).replaces).toEqual([]);
  });

  it('are the platform’s own word for locks that only know locked', async () => {
    const [closed, open] = await fleet(2, 'jt701');
    for (const [one, status] of [
      [closed, 0],
      [open, 1],
    ] as const)
      await api.db.query(
        `update lock_state set lock_status = $2, lock_time = now(), present_time = now(), receive_time = now() where device_id = $1`,
        [one!.id, status],
      );
    await api.db.query('update device_connection set connected = true, seen_time = now() where device_id = any($1)', [
      [closed!.id, open!.id],
    ]);
    const id = await given(ids([closed!, open!]), { kind: 'seal', args: {} });
    expect((await orders(id)).map((one) => [one.device_id, one.state])).toEqual([[closed!.id, 'held']]);
    expect((await detail(id)).refusals).toMatchObject([{ code: 'closeShackleFirst', count: 1 }]);
  });
});
