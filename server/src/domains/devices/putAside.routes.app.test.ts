import { devices } from '@plomb/contract/devices/devices';
import { deviceTypes } from '@plomb/contract/devices/deviceTypes';
import { notUnderstood, quarantine } from '@plomb/contract/devices/putAside';
import type { LockReport } from '@plomb/contract/lock/report';
import { fleetLocks, map } from '@plomb/contract/map/map';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { maintainPartitions } from '../../ingest/partitions.ts';
import { aReport } from '../../ingest/testing/reports.ts';
import { adminPassword, startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltDevice, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { openNotUnderstood } from './notUnderstoodStore.ts';
import { findStuck } from './stuck.ts';

let api: TestApi;
let org: number;
let admin: Caller;
let caller: Caller;
let stranger: Caller;
let lock: BuiltDevice;
beforeAll(async () => {
  api = await startApi();
  await maintainPartitions(api.owner, { now: Date.now(), retentionDays: 40 });
  org = await buildOrganisation(api.db);
  admin = api.caller();
  await admin.login('admin', adminPassword);
  caller = await api.signedIn(await buildOperator(api.db, org));
  stranger = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
});
afterAll(() => api.stop());
beforeEach(async () => {
  lock = await buildDevice(api.db, org);
});

let serial = 0;
/** a report of the lock whose clock shows `minutes` more than ours */
const ahead = (minutes: number, change: Partial<LockReport> = {}): LockReport => {
  const receiveTime = Date.now();
  return aReport({
    sn: lock.sn,
    receiveTime,
    deviceTime: receiveTime + minutes * 60_000,
    serial: ++serial,
    raw: Uint8Array.of(0x7e, serial >> 8, serial, 0x7e),
    ...change,
  });
};
const waitingOf = async (who: Caller, filter: object = {}) =>
  (await who.ok(quarantine.list, { device_id: lock.id, ...filter })).rows;
const offset = async (minutes: number) =>
  api.db.query(
    'update device_type set utc_offset_minutes = $2 where id = (select device_type_id from device where id = $1)',
    [lock.id, minutes],
  );

describe('a report put aside', () => {
  it('is seen by its organisation, with its reason and its frame, and by no other', async () => {
    await api.ingest.submit(lock, ahead(480));
    const [row] = await waitingOf(caller);
    expect(row).toMatchObject({
      sn: lock.sn,
      reason: 'clock_future',
      length: 4,
      raw: '••'.repeat(4), // what is no frame may say anything
      again: true,
      again_time: null,
    });
    expect(await caller.ok(quarantine.detail, { id: row!.id })).toMatchObject({
      offset_then: 480,
      offset_now: 480,
      waiting: 1,
    });
    expect(await waitingOf(stranger)).toEqual([]);
    expect((await stranger.call(quarantine.again, { ids: [row!.id] })).verify.sign).toBe('notFound');
    expect((await stranger.call(quarantine.again, { device_id: lock.id })).verify.sign).toBe('notFound');
    expect((await waitingOf(admin)).map((r) => r.org_name)).toEqual([expect.stringMatching(/^org/)]);
  });

  it('is judged again when the clock offset was mended, and enters history with its true time', async () => {
    // the type says UTC, the lock keeps GMT+8: everything it says lies eight hours ahead
    await offset(0);
    const reports = [ahead(480), ahead(480), ahead(480)];
    for (const report of reports) await api.ingest.submit(lock, report);
    expect(await caller.ok(quarantine.again, { device_id: lock.id })).toEqual({ taken: 0, left: 3 });
    const { rows: types } = await api.db.query<{ id: number }>(
      'select device_type_id as id from device where id = $1',
      [lock.id],
    );
    const { version, ...type } = await admin.ok(deviceTypes.detail, { id: types[0]!.id });
    await admin.ok(deviceTypes.update, { ...type, utc_offset_minutes: 480 });
    const [first] = await waitingOf(caller);
    expect(await caller.ok(quarantine.again, { ids: [first!.id] })).toEqual({ taken: 1, left: 0 });
    expect(await caller.ok(quarantine.again, { device_id: lock.id })).toEqual({ taken: 2, left: 0 });
    expect(await waitingOf(caller)).toEqual([]);
    expect((await waitingOf(caller, { taken: true })).map((r) => [r.again, r.again_time])).toEqual(
      Array.from({ length: 3 }, () => [false, expect.any(String)]),
    );
    const { rows } = await api.db.query(
      `select replay, (extract(epoch from device_time) * 1000)::float8 as at, encode(raw, 'hex') as raw
       from position where device_id = $1 order by serial`,
      [lock.id],
    );
    expect(rows).toEqual(
      reports.map((r) => ({ replay: true, at: r.receiveTime, raw: Buffer.from(r.raw).toString('hex') })),
    );
    // asked once more: nothing is there twice
    expect(await caller.ok(quarantine.again, { device_id: lock.id })).toEqual({ taken: 0, left: 0 });
  });

  it('leaves its lock with word since when its place is not taken, in list, record and map, until one is', async () => {
    await offset(0);
    const since = async () => [
      (await admin.ok(devices.list, { keyword: lock.sn })).rows[0]!.aside_since,
      (await admin.ok(devices.detail, { id: lock.id })).aside_since,
      (await admin.ok(map.lock, { id: lock.id })).aside_since,
    ];
    const reports = [ahead(480, { receiveTime: Date.now() - 2000 }), ahead(480)];
    for (const report of reports) await api.ingest.submit(lock, report);
    const first = new Date(reports[0]!.receiveTime).toISOString();
    expect(await since()).toEqual([first, first, first]);
    const part = await caller.ok(map.locks, {});
    const aged = fleetLocks(part).find(({ id }) => id === lock.id)?.aside_since;
    expect(Math.abs(Date.parse(aged ?? '') - Date.parse(first))).toBeLessThan(2000);
    await offset(480);
    const [newest, oldest] = await waitingOf(caller);
    await caller.ok(quarantine.again, { ids: [oldest!.id] });
    expect(await since()).toEqual([first, first, first]);
    await caller.ok(quarantine.again, { ids: [newest!.id] });
    expect(await since()).toEqual([null, null, null]);

    // who gets the lock has none of what was put aside before
    await api.ingest.submit(lock, ahead(960));
    expect((await since()).every((time) => time !== null)).toBe(true);
    await api.db.query('update device set org_id = $2 where id = $1', [lock.id, await buildOrganisation(api.db, org)]);
    const { rows } = await api.db.query('select aside_since from lock_state where device_id = $1', [lock.id]);
    expect(rows).toEqual([{ aside_since: null }]);
  });

  it('stays with whom the lock was when it told it: judged again, it enters no history of who has it now', async () => {
    await offset(0);
    const above = await buildOrganisation(api.db);
    const [giver, taker] = [await buildOrganisation(api.db, above), await buildOrganisation(api.db, above)];
    const over = await api.signedIn(await buildOperator(api.db, above));
    lock = await buildDevice(api.db, giver);
    await offset(0);
    await api.ingest.submit(lock, ahead(480));
    await api.db.query('update device set org_id = $2 where id = $1', [lock.id, taker]);
    await api.ingest.submit(lock, ahead(480));
    await offset(480);
    const rows = await waitingOf(over);
    expect(rows.map((row) => row.again)).toEqual([true, false]);
    expect(await over.ok(quarantine.detail, { id: rows[1]!.id })).toMatchObject({ waiting: 1 });
    expect(await over.ok(quarantine.again, { ids: rows.map(({ id }) => id) })).toEqual({ taken: 1, left: 1 });
    expect(await over.ok(quarantine.again, { device_id: lock.id })).toEqual({ taken: 0, left: 0 });
    const { rows: positions } = await api.db.query('select org_id from position where device_id = $1', [lock.id]);
    expect(positions).toEqual([{ org_id: taker }]);
    expect((await waitingOf(over)).map((row) => row.id)).toEqual([rows[1]!.id]);
  });

  it('rings when it came, and not once more when it is judged again', async () => {
    await offset(0);
    const event = {
      code: 'hhd:0010',
      lst: 3 as const,
      lso: null,
      ls: null,
      alarms: ['illegal_unlocking' as const],
      actor: null,
    };
    await api.ingest.submit(lock, ahead(480, { event }));
    const alarms = async () =>
      (await api.db.query('select kind, hits from alarm where device_id = $1', [lock.id])).rows;
    expect(await alarms()).toEqual([{ kind: 'illegal_unlocking', hits: 1 }]);
    await offset(480);
    expect(await caller.ok(quarantine.again, { device_id: lock.id })).toEqual({ taken: 1, left: 0 });
    expect(await alarms()).toEqual([{ kind: 'illegal_unlocking', hits: 1 }]);
    const events = await api.db.query('select from lock_event where device_id = $1', [lock.id]);
    expect(events.rowCount).toBe(1);
  });

  it('keeps what it said, whatever characters that has, and never the password', async () => {
    await api.ingest.submit(lock, ahead(480, { ver: 'a\0b\uD800', unlockPassword: '12341234' }));
    const { rows } = await api.db.query<{ report: object; text: string }>(
      'select report, report::text as text from quarantine where device_id = $1',
      [lock.id],
    );
    expect(rows[0]?.report).toMatchObject({ ver: 'a\uFFFDb\uFFFD', unlockPassword: null });
    expect(rows[0]?.text).not.toContain('12341234');
  });

  it('raises an alarm when they go on, once, and again when they go on after it was processed', async () => {
    for (let i = 0; i < 2; i++) await api.ingest.submit(lock, ahead(480));
    expect(await findStuck(api.db)).toEqual([]);
    await api.ingest.submit(lock, ahead(480));
    const [alarm] = await findStuck(api.db);
    expect(await findStuck(api.db)).toEqual([]);
    const { rows } = await api.db.query('select id, kind, severity, hits from alarm where device_id = $1', [lock.id]);
    expect(rows).toEqual([{ id: alarm, kind: 'put_aside', severity: 'warning', hits: 1 }]);
    await api.db.query("update alarm set process_time = now(), result = 'handled' where id = $1", [alarm]);
    expect(await findStuck(api.db)).toEqual([]);
    for (let i = 0; i < 3; i++) await api.ingest.submit(lock, ahead(480, { receiveTime: Date.now() + 1000 }));
    expect(await findStuck(api.db)).toHaveLength(1);
  });

  it('raises none for what somebody else says in the name of the lock, or for messages nobody understands', async () => {
    for (let i = 0; i < 3; i++) await api.ingest.submit(lock, ahead(480, { authenticated: false }));
    await api.db.query(
      `insert into quarantine (device_id, receive_time, reason, raw)
       select $1, now(), 'not understood unknown_message', '' from generate_series(1, 3)`,
      [lock.id],
    );
    expect(await findStuck(api.db)).toEqual([]);
    const [row] = await waitingOf(caller, { reason: 'clock_future' });
    expect(await caller.ok(quarantine.detail, { id: row!.id })).toMatchObject({ waiting: 3 });
    expect(await caller.ok(quarantine.again, { device_id: lock.id })).toEqual({ taken: 0, left: 3 });
  });

  it('makes a device one with a history', async () => {
    await api.ingest.submit(lock, ahead(480));
    expect((await caller.call(devices.delete, { ids: [lock.id] })).verify.sign).toBe('conflict');
  });
});

describe('what nobody understood', () => {
  const said = (what: string, at = Date.now(), raw = Uint8Array.of(1, 2, 3)) => ({
    device: { id: lock.id, sn: lock.sn, family: 'hhd' as const, utcOffsetMinutes: 480 },
    address: '10.0.0.1',
    authenticated: true,
    what,
    reason: 'unknown_message' as const,
    raw,
    receiveTime: at,
  });
  const listed = async (who: Caller) => (await who.ok(notUnderstood.list, { device_id: lock.id })).rows;
  // the device's whole shape is not needed by who stores it
  const open = (muted?: Parameters<typeof openNotUnderstood>[1]) =>
    openNotUnderstood(api.db, muted) as ReturnType<typeof openNotUnderstood> & { keep(m: object): Promise<void> };

  it('is counted by device and kind with the last of it, and told durable only when it is', async () => {
    const store = open();
    let kept = false;
    const first = store.keep(said('0F01', 1_700_000_000_000)).then(() => {
      kept = true;
    });
    store.note(
      lock.id,
      ahead(0, {
        notUnderstood: [
          { what: '0200/7F', reason: 'unknown_item', bytes: Uint8Array.of(9) },
          { what: '0200/EF', reason: 'unknown_item', bytes: Uint8Array.of() },
        ],
      }),
    );
    await Promise.resolve();
    expect(kept).toBe(false);
    await store.flush();
    await first;
    const again = store.keep(said('0F01', 1_700_000_060_000, Uint8Array.of(0xab)));
    await store.flush();
    await again;
    const rows = await listed(caller);
    expect(rows.map((r) => [r.what, r.reason, r.hits, r.sample]).sort()).toEqual([
      ['0200/7F', 'unknown_item', 1, '09'],
      // an empty item shows nothing, and not the frame it stood in
      ['0200/EF', 'unknown_item', 1, ''],
      ['0F01', 'unknown_message', 2, 'ab'],
    ]);
    expect(rows.find((r) => r.what === '0F01')).toMatchObject({
      sn: lock.sn,
      first_time: '2023-11-14T22:13:20.000Z',
      last_time: '2023-11-14T22:14:20.000Z',
    });
    expect(await listed(stranger)).toEqual([]);
    expect(await listed(admin)).toHaveLength(3);
  });

  it('leaves a lock that says nothing else with word since when its place is not taken, until a report is', async () => {
    const told: unknown[] = [];
    const store = open((locks) => void told.push(...locks));
    const say = async (at: number, over: object = {}) => {
      const kept = store.keep({ ...said('0200', at), reason: 'malformed_message', ...over });
      await store.flush();
      await kept;
      return (await caller.ok(map.lock, { id: lock.id })).aside_since;
    };
    await api.ingest.submit(lock, ahead(0));
    const now = Date.now();
    // beside its reports
    expect(await say(now)).toBe(null);
    expect(await say(now + 600_000, { authenticated: false })).toBe(null);
    const since = new Date(now + 600_000).toISOString();
    expect(await say(now + 600_000)).toBe(since);
    expect(await say(now + 700_000)).toBe(since);
    expect(told).toEqual([{ deviceId: lock.id, orgId: org, since: now + 600_000 }]);
    await api.ingest.submit(lock, ahead(0));
    expect((await caller.ok(map.lock, { id: lock.id })).aside_since).toBe(null);
  });

  it('is put aside whole when it is a message of its own: the second of a kind does not take the place of the first', async () => {
    const store = open();
    const told = [
      store.keep({ ...said('0200', Date.now(), Uint8Array.of(0xaa)), reason: 'malformed_message' }),
      store.keep({
        ...said('0200', Date.now(), Uint8Array.of(0xbb)),
        reason: 'malformed_message',
        authenticated: false,
      }),
    ];
    await store.flush();
    await Promise.all(told);
    expect((await listed(caller)).map((r) => [r.what, r.hits, r.authenticated]).sort()).toEqual([
      ['0200', 1, false],
      ['0200', 1, true],
    ]);
    const aside = await waitingOf(caller, { reason: 'not_understood' });
    expect(aside.map((r) => [r.reason, r.raw, r.again])).toEqual([
      ['not_understood', '••', false],
      ['not_understood', '••', false],
    ]);
    const { rows } = await api.db.query(
      "select encode(raw, 'hex') as raw, authenticated from quarantine where device_id = $1 order by id",
      [lock.id],
    );
    expect(rows).toEqual([
      { raw: 'aa', authenticated: true },
      { raw: 'bb', authenticated: false },
    ]);
    // and said, and found by it
    expect(aside.map((r) => r.authenticated)).toEqual([false, true]);
    expect((await waitingOf(caller, { authenticated: false })).map((r) => r.authenticated)).toEqual([false]);
  });

  it('is bounded: what comes beyond 200 kinds of a device is counted together', async () => {
    const store = open();
    for (let batch = 0; batch < 3; batch++) {
      const kept = Array.from({ length: 100 }, (_, i) => store.keep(said(`k${batch}-${i}`)));
      await store.flush();
      await Promise.all(kept);
    }
    const { rows } = await api.db.query(
      `select count(*) as kinds, sum(hits)::int as hits, max(hits) filter (where what = '…')::int as rest
       from not_understood where device_id = $1`,
      [lock.id],
    );
    expect(rows).toEqual([{ kinds: 201, hits: 300, rest: 100 }]);
  });

  it('of a stranger takes no room of what the lock says itself, stored or waiting', async () => {
    const store = open();
    const made = (n: number) =>
      Array.from({ length: n }, (_, i) => store.keep({ ...said(`made up ${i}`), authenticated: false }));
    const stranger = Promise.allSettled(made(1500));
    const own = store.keep(said('0F03'));
    await store.flush();
    await own;
    const refused = (await stranger).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(1400);
    const { rows } = await api.db.query(
      `select count(*) filter (where not authenticated) as made, count(*) filter (where authenticated and what = '0F03') as own
       from not_understood where device_id = $1`,
      [lock.id],
    );
    expect(rows).toEqual([{ made: 51, own: 1 }]);
    // 200 kinds of the lock's own have room beside it
    const kept = Array.from({ length: 199 }, (_, i) => store.keep(said(`own ${i}`)));
    await store.flush();
    await Promise.all(kept);
    const { rows: rest } = await api.db.query(
      `select 1 from not_understood where device_id = $1 and authenticated and what = '…'`,
      [lock.id],
    );
    expect(rest).toEqual([]);
  });

  it('of a few devices takes no room of others, proved or not', async () => {
    for (const [authenticated, share] of [
      [true, 500],
      [false, 100],
    ] as const) {
      const store = openNotUnderstood({ query: async () => ({ rows: [] }) } as never);
      const tell = (id: number, times: number) =>
        Promise.allSettled(
          Array.from({ length: times }, (_, i) =>
            store.keep({ ...said(`made up ${i}`), authenticated, device: { ...said('').device, id } } as never),
          ),
        );
      const floods = Array.from({ length: 8 }, (_, i) => tell(i + 1, 950));
      const innocent = tell(99, 1);
      await store.flush();
      const taken = (of: PromiseSettledResult<void>[]) => of.filter(({ status }) => status === 'fulfilled').length;
      expect((await Promise.all(floods)).map(taken)).toEqual(Array(8).fill(share));
      expect(taken(await innocent)).toBe(1);
      // what was written has made room again
      const again = tell(1, 950);
      await store.flush();
      expect(taken(await again)).toBe(share);
    }
  });

  it('is refused while storage is away, so that it comes again', async () => {
    const store = openNotUnderstood({ query: () => Promise.reject(new Error('away')) } as never);
    const kept = store.keep(said('0F02') as never);
    await expect(store.flush()).rejects.toThrow('away');
    await expect(kept).rejects.toThrow('away');
  });
});
