import { type CommandEvidence, type CommandState, commandEvidence, commandStates } from '@plomb/contract/lock/command';
import { commandKinds, orderKinds } from '@plomb/contract/lock/orderKinds';
import { needsPerson, orderQueue, orderStageOf, standingOf } from '@plomb/contract/orders/orderQueue';
import { orders } from '@plomb/contract/orders/orders';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
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
let lockBelow: BuiltDevice;

beforeAll(async () => {
  api = await startApi();
  org = await buildOrganisation(api.db);
  below = await buildOrganisation(api.db, org);
  operator = await buildOperator(api.db, org);
  caller = await api.signedIn(operator);
  lock = await buildDevice(api.db, org);
  lockBelow = await buildDevice(api.db, below);
});
afterAll(() => api.stop());
afterEach(() => api.db.query('delete from command'));

interface Made {
  device?: BuiltDevice;
  kind?: keyof typeof orderKinds;
  state?: CommandState;
  evidence?: CommandEvidence | null;
  args?: object;
  by?: BuiltOperator;
  age?: string;
}
let keys = 0;
/** An order as it stands after whatever became of it: its life is tested elsewhere. */
const made = async ({ device = lock, kind = 'restart', state = 'expired', evidence = null, ...more }: Made = {}) => {
  const { args = {}, by = operator, age = '1 minute' } = more;
  const { rows } = await api.db.query<{ id: number }>(
    `insert into command (device_id, org_id, kind, args, physical, again, idempotency_key, state, evidence, evidence_time,
       operator_id, oper_name, login_name, create_time, expire_time, sent_time)
     select d.id, d.org_id, $2, $3, $4, false, $5, $6, $7::text, case when $7::text is not null then now() end, $8, 'who asked', 'who-asked',
       now() - $9::interval, now() + interval '1 hour', case when $6 not in ('queued', 'held', 'cancelled') then now() end
     from device d where d.id = $1 returning id`,
    [device.id, kind, args, orderKinds[kind].moves, `key-${++keys}`, state, evidence, by.id, age],
  );
  return rows[0]!.id;
};
const ids = async (asked: object = {}, who = caller) =>
  (await who.ok(orderQueue.list, { size: 100, ...asked })).rows.map(({ id }) => id);

describe('the queue over all locks', () => {
  it('calls every order what the contract calls it, and knows which need somebody', async () => {
    const { rows } = await api.db.query<{
      state: CommandState;
      evidence: CommandEvidence;
      stage: string;
      needs: boolean;
    }>(
      `with a as (select s.state, e.evidence from unnest($1::text[]) s(state), unnest($2::text[] || null::text) e(evidence))
       select a.state, a.evidence,
         case a.evidence when 'confirmed' then 'proved' when 'possible' then 'possible' when 'contradicted' then 'contradicted'
           when 'held' then 'held' else a.state end as stage from a`,
      [commandStates, commandEvidence],
    );
    expect(rows).toHaveLength(commandStates.length * (commandEvidence.length + 1));
    const possible = rows.filter(({ state, evidence }) => (state === 'held') === (evidence === 'held'));
    for (const { state, evidence } of possible) {
      const kind = state === 'held' ? 'seal' : 'restart';
      const id = await made({ kind, state, evidence });
      const order = await caller.ok(orderQueue.detail, { id });
      expect(order).toMatchObject({
        stage: orderStageOf({ state, evidence }),
        needs_person: needsPerson({ kind, state, evidence, settle_stage: null }),
      });
    }
  });

  it('says of each order that its lock is lost, scrapped or in maintenance now', async () => {
    const lost = await buildDevice(api.db, org);
    await made({ device: lost });
    const outs = async () => (await caller.ok(orderQueue.list, { device_id: lost.id })).rows.map((o) => o.out_of_use);
    expect(await outs()).toEqual([null]);
    await api.db.query('update device set lost = true where id = $1', [lost.id]);
    expect(await outs()).toEqual(['lost']);
  });

  it('needs somebody for what may have moved metal or changed who can open it, of every kind', async () => {
    for (const kind of commandKinds) {
      const order = await caller.ok(orderQueue.detail, { id: await made({ kind, state: 'uncertain' }) });
      expect([kind, order.needs_person]).toEqual([
        kind,
        needsPerson({ kind, state: 'uncertain', evidence: null, settle_stage: null }),
      ]);
      await api.db.query('delete from command');
    }
    expect(needsPerson({ kind: 'text', state: 'uncertain', evidence: null, settle_stage: null })).toBe(false);
  });

  it('shows what moves metal and is in doubt first, then what else needs somebody, then the rest, page by page and nothing twice', async () => {
    const old = await made({ state: 'uncertain', kind: 'unseal' });
    const text = await made({ state: 'uncertain', kind: 'text' });
    const cards = [
      await made({ state: 'uncertain', kind: 'add_cards' }),
      await made({ state: 'uncertain', kind: 'add_cards' }),
    ];
    const rest = [await made(), await made({ state: 'queued' }), await made({ device: lockBelow })];
    const contrary = await made({ state: 'answered_ok', evidence: 'contradicted', kind: 'seal' });
    const right = [contrary, old, ...cards.reverse(), ...rest.reverse(), text];
    expect(await ids({ needs_person: true })).toEqual(right.slice(0, 4));
    expect(await ids({ from: new Date(Date.now() - 600_000).toISOString() })).toEqual(right);
    const read: number[] = [];
    let page: { before?: number; stood?: string } = {};
    for (;;) {
      const { rows, more } = await caller.ok(orderQueue.list, { ...page, size: 2 } as never);
      read.push(...rows.map(({ id }) => id));
      const last = rows.at(-1)!;
      page = { before: last.id, stood: standingOf(last) };
      if (!more) break;
    }
    expect(read).toEqual(right);
  });

  it('narrows by stage, kind, organisation, operator, time and lock', async () => {
    const colleague = await buildOperator(api.db, org);
    await api.db.query("update device set subject = '沪A·Q2931' where id = $1", [lockBelow.id]);
    const old = await made({ state: 'answered_ok', kind: 'restart', age: '3 days' });
    const waiting = await made({ state: 'queued', kind: 'query_info' });
    const proved = await made({ state: 'answered_ok', evidence: 'confirmed', kind: 'unseal', device: lockBelow });
    const refused = await made({ state: 'answered_fail', kind: 'unseal', by: colleague });
    const day = (n: number) => new Date(Date.now() - n * 86_400_000).toISOString();
    expect(await ids({ stage: 'queued' })).toEqual([waiting]);
    expect(await ids({ stage: ['proved', 'answered_fail'] })).toEqual([refused, proved]);
    expect(await ids({ kind: 'unseal' })).toEqual([refused, proved]);
    expect(await ids({ kind: ['unseal', 'restart'], stage: ['answered_ok', 'proved'] })).toEqual([proved, old]);
    expect(await ids({ org_id: below })).toEqual([proved]);
    expect(await ids({ operator_id: colleague.id })).toEqual([refused]);
    expect(await ids({ device_id: lockBelow.id })).toEqual([proved]);
    expect(await ids({ from: day(4), to: day(2) })).toEqual([old]);
    expect(await ids({ from: day(1) })).toEqual([refused, proved, waiting]);
    expect(await ids({ keyword: lock.sn })).toEqual([refused, waiting, old]);
    expect(await ids({ keyword: '沪aq2931' })).toEqual([proved]);
    expect(await ids({ keyword: 'nobody has it' })).toEqual([]);
  });

  it('says when a waiting order leaves, who asked by name and login, and hides what its reader may not read whole', async () => {
    await api.db.query('update lock_state set receive_time = now() where device_id = $1', [lock.id]);
    const id = await made({ state: 'queued', kind: 'add_cards', args: { cards: ['0012345678'] } });
    const order = await caller.ok(orderQueue.detail, { id });
    expect(order).toMatchObject({ login_name: 'who-asked', oper_name: 'who asked', connection: 'sleeping' });
    expect(order.seen_time).not.toBeNull();
    await api.db.query('update lock_state set sleep_interval = 86400 where device_id = $1', [lock.id]);
    expect((await caller.ok(orderQueue.detail, { id })).sleep_interval).toBe(86_400); // its own, not its type's
    expect(order.args).toEqual({ cards: ['0012345678'] });
    const reader = await api.signedIn(await buildOperator(api.db, org, ['order:list']));
    expect((await reader.ok(orderQueue.detail, { id })).args).toEqual({ cards: ['***5678'] });
    expect((await reader.ok(orderQueue.list, {})).rows[0]!.args).toEqual({ cards: ['***5678'] });
  });

  it('says what a waiting order waits for beside the connection, in the queue and by its lock', async () => {
    const waits = async (id: number) => {
      const { waits_for: inQueue } = await caller.ok(orderQueue.detail, { id });
      expect((await caller.ok(orders.command, { id })).waits_for).toBe(inQueue);
      return inQueue;
    };
    const text = await made({ state: 'queued', kind: 'text', args: { text: 'x' } });
    expect(await waits(text)).toBeNull();
    const later = await made({ state: 'queued' });
    expect([await waits(text), await waits(later)]).toEqual([null, 'order']);
    const unseal = await made({ state: 'queued', kind: 'unseal' });
    expect([await waits(unseal), await waits(text)]).toEqual([null, 'order']); // what moves metal goes before all else
    await api.db.query("update command set state = 'sent', attempt = 1, sent_time = now() where id = $1", [text]);
    expect([await waits(unseal), await waits(text)]).toEqual([null, null]);
    await api.db.query('delete from command where id = any($1)', [[text, later, unseal]]);
    const dynamic = await buildDevice(api.db, org, 'jt701');
    await api.db.query(
      `update device_type set unseal_password = 'dynamic' where id = (select device_type_id from device where id = $1)`,
      [dynamic.id],
    );
    expect(await waits(await made({ device: dynamic, state: 'queued', kind: 'unseal' }))).toBe('password');
    const reset = await made({ state: 'queued', kind: 'factory_reset' });
    expect(await waits(reset)).toBeNull();
    await api.db.query('update device_connection set connect_time = now() where device_id = $1', [lock.id]);
    expect(await waits(reset)).toBe('report');
  });

  it('counts what stands where', async () => {
    await made({ state: 'queued' });
    await made({ state: 'uncertain', kind: 'unseal' });
    await made({ state: 'expired' });
    await made({ state: 'expired', age: '2 days' });
    await made({ state: 'answered_ok', kind: 'seal' });
    expect(await caller.ok(orderQueue.summary, {})).toEqual({
      needs_person: 1,
      queued: 1,
      sent: 0,
      answered: 1,
      expired: 1,
      cancelled: 0,
    });
  });

  it('is nobody else’s', async () => {
    const id = await made({ state: 'queued' });
    const elsewhere = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
    expect(await ids({}, elsewhere)).toEqual([]);
    expect(await ids({ org_id: org }, elsewhere)).toEqual([]);
    for (const foreign of [id, 987_654_321]) {
      expect((await elsewhere.call(orderQueue.detail, { id: foreign })).verify.sign).toBe('notFound');
      expect((await elsewhere.call(orderQueue.cancel, { ids: [foreign] })).verify.sign).toBe('notFound');
      expect((await elsewhere.call(orderQueue.settle, { id: foreign, settlement: 'seen' })).verify.sign).toBe(
        'notFound',
      );
    }
  });
});

/** The locks that the last line of the log is about. */
const concerned = async () => {
  const { rows } = await api.db.query<{ device_id: number }>(
    `select device_id from operation_device where log_id = (select max(id) from operation_log) order by device_id`,
  );
  return rows.map(({ device_id }) => device_id);
};

describe('taking back', () => {
  it('says how many at most, in the words of the reader', async () => {
    const many = { ids: Array.from({ length: 101 }, (_, n) => n + 1) };
    expect(await caller.call(orderQueue.cancel, many)).toMatchObject({
      verify: { sign: 'validation' },
      data: { ids: 'At most 100 entries' },
    });
    expect((await caller.call(orderQueue.cancel, { ids: [] })).data).toEqual({ ids: 'Input cannot be empty' });
    expect((await caller.call(orderQueue.cancel, { ids: ['7'] } as never)).data).toEqual({
      'ids.0': 'This is of the wrong form',
    });
  });

  it('takes back what waits, says of the rest why not, and logs what was taken back', async () => {
    const waiting = [await made({ state: 'queued' }), await made({ state: 'queued', device: lockBelow })];
    const sent = await made({ state: 'sent' });
    const over = await made({ state: 'answered_ok' });
    const asked = [...waiting, sent, over];
    const { rows } = await caller.ok(orderQueue.cancel, { ids: asked });
    expect(new Map(rows.map(({ id, refusal }) => [id, refusal]))).toEqual(
      new Map<number, string | null>([
        [waiting[0]!, null],
        [waiting[1]!, null],
        [sent, 'commandSent'],
        [over, 'commandEnded'],
      ]),
    );
    expect(await ids({ stage: 'cancelled' })).toEqual([...waiting].reverse());
    const log = await api.db.query<{ instruct_en: string }>(
      'select instruct_en from operation_log order by id desc limit 1',
    );
    expect(log.rows[0]!.instruct_en).toContain(`Restart the device ${lock.sn}`);
    expect(log.rows[0]!.instruct_en).toContain(lockBelow.sn);
    expect(await concerned()).toEqual([lock.id, lockBelow.id]);
  });

  it('needs the button of the order, too', async () => {
    const id = await made({ state: 'queued', kind: 'unseal', device: await buildDevice(api.db, org) });
    const helper = await api.signedIn(
      await buildOperator(api.db, org, ['order:list', 'order:cancel', orders.restart.permit]),
    );
    const { rows } = await helper.ok(orderQueue.cancel, { ids: [id] });
    expect(rows).toEqual([{ id, refusal: 'noPermission' }]);
    expect((await caller.ok(orderQueue.detail, { id })).state).toBe('queued');
  });
});

describe('settling', () => {
  it('files once what was found, and leaves the order what it is', async () => {
    const device = await buildDevice(api.db, org);
    const id = await made({ state: 'uncertain', kind: 'unseal', device });
    await caller.ok(orderQueue.settle, { id, settlement: 'still sealed, seen at gate 3' });
    expect(await caller.ok(orderQueue.detail, { id })).toMatchObject({
      state: 'uncertain',
      stage: 'uncertain',
      needs_person: false,
      settlement: 'still sealed, seen at gate 3',
      settler_login: operator.loginName,
    });
    expect(await concerned()).toEqual([device.id]);
    const again = await caller.call(orderQueue.settle, { id, settlement: 'something else' });
    expect(again.verify.sign).toBe('conflict');
    const fine = await made({ state: 'answered_ok' });
    expect((await caller.call(orderQueue.settle, { id: fine, settlement: 'all is well' })).verify.sign).toBe(
      'conflict',
    );
  });

  it('that was in doubt asks for somebody again when the lock says the contrary, and once', async () => {
    const id = await made({ state: 'uncertain', kind: 'unseal', device: await buildDevice(api.db, org) });
    await caller.ok(orderQueue.settle, { id, settlement: 'the driver says it is open' });
    // of an hour before it was settled, and told only now
    await api.db.query(
      "update command set evidence = 'contradicted', evidence_time = now() - interval '1 hour' where id = $1",
      [id],
    );
    expect(await caller.ok(orderQueue.detail, { id })).toMatchObject({ stage: 'contradicted', needs_person: true });
    expect(await ids({ needs_person: true })).toEqual([id]);
    await caller.ok(orderQueue.settle, { id, settlement: 'sealed, seen at gate 3' });
    expect(await caller.ok(orderQueue.detail, { id })).toMatchObject({ needs_person: false });
    const again = await caller.call(orderQueue.settle, { id, settlement: 'something else' });
    expect(again.verify.sign).toBe('conflict');
  });

  it('knows by every state, evidence and stage it was settled in what the contract knows', async () => {
    for (const state of ['uncertain', 'answered_ok'] as const)
      for (const evidence of [null, 'possible', 'confirmed', 'contradicted'] as const)
        for (const settle_stage of ['uncertain', 'possible', 'contradicted'] as const) {
          const id = await made({ state, evidence });
          await api.db.query(
            `update command set settle_time = now(), settler_id = operator_id, settle_stage = $2 where id = $1`,
            [id, settle_stage],
          );
          expect((await caller.ok(orderQueue.detail, { id })).needs_person).toBe(
            needsPerson({ kind: 'restart', state, evidence, settle_stage }),
          );
        }
  });
});
