import { needsSomebody } from '@plomb/contract/alarms/severity';
import { calls } from '@plomb/contract/calls';
import { errors } from '@plomb/contract/errors';
import { fleetLocks } from '@plomb/contract/map/map';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltDevice, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';

const { alarms } = calls;
let api: TestApi;
let org: number;
let device: BuiltDevice;
let mine: Caller;
let colleague: Caller;
let stranger: Caller;
let colleagueId: number;

beforeAll(async () => {
  api = await startApi();
  stranger = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
});
afterAll(() => api.stop());
beforeEach(async () => {
  org = await buildOrganisation(api.db);
  device = await buildDevice(api.db, org);
  mine = await api.signedIn(await buildOperator(api.db, org));
  const other = await buildOperator(api.db, org);
  colleagueId = other.id;
  colleague = await api.signedIn(other);
});

const raise = async (
  kind: string,
  time = '2026-11-20T08:00:00Z',
  of = device,
  severity = 'warning',
): Promise<number> => {
  const { rows } = await api.db.query<{ id: number }>(
    `insert into alarm (device_id, org_id, kind, severity, first_time, last_time)
     select id, org_id, $2, $4, $3, $3 from device where id = $1 returning id`,
    [of.id, kind, time, severity],
  );
  return rows[0]!.id;
};
const idsOf = async (caller: Caller, filter: object): Promise<number[]> =>
  (await caller.ok(alarms.list, filter)).rows.map((row) => row.id);

describe('the list', () => {
  it('is narrowed by state, kind, device, time and words', async () => {
    const other = await buildDevice(api.db, org);
    const early = await raise('low_battery', '2026-11-01T00:00:00Z');
    const late = await raise('out_of_fence');
    const theirs = await raise('low_battery', '2026-11-20T08:00:00Z', other);
    await mine.ok(alarms.process, { id: early, hits: 1, result: 'handled', remark: '' });
    expect(await idsOf(mine, {})).toEqual([theirs, late, early]);
    expect(await idsOf(mine, { status: 'unprocessed' })).toEqual([late, theirs]);
    expect(await idsOf(mine, { status: 'processed' })).toEqual([early]);
    expect(await idsOf(mine, { kind: 'low_battery' })).toEqual([theirs, early]);
    expect(await idsOf(mine, { device_id: device.id })).toEqual([late, early]);
    expect(await idsOf(mine, { keyword: other.sn })).toEqual([theirs]);
    expect(await idsOf(mine, { keyword: '%' })).toEqual([]);
    expect(await idsOf(mine, { from: '2026-11-10T00:00:00Z' })).toEqual([theirs, late]);
    expect(await idsOf(mine, { to: '2026-11-10T00:00:00Z' })).toEqual([early]);
  });

  it('says of each alarm that its lock is lost, scrapped or in maintenance now', async () => {
    await raise('low_battery');
    const outs = async () => (await mine.ok(alarms.list, {})).rows.map((row) => row.out_of_use);
    expect(await outs()).toEqual([null]);
    await api.db.query('update device set lost = true where id = $1', [device.id]);
    expect(await outs()).toEqual(['lost']);
  });

  it('is read on from the last row, and counts what nobody has processed', async () => {
    const first = await raise('low_battery');
    const second = await raise('out_of_fence');
    const page = await mine.ok(alarms.list, { size: 1 });
    expect(page).toMatchObject({ rows: [{ id: second }], more: true, unprocessed: 2 });
    expect(await mine.ok(alarms.list, { size: 1, before: second })).toMatchObject({
      rows: [{ id: first }],
      more: false,
    });
  });

  it('of what nobody has processed puts the most severe first, then the longest waiting, on every page', async () => {
    const notice = await raise('state_gap', undefined, device, 'info');
    const battery = await raise('low_battery');
    const forced = await raise('illegal_unlocking', undefined, device, 'critical');
    const fence = await raise('out_of_fence');
    const opened = await raise('illegal_unlock', undefined, device, 'critical');
    // told late, and waiting longest all the same
    const jumped = await raise('implausible_jump', '2026-11-20T07:00:00Z');
    const order = [forced, opened, jumped, battery, fence, notice];
    expect(await idsOf(mine, { status: 'unprocessed' })).toEqual(order);
    const read: number[] = [];
    for (let more = true; more; ) {
      const before = read.at(-1);
      const page = await mine.ok(alarms.list, { status: 'unprocessed', size: 2, ...(before ? { before } : {}) });
      read.push(...page.rows.map((row) => row.id));
      more = page.more;
    }
    expect(read).toEqual(order);
  });

  it('by urgency puts what waits first, the most severe before all, then what is processed, on every page', async () => {
    const forced = await raise('illegal_unlocking', undefined, device, 'critical');
    const done = await raise('low_battery');
    await mine.ok(alarms.process, { id: done, hits: 1, result: 'handled', remark: '' });
    const battery = await raise('low_battery');
    const fence = await raise('out_of_fence');
    const closed = await raise('illegal_unlock', undefined, device, 'critical');
    await mine.ok(alarms.process, { id: closed, hits: 1, result: 'handled', remark: 'seen at the gate' });
    const order = [forced, battery, fence, closed, done];
    expect(await idsOf(mine, { order: 'urgency' })).toEqual(order);
    expect(await idsOf(mine, { order: 'urgency', status: 'processed' })).toEqual([closed, done]);
    for (const size of [1, 2, 3, 4]) {
      const read: number[] = [];
      for (let more = true; more; ) {
        const before = read.at(-1);
        const page = await mine.ok(alarms.list, { order: 'urgency', size, ...(before ? { before } : {}) });
        read.push(...page.rows.map((row) => row.id));
        more = page.more;
      }
      expect(read).toEqual(order);
    }
  });

  it('goes on where it stood though its last row was processed meanwhile, and passes none by', async () => {
    const kinds = ['illegal_unlocking', 'illegal_unlock', 'low_battery', 'out_of_fence', 'put_aside', 'state_gap'];
    const all: number[] = [];
    for (const kind of kinds) all.push(await raise(kind));
    const first = await mine.ok(alarms.list, { order: 'urgency', size: 2 });
    const last = first.rows.at(-1)!;
    await colleague.ok(alarms.process, { id: last.id, hits: 1, result: 'handled', remark: '' });
    const rest = await idsOf(mine, { order: 'urgency', before: last.id, stood: last.severity });
    expect(new Set([...first.rows.map((row) => row.id), ...rest])).toEqual(new Set(all));
    // and one that waited with another severity than it has now
    await api.db.query("update alarm set severity = 'critical' where id = $1", [all[2]]);
    expect(await idsOf(mine, { order: 'urgency', status: 'unprocessed', before: all[2], stood: 'warning' })).toEqual(
      all.slice(3),
    );
    expect(await idsOf(mine, { order: 'urgency', before: all[1], stood: 'processed' })).toEqual([]);
  });

  it('is counted as bell, map and dashboard count: what somebody has to deal with, and on how many locks', async () => {
    await raise('state_gap', undefined, device, 'info');
    await raise('low_battery');
    await raise('illegal_unlock', undefined, device, 'critical');
    const other = await buildDevice(api.db, org);
    const done = await raise('low_battery', undefined, other);
    await mine.ok(alarms.process, { id: done, hits: 1, result: 'handled', remark: '' });
    expect(await mine.ok(alarms.count, {})).toEqual({ unprocessed: 2, critical: 1, locks: 1, mute: null });
    expect((await mine.ok(alarms.list, {})).unprocessed).toBe(2);
    expect(await mine.ok(calls.dashboard.alarms, {})).toMatchObject({ unprocessed: 2, critical: 1, told_since: 1 });
    // what a connection said that has not proved to be the lock is an alarm, and no forced lock
    await api.db.query('update alarm set unproved = true where device_id = $1', [device.id]);
    expect(await mine.ok(calls.dashboard.alarms, {})).toMatchObject({ unprocessed: 2, critical: 1, told_since: 0 });
    await api.db.query('update alarm set unproved = false where device_id = $1', [device.id]);
    // a lock that still says it was forced is counted where that is: not a second time
    await api.db.query('update lock_state set lock_status = 3 where device_id = $1', [device.id]);
    expect((await mine.ok(calls.dashboard.alarms, {})).told_since).toBe(0);
    await api.db.query('update lock_state set lock_status = 255 where device_id = $1', [device.id]);
    expect(await stranger.ok(alarms.count, {})).toEqual({ unprocessed: 0, critical: 0, locks: 0, mute: null });
  });

  it('shows nobody else’s', async () => {
    await raise('low_battery');
    expect(await stranger.ok(alarms.list, {})).toEqual({ rows: [], more: false, unprocessed: 0 });
  });
});

describe('an alarm', () => {
  it('is taken by one person, who may take it again; processed, by nobody', async () => {
    const id = await raise('low_battery');
    await mine.ok(alarms.claim, { id });
    await mine.ok(alarms.claim, { id });
    expect((await colleague.call(alarms.claim, { id })).verify).toMatchObject({
      sign: 'conflict',
      desc: errors.alarmTaken.en,
    });
    // what somebody has is theirs; who deals with it takes it over first, which is written down
    const processed = { id, hits: 1, result: 'false_alarm', remark: '司机误报' } as const;
    expect((await colleague.call(alarms.process, processed)).verify.desc).toBe(errors.alarmTaken.en);
    await colleague.ok(alarms.handOver, { id, operator_id: colleagueId });
    await colleague.ok(alarms.process, processed);
    expect(await mine.ok(alarms.detail, { id })).toMatchObject({
      status: 'processed',
      result: 'false_alarm',
      remark: '司机误报',
      process_time: expect.any(String),
    });
    const closed = { sign: 'conflict', desc: errors.alarmProcessed.en };
    expect((await mine.call(alarms.claim, { id })).verify).toEqual(closed);
    expect((await mine.call(alarms.process, { id, hits: 1, result: 'handled', remark: '' })).verify).toEqual(closed);
    expect((await mine.ok(alarms.detail, { id })).result).toBe('false_alarm');
  });

  it('names who took and who processed it by their login names too, to those below who may not see them', async () => {
    const below = await buildOrganisation(api.db, org);
    const reader = await api.signedIn(await buildOperator(api.db, below));
    const id = await raise('low_battery', undefined, await buildDevice(api.db, below));
    const above = await buildOperator(api.db, org);
    const theirs = await api.signedIn(above);
    const who = [`Operator ${above.loginName}`, above.loginName];
    await theirs.ok(alarms.claim, { id });
    const taken = await reader.ok(alarms.detail, { id });
    expect([taken.owner, taken.owner_login]).toEqual(who);
    await theirs.ok(alarms.process, { id, hits: 1, result: 'handled', remark: '' });
    await api.db.query("update operator set oper_name = 'Administrator' where id = $1", [above.id]);
    const processed = await reader.ok(alarms.detail, { id });
    expect([processed.processor, processed.processor_login]).toEqual(who);
  });

  it('is processed as it was read: one that rang again meanwhile is read again first', async () => {
    const id = await raise('illegal_unlock', undefined, device, 'critical');
    await api.db.query('update alarm set hits = 2, last_time = now() where id = $1', [id]);
    const process = (hits: number) => mine.call(alarms.process, { id, hits, result: 'false_alarm', remark: 'a test' });
    expect((await process(1)).verify).toEqual({
      sign: 'conflict',
      desc: errors.alarmRangAgain.en.replace('{hits}', '2'),
    });
    expect(await mine.ok(alarms.detail, { id })).toMatchObject({ status: 'unprocessed', result: null, hits: 2 });
    expect((await process(2)).verify.sign).toBe('success');
  });

  it('is processed once, however many press at once', async () => {
    const id = await raise('low_battery');
    const replies = await Promise.all(
      [mine, colleague, mine, colleague].map((c) =>
        c.call(alarms.process, { id, hits: 1, result: 'handled', remark: '' }),
      ),
    );
    expect(replies.map((r) => r.verify.sign).sort()).toEqual([...Array(3).fill('conflict'), 'success']);
  });
});

describe('the file', () => {
  const columns = [
    { field: 'sn', title: 'Serial number' },
    { field: 'kind', title: 'Alarm', words: { low_battery: 'Low battery' } },
    { field: 'first_time', title: 'Since' },
  ];
  const fileOf = async (caller: Caller, filter: object) => {
    const { url } = await caller.ok(alarms.export, { format: 'csv', timeZone: 'Asia/Shanghai', columns, ...filter });
    const { body } = await api.app.inject({ url, headers: { authorization: caller.token } });
    return body
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n');
  };

  it('holds what the list shows, in words and in the reader’s time, and of nobody else', async () => {
    const id = await raise('low_battery');
    await raise('out_of_fence');
    const line = `"${device.sn}","Low battery","2026-11-20 16:00:00"`;
    expect(await fileOf(mine, { kind: 'low_battery' })).toEqual(['"Serial number","Alarm","Since"', line]);
    expect(await fileOf(mine, { ids: [id] })).toHaveLength(2);
    expect(await fileOf(stranger, { ids: [id] })).toHaveLength(1);
  });

  it('says how a card stood to its rule', async () => {
    const id = await raise('card_outside_area');
    await api.owner.query(
      `with e as (insert into lock_event (device_id, org_id, device_time, receive_time, at, serial, hash, code, lst, ls_before, ls_after, fault, replay, quality, swipe)
         select id, org_id, now(), now(), now(), 1, 1, '1', 1, 1, 0, 0, false, 'direct', $2 from device where id = $1 returning id)
       update alarm set event_id = e.id from e where alarm.id = $3`,
      [device.id, { verdict: 'outside', doubt: 'untold', rule_id: 1, rule_name: 'Yard', area: '' }, id],
    );
    const { url } = await mine.ok(alarms.export, {
      ...{ format: 'csv', timeZone: 'UTC', ids: [id] },
      columns: ['swipe_verdict', 'swipe_doubt', 'swipe_rule'].map((field) => ({ field, title: field })),
    });
    const { body } = await api.app.inject({ url, headers: { authorization: mine.token } });
    expect(body.trim().split('\r\n')[1]).toBe('"outside","untold","Yard"');
  });

  it('holds them in the order the list has them', async () => {
    const done = await raise('put_aside');
    await mine.ok(alarms.process, { id: done, hits: 1, result: 'handled', remark: '' });
    await raise('low_battery');
    await raise('illegal_unlock', undefined, device, 'critical');
    await raise('out_of_fence');
    const listed = (await mine.ok(alarms.list, { order: 'urgency' })).rows.map((row) => row.kind);
    expect(listed).toEqual(['illegal_unlock', 'low_battery', 'out_of_fence', 'put_aside']);
    const file = (await fileOf(mine, {})).slice(1).map((line) => line.split(',')[1]);
    expect(file).toEqual(['"illegal_unlock"', '"Low battery"', '"out_of_fence"', '"put_aside"']);
  });
});

describe('what somebody has to deal with', () => {
  it('is one number for bell, queue, list and first page, and as many locks on the map as the bell says', async () => {
    const other = await buildDevice(api.db, org);
    await raise('illegal_unlock', undefined, device, 'critical');
    await raise('out_of_fence');
    await raise('low_battery', undefined, other, 'warning');
    // mere notices, and what was dealt with, are not among them
    await raise('state_gap', undefined, await buildDevice(api.db, org), 'info');
    await mine.ok(alarms.process, {
      ...{ id: await raise('wrong_password', undefined, other), hits: 1 },
      ...{ result: 'handled', remark: '' },
    });
    const bell = await mine.ok(alarms.count, {});
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const queue = await mine.ok(alarms.tally, { since });
    const list = await mine.ok(alarms.list, {});
    const first = await mine.ok(calls.dashboard.alarms, {});
    expect([bell.unprocessed, queue.all, list.unprocessed, first.unprocessed]).toEqual([3, 3, 3, 3]);
    expect([bell.critical, first.critical]).toEqual([1, 1]);
    const onMap = fleetLocks(await mine.ok(calls.map.locks, { size: 100 })).filter((lock) =>
      needsSomebody(lock.alarm_severity),
    );
    expect([bell.locks, onMap.length]).toEqual([2, 2]);
    // a disabled lock is on no map; what it rang is still somebody's to deal with
    await api.db.query('update device set status = 2 where id = $1', [other.id]);
    const after = await mine.ok(alarms.count, {});
    const shown = fleetLocks(await mine.ok(calls.map.locks, { size: 100 })).filter((lock) =>
      needsSomebody(lock.alarm_severity),
    );
    expect([after.unprocessed, (await mine.ok(alarms.tally, { since })).all]).toEqual([3, 3]);
    expect((await mine.ok(calls.dashboard.alarms, {})).unprocessed).toBe(3);
    expect([after.locks, shown.length]).toEqual([1, 1]);
  });
});
