import { calls } from '@plomb/contract/calls';
import { type FleetLock, type FleetPart, fleetLocks } from '@plomb/contract/map';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MOST_WAITING, openLiveNews } from '../../liveNews.ts';
import { openLog } from '../../platform/log.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltDevice, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { Hub, type Watcher } from './hub.ts';

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
  it('comes part by part, every lock once, as a single lock says it', async () => {
    const built = [];
    for (let i = 0; i < 5; i++) built.push(await buildDevice(api.db, org));
    await api.db.query(
      `update device_state set lon = 121.4737012, lat = 31.2304, velocity = 61.6, heading = 90, electric = 80, lock_status = 2,
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
