import { alarms } from '@plomb/contract/alarms/alarms';
import { logisticsCalls } from '@plomb/contract/logistics/domain';
import { type Limits, noLimits, usualLimits } from '@plomb/contract/logistics/limits';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { maintainPartitions } from '../../ingest/partitions.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { buildBatches, destination, start, stop } from '../../testing/batches.ts';
import { type BuiltDevice, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import { watchLimits } from './watch.ts';
import { followWords } from './words.ts';

const { logisticsBatches } = logisticsCalls;
let api: TestApi;
let batches: Awaited<ReturnType<typeof buildBatches>>;
let calls: Awaited<ReturnType<typeof buildBatches>>['calls'];
let lock: BuiltDevice;

beforeAll(async () => {
  api = await startApi();
  await maintainPartitions(api.owner, { now: Date.now(), retentionDays: 30 });
  batches = await buildBatches(api);
  calls = batches.calls;
});
afterAll(() => api.stop());
beforeEach(async () => {
  lock = await buildDevice(api.db, batches.org);
});

const limits: Limits = {
  off_route: { metres: 1000, minutes: 5, line: [] },
  long_stop: { minutes: 20 },
  lock_silent: { minutes: 30 },
};
const pass = () => watchLimits(api.db as unknown as Pool);
/** On the road since two hours. */
const onTheRoad = async (of: Limits | 'usual' = limits, more: object = {}): Promise<number> => {
  const { id } = await batches.planned([batches.lockOf(lock)], { ...(of !== 'usual' && { limits: of }), ...more });
  await batches.says(lock, [0, 2], { ago: 120 });
  await followWords(api.db as unknown as Pool);
  return id;
};
/** The newest place of the lock, so many minutes ago; heard now unless it says otherwise. */
const stands = async (lon: number, lat: number, ago = 0, heard = 0): Promise<void> => {
  await api.owner.query(
    `update lock_state set lon = $2, lat = $3, place_time = now() - make_interval(mins => $4), receive_time = now() - make_interval(mins => $5)
     where device_id = $1`,
    [lock.id, lon, lat, ago, heard],
  );
};
/** What was seen so many minutes ago is looked at then. */
const seen = async (lon: number, lat: number, ago = 0, heard = 0): Promise<void> => {
  await stands(lon, lat, ago, heard);
  await pass();
};
/** Somebody listens to locks since so many minutes. */
const listening = (since: number) =>
  api.owner.query(
    `insert into process (id, host, pid, roles, start_time, seen_time)
     values ('listener', 'x', 1, '{gateway}', now() - make_interval(mins => $1), now() + interval '1 hour')
     on conflict (id) do update set start_time = excluded.start_time`,
    [since],
  );
const rung = async () =>
  (await calls.ok(alarms.list, { device_id: lock.id, size: 20 })).rows
    .map(({ kind, status }) => `${kind} ${status}`)
    .sort();
const [off, near] = [30.2, 30];

describe('a batch on the road', () => {
  it('rings once while it is off its route, names itself, is abnormal for ever, and ends by itself', async () => {
    const id = await onTheRoad();
    await seen(121.5, off, 9);
    await seen(121.49, off, 6);
    expect(await rung()).toEqual([]);
    await seen(121.48, off, 3);
    const { serial, plate } = await batches.seen(id);
    // since it was seen there first, and not since it rang
    const beyond = async () => (await calls.ok(logisticsBatches.detail, { id })).beyond;
    const [run, ...more] = await beyond();
    expect([run, more]).toMatchObject([{ device_id: lock.id, kind: 'off_route' }, []]);
    const { rows } = await calls.ok(alarms.list, { device_id: lock.id, size: 20 });
    expect(rows).toMatchObject([
      { kind: 'off_route', status: 'unprocessed', batch: { id, serial, plate }, lat: off, hits: 1 },
    ]);
    expect(Date.parse(rows[0]!.first_time) - Date.parse(run!.since)).toBeGreaterThanOrEqual(5 * 60_000);
    await seen(121.47, off, 2);
    await seen(121.46, off, 1);
    expect(await rung()).toEqual(['off_route unprocessed']);
    expect(await batches.seen(id)).toMatchObject({ abnormal: true, abnormal_info: 'off_route' });
    expect(await batches.stepsOf(id)).toEqual(['0', '5 off_route']);
    await seen(121.45, near, 0);
    expect(await rung()).toEqual(['off_route processed']);
    expect(await beyond()).toEqual([]);
    const journey = await batches.judged(id);
    expect(journey.verdict).toBe('gap');
    expect(journey.reasons).toContain('off_route valves');
  });
  it('rings no run again that somebody has closed, and the next one anew', async () => {
    await onTheRoad();
    await seen(121.5, off, 16);
    await seen(121.49, off, 4);
    await api.owner.query("update alarm set process_time = now(), result = 'driver' where device_id = $1", [lock.id]);
    await seen(121.48, off, 3);
    expect(await rung()).toEqual(['off_route processed']);
    await seen(121.48, near, 2);
    await api.owner.query(
      "update batch_watch set state = jsonb_set(state, '{at}', to_jsonb(extract(epoch from now() - interval '20 minutes') * 1000)), place_time = now() - interval '20 minutes'",
    );
    await seen(121.47, off, 8);
    await seen(121.46, off, 1);
    expect(await rung()).toEqual(['off_route processed', 'off_route unprocessed']);
  });
  it('that stands where nothing is planned rings, and none that stands at a stop', async () => {
    const id = await onTheRoad();
    await seen(121.5, near, 24);
    await seen(121.5001, near, 1);
    expect(await rung()).toEqual(['long_stop unprocessed']);
    expect(await batches.judged(id)).toMatchObject({ verdict: 'gap' });
    lock = await buildDevice(api.db, batches.org);
    await onTheRoad(limits, { stops: [{ ...stop, plan_time: null, patrol: false }] });
    await seen(stop.lon, stop.lat, 24);
    await seen(stop.lon, stop.lat, 1);
    expect(await rung()).toEqual([]);
  });
  it('whose lock is silent for longer than it may rings until it is heard', async () => {
    await listening(120);
    const id = await onTheRoad();
    await seen(121.5, near, 20, 20);
    expect(await rung()).toEqual([]);
    await api.owner.query(
      `update device_type set report_interval = 60, sleep_interval = 60 where id = (select device_type_id from device where id = $1)`,
      [lock.id],
    );
    await seen(121.5, near, 31, 31);
    expect(await rung()).toEqual(['lock_silent unprocessed']);
    expect(await batches.seen(id)).toMatchObject({ abnormal_info: 'lock_silent' });
    await pass();
    expect(await rung()).toEqual(['lock_silent unprocessed']);
    await seen(121.49, near, 0, 0);
    expect(await rung()).toEqual(['lock_silent processed']);
  });
  it('is not silent for as long as nobody listened', async () => {
    await listening(29);
    await onTheRoad();
    await api.owner.query(
      `update device_type set report_interval = 60, sleep_interval = 60 where id = (select device_type_id from device where id = $1)`,
      [lock.id],
    );
    await seen(121.5, near, 100, 100);
    expect(await rung()).toEqual([]);
    await listening(31);
    await pass();
    expect(await rung()).toEqual(['lock_silent unprocessed']);
    // what rang is not heard by that somebody began to listen anew
    await listening(1);
    await pass();
    expect(await rung()).toEqual(['lock_silent unprocessed']);
  });
  it('rings no more where two amended it to where it stands', async () => {
    const id = await onTheRoad();
    await seen(121.5, off, 30);
    await seen(121.5, off, 4);
    expect(await rung()).toEqual(['long_stop unprocessed', 'off_route unprocessed']);
    const { carrier, driver, plan_start, plan_end } = await batches.seen(id);
    await calls.ok(logisticsBatches.amend, {
      ...{ id, carrier, driver, plan_start, plan_end, start, end: destination, destination, reason: 'works' },
      stops: [{ ...stop, id: 'yard', lat: off, lon: 121.5, plan_time: null, patrol: false }],
      ...(await batches.beside(logisticsBatches.amend.path)),
    });
    await pass();
    expect(await rung()).toEqual(['long_stop processed', 'off_route processed']);
  });
  it('keeps what rang from a pass that began earlier and keeps later', async () => {
    const id = await onTheRoad();
    await seen(121.5, off, 9);
    await stands(121.49, off, 6);
    const slow = {
      connect: () => api.db.connect(),
      async query(text: string, values?: unknown[]) {
        if (text.startsWith('insert into batch_watch')) await seen(121.48, off, 3);
        return api.db.query(text, values);
      },
    };
    await watchLimits(slow as unknown as Pool);
    await seen(121.47, off, 2);
    expect(await rung()).toEqual(['off_route unprocessed']);
    expect(await batches.stepsOf(id)).toEqual(['0', '5 off_route']);
  });
  it('rings nothing of what is told late, of one place alone, nor of what is switched off', async () => {
    await onTheRoad();
    await seen(121.5, off, 40);
    await seen(121.49, off, 20);
    expect(await rung()).toEqual([]);
    await seen(121.48, near, 10);
    await seen(125, 40, 0);
    expect(await rung()).toEqual([]);
    lock = await buildDevice(api.db, batches.org);
    await onTheRoad(noLimits);
    await seen(121.5, off, 20);
    await seen(121.5, off, 1);
    expect(await rung()).toEqual([]);
    const { rows } = await api.owner.query('select from batch_watch where device_id = $1', [lock.id]);
    expect(rows).toEqual([]);
  });
  it('rings no more once it has ended, and is watched no more', async () => {
    const id = await onTheRoad();
    await seen(121.5, off, 16);
    await seen(121.49, off, 1);
    expect(await rung()).toEqual(['off_route unprocessed']);
    await calls.ok(logisticsBatches.force, { id, reason: 'broke down' });
    await pass();
    expect(await rung()).toEqual(['off_route processed']);
    expect((await api.owner.query('select from batch_watch where batch_id = $1', [id])).rows).toEqual([]);
  });
  it('is rung once by two who look at once', async () => {
    const id = await onTheRoad();
    await seen(121.5, off, 16);
    await stands(121.49, off, 1);
    await Promise.all([pass(), pass()]);
    expect(await rung()).toEqual(['off_route unprocessed']);
    expect(await batches.stepsOf(id)).toEqual(['0', '5 off_route']);
  });
  it('is a gap by what was told late, though nothing rang', async () => {
    const id = await onTheRoad();
    await batches.reports(lock, 119, 0, { north: 0.2 });
    expect((await batches.judged(id)).reasons).toContain('off_route valves');
    expect(await rung()).toEqual([]);
  });
});

describe('limits of a plan', () => {
  it('are those of the product, of the nearest organisation that says any, or what the plan says', async () => {
    const below = await buildOrganisation(api.db, batches.org);
    const there = await api.signedIn(await buildOperator(api.db, below));
    expect(await calls.ok(logisticsBatches.limits, {})).toEqual({
      limits: usualLimits,
      from: 'product',
      from_org_name: '',
    });
    const first = await onTheRoad('usual');
    expect((await batches.seen(first)).limits).toEqual(usualLimits);
    await calls.ok(logisticsBatches.setLimits, { limits });
    expect(await there.ok(logisticsBatches.limits, {})).toMatchObject({ limits, from: 'above', from_org_name: '' });
    lock = await buildDevice(api.db, batches.org);
    expect((await batches.seen(await onTheRoad('usual'))).limits).toEqual(limits);
    // what is planned already stays as it was
    expect((await batches.seen(first)).limits).toEqual(usualLimits);
    await calls.ok(logisticsBatches.setLimits, { limits: null });
    expect(await calls.ok(logisticsBatches.limits, {})).toMatchObject({ from: 'product' });
  });
  it('are changed on the road by two, and by the amendment alone', async () => {
    const id = await onTheRoad();
    const { carrier, driver, plan_start, plan_end, stops } = await batches.seen(id);
    const route = {
      id,
      carrier,
      driver,
      plan_start,
      plan_end,
      start,
      end: destination,
      destination,
      stops,
      reason: 'detour',
    };
    const alone = await calls.call(logisticsBatches.amend, { ...route, limits: noLimits });
    expect(JSON.stringify(alone)).toContain('two people');
    // nothing is off the route within its start and its end, either
    for (const wider of [{ start: { ...start, radius: 50_000 } }, { end: { ...destination, radius: 50_000 } }])
      expect(JSON.stringify(await calls.call(logisticsBatches.amend, { ...route, ...wider }))).toContain('two people');
    await calls.ok(logisticsBatches.amend, { ...route, driver: 'Qian Hai', limits });
    await calls.ok(logisticsBatches.amend, {
      ...route,
      limits: noLimits,
      ...(await batches.beside(logisticsBatches.amend.path)),
    });
    expect((await batches.seen(id)).limits).toEqual(noLimits);
    for (const column of ['limits', 'start_place', 'end_place'])
      await expect(
        api.owner.query(`update logistics_batch set ${column} = '{}' where id = $1`, [id]),
      ).rejects.toMatchObject({ constraint: 'batch_amend_two' });
  });
});
