import { calls } from '@plomb/contract/calls';
import type { LockReport } from '@plomb/contract/lock/report';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maintainPartitions } from '../../ingest/partitions.ts';
import { aReport } from '../../ingest/testing/reports.ts';
import { openIngest } from '../../ingest/writer.ts';
import { stateCode } from '../../lock/state.ts';
import { kyselyOn } from '../../platform/postgres/kysely.ts';
import { scoped } from '../../platform/postgres/transaction.ts';
import type { Tables } from '../../platform/serve.ts';
import { adminPassword, startApi, type TestApi } from '../../testing/api.ts';
import { buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { fleetCounts, openFleetCounting } from './fleet.ts';
import { addUpReports } from './reportHours.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let api: TestApi;
let orgs: [number, number];
beforeAll(async () => {
  api = await startApi();
  orgs = [await buildOrganisation(api.db), await buildOrganisation(api.db)];
  for (let i = 0; i < 12; i++) await buildDevice(api.db, orgs[i % 3 === 0 ? 0 : 1]!, i % 2 === 0 ? 'hhd' : 'jt701');
  await api.db.query(`update lock_state set lock_status = (array[0, 1, 2, 3, 255])[1 + device_id % 5],
    receive_time = now() - make_interval(mins => (device_id * 1000 % 200)::int)`);
});
afterAll(() => api.stop());

/** What an operator of these organisations is told, where more than `atOnce` devices are not counted at each look. */
const told = (orgIds: number[], atOnce: number) =>
  scoped(api.pools.app, orgIds, (client) => fleetCounts(kyselyOn<Tables>(client), atOnce));

it('a large fleet is told from the last count, with its age, as if it were counted now', async () => {
  const exact = await told(orgs, 100);
  expect(exact).toMatchObject({ devices: 12, age: 0 });
  expect(await told(orgs, 3)).toEqual(exact); // nobody counted yet: better late than nothing
  await openFleetCounting(api.db, 3)();
  for (const sight of [orgs, [orgs[0]], [orgs[1]]]) {
    const { age, ...kept } = await told(sight, 3);
    const { age: none, ...now } = await told(sight, 100);
    expect(kept).toEqual(now);
    expect(none).toBe(0);
    expect(age).toBeGreaterThanOrEqual(0);
  }
});

it('tells how many states rest on less than the lock’s own fresh word, as the contract judges each', async () => {
  const rows = await api.db.query<{ status: number; lock_state: string }>(
    `select s.lock_status as status, ${stateCode} as lock_state from device d join device_type t on t.id = d.device_type_id
       join lock_state s on s.device_id = d.id join device_connection c on c.device_id = d.id`,
  );
  const with_ = (what: string, status: number) =>
    rows.rows.filter((row) => row.status === status && row.lock_state.includes(what)).length;
  const exact = await told(orgs, 100);
  expect(exact.held).toBe(with_('held', 2));
  expect([exact.stale0, exact.stale1, exact.stale2, exact.stale3]).toEqual([0, 1, 2, 3].map((s) => with_('stale', s)));
  expect(exact.held).toBeGreaterThan(0);
  expect(exact.stale0 + exact.stale1 + exact.stale2 + exact.stale3).toBeGreaterThan(0);
  const admin = await api.signedIn({ loginName: 'admin', password: adminPassword });
  expect(await admin.ok(calls.dashboard.fleet, {})).toMatchObject({
    held: exact.held,
    last_known: { sealedLocked: exact.stale2, abnormal: exact.stale3 },
  });
});

const inUse = { status: 1, device_state: 'in_use' } as const;
it('each number of the fleet is the total of the list it opens, with disabled, scrapped and retired ones about', async () => {
  const org = await buildOrganisation(api.db);
  for (let i = 0; i < 24; i++) await buildDevice(api.db, org, i % 2 === 0 ? 'hhd' : 'jt701');
  await api.db.query(
    `with n as (select id, row_number() over (order by id) as n from device where org_id = $1)
     update lock_state s set lock_status = (array[2, 2, 0, 1, 2, 3, 255])[1 + n % 7], electric = nullif(n * 4, 40),
       receive_time = case when n <> 7 then now() - make_interval(mins => (n * n * 3)::int) end
     from n where n.id = s.device_id`,
    [org],
  );
  await api.db.query(
    `with n as (select id, row_number() over (order by id) as n from device where org_id = $1)
     update device d set status = case when n % 6 = 0 then 2 else 1 end,
       device_state = case when n % 8 = 1 then 'maintenance' else 'in_use' end,
       retired_time = case when n = 24 then now() end from n where n.id = d.id`,
    [org],
  );
  // of those that left their fence: with nobody yet, a notice, dealt with, and that of whoever had the lock before
  await api.db.query(
    `with n as (select id, org_id, row_number() over (order by id) as n from device where org_id = $1)
     insert into alarm (device_id, org_id, kind, severity, first_time, last_time, process_time)
     select id, case when n % 7 = 4 then $2 else org_id end, 'out_of_fence',
       case when n % 14 = 7 then 'info' else 'warning' end, now() - make_interval(mins => (n * n)::int), now(),
       case when n = 14 then now() end
     from n`,
    [org, orgs[0]],
  );
  const who = await api.signedIn(await buildOperator(api.db, org));
  const fleet = await who.ok(calls.dashboard.fleet, {});
  const total = async (filter: object) => (await who.ok(calls.devices.list, filter)).total;
  const { lock, connection, heard, off_route, silent, battery } = fleet;
  const told = { ...lock, ...connection, ...heard, all: fleet.devices, on: fleet.enabled };
  const lists = {
    unsealedLocked: { lock_status: 0 },
    unsealedOpen: { lock_status: 1 },
    sealedLocked: { lock_status: 2 },
    abnormal: { lock_status: 3 },
    initial: { lock_status: 255 },
    ...Object.fromEntries(Object.keys(connection).map((name) => [name, { connection: name }])),
    ...Object.fromEntries(Object.keys(heard).map((name) => [name, { heard: name }])),
    all: {},
    on: { status: 1 },
    off_route: { ...inUse, lock_status: 2, astray: 'off_route' },
    silent: { ...inUse, lock_status: 2, astray: 'silent' },
    astray: { ...inUse, lock_status: 2, astray: ['off_route', 'silent'] },
    low: { ...inUse, low_battery: true },
    lowSealed: { ...inUse, low_battery: true, lock_status: 2 },
  };
  const behind = await Promise.all(Object.entries(lists).map(async ([name, list]) => [name, await total(list)]));
  const astray = off_route.count + silent.count;
  expect({
    ...told,
    off_route: off_route.count,
    silent: silent.count,
    astray,
    low: battery.count,
    lowSealed: battery.sealed,
  }).toEqual(Object.fromEntries(behind));
  expect([off_route.count, silent.count, battery.count, battery.sealed].every((n) => n > 0 && n < fleet.devices)).toBe(
    true,
  );
  const gone = off_route.rows.map(({ left_time }) => left_time);
  expect(gone).toEqual(gone.toSorted());
  expect([off_route.rows.length, silent.rows.length, battery.rows.length]).toEqual([
    off_route.count,
    3,
    Math.min(3, battery.count),
  ]);

  // the first of them stand in their order, those of a fleet that is counted ahead too
  expect(silent.rows[0]).toMatchObject({ lock_status: 2, connection: 'offline', seen_time: null });
  const levels = battery.rows.map(({ electric }) => electric ?? 100);
  expect(levels).toEqual(levels.toSorted((a, b) => a - b));
  await openFleetCounting(api.db, 3)();
  const ahead = await scoped(api.pools.app, [org], (client) => fleetCounts(kyselyOn<Tables>(client), 3));
  expect(ahead.longest_off_route).toEqual(off_route.rows.map(({ id }) => id));
  expect(ahead.longest_silent.slice(0, 3)).toEqual(silent.rows.map(({ id }) => id));
  expect(ahead.emptiest).toEqual(battery.rows.map(({ id }) => id));
  await api.db.query('update device set status = 2, retired_time = now() where org_id = $1', [org]);
});

it('follows the fleet at the next count, down to nothing', async () => {
  await api.db.query('update device set org_id = $1', [orgs[1]]);
  await api.db.query("update fleet_count set count_time = now() - interval '1 minute'");
  expect((await told(orgs, 3)).age).toBeGreaterThanOrEqual(60_000);
  await openFleetCounting(api.db, 3)();
  const { rows } = await api.db.query(
    'select org_id, devices from fleet_count where org_id = any($1) order by org_id',
    [orgs],
  );
  expect(rows).toEqual([
    { org_id: orgs[0], devices: 0 },
    { org_id: orgs[1], devices: 12 },
  ]);
});

it('counts nothing ahead for a fleet that is counted at each look', async () => {
  await api.db.query('delete from fleet_count');
  await openFleetCounting(api.db, 100)();
  expect((await api.db.query('select from fleet_count')).rowCount).toBe(0);
  const admin = await api.signedIn({ loginName: 'admin', password: adminPassword });
  expect(await admin.ok(calls.dashboard.fleet, {})).toMatchObject({ devices: 12, counted_ms_ago: 0 });
});

describe('what needs somebody', () => {
  let org: number;
  let mine: Caller;
  let stranger: Caller;
  let lock: { id: number; sn: string };
  beforeAll(async () => {
    org = await buildOrganisation(api.db);
    const other = await buildOrganisation(api.db);
    [mine, stranger] = [
      await api.signedIn(await buildOperator(api.db, org)),
      await api.signedIn(await buildOperator(api.db, other)),
    ];
    lock = await buildDevice(api.db, org);
  });

  it('orders of unknown outcome are those the queue wants looked at, the oldest first, and nobody else’s', async () => {
    const second = await buildDevice(api.db, org);
    const who = await buildOperator(api.db, org);
    const order = async (device: number, hours: number, state = 'uncertain', kind = 'unseal') =>
      (
        await api.db.query<{ id: number }>(
          `insert into command (device_id, org_id, kind, physical, idempotency_key, operator_id, oper_name, expire_time, state, create_time)
           values ($1, $2, $3, true, 'an order of a test ' || random(), $4, 'x', now(), $5, now() - make_interval(hours => $6)) returning id`,
          [device, org, kind, who.id, state, hours],
        )
      ).rows[0]!.id;
    await order(lock.id, 1, 'expired');
    await order(lock.id, 1, 'uncertain', 'query_version');
    const found = [await order(second.id, 50), await order(lock.id, 3), await order(second.id, 2)];
    await order(lock.id, 1);
    const told = await mine.ok(calls.dashboard.orders, {});
    expect([told.count, told.rows.map(({ id }) => id)]).toEqual([4, found]);
    expect((await mine.ok(calls.orderQueue.list, { needs_person: true })).rows).toHaveLength(told.count);
    expect(told.rows[1]).toMatchObject({ sn: lock.sn, kind: 'unseal' });
    expect(await stranger.ok(calls.dashboard.orders, {})).toEqual({ count: 0, rows: [] });
  });

  it('alarms stand by severity, then age; a notice and one that was processed are none', async () => {
    const alarm = async (kind: string, severity: string, minutes: number, done = false) =>
      (
        await api.db.query<{ id: number }>(
          `insert into alarm (device_id, org_id, kind, severity, first_time, last_time, lon, lat, process_time, result)
           values ($1, $2, $3, $4, now() - make_interval(mins => $5), now(), 120, 30, case when $6 then now() end,
             case when $6 then 'handled' end) returning id`,
          [lock.id, org, kind, severity, minutes, done],
        )
      ).rows[0]!.id;
    const young = await alarm('low_battery', 'warning', 9);
    const old = await alarm('lock_fault', 'warning', 40);
    const forced = await alarm('illegal_unlock', 'critical', 2);
    await alarm('wrong_password', 'warning', 5);
    await alarm('state_gap', 'info', 500);
    await alarm('illegal_unlocking', 'critical', 600, true);
    const told = await mine.ok(calls.dashboard.alarms, {});
    expect([told.unprocessed, told.critical, told.rows.map(({ id }) => id)]).toEqual([4, 1, [forced, old, young]]);
    expect(told.oldest_time).toBe(told.rows[1]!.first_time);
    expect(told.unprocessed).toBe((await mine.ok(calls.alarms.count, {})).unprocessed);
    expect(told.places).toHaveLength(4);
    expect(await stranger.ok(calls.dashboard.alarms, {})).toEqual({
      ...{ unprocessed: 0, critical: 0, told_since: 0, oldest_time: null },
      ...{ rows: [], places: [] },
    });
  });

  it('a day has the alarms that began in it, and the seals and openings of the log, by the clocks of who asks', async () => {
    const now = Date.now();
    const days = Array.from({ length: 14 }, (_, at) => new Date(now - (13 - at) * DAY - HOUR).toISOString());
    const alarms = await mine.ok(calls.dashboard.alarmDays, { days });
    expect(alarms.days.at(-1)).toEqual({ from: days[13], total: 4, illegal: 1 });
    expect(alarms.days.slice(0, -1).reduce((sum, { total }) => sum + total, 0)).toBe(2);
    const event = (days: number, lst: number, before: number, after: number, counts = true) =>
      api.db.query(
        `insert into lock_event (device_id, org_id, device_time, receive_time, at, serial, hash, code, lst, lso, ls_before,
           ls_after, fault, replay, quality, counts)
         values ($1, $2, now() - make_interval(days => $3), now(), now() - make_interval(days => $3), (random() * 1e9)::int,
           (random() * 1e9)::int, 'c', $4, 1, $5, $6, 0, false, 'direct', $7)`,
        [lock.id, org, days, lst, before, after, counts],
      );
    await event(0, 2, 0, 2);
    await event(0, 2, 0, 2, false); // rang, and moved nothing
    await event(2, 2, 0, 2);
    await event(2, 1, 2, 0);
    await event(3, 1, 2, 0);
    await event(40, 1, 2, 0);
    const seals = await mine.ok(calls.dashboard.sealDays, { days });
    expect(seals.days.slice(-4).map(({ sealed, opened }) => [sealed, opened])).toEqual([
      [0, 1],
      [1, 1],
      [0, 0],
      [1, 0],
    ]);
    const log = await mine.ok(calls.openings.summary, { days: days.slice(-7) });
    expect(seals.days.slice(-7).map(({ from, opened, ways }) => ({ from, total: opened, ways }))).toEqual(
      log.days.map(({ from, total, ways }) => ({ from, total, ways })),
    );
    expect((await stranger.ok(calls.dashboard.sealDays, { days })).days.every((d) => d.sealed + d.opened === 0)).toBe(
      true,
    );
    expect((await stranger.ok(calls.dashboard.alarmDays, { days })).days.every(({ total }) => total === 0)).toBe(true);
    const long = days.map((day) => new Date(Date.parse(day) - 400 * DAY).toISOString());
    for (const call of [calls.dashboard.alarmDays, calls.dashboard.sealDays])
      expect((await mine.call(call, { days: long })).verify.sign).not.toBe('success');
  });

  it('reports are counted once, in the hour of their lock’s own time, for whoever had the lock then', async () => {
    await maintainPartitions(api.owner, { now: Date.now(), retentionDays: 30 });
    const [device, other] = [await buildDevice(api.db, org), await buildDevice(api.db, org)];
    const ingest = openIngest({ pool: api.pools.platform, fences: { of: () => null }, lingerMs: 1 });
    const report = (deviceTime: number, more: Partial<LockReport> = {}) =>
      aReport({ deviceTime, receiveTime: Date.now(), ...more });
    const before = await mine.ok(calls.dashboard.reportHours, {});
    const hour = Date.parse(before.hours.at(-1)!.from);
    expect(before.hours.map(({ from }) => (hour - Date.parse(from)) / HOUR)).toEqual(
      Array.from({ length: 48 }, (_, at) => 47 - at),
    );
    const hours = async (of = mine) =>
      (await of.ok(calls.dashboard.reportHours, {})).hours.flatMap(({ from, reports }) =>
        reports > 0 ? [[(hour - Date.parse(from)) / HOUR, reports]] : [],
      );
    expect(await hours()).toEqual([]);

    // told at once, twice, late, and by somebody who had not proved to be the lock until it did
    const first = report(hour - HOUR + 1000);
    await Promise.all([ingest.submit(device, first), ingest.submit(other, report(hour - HOUR + 2000))]);
    await ingest.submit(device, first);
    await ingest.submit(device, report(hour - 1, { replay: true }));
    await ingest.submit(device, report(hour - 30 * HOUR, { replay: true }));
    await ingest.submit(device, report(hour - 60 * HOUR, { replay: true }));
    const claimed = report(hour - 5 * HOUR, { authenticated: false, raw: Buffer.from('claimed'), serial: 9 });
    await ingest.submit(device, claimed);
    await ingest.submit(device, { ...claimed, authenticated: true });
    const told = [
      [30, 1],
      [5, 1],
      [1, 3],
    ];
    expect(await hours()).toEqual(told);
    await addUpReports(api.pools.platform);
    expect(await hours()).toEqual(told);

    // some that were added up, and some that were not; each is the length of the list it opens
    await ingest.submit(device, report(hour - HOUR + 9000));
    expect(await hours()).toEqual([
      [30, 1],
      [5, 1],
      [1, 4],
    ]);
    const listed = async (ago: number) =>
      (
        await mine.ok(calls.locationRecords.list, {
          from: new Date(hour - ago * HOUR).toISOString(),
          to: new Date(hour - (ago - 1) * HOUR - 1).toISOString(),
        })
      ).rows.length;
    expect([await listed(30), await listed(5), await listed(1)]).toEqual([1, 1, 4]);

    // what it tells from somewhere else is of who has it there, and what it told before stays
    const next = await buildOrganisation(api.db);
    const theirs = await api.signedIn(await buildOperator(api.db, next));
    await api.db.query('update device set org_id = $2 where id = $1', [device.id, next]);
    await ingest.submit(device, report(hour - HOUR + 20_000));
    await addUpReports(api.pools.platform);
    await addUpReports(api.pools.platform);
    expect(await hours()).toEqual([
      [30, 1],
      [5, 1],
      [1, 4],
    ]);
    expect(await hours(theirs)).toEqual([[1, 1]]);
    expect(await hours(stranger)).toEqual([]);
    await ingest.close();
  });

  it('how the product fares is told to the root organisation alone', async () => {
    await api.db.query(
      `insert into process (id, host, pid, roles, seen_time) values ('one', 'h', 1, '{api,jobs}', now()),
         ('gone', 'h', 2, '{gateway}', now() - interval '1 hour')`,
    );
    const admin = await api.signedIn({ loginName: 'admin', password: adminPassword });
    expect(await admin.ok(calls.dashboard.health, {})).toMatchObject({
      processes: { api: 1, gateway: 0, ingest: 0, jobs: 1 },
      messages: { waiting: 0, due_time: null, failed: 0 },
      jobs: 0,
    });
    expect(await mine.ok(calls.dashboard.health, {})).toBeNull();
    await api.db.query("delete from process where id in ('one', 'gone')");
  });
});
