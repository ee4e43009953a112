import { randomUUID } from 'node:crypto';
import { alarms } from '@plomb/contract/alarms/alarms';
import { ledger } from '@plomb/contract/custody/ledger';
import { sealCalls } from '@plomb/contract/seals/domain';
import { field } from '@plomb/contract/seals/field';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltOperator, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';

const { rfidSeals, rfidOperations, rfidRecords, rfidTasks, rfidField, sealStatistics, sealKinds } = sealCalls;
let api: TestApi;
let org: number;
let keeper: BuiltOperator;
let calls: Caller;
let kind: number;
let made = 0;

beforeAll(async () => {
  api = await startApi();
  org = await buildOrganisation(api.db);
  keeper = await buildOperator(api.db, org);
  calls = await api.signedIn(keeper);
  const clip = { kind_name: 'clip', iso_class: 'none', maker: '', certificate: '', reusable: true } as const;
  kind = (await calls.ok(sealKinds.add, clip)).id;
});
afterAll(() => api.stop());

/** A chip that was registered a day ago. */
const chip = async (): Promise<string> => {
  const number = String(86_041_100_310_000 + ++made);
  await calls.ok(rfidSeals.add, { kind_id: kind, holder_id: keeper.id, prefix: `lot ${made}`, numbers: [number] });
  await api.owner.query("update seal set create_time = now() - interval '1 day' where number = $1", [number]);
  return number;
};
let counter = 0;
const told = (read: string, result: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7, minutes = 0, more: object = {}) => ({
  ...{ read, result, key: randomUUID(), counter: ++counter, reader: 'R-07' },
  ...{ time: new Date(Date.now() - minutes * 60_000).toISOString(), ...more },
});
const of = async (keyword: string) => (await calls.ok(rfidRecords.list, { keyword })).rows;

describe('what a reader says', () => {
  it('moves the lock of its chip, and a failure leaves it as it is', async () => {
    const number = await chip();
    const said: [0 | 1 | 2 | 4 | 6 | 7, string | null, boolean, number][] = [
      [6, null, true, 1],
      [7, 'closed', true, 0],
      [1, 'open', true, 0],
      [6, 'open', true, 1],
      [6, 'open', true, 2],
      [0, 'open', true, 3],
      [4, 'long_open', true, 0],
      [2, 'closed', true, 0],
      // it was opened in between, and nobody told
      [7, 'closed', false, 0],
    ];
    for (const [result, state, expected, failures] of said)
      expect(await calls.ok(rfidField.record, told(number, result))).toMatchObject({
        ...{ known: true, state, expected, failures },
      });
    const rows = await of(number);
    expect(rows).toHaveLength(9);
    expect(rows[0]).toMatchObject({ result: 7, good: true, from_state: 'closed', to_state: 'closed', reader: 'R-07' });
  });
  it('is kept once under one key, also told twice at once, and another thing under it is refused', async () => {
    const number = await chip();
    const once = told(number, 1);
    const [first, again] = await Promise.all([calls.ok(rfidField.record, once), calls.ok(rfidField.record, once)]);
    expect(again).toEqual(first);
    expect(await calls.ok(rfidField.record, once)).toEqual(first);
    expect(await of(number)).toHaveLength(1);
    expect((await calls.call(rfidField.record, { ...once, result: 0 })).verify.sign).toBe('conflict');
  });
  it.each([
    ['9999-12-31T23:59:59.9999999Z', '9999-12-31T23:59:59.999Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
  ])('by a clock of the end of all days is kept, and read in the ledger: %s', async (time, kept) => {
    const number = await chip();
    await calls.ok(rfidField.record, { ...told(number, 1), time });
    const { rows } = await calls.ok(ledger.list, { group: 'seal', size: 20 });
    expect(rows.map(({ device_time }) => device_time)).toContain(kept);
  });
  it('told late has its place by when it was done, and moves nothing that is known since', async () => {
    const number = await chip();
    await calls.ok(rfidField.record, told(number, 7, 60));
    await calls.ok(rfidField.record, told(number, 1, 10));
    // failed while it was closed, and is told last
    const late = await calls.ok(rfidField.record, told(number, 0, 30));
    expect(late).toMatchObject({ state: 'closed', failures: 1 });
    const [record] = await of(number);
    expect(record).toMatchObject({ late: true, from_state: 'closed', to_state: 'closed' });
    expect(await calls.ok(rfidField.record, told(number, 7))).toMatchObject({ state: 'closed', expected: true });
    // by a clock that goes ahead it is of now
    const ahead = await calls.ok(rfidField.record, told(number, 1, -90));
    const { at, create_time } = await calls.ok(rfidRecords.detail, { id: ahead.id });
    expect(Date.parse(at) - Date.parse(create_time)).toBeLessThan(60_000);
  });
  it('is listed in the order in which it was told, and of a time in that of the time; pages lose none, whatever narrows them', async () => {
    const house = await buildOrganisation(api.db);
    const room = await buildOrganisation(api.db, house);
    const [boss, mate] = [await buildOperator(api.db, house), await buildOperator(api.db, room)];
    const [seesBoth, seesOne] = [await api.signedIn(boss), await api.signedIn(mate)];
    // minutes ago, told in this order, by turns above and below
    const ago = [40, 10, 30, 20, 50];
    const ids = new Map<number, number>();
    for (const [nth, minutes] of ago.entries())
      ids.set(
        minutes,
        (await (nth % 2 ? seesOne : seesBoth).ok(rfidField.record, told('88888888888881', nth < 4 ? 1 : 6, minutes)))
          .id,
      );
    const paged = async (caller: typeof seesBoth, filter: object) => {
      const found: number[] = [];
      for (let before: number | undefined; ; before = found.at(-1)) {
        const { rows, more } = await caller.ok(rfidRecords.list, { ...filter, size: 2, ...(before && { before }) });
        found.push(...rows.map(({ id }) => id));
        if (!more) return found.map((id) => [...ids].find(([, one]) => one === id)?.[0]);
      }
    };
    const time = { from: new Date(Date.now() - 45 * 60_000).toISOString() };
    expect(await paged(seesBoth, {})).toEqual([50, 20, 30, 10, 40]);
    expect(await paged(seesBoth, time)).toEqual([10, 20, 30, 40]);
    expect(await paged(seesOne, {})).toEqual([20, 10]);
    const narrowed: [object, number[], number[]][] = [
      [{ result: 1 }, [10, 20, 30, 40], [20, 30, 10, 40]],
      [{ result: [1, 6] }, [10, 20, 30, 40], [50, 20, 30, 10, 40]],
      [{ action: 'unlock' }, [10, 20, 30, 40], [20, 30, 10, 40]],
      [{ action: 'lock', result: 6 }, [], [50]],
      [{ keyword: '888888' }, [10, 20, 30, 40], [50, 20, 30, 10, 40]],
      [{ operator_id: boss.id }, [30, 40], [50, 30, 40]],
      [{ good: false }, [], [50]],
    ];
    for (const [filter, ofTime, all] of narrowed) {
      expect(await paged(seesBoth, { ...time, ...filter })).toEqual(ofTime);
      expect(await paged(seesBoth, filter)).toEqual(all);
    }
    expect(await paged(seesOne, { operator_id: boss.id })).toEqual([]);
    // a page goes on behind what is in sight alone
    expect((await seesOne.ok(rfidRecords.list, { ...time, before: ids.get(10)! - 1 })).rows).toEqual([]);
  });
  it('of a chip that nobody knows is kept all the same, and of another organisation’s is as unknown', async () => {
    const stranger = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
    const number = await chip();
    for (const read of ['99999999999999', number])
      expect(await stranger.ok(rfidField.record, told(read, 1))).toMatchObject({ known: false, state: null });
    expect((await stranger.ok(rfidRecords.list, {})).rows.map(({ seal_id }) => seal_id)).toEqual([null, null]);
    expect(await of(number)).toEqual([]);
  });
  it('of a chip that nobody knows rings, is of no time long ago, and has a measure for each person', async () => {
    const house = await buildOrganisation(api.db);
    const who = await buildOperator(api.db, house);
    const by = await api.signedIn(who);
    const old = { ...told('99999999999996', 1), time: '0001-01-01T00:00:00.000Z' };
    const { id } = await by.ok(rfidField.record, old);
    const { at, late } = await by.ok(rfidRecords.detail, { id });
    expect(Date.now() - Date.parse(at)).toBeLessThan(31 * 86_400_000);
    expect(late).toBe(true);
    await by.ok(rfidField.record, told('99999999999995', 1));
    const { rows } = await by.ok(alarms.list, { kind: 'unknown_seal', size: 100 });
    expect(rows).toMatchObject([{ hits: 2, sn: '99999999999995' }]);
    // whoever read it does not close it
    const own = await by.call(alarms.process, {
      ids: [rows[0]!.id],
      result: 'false_alarm',
      remark: 'nothing',
    } as never);
    expect(own.verify.sign).not.toBe('success');
    await api.owner.query(
      `insert into rfid_record (org_id, number, result, expected, at, device_time, counter, late, operator_id, oper_name, idempotency_key, asked)
       select $1, '99999999999994', 1, true, now(), now(), 1, false, $2, '', 'many-' || n, '' from generate_series(1, 998) n`,
      [house, who.id],
    );
    expect((await by.call(rfidField.record, told('99999999999993', 1))).verify.sign).toBe('tooMany');
    const patrol = { medium: 'rfid' as const, key: randomUUID(), time: '0001-01-01T00:00:00.000Z', counter: 1 };
    const looked = await by.ok(field.patrol, { ...patrol, read: '99999999999993' });
    const { rows: operations } = await by.ok(rfidOperations.list, {});
    expect(
      operations.find((one) => one.id === looked.id)!.at > new Date(Date.now() - 31 * 86_400_000).toISOString(),
    ).toBe(true);
  });
  it('names a chip of 14 digits at least', async () => {
    const short = await calls.call(rfidField.record, told('1234567890123', 1));
    expect(short.verify.sign).toBe('validation');
    expect(JSON.stringify(short.data)).toContain('ID length less than 14 digits');
    const task = { number: '1234567890123', action: 'unlock', assignee_id: keeper.id, reason: 'x' } as const;
    expect(JSON.stringify((await calls.call(rfidTasks.add, task)).data)).toContain('ID length less than 14 digits');
  });
  it('stands in the ledger of custody and stays', async () => {
    const number = await chip();
    await calls.ok(rfidField.record, told(number, 1));
    await calls.ok(rfidField.record, told(number, 6));
    const { rows } = await calls.ok(ledger.list, { group: 'seal', size: 100 });
    const facts = rows.filter(({ details }) => details.number === number).map(({ fact }) => fact);
    expect(facts.toSorted()).toEqual(['seal.rfid_done', 'seal.rfid_failed']);
    await expect(api.owner.query('delete from rfid_record')).rejects.toThrow(/append only/);
  });
});

describe('failures in a row', () => {
  const rung = async (number: string, caller = calls) => {
    const { rows } = await caller.ok(alarms.list, { kind: 'rfid_failures', size: 100 });
    return rows.filter(({ sn }) => sn === number).map(({ status, hits, result }) => ({ status, hits, result }));
  };
  const open = (hits: number) => ({ status: 'unprocessed', hits, result: null });
  const ended = (hits: number, result = 'ceased') => ({ status: 'processed', hits, result });
  const say = async (number: string, ...results: Parameters<typeof told>[1][]) => {
    for (const result of results) await calls.ok(rfidField.record, told(number, result));
  };
  it('ring with the third, once for a run, and are ended by a success', async () => {
    const number = await chip();
    await say(number, 6, 6);
    expect(await rung(number)).toEqual([]);
    await say(number, 0);
    expect(await rung(number)).toEqual([open(1)]);
    await say(number, 6, 6);
    expect(await rung(number)).toEqual([open(3)]);
    await say(number, 7);
    expect(await rung(number)).toEqual([ended(3)]);
    // the next run is another one
    await say(number, 0, 0);
    expect(await rung(number)).toEqual([ended(3)]);
    await say(number, 0);
    expect(new Set(await rung(number))).toEqual(new Set([open(1), ended(3)]));
    const [alarm] = (
      await calls.ok(alarms.list, { kind: 'rfid_failures', status: 'unprocessed', size: 100 })
    ).rows.filter(({ sn }) => sn === number);
    const { seal } = await calls.ok(alarms.detail, { id: alarm!.id });
    expect(seal).toMatchObject({ medium: 'rfid', operation_id: null });
    expect(await calls.ok(rfidRecords.detail, { id: seal!.record_id! })).toMatchObject({ number, failures: 3 });
    const { rows } = await api.owner.query('select from alarm_due where alarm_id = $1', [alarm!.id]);
    expect(rows).toHaveLength(1);
  });
  it('ring no more in a run that somebody has closed, and what is told late rings nothing', async () => {
    const number = await chip();
    await say(number, 6, 6, 6);
    await api.owner.query(
      "update alarm set process_time = now(), result = 'handled' where seal_number = $1 and kind = 'rfid_failures'",
      [number],
    );
    await say(number, 6, 6);
    expect(await rung(number)).toEqual([ended(1, 'handled')]);
    const other = await chip();
    await say(other, 7);
    for (const minutes of [30, 20, 10]) await calls.ok(rfidField.record, told(other, 0, minutes));
    expect(await rung(other)).toEqual([]);
  });
  it('are counted by when they were, whichever is told first, and ring with the third that is told', async () => {
    const number = await chip();
    for (const minutes of [10, 20, 30]) await calls.ok(rfidField.record, told(number, 6, minutes));
    expect((await of(number)).map(({ failures }) => failures)).toEqual([1, 2, 3]);
    expect(await rung(number)).toEqual([open(1)]);
    await calls.ok(rfidField.record, told(number, 6, 40));
    expect(await rung(number)).toEqual([open(2)]);
    // it worked in between, and two are left in a row
    await calls.ok(rfidField.record, told(number, 7, 25));
    expect((await of(number)).map(({ failures }) => failures)).toEqual([0, 1, 2, 1, 2]);
    expect(await rung(number)).toEqual([ended(2)]);
    const of30Days = {
      from: new Date(Date.now() - 86_400_000).toISOString(),
      to: new Date(Date.now() + 1).toISOString(),
    };
    const group = (await calls.ok(rfidRecords.failures, { ...of30Days, by: 'lock' })).groups;
    expect(group.find(({ name }) => name === number)).toMatchObject({ count: 4, stuck: 0 });
  });
  it('say nothing of where a lock stands: a success that is told after them does', async () => {
    const number = await chip();
    await calls.ok(rfidField.record, told(number, 7, 60));
    await calls.ok(rfidField.record, told(number, 6, 10));
    await calls.ok(rfidField.record, told(number, 1, 30));
    const { id } = await calls.ok(rfidTasks.add, { number, action: 'lock', assignee_id: keeper.id, reason: 'x' });
    expect(await calls.ok(rfidTasks.detail, { id })).toMatchObject({ rfid_state: 'open' });
    // of the seal, too: what its life says is nothing of its lock
    const [seal] = (await calls.ok(rfidSeals.list, { keyword: number })).rows;
    expect(seal).toMatchObject({ number, rfid_state: 'open' });
    expect(await calls.ok(rfidSeals.detail, { id: seal!.id })).toMatchObject({ rfid_state: 'open' });
  });
  it('are in sight of nobody else, and of an unknown chip ring nothing', async () => {
    const number = await chip();
    await say(number, 6, 6, 6);
    const stranger = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
    for (let nth = 0; nth < 4; nth += 1) await stranger.ok(rfidField.record, told(number, 6));
    expect(await rung(number, stranger)).toEqual([]);
    expect(await rung(number)).toEqual([open(1)]);
  });
  it('are of one lock or one seal in the database', async () => {
    await expect(
      api.owner.query(
        "insert into alarm (org_id, kind, severity, first_time, last_time) values ($1, 'rfid_failures', 'warning', now(), now())",
        [org],
      ),
    ).rejects.toThrow(/alarm_of/);
  });
});

describe('a task', () => {
  const task = async (number: string, action: 'unlock' | 'lock' = 'unlock') =>
    (await calls.ok(rfidTasks.add, { number, action, assignee_id: keeper.id, reason: 'goods leave' })).id;
  it('is not found by what a chip is on that went to others since, however many are on such', async () => {
    const number = await chip();
    const id = await task(number);
    await calls.ok(rfidTasks.cancel, { id, reason: 'goes on' });
    const theirs = await buildOrganisation(api.db);
    await api.owner.query(
      `alter table seal disable trigger user;
       insert into seal (org_id, series_id, medium, number, key, holder_id, holder_name, object)
       select org_id, series_id, medium, 'N' || n, 'N' || n, holder_id, holder_name, '粤Z·' || n from seal, generate_series(1, 501) n where number = '${number}';
       update seal set org_id = ${theirs}, holder_id = null, holder_name = '', object = '粤Z·0' where number = '${number}';
       alter table seal enable trigger user`,
    );
    expect((await calls.ok(rfidTasks.list, { keyword: number })).rows).toMatchObject([{ id, object: '' }]);
    expect((await calls.ok(rfidTasks.list, { keyword: '粤Z' })).rows).toEqual([]);
  });
  it('is done by the result that says so, and by no failure', async () => {
    const number = await chip();
    const id = await task(number);
    expect((await calls.ok(rfidField.tasks, {})).rows.map((one) => one.id)).toContain(id);
    await calls.ok(rfidField.record, told(number, 0, 0, { task: id, cause: 'asleep' }));
    expect(await calls.ok(rfidTasks.detail, { id })).toMatchObject({ state: 'open', failed: 1 });
    await calls.ok(rfidField.record, told(number, 1, 0, { task: id }));
    expect(await calls.ok(rfidTasks.detail, { id })).toMatchObject({
      ...{ state: 'done', rfid_state: 'open', ender: expect.stringContaining(keeper.loginName) },
    });
    expect((await calls.ok(rfidField.tasks, {})).rows.map((one) => one.id)).not.toContain(id);
    const late = await calls.call(rfidTasks.cancel, { id, reason: 'x' });
    expect(late.verify.sign).toBe('conflict');
    await expect(api.owner.query("update rfid_task set state = 'cancelled' where id = $1", [id])).rejects.toThrow(
      /once/,
    );
  });
  it('is of that chip and that action alone, and is called off with a reason', async () => {
    const [number, other] = [await chip(), await chip()];
    const id = await task(number);
    for (const wrong of [told(other, 1, 0, { task: id }), told(number, 7, 0, { task: id })])
      expect((await calls.call(rfidField.record, wrong)).verify.sign).toBe('validation');
    await calls.ok(rfidTasks.cancel, { id, reason: 'not today' });
    expect(await calls.ok(rfidTasks.detail, { id })).toMatchObject({ state: 'cancelled', cancel_reason: 'not today' });
  });
  it('is ended by nothing that was done before it was asked, nor once it is over, and what says so is kept', async () => {
    const number = await chip();
    const id = await task(number);
    const early = await calls.ok(rfidField.record, told(number, 1, 10, { task: id }));
    expect(early.task).toBe('early');
    expect(await calls.ok(rfidTasks.detail, { id })).toMatchObject({ state: 'open', failed: 0 });
    const both = [1, 2].map(() => calls.ok(rfidField.record, told(number, 1, 0, { task: id })));
    expect((await Promise.all(both)).map((one) => one.task).toSorted()).toEqual(['done', 'over']);
    expect((await calls.ok(rfidTasks.detail, { id })).ender_id).toBe(keeper.id);
    const other = await task(number);
    await calls.ok(rfidTasks.cancel, { id: other, reason: 'not today' });
    const over = told(number, 0, 0, { task: other });
    expect((await calls.ok(rfidField.record, over)).task).toBe('over');
    expect((await calls.ok(rfidField.record, over)).task).toBe('over');
    expect(await calls.ok(rfidTasks.detail, { id: other })).toMatchObject({ state: 'cancelled', failed: 0 });
    expect((await of(number))[0]).toMatchObject({ task_id: other, task_outcome: 'over' });
  });
  it('ends, and stays told, when its chip goes where nobody of those who asked sees it', async () => {
    const number = await chip();
    const id = await task(number);
    const stays = await task(await chip());
    const away = await buildOrganisation(api.db);
    await api.owner.query('update seal set org_id = $2 where number = $1', [number, away]);
    expect(await calls.ok(rfidTasks.detail, { id })).toMatchObject({
      ...{ id, number, state: 'moved', object: '' },
      ender: '',
    });
    expect((await calls.ok(rfidTasks.list, {})).rows.map((one) => one.id)).toContain(id);
    const open = (await calls.ok(rfidField.tasks, {})).rows.map((one) => one.id);
    expect(open).not.toContain(id);
    expect(open).toContain(stays);
    // what its handset tells of it all the same is not lost
    expect(await calls.ok(rfidField.record, told(number, 1, 0, { task: id }))).toMatchObject({
      known: false,
      task: 'over',
    });
    // below those who asked it goes on
    const below = await task(await chip());
    const child = await buildOrganisation(api.db, org);
    await api.owner.query('update seal set org_id = $2 where id = (select seal_id from rfid_task where id = $1)', [
      below,
      child,
    ]);
    expect(await calls.ok(rfidTasks.detail, { id: below })).toMatchObject({ state: 'open' });
  });
  it('of a chip that nobody knows is none', async () => {
    const unknown = { number: '99999999999998', action: 'lock', assignee_id: keeper.id, reason: 'x' } as const;
    expect(JSON.stringify((await calls.call(rfidTasks.add, unknown)).data)).toContain('Nobody knows this chip');
  });
});

describe('statistics', () => {
  it('count each result of a time, put failures together, and open the rows behind each number', async () => {
    const house = await buildOrganisation(api.db);
    const who = await buildOperator(api.db, house);
    const by = await api.signedIn(who);
    const clip = { kind_name: 'clip', iso_class: 'none', maker: '', certificate: '', reusable: true } as const;
    const { id: own } = await by.ok(sealKinds.add, clip);
    const [one, two] = ['77041100310001', '77041100310002'] as const;
    await by.ok(rfidSeals.add, { kind_id: own, holder_id: who.id, prefix: 'lot', numbers: [one, two] });
    await api.owner.query("update seal set create_time = now() - interval '1 day' where number = any($1)", [
      [one, two],
    ]);
    const place = { lat: 29.93, lon: 121.86, accuracy: 5 };
    for (const [read, result, more] of [
      [one, 7, place],
      [one, 6, { ...place, cause: 'misaligned' }],
      [one, 6, { ...place, cause: 'misaligned', reader: 'R-03' }],
      [one, 6, { ...place, cause: 'misaligned' }],
      [two, 0, { cause: 'card' }],
    ] as const)
      await by.ok(rfidField.record, told(read, result, 20, more));
    const time = {
      from: new Date(Date.now() - 3 * 3_600_000).toISOString(),
      to: new Date(Date.now() + 60_000).toISOString(),
    };
    const counted = await by.ok(rfidRecords.statistics, time);
    expect(counted.total).toBe(5);
    expect(counted.rows.filter(({ count }) => count > 0)).toEqual([
      { result: 0, count: 1 },
      { result: 6, count: 3 },
      { result: 7, count: 1 },
    ]);
    const causes = await by.ok(rfidRecords.failures, { ...time, by: 'cause' });
    expect(causes).toMatchObject({
      total: 4,
      groups: [
        { cause: 'misaligned', count: 3, locks: 1, reader: 'R-07', at_reader: 2, stuck: 1 },
        { cause: 'card', count: 1, stuck: 0 },
      ],
    });
    const locks = await by.ok(rfidRecords.failures, { ...time, by: 'lock' });
    expect(locks.groups.map(({ name, count }) => [name, count])).toEqual([
      [one, 3],
      [two, 1],
    ]);
    const persons = await by.ok(rfidRecords.failures, { ...time, by: 'person' });
    expect(persons.groups).toMatchObject([{ operator_id: who.id, count: 4 }]);
    const all = await by.ok(sealStatistics.list, { ...time, span: 'hour' });
    expect(all).toMatchObject({
      total: 5,
      outcomes: [
        { outcome: 'failed', count: 4 },
        { outcome: 'done', count: 1 },
      ],
      persons: [{ operator_id: who.id, count: 5 }],
      places: [
        { place: '299,1219', lat: 29.9, lon: 121.9, count: 4 },
        { place: 'none', lat: null, lon: null, count: 1 },
      ],
    });
    expect(all.times.reduce((n, { reader }) => n + reader, 0)).toBe(5);
    expect(all.times.reduce((n, { wrong }) => n + wrong, 0)).toBe(4);
    // each number has as many rows behind it
    for (const [filter, count] of [
      [{}, 5],
      [{ wrong: true }, 4],
      [{ place: 'none' }, 1],
      [{ place: '299,1219', outcome: 'failed' }, 3],
      [{ source: 'reader', what: 7 }, 1],
      [{ source: 'qr' }, 0],
      [{ operator_id: who.id }, 5],
    ] as const) {
      expect((await by.ok(sealStatistics.rows, { ...time, ...filter })).rows).toHaveLength(count);
      expect((await by.ok(sealStatistics.list, { ...time, ...filter })).total).toBe(count);
    }
    const first = (await by.ok(sealStatistics.rows, time)).rows;
    const { at, source, id } = first[1]!;
    const rest = await by.ok(sealStatistics.rows, { ...time, before: { at, source, id } });
    expect(rest.rows).toEqual(first.slice(2));
    const stranger = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
    expect((await stranger.ok(sealStatistics.list, time)).total).toBe(0);
  });
  it('know a place whole or not at all', async () => {
    const number = await chip();
    for (const half of [{ lat: 31.2 }, { lon: 121.5 }])
      expect((await calls.call(rfidField.record, told(number, 1, 0, half))).verify.sign).toBe('validation');
    const patrol = {
      medium: 'rfid' as const,
      read: number,
      key: randomUUID(),
      time: new Date().toISOString(),
      counter: 1,
    };
    expect((await calls.call(field.patrol, { ...patrol, lat: 31.2 })).verify.sign).toBe('validation');
    await expect(
      api.owner.query(
        `insert into rfid_record (org_id, number, result, expected, at, device_time, counter, late, operator_id, oper_name, idempotency_key, asked, lat)
         values ($1, '1', 1, true, now(), now(), 1, false, $2, '', 'half-place', '', 31.2)`,
        [org, keeper.id],
      ),
    ).rejects.toThrow(/rfid_record_place/);
    await expect(
      api.owner.query(
        `insert into seal_tally (org_id, start, source, what, outcome, operator_id, lat, oper_name, count)
         values ($1, now(), 'reader', 1, 'done', $2, 312, '', 1)`,
        [org, keeper.id],
      ),
    ).rejects.toThrow(/seal_tally_place/);
  });
  it('count and list by the same quarter hours', async () => {
    const house = await buildOrganisation(api.db);
    const by = await api.signedIn(await buildOperator(api.db, house));
    const quarter = 15 * 60_000;
    // a quarter hour that began a day ago, and times in and about it
    const begins = Math.floor(Date.now() / quarter) * quarter - 24 * 3_600_000;
    const at = (minutes: number) => new Date(begins + minutes * 60_000).toISOString();
    for (const minutes of [3, 8, 20, 29, 31])
      await by.ok(rfidField.record, { ...told('99999999999997', 1), time: at(minutes) });
    const window = { from: at(7), to: at(22) };
    const { rows } = await by.ok(sealStatistics.rows, window);
    expect(rows.map((row) => row.at)).toEqual([at(29), at(20)]);
    expect((await by.ok(sealStatistics.list, window)).total).toBe(2);
    expect((await by.ok(rfidRecords.statistics, window)).total).toBe(2);
  });
  it('count each once by the hour, also on the nights in which clocks are put forward and back', async () => {
    const house = await buildOrganisation(api.db);
    await api.owner.query("update organisation set time_zone = 'Europe/Berlin' where id = $1", [house]);
    const who = await buildOperator(api.db, house);
    const by = await api.signedIn(who);
    for (const [from, hours] of [
      ['2026-03-28T23:00:00.000Z', 23],
      ['2026-10-24T22:00:00.000Z', 25],
    ] as const) {
      const to = new Date(Date.parse(from) + hours * 3_600_000).toISOString();
      await api.owner.query(
        `insert into rfid_record (org_id, number, result, expected, at, device_time, counter, late, operator_id, oper_name, idempotency_key, asked)
         select $1, '99999999999997', 1, true, t, t, 1, false, $2, '', 'hour ' || t, ''
         from generate_series($3::timestamptz, $4::timestamptz - interval '1 second', interval '1 hour') t`,
        [house, who.id, from, to],
      );
      const { times, total, time_zone } = await by.ok(sealStatistics.list, { from, to, span: 'hour' });
      expect(time_zone).toBe('Europe/Berlin');
      expect({ total, each: times.map(({ reader }) => reader) }).toEqual({ total: hours, each: Array(hours).fill(1) });
    }
  });
  it('are paged as the same rows narrowed by hand, however few there are of a kind', async () => {
    const house = await buildOrganisation(api.db);
    const [one, two] = [await buildOperator(api.db, house), await buildOperator(api.db, house)];
    const by = await api.signedIn(one);
    // about thirty hours: some quarters of an hour have many, some none, and some moments more than one
    await api.owner.query(
      `insert into rfid_record (org_id, number, result, expected, at, device_time, counter, late, operator_id, oper_name, idempotency_key, asked, lat, lon)
       select $1, n::text, case when n % 7 = 0 then 6 when n % 11 = 0 then 3 else 1 + (n % 2) end, true, at, at, n, false,
         case when n % 5 = 0 then $3::bigint else $2 end, '', 'paged ' || n, '',
         case when n % 4 = 0 then null else 29.9 + (n % 3) * 0.1 end, case when n % 4 = 0 then null else 121.9 end
       from (select n, date_trunc('minute', now()) - interval '2 days' + (n * n % 1811) * interval '1 minute' as at from generate_series(1, 240) n) t`,
      [house, one.id, two.id],
    );
    const time = { from: new Date(Date.now() - 3 * 86_400_000).toISOString(), to: new Date().toISOString() };
    const walked = async (narrowing: object) => {
      const all: Awaited<ReturnType<typeof page>>['rows'] = [];
      const page = (more: object) => by.ok(sealStatistics.rows, { ...time, ...narrowing, ...more });
      for (;;) {
        const last = all.at(-1);
        const next = await page(last ? { before: { at: last.at, source: last.source, id: last.id } } : {});
        all.push(...next.rows);
        if (!next.more) return all;
      }
    };
    const whole = await walked({});
    expect(whole).toHaveLength(240);
    const placeOf = ({ lat, lon }: (typeof whole)[number]) =>
      lat === null || lon === null ? 'none' : `${Math.round(lat * 10)},${Math.round(lon * 10)}`;
    const nth = ({ number }: (typeof whole)[number]) => Number(number);
    const kinds: [object, (row: (typeof whole)[number]) => boolean][] = [
      [{ place: 'none' }, (row) => placeOf(row) === 'none'],
      [{ place: '299,1219' }, (row) => placeOf(row) === '299,1219'],
      [{ place: '1,1' }, () => false],
      [{ wrong: true }, ({ outcome }) => outcome !== 'done'],
      [{ wrong: false }, ({ outcome }) => outcome === 'done'],
      [{ outcome: 'failed', place: '301,1219' }, (row) => row.outcome === 'failed' && placeOf(row) === '301,1219'],
      [{ operator_id: two.id }, (row) => nth(row) % 5 === 0],
      [{ operator_id: two.id, wrong: true }, (row) => nth(row) % 5 === 0 && row.outcome !== 'done'],
      [{ source: 'reader', what: 3 }, ({ what }) => what === 3],
      [{ source: 'qr' }, () => false],
    ];
    for (const [narrowing, has] of kinds)
      expect(await walked(narrowing), JSON.stringify(narrowing)).toEqual(whole.filter(has));
  });
  it('look over a bounded time', async () => {
    const long = { from: '2026-01-01T00:00:00.000Z', to: '2026-06-01T00:00:00.000Z' };
    for (const call of [sealStatistics.list, sealStatistics.rows, rfidRecords.statistics] as const)
      expect((await calls.call(call, long)).verify.sign).toBe('validation');
    const hours = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-20T00:00:00.000Z', span: 'hour' as const };
    expect((await calls.call(sealStatistics.list, hours)).verify.sign).toBe('validation');
  });
});
