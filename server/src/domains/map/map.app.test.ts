import { calls } from '@plomb/contract/calls';
import { type FleetLock, type FleetPart, fleetLocks, MOST_DRAWN, MOST_LISTED } from '@plomb/contract/map/map';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Hub, type Watcher } from '../../live/hub.ts';
import { MOST_WAITING, openLiveNews } from '../../liveNews.ts';
import { openLog } from '../../platform/log.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltDevice, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';

const { map, devices } = calls;
let api: TestApi;
let org: number;
let mine: Caller;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  org = await buildOrganisation(api.db);
  mine = await api.signedIn(await buildOperator(api.db, org));
});

const fleetOf = async (caller: Caller, size: number): Promise<{ locks: FleetLock[]; parts: number }> => {
  const locks: FleetLock[] = [];
  let parts = 0;
  for (let after: number | null = 0; after !== null; parts++) {
    const part: FleetPart = await caller.ok(map.locks, { size, ...(after ? { after } : {}) });
    locks.push(...fleetLocks(part));
    after = part.next;
  }
  return { locks, parts };
};
const watching = (hub: Hub, orgs: number[]) => {
  const seen: { event: string; data: Record<string, unknown> }[] = [];
  const watcher: Watcher = {
    operatorId: 1,
    orgIds: new Set(orgs),
    ids: null,
    alarms: true,
    commands: true,
    send: (event, data) => seen.push({ event, data: typeof data === 'string' ? JSON.parse(data) : data }) > 0,
    pending: () => 0,
  };
  hub.watch(watcher);
  seen.length = 0;
  return seen;
};
const raise = async (device: BuiltDevice, kind: string, severity: string): Promise<number> => {
  const { rows } = await api.db.query<{ id: number }>(
    `insert into alarm (device_id, org_id, kind, severity, first_time, last_time)
     select id, org_id, $2, $3, now(), now() from device where id = $1 returning id`,
    [device.id, kind, severity],
  );
  return rows[0]!.id;
};

describe('the fleet', () => {
  it('says what is lost, in maintenance or scrapped, of a part as of a single lock', async () => {
    const ids = await Promise.all([0, 1, 2, 3].map(async () => (await buildDevice(api.db, org)).id));
    const [, lost, repaired, scrapped] = ids;
    await api.db.query('update device set lost = true where id = $1', [lost]);
    await api.db.query("update device set device_state = 'maintenance' where id = $1", [repaired]);
    await api.db.query("update device set device_state = 'scrapped', lost = true where id = $1", [scrapped]);
    const { locks } = await fleetOf(mine, 10);
    const said = [null, 'lost', 'maintenance', 'scrapped'];
    expect(ids.map((id) => locks.find((lock) => lock.id === id)?.out_of_use)).toEqual(said);
    for (const [at, id] of ids.entries()) expect((await mine.ok(map.lock, { id })).out_of_use).toBe(said[at]);
  });

  it('comes part by part, every lock once, as a single lock says it', async () => {
    const built = [];
    for (let i = 0; i < 5; i++) built.push(await buildDevice(api.db, org));
    await api.db.query(
      `update lock_state set lon = 121.4737012, lat = 31.2304, velocity = 61.6, heading = 90, electric = 80, lock_status = 2,
         present_time = now() - interval '90 seconds', receive_time = now() - interval '60 seconds' where device_id = $1`,
      [built[2]!.id],
    );
    await raise(built[2]!, 'low_battery', 'warning');
    await raise(built[2]!, 'illegal_unlock', 'critical');
    const { locks, parts } = await fleetOf(mine, 2);
    expect(locks.map((l) => l.id)).toEqual(built.map((d) => d.id));
    expect(parts).toBe(3);
    const lock = locks[2]!;
    expect(lock).toMatchObject({ lon: 121.4737, lat: 31.2304, velocity: 62, electric: 80, alarm: 'illegal_unlock' });
    const whole = await mine.ok(map.lock, { id: lock.id });
    const { lon, lat, velocity, report_time, seen_time, ...same } = lock;
    expect(whole).toMatchObject(same);
    for (const [short, long] of [
      [report_time, whole.report_time],
      [seen_time, whole.seen_time],
    ])
      expect(Math.abs(Date.parse(short ?? '') - Date.parse(long ?? ''))).toBeLessThan(2000);
    expect(locks[0]).toMatchObject({ lon: null, report_time: null, alarm: null, connected: false });
  });

  it('holds nobody else’s locks, and none that are switched off', async () => {
    const theirs = await buildDevice(api.db, await buildOrganisation(api.db));
    const off = await buildDevice(api.db, org);
    await mine.ok(devices.status, { ids: [off.id], status: 2 });
    expect(await fleetOf(mine, 100)).toEqual({ locks: [], parts: 1 });
    expect((await mine.call(map.lock, { id: theirs.id })).verify.sign).toBe('notFound');
    expect((await mine.call(map.lock, { id: off.id })).verify.sign).toBe('notFound');
  });
});

it('says how many fences and points of interest there are where it shows the first of them', async () => {
  const drawn = (count: number) =>
    api.db.query(
      `insert into fence (org_id, fence_name, fence_type, fence_context, radius)
       select $1, 'yard ' || n, 'circle', '{"type":"Point","coordinates":[120,30]}', 100 from generate_series(1, $2) n`,
      [org, count],
    );
  const marked = (count: number) =>
    api.db.query(
      `insert into interest (org_id, interest_name, lng, lat) select $1, 'gate ' || n, 120, 30 from generate_series(1, $2) n`,
      [org, count],
    );
  const told = async () => {
    const { fences, total } = await mine.ok(map.fences, {});
    const places = await mine.ok(map.interests, {});
    return [fences.length, total, places.interests.length, places.total];
  };
  await drawn(3);
  await marked(2);
  expect(await told()).toEqual([3, 3, 2, 2]);
  await drawn(1998);
  await marked(4999);
  expect(await told()).toEqual([2000, 2001, 5000, 5001]);
});

describe('a view of a fleet', () => {
  const china = { box: [70, 15, 140, 55], free: [70, 15, 140, 55], zoom: 4 } as const;
  const view = (caller: Caller, more: object = {}) => caller.ok(map.view, { ...china, ...more } as never);
  /** a device as the product registers it: those who keep the fleet in memory are told */
  const registered = async (at: number, place: [number, number] | null = null, status = 2) => {
    const device = await buildDevice(api.db, at);
    await api.db.query(
      'update lock_state set lon = $2, lat = $3, lock_status = $4, electric = 50 where device_id = $1',
      [device.id, place?.[0] ?? null, place?.[1] ?? null, status],
    );
    api.news.device(device.id);
    await api.news.settled();
    return device;
  };
  const sum = (counts: object) => Object.values(counts).reduce((a: number, b: number) => a + b, 0);
  /** more has happened than was told */
  const missed = () => {
    api.hub.resync();
    api.hub.tick();
  };
  /** more at one spot than are drawn one by one; the last of them is out of the ordinary */
  const heap = async (at: number) => {
    const first = await buildDevice(api.db, at);
    const { rows } = await api.db.query<{ id: number }>(
      `insert into device (org_id, sn, device_name, device_type_id)
       select org_id, '9' || lpad(id::text, 6, '0') || lpad(n::text, 6, '0'), 'heap', device_type_id from device, generate_series(1, $2::int) n where id = $1
       returning id`,
      [first.id, MOST_DRAWN + 10],
    );
    await api.db.query('update lock_state set lon = 113, lat = 23 where org_id = $1', [at]);
    await api.news.settled();
    missed();
    await api.views.keep();
    return rows.length + 1;
  };

  it('counts, draws and lists the locks of the reader’s organisations, and says nothing of any other', async () => {
    const below = await buildOrganisation(api.db, org);
    const other = await buildOrganisation(api.db);
    const near = await registered(org, [120, 31]);
    const cut = await registered(below, [121, 32], 3);
    const nowhere = await registered(org);
    const theirs = await registered(other, [120, 31]);
    const seen = await view(mine);
    expect(seen).toMatchObject({ total: 3, passed: 3, inView: 2, cells: [], asOf: null });
    expect(seen.drawn.toSorted()).toEqual([near.id, cut.id].toSorted());
    expect(seen.listed).toEqual([cut.id, near.id, nowhere.id]);
    expect(seen.counts.statuses).toMatchObject({ 2: 2, 3: 1 });
    expect(sum(seen.counts.connections)).toBe(3);
    expect(seen.extent?.map((n) => Math.round(n))).toEqual([120, 31, 121, 32]);
    const rows = fleetLocks({ ...seen.rows, now: seen.now });
    expect(rows.map((l) => l.id).toSorted()).toEqual([near.id, cut.id, nowhere.id].toSorted());
    expect(rows.find((l) => l.id === cut.id)).toMatchObject({ lon: 121, lat: 32, lock_status: 3, org_id: below });
    for (const asked of [{ only: [theirs.id] }, { chosen: theirs.id }, { text: theirs.sn }])
      expect(JSON.stringify(await view(mine, asked))).not.toContain(theirs.sn);
    expect(await view(mine, { only: [theirs.id] })).toMatchObject({ total: 3, passed: 0, extent: null });
    const stranger = await api.signedIn(await buildOperator(api.db, other));
    expect(await view(stranger)).toMatchObject({ total: 1, passed: 1, drawn: [theirs.id], listed: [theirs.id] });
  });

  it('follows what is told: a report, an alarm, a lock that moves to another organisation or is switched off', async () => {
    const other = await buildOrganisation(api.db);
    const stranger = await api.signedIn(await buildOperator(api.db, other));
    const device = await registered(org, [120, 31]);
    await view(mine);
    api.hub.lock(org, { id: device.id, lon: 100, lat: 30, lock_status: 1, seen_time: new Date().toISOString() });
    api.hub.lock(other, { id: device.id, lock_status: 0 }); // not its organisation
    const here = [99, 29, 101, 31];
    expect(await view(mine, { box: here, free: here })).toMatchObject({ drawn: [device.id], inView: 1 });
    expect((await view(mine)).counts).toMatchObject({ statuses: { 1: 1 }, connections: { sleeping: 1 } });
    api.news.alarm(await raise(device, 'illegal_unlock', 'critical'));
    await api.news.settled();
    expect(await view(mine, { alarm: true })).toMatchObject({ passed: 1, counts: { alarm: 1 } });
    await api.db.query('update device set org_id = $2 where id = $1', [device.id, other]);
    api.news.devices([device.id], [{ id: device.id, org_id: org }]);
    await api.news.settled();
    expect(await view(mine)).toMatchObject({ total: 0, listed: [] });
    expect(await view(stranger)).toMatchObject({ total: 1, listed: [device.id] });
    // a sealed lock is not switched off
    await api.db.query('update lock_state set lock_status = 0 where device_id = $1', [device.id]);
    await stranger.ok(devices.status, { ids: [device.id], status: 2 });
    await api.news.settled();
    expect(await view(stranger)).toMatchObject({ total: 0, drawn: [], listed: [] });
  });

  it('finds by what is typed, in every name a lock has, together with the other choices', async () => {
    const open = await registered(org, [120, 31], 1);
    await registered(org, [120.5, 31], 2);
    await api.db.query("update device set sim_card = '14000777' where id = $1", [open.id]);
    expect(await view(mine, { text: '14000777' })).toMatchObject({
      total: 2,
      passed: 1,
      listed: [open.id],
      cut: false,
    });
    expect(await view(mine, { text: '14000777', statuses: [2] })).toMatchObject({ passed: 0, listed: [] });
    expect((await view(mine, { text: '14000777', statuses: [2] })).counts.statuses).toMatchObject({ 1: 1, 2: 0 });
  });

  it('is of one organisation and those below it, and of those heard when the choice says; a foreign one is as unknown', async () => {
    const below = await buildOrganisation(api.db, org);
    const both = await api.signedIn(await buildOperator(api.db, org));
    const foreign = await buildOrganisation(api.db);
    const [here, there] = [await registered(org, [121, 31]), await registered(below, [122, 31])];
    await registered(foreign, [123, 31]);
    const seen = async (more: object) => (await view(both, more)).listed.toSorted((a, b) => a - b);
    expect(await seen({})).toEqual([here.id, there.id]);
    expect(await seen({ org })).toEqual([here.id, there.id]);
    expect(await seen({ org: below })).toEqual([there.id]);
    for (const org of [foreign, 9_999_999]) {
      const none = await view(both, { org });
      expect([none.listed, none.passed, none.total, sum(none.counts.connections)]).toEqual([[], 0, 2, 0]);
    }
    await api.db.query("update lock_state set receive_time = now() - interval '30 hours' where device_id = $1", [
      here.id,
    ]);
    missed();
    await api.views.keep();
    expect(await seen({ heard: 'never' })).toEqual([there.id]);
    expect(await seen({ heard: '24h' })).toEqual([]);
    expect(await seen({ heard: '7d' })).toEqual([here.id]);
    expect(await seen({ heard: 'over24h' })).toEqual([here.id, there.id]);
    expect(sum((await view(both, { heard: '7d' })).counts.statuses)).toBe(1);
  });

  it('counts locks that lie close together; the chosen one stands apart, and what was missed is read again', async () => {
    const many = await heap(org);
    const far = await registered(org, [100, 40], 3);
    const seen = await view(mine);
    expect(seen).toMatchObject({
      total: many + 1,
      drawn: [far.id],
      cells: [{ count: many, severity: 0, alarm: false }],
    });
    expect(seen.cells[0]?.at.map((n) => Math.round(n * 1e5) / 1e5)).toEqual([113, 23]);
    expect(seen.listed).toHaveLength(MOST_LISTED);
    expect(seen.listed[0]).toBe(far.id);
    const chosen = seen.listed.at(-1);
    const again = await view(mine, { chosen });
    expect(again.cells).toMatchObject([{ count: many - 1 }]);
    expect(again.rows.columns.id).toContain(chosen);
    missed();
    expect((await view(mine)).asOf).toBeGreaterThan(0);
    await api.db.query('update device set status = 2 where id = $1', [far.id]);
    await api.views.keep();
    expect(await view(mine)).toMatchObject({ total: many, drawn: [], asOf: null });
  });

  it('is refused to who may not see the map, and in any measure that no screen has', async () => {
    const nobody = await api.signedIn(await buildOperator(api.db, org, []));
    expect((await nobody.call(map.view, { ...china } as never)).verify.sign).toBe('noPermission');
    await registered(org, [120, 31]);
    const whole = [-540, -90, 540, 90];
    expect(await view(mine, { box: whole, free: whole, zoom: 24 })).toMatchObject({ passed: 1 });
    expect((await mine.call(map.view, { ...china, box: [9e99, 0, 1, 1] } as never)).verify.sign).not.toBe('success');
  });
});

describe('a change of a device', () => {
  const told = async (hubSees: ReturnType<typeof watching>) => {
    await api.news.settled();
    api.hub.tick();
    return hubSees.splice(0);
  };
  it('reaches those who see it as that lock alone: nobody fetches a list again', async () => {
    const device = await buildDevice(api.db, org);
    const other = await buildOrganisation(api.db);
    const here = watching(api.hub, [org]);
    const elsewhere = watching(api.hub, [other]);
    const { data } = await mine.call(devices.detail, { id: device.id });
    await mine.ok(devices.update, { ...(data as never as Record<string, unknown>), device_name: 'Renamed' } as never);
    const [step, ...rest] = await told(here);
    expect(rest).toEqual([]);
    expect(step).toMatchObject({ event: 'locks', data: { locks: [{ id: device.id, device_name: 'Renamed' }] } });
    await mine.ok(devices.status, { ids: [device.id], status: 2 });
    expect(await told(here)).toMatchObject([{ event: 'locks', data: { locks: [], removed: [device.id] } }]);
    expect(elsewhere).toEqual([]);
  });
});

describe('an order that waits', () => {
  it.each(['switched off', 'retired', 'moved'] as const)(
    'for a lock that is %s is told as cancelled at once, to whoever gave it',
    async (what) => {
      const device = await buildDevice(api.db, org);
      const below = await buildOrganisation(api.db, org);
      // what an organisation founded a moment ago holds is seen by who signs in after
      const caller = await api.signedIn(await buildOperator(api.db, org));
      await api.db.query('update lock_state set lock_status = 2, receive_time = now() where device_id = $1', [
        device.id,
      ]);
      const { id } = await caller.ok(calls.orders.unseal, {
        device_id: device.id,
        reason: 'customs inspection',
        idempotency_key: `press-waits-${device.id}`,
      });
      // a sealed one is refused all three
      await api.db.query('update lock_state set lock_status = 0 where device_id = $1', [device.id]);
      await api.news.settled();
      const here = watching(api.hub, [org]);
      if (what === 'switched off') await caller.ok(devices.status, { ids: [device.id], status: 2 });
      if (what === 'retired') await caller.ok(devices.retire, { ids: [device.id], reason: 'broken' });
      if (what === 'moved') {
        const found = (await caller.ok(devices.detail, { id: device.id })) as never as Record<string, unknown>;
        await caller.ok(devices.update, { ...found, org_id: below } as never);
      }
      await api.news.settled();
      expect(here.filter((told) => told.event === 'command')).toMatchObject([
        { data: { command: { id, state: 'cancelled' } } },
      ]);
    },
  );
});

describe('live news', () => {
  /** counts statements, and lets the database be away */
  const counting = () => {
    const seen = { statements: 0, away: false };
    const pool = new Proxy(api.db, {
      get(target, name) {
        if (name !== 'query') return Reflect.get(target, name) as unknown;
        return (...said: Parameters<Pool['query']>) => {
          seen.statements++;
          return seen.away ? Promise.reject(new Error('away')) : target.query(...said);
        };
      },
    });
    return { pool, seen };
  };

  it('reads a storm of alarms by sets, and tells each', async () => {
    const device = await buildDevice(api.db, org);
    const kinds = ['low_battery', 'out_of_fence', 'lock_fault', 'illegal_card', 'wrong_password', 'illegal_unlock'];
    const ids = [];
    for (const kind of kinds) ids.push(await raise(device, kind, kind === 'illegal_unlock' ? 'critical' : 'warning'));
    const { pool, seen } = counting();
    const hub = new Hub();
    const sees = watching(hub, [org]);
    const news = openLiveNews(pool, hub, openLog('silent'));
    for (let again = 0; again < 200; again++) for (const id of ids) news.alarm(id);
    await news.settled();
    hub.tick();
    expect(sees.filter((s) => s.event === 'alarm')).toHaveLength(ids.length);
    expect(sees.at(-1)).toMatchObject({
      event: 'locks',
      data: { locks: [{ id: device.id, alarm: 'illegal_unlock' }] },
    });
    expect(seen.statements).toBe(2);
  });

  it('that cannot be read, or is too much, makes consoles fetch anew instead of waiting without end', async () => {
    const { pool, seen } = counting();
    const hub = new Hub();
    const sees = watching(hub, [org]);
    const news = openLiveNews(pool, hub, openLog('silent'));
    seen.away = true;
    news.alarm(1);
    await news.settled();
    hub.tick();
    expect(sees.splice(0).map((s) => s.event)).toEqual(['resync']);
    for (let id = 1; id <= MOST_WAITING + 1; id++) news.device(id);
    await news.settled();
    hub.tick();
    expect(sees.map((s) => s.event)).toEqual(['resync']);
  });
});
