import { alarmSeverities } from '@plomb/contract/alarms/severity';
import { alarmKinds } from '@plomb/contract/lock/codes';
import { connectionOf } from '@plomb/contract/lock/connection';
import { emptyCounts, type Heard, heards, urgencyOf } from '@plomb/contract/map/fleetFilter';
import { type FleetLock, MOST_LISTED } from '@plomb/contract/map/map';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FleetIndex } from './fleetIndex.ts';
import { lookAt } from './lookAt.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const lock = (id: number, over: Partial<FleetLock> = {}): FleetLock => ({
  id,
  sn: String(id),
  device_name: '',
  subject: '',
  org_id: 1,
  org_name: '',
  device_type_name: '',
  family: 'hhd',
  out_of_use: null,
  lock_status: 2,
  fault: 0,
  alarm: null,
  alarm_severity: null,
  lon: 100,
  lat: 30,
  velocity: null,
  heading: null,
  electric: null,
  charging: null,
  aside_since: null,
  report_time: null,
  place_time: null,
  seen_time: null,
  lock_time: null,
  connected: false,
  report_interval: 30,
  sleep_interval: 600,
  ...over,
});
const world: [number, number, number, number] = [-180, -85, 180, 85];
const usual = {
  box: world,
  free: world,
  zoom: 4,
  statuses: [],
  connections: [],
  alarm: false,
  only: null,
  orgs: null,
  sort: 'severity' as const,
  listFree: false,
};
const look = (index: FleetIndex, orgs: number[], asked: Partial<Parameters<typeof lookAt>[2]> = {}) =>
  lookAt(index, orgs, { ...usual, ...asked }, now, async () => undefined);
const of = (...locks: FleetLock[]): FleetIndex => {
  const index = new FleetIndex();
  for (const l of locks) index.put(l);
  return index;
};

const someLock = fc.record({
  org_id: fc.integer({ min: 1, max: 3 }),
  lock_status: fc.constantFrom(0, 1, 2, 3, 255),
  alarm: fc.option(fc.constantFrom(...alarmKinds)),
  alarm_severity: fc.option(fc.constantFrom(...alarmSeverities)),
  place: fc.option(
    fc.tuple(fc.double({ min: -179, max: 179, noNaN: true }), fc.double({ min: -80, max: 80, noNaN: true })),
  ),
  electric: fc.option(fc.integer({ min: 0, max: 100 })),
  connected: fc.boolean(),
  age: fc.option(fc.oneof(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 1_000_000 }))),
});
const fleet = fc.array(someLock, { maxLength: 40 }).map((all) =>
  all.map(({ place, age, ...rest }, i) =>
    lock(i + 1, {
      ...(rest as Partial<FleetLock>),
      lon: place?.[0] ?? null,
      lat: place?.[1] ?? null,
      seen_time: age === null ? null : new Date(now - age * 1000).toISOString(),
    }),
  ),
);
const connection = (l: FleetLock) =>
  connectionOf(now, {
    connected: l.connected,
    seen: l.seen_time === null ? null : Date.parse(l.seen_time),
    reportInterval: l.report_interval,
    sleepInterval: l.sleep_interval,
  });

const hours: Record<Exclude<Heard, 'never'>, number> = {
  '1h': 1,
  '24h': 24,
  '7d': 168,
  over1h: 1,
  over24h: 24,
  over7d: 168,
};
const wasHeard = (l: FleetLock, heard: Heard): boolean => {
  if (heard === 'never') return l.seen_time === null;
  const isWithin = l.seen_time !== null && now - Date.parse(l.seen_time) <= hours[heard] * 3_600_000;
  return heard.startsWith('over') ? !isWithin : isWithin;
};

describe('a look at the fleet', () => {
  it('says of the reader’s locks what looking at each of them says', async () => {
    const choice = fc.record({
      statuses: fc.subarray([0, 1, 2, 3, 255] as const),
      connections: fc.subarray(['online', 'sleeping', 'late', 'offline'] as const),
      heard: fc.option(fc.constantFrom(...heards), { nil: undefined }),
      within: fc.option(fc.subarray([1, 2, 3])),
    });
    await fc.assert(
      fc.asyncProperty(
        fleet,
        fc.subarray([1, 2, 3]),
        choice,
        async (locks, orgs, { statuses, connections, heard, within }) => {
          const mine = locks.filter((l) => orgs.includes(l.org_id));
          const chosen = mine.filter((l) => (!within || within.includes(l.org_id)) && (!heard || wasHeard(l, heard)));
          const passing = chosen.filter(
            (l) =>
              (statuses.length === 0 || statuses.includes(l.lock_status as never)) &&
              (connections.length === 0 || connections.includes(connection(l))),
          );
          const seen = await look(of(...locks), orgs, {
            ...{ statuses, connections, orgs: within },
            ...(heard && { heard }),
          });
          expect(seen).toMatchObject({ total: mine.length, passed: passing.length });
          expect(seen.inView).toBe(passing.filter((l) => l.lon !== null).length);
          expect(seen.drawn.toSorted()).toEqual(
            passing
              .filter((l) => l.lon !== null)
              .map((l) => l.id)
              .toSorted(),
          );
          const urgency = (l: FleetLock) =>
            urgencyOf({ ...l, alarm: l.alarm_severity, status: l.lock_status, connection: connection(l) });
          expect(seen.listed).toEqual(
            passing.toSorted((a, b) => urgency(b) - urgency(a) || a.id - b.id).map((l) => l.id),
          );
          if (statuses.length + connections.length === 0)
            expect(Object.values(seen.counts.connections).reduce((a, b) => a + b)).toBe(chosen.length);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('puts each lock of a crowd into one cell, or lets it stand for itself', async () => {
    const crowd = Array.from({ length: 3000 }, (_, i) =>
      lock(i + 1, { lon: 70 + ((i * 37) % 700) / 10, lat: 20 + ((i * 91) % 300) / 10, lock_status: i === 7 ? 3 : 2 }),
    );
    for (const zoom of [2, 6, 10, 17]) {
      const { cells, drawn } = await look(of(...crowd), [1], { zoom });
      expect(cells.reduce((n, c) => n + c.count, 0) + drawn.length).toBe(3000);
      for (const { count, shares } of cells) expect(shares.reduce((n, one) => n + one)).toBe(count);
      expect(drawn.includes(8) || cells.some((c) => c.severity === 4)).toBe(true);
      for (const { at, box } of cells) {
        expect(at[0]).toBeGreaterThanOrEqual(box[0] - 1e-9);
        expect(at[1]).toBeLessThanOrEqual(box[3] + 1e-9);
      }
    }
  });

  it('lists the first of many by silence and by battery, and those in sight only', async () => {
    const many = Array.from({ length: 2000 }, (_, i) =>
      lock(i + 1, {
        electric: (i * 7) % 101,
        seen_time: new Date(now - ((i * 31) % 2000) * 1000).toISOString(),
        lon: i < 5 ? 10 : 100,
      }),
    );
    const index = of(...many);
    const oldest = many.toSorted((a, b) => String(a.seen_time).localeCompare(String(b.seen_time)));
    expect((await look(index, [1], { sort: 'silence' })).listed).toEqual(oldest.slice(0, MOST_LISTED).map((l) => l.id));
    const weakest = many.toSorted((a, b) => (a.electric ?? 0) - (b.electric ?? 0));
    expect((await look(index, [1], { sort: 'battery' })).listed).toEqual(
      weakest.slice(0, MOST_LISTED).map((l) => l.id),
    );
    const free: [number, number, number, number] = [0, 20, 20, 40];
    expect(await look(index, [1], { free, listFree: true })).toMatchObject({ listed: [1, 2, 3, 4, 5], inView: 5 });
  });

  it('counts what it lists: of a list of what is in sight, what is in sight', async () => {
    const index = of(lock(1, { lon: 10 }), lock(2, { lon: 100 }), lock(3, { lon: 10, lock_status: 3 }));
    const free: [number, number, number, number] = [0, 20, 20, 40];
    const sums = async (listFree: boolean) => {
      const { counts, passed, drawn } = await look(index, [1], { free, listFree, statuses: [2] });
      return [counts.statuses[2], counts.statuses[3], counts.connections.offline, passed, drawn.length];
    };
    expect(await sums(false)).toEqual([2, 1, 2, 2, 2]);
    expect(await sums(true)).toEqual([1, 1, 1, 2, 2]);
  });

  it('sees across the date line', async () => {
    const index = of(lock(1, { lon: 179.5 }), lock(2, { lon: -179.5 }), lock(3, { lon: 0 }));
    const box: [number, number, number, number] = [170, 0, 190, 60];
    expect((await look(index, [1], { box, free: box })).drawn).toEqual([1, 2]);
  });
});

describe('the places of all locks', () => {
  it('take part of a lock only where the lock is, and forget what the next reading does not meet', async () => {
    const index = of(lock(1), lock(2), lock(3, { org_id: 2 }));
    index.patch(1, { id: 1, lon: null, lat: null, electric: 5 });
    index.patch(1, { id: 9, lon: 1, lat: 1 });
    index.patch(1, { id: 3, lock_status: 3 });
    index.left(1, 3);
    expect(index.size).toBe(3);
    expect((await look(index, [1, 2])).counts.statuses).toMatchObject({ ...emptyCounts().statuses, 2: 3 });
    index.begin();
    index.put(lock(1));
    index.patch(2, lock(4, { org_id: 2 }));
    index.end();
    expect((await look(index, [1, 2])).listed.toSorted()).toEqual([1, 4]);
    index.left(2, 4);
    index.put(lock(5, { electric: null }));
    expect((await look(index, [1, 2], { sort: 'battery' })).listed).toEqual([1, 5]);
  });

  it('tell how many seals are merely held, and how many states are the last known', async () => {
    const heard = { seen_time: new Date(now).toISOString(), connected: true };
    const index = of(
      lock(1, { family: 'jt701', ...heard, lock_time: heard.seen_time }),
      lock(2, { family: 'jt701' }),
      lock(3, { ...heard, lock_time: heard.seen_time }),
      lock(4, { lock_status: 3 }),
      lock(5, { lock_status: 255 }),
    );
    const rest = async () => {
      const { held, stale } = (await look(index, [1])).counts;
      return { held, stale };
    };
    expect(await rest()).toEqual({ held: 2, stale: { 0: 0, 1: 0, 2: 1, 3: 1, 255: 0 } });
    // the lock is heard, but its word is old
    index.patch(1, { id: 1, lock_time: new Date(now - 5000_000).toISOString() });
    expect((await rest()).stale).toMatchObject({ 2: 2 });
    // a part of a lock leaves its kind as it is
    index.patch(1, { id: 1, lock_status: 1 });
    expect((await rest()).held).toBe(1);
    index.patch(1, { id: 1, lock_status: 2 });
    expect((await rest()).held).toBe(2);
  });

  it('keep the later of two words about when a lock was heard', async () => {
    const index = of(lock(1, { seen_time: new Date(now).toISOString() }));
    index.patch(1, { id: 1, seen_time: new Date(now - 5000_000).toISOString() });
    expect((await look(index, [1])).counts.connections).toMatchObject({ sleeping: 1, offline: 0 });
  });
});
