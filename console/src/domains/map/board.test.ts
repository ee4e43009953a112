import { alarmSeverity } from '@plomb/contract/alarms/severity';
import { heards } from '@plomb/contract/map/fleetFilter';
import type { FleetLock } from '@plomb/contract/map/map';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Board } from './board.ts';
import { fenceMarks } from './fenceMarks.ts';
import { isInside, type LockFilter, noFilter, type Sort, toggled } from './lockFilter.ts';
import { lockMark } from './lockMarks.ts';
import { sortNames } from './names.ts';
import { atHeight, heightAfter } from './sheetHeights.ts';
import type { Shown } from './shown.ts';
import { freeBounds } from './view.ts';

const now = Date.parse('2026-11-21T04:00:00Z');
const ago = (seconds: number): string => new Date(now - seconds * 1000).toISOString();

const lock = (id: number, over: Partial<FleetLock> = {}): FleetLock => ({
  id,
  sn: String(860411057000000 + id),
  device_name: `集装箱 ${id}`,
  subject: `沪A·D${7000 + id}`,
  org_id: 1,
  org_name: '苏南联运',
  device_type_name: 'G-300',
  lock_status: 2,
  fault: 0,
  alarm: null,
  // as grave as the product has it
  alarm_severity: over.alarm ? alarmSeverity[over.alarm] : null,
  lon: 120 + id / 100,
  lat: 31,
  velocity: 0,
  heading: 90,
  electric: 80,
  charging: null,
  aside_since: null,
  report_time: ago(10),
  place_time: ago(10),
  seen_time: ago(10),
  lock_time: ago(10),
  connected: true,
  family: 'hhd',
  out_of_use: null,
  report_interval: 30,
  sleep_interval: 600,
  ...over,
});
const boardOf = (...locks: FleetLock[]): Board => {
  const board = new Board();
  board.apply(locks, [], now);
  return board;
};
const ids = (rows: Iterable<Shown>): number[] => Array.from(rows, (r) => r.lock.id);
const found = (board: Board, part: Partial<LockFilter>): number[] => {
  board.filter({ ...noFilter, ...part });
  return ids(board.passed.values());
};

describe('the board', () => {
  it('keeps the object of every lock that did not change, and tells only the others', () => {
    const board = boardOf(lock(1), lock(2));
    const [one, two] = [board.all.get(1), board.all.get(2)];
    const { put, gone } = board.apply([lock(1, { velocity: 40 })], [], now);
    expect([ids(put), gone]).toEqual([[1], []]);
    expect(board.all.get(1)).not.toBe(one);
    expect(board.all.get(2)).toBe(two);
  });

  it('ages: a silent lock sleeps, is late, goes offline without any news', () => {
    const board = boardOf(lock(1), lock(2, { seen_time: null }));
    const seen = [0, 300, 900, 3000].map((seconds) => {
      board.age(now + seconds * 1000);
      return board.all.get(1)?.connection;
    });
    expect(seen).toEqual(['online', 'sleeping', 'late', 'offline']);
    // an hour of silence is a step of its own, for who looks for that
    board.age(now + 8_000_000);
    expect(board.age(now + 9_000_000)).toEqual({ put: [], gone: [] });
  });

  it('lets go of a removed lock, and of one that does not pass any more', () => {
    const board = boardOf(lock(1), lock(2));
    board.filter({ ...noFilter, statuses: [2] });
    expect(board.apply([], [1], now)).toEqual({ put: [], gone: [1] });
    expect(board.apply([lock(2, { lock_status: 1 })], [], now)).toEqual({ put: [], gone: [2] });
    expect([[...board.all.keys()], [...board.passed.keys()]]).toEqual([[2], []]);
  });
});

describe('filters', () => {
  const board = boardOf(
    lock(1),
    lock(2, { lock_status: 3 }),
    lock(3, { lock_status: 1, connected: false, seen_time: ago(300), alarm: 'low_battery' }),
    lock(4, { connected: false, seen_time: ago(99_999), alarm: 'state_gap' }),
  );

  it('find by name, by what is guarded and by serial number, whatever the case and the grouping', () => {
    const by = (text: string) => found(board, { text });
    expect(by('集装箱 2')).toEqual([2]);
    expect(by(' 沪ad7003 ')).toEqual([3]);
    expect(by('8604 1105 7000 004')).toEqual([4]);
    expect(by('nothing')).toEqual([]);
  });

  it('count what each choice would show: the other filters count, its own does not', () => {
    expect(found(board, { statuses: [3], connections: ['online'] })).toEqual([2]);
    expect(board.counts.statuses).toEqual({ 0: 0, 1: 0, 2: 1, 3: 1, 255: 0 });
    expect(board.counts.connections).toEqual({ online: 1, sleeping: 0, late: 0, offline: 0 });
  });

  it('count how many of them rest on less than the lock’s own fresh word', () => {
    const mixed = boardOf(lock(1), lock(2, { family: 'jt701' }), lock(3, { family: 'jt701', lock_status: 0 }));
    found(mixed, {});
    expect(mixed.counts).toMatchObject({ held: 1, stale: { 0: 0, 2: 0 } });
    mixed.age(now + 3_000_000);
    expect(mixed.counts).toMatchObject({ held: 1, stale: { 0: 1, 2: 2 } });
    mixed.apply([lock(2, { family: 'jt701', lock_status: 1 })], [], now);
    expect(mixed.counts).toMatchObject({ held: 0, stale: { 0: 1, 1: 0, 2: 1 } });
  });

  it('call a state the last known as soon as the lock’s own word is too old, heard or not', () => {
    const heard = { family: 'jt701', seen_time: ago(-100_000) } as const;
    const rope = boardOf(
      lock(1, heard),
      lock(2, { ...heard, lock_time: null }),
      lock(3, { seen_time: ago(-100_000), lock_time: ago(-100_000) }),
    );
    found(rope, {});
    expect(rope.counts.stale[2]).toBe(1);
    // 2 × 600 s and 300 s more
    expect(ids(rope.age(now + 1400_000).put)).not.toContain(2);
    expect(rope.counts.stale[2]).toBe(1);
    rope.age(now + 1500_000);
    expect(rope.counts).toMatchObject({ stale: { 2: 2 }, connections: { offline: 0 } });
    rope.apply([lock(1, { ...heard, lock_time: ago(-1500) })], [], now + 1500_000);
    expect(rope.counts.stale[2]).toBe(1);
  });

  it('find the locks somebody has to deal with; a mere notice is none', () => {
    expect(found(board, { alarm: true })).toEqual([3]);
    expect(found(board, {})).toEqual([1, 2, 3, 4]);
    expect(board.counts.alarm).toBe(1);
  });

  it('show only the locks of one spot', () => {
    expect(found(board, { only: [1, 4, 99] })).toEqual([1, 4]);
  });

  it('toggle', () => {
    expect(toggled([1, 2], 2)).toEqual([1]);
    expect(toggled([1], 2)).toEqual([1, 2]);
  });
});

describe('order', () => {
  const order = (board: Board, sort: Sort): number[] => {
    board.sort(sort);
    return ids(board.list(null));
  };
  it('puts critical alarms first, then the worst state, then other alarms, then names', () => {
    const board = boardOf(
      lock(1),
      lock(2, { alarm: 'low_battery' }),
      lock(3, { lock_status: 3 }),
      lock(4, { alarm: 'illegal_unlock' }),
      lock(5, { lock_status: 1 }),
      lock(6, { lock_status: 255 }),
    );
    expect(order(board, 'severity')).toEqual([4, 3, 5, 2, 1, 6]);
  });
  it('by silence puts the never heard first, by battery the unknown last', () => {
    const board = boardOf(
      lock(1, { electric: null, seen_time: ago(5) }),
      lock(2, { electric: 90, seen_time: null }),
      lock(3, { electric: 10, seen_time: ago(60) }),
    );
    expect(order(board, 'silence')).toEqual([2, 3, 1]);
    expect(order(board, 'battery')).toEqual([3, 2, 1]);
  });
  it('orders names as people do, a little at a time', async () => {
    const names = Array.from({ length: 9000 }, (_, i) => ({ id: i + 1, name: `集装箱 ${9000 - i}` }));
    let breaths = 0;
    const sorted = await sortNames(names, async () => {
      breaths += 1;
      return true;
    });
    expect(sorted?.map((n) => n.name)).toEqual(names.map((n) => n.name).toReversed());
    expect(breaths).toBeGreaterThan(10);
    expect(await sortNames(names, async () => false)).toBeNull();
  });
});

it('after any steps counts, passes and orders as a board that is made anew', () => {
  const pick = <T>(values: readonly T[]) => fc.constantFrom(...values);
  const change = fc.record({
    id: fc.integer({ min: 1, max: 8 }),
    lock_status: pick([0, 1, 2, 3, 255] as const),
    alarm: pick([null, 'low_battery', 'illegal_unlock', 'state_gap'] as const),
    electric: fc.option(fc.integer({ min: 0, max: 100 })),
    connected: fc.boolean(),
    // within a step of the last limit, too
    seen: fc.oneof(fc.integer({ min: 0, max: 7200 }), fc.integer({ min: 600_000, max: 610_000 })),
    org_id: pick([1, 2] as const),
    told: fc.integer({ min: 0, max: 3000 }),
    family: pick(['hhd', 'jt701'] as const),
    device_name: pick(['A', 'B', 'C']),
    gone: fc.boolean(),
  });
  const filter = fc.record({
    text: pick(['', 'a', 'b']),
    statuses: pick([[], [2], [3, 1]] as const),
    connections: pick([[], ['online'], ['late', 'offline']] as const),
    alarm: fc.boolean(),
    only: pick([null, [1, 2, 3]] as const),
    heard: pick([null, ...heards]),
    org: pick([null, 2]),
  });
  const orgsOf = ({ org }: LockFilter) => (org === null ? null : new Set([org]));
  const step = fc.oneof(fc.array(change, { maxLength: 5 }), filter, pick(['severity', 'battery', 'silence'] as const));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const board = new Board();
      const locks = new Map<number, FleetLock>();
      let [chosen, sort]: [LockFilter, Sort] = [noFilter, 'severity'];
      for (const [at, one] of steps.entries()) {
        const time = now + at * 200_000;
        if (typeof one === 'string') {
          sort = one;
          board.sort(sort);
        } else if (!Array.isArray(one)) {
          chosen = one;
          board.filter(chosen, orgsOf(chosen));
        } else {
          const away = one.filter((c) => c.gone).map((c) => c.id);
          const news = one
            .filter((c) => !c.gone)
            .map(({ seen, told, gone, ...c }) => lock(c.id, { ...c, seen_time: ago(seen), lock_time: ago(told) }));
          for (const id of away) locks.delete(id);
          for (const l of news) locks.set(l.id, l);
          board.apply(news, away, time);
        }
        board.age(time);
        const fresh = new Board();
        fresh.sort(sort);
        fresh.filter(chosen, orgsOf(chosen));
        fresh.apply([...locks.values()], [], time);
        expect(board.counts).toEqual(fresh.counts);
        expect(ids(board.list(null))).toEqual(ids(fresh.list(null)));
      }
    }),
    { numRuns: 200 },
  );
});

it('passes who was heard when the filter says, and lets go of who has been silent for too long', () => {
  const board = boardOf(lock(1), lock(2, { seen_time: ago(3700) }), lock(3, { seen_time: null }));
  expect(found(board, { heard: '1h' })).toEqual([1]);
  expect(found(board, { heard: 'over1h' })).toEqual([2, 3]);
  expect(found(board, { heard: 'never' })).toEqual([3]);
  expect(found(board, { heard: '24h' })).toEqual([1, 2]);
  expect(board.counts.connections.offline).toBe(1);
  const { gone } = board.age(now + 24 * 3_600_000);
  expect(gone).toEqual([1, 2]);
});

it('is of the organisations that the chosen one stands for, in its counts too', () => {
  const board = boardOf(lock(1), lock(2, { org_id: 5 }), lock(3, { org_id: 6 }));
  board.filter(noFilter, new Set([5, 6]));
  expect([ids(board.passed.values()), board.counts.statuses[2]]).toEqual([[2, 3], 2]);
  board.apply([lock(2, { org_id: 1 })], [], now);
  expect([ids(board.passed.values()), board.counts.statuses[2]]).toEqual([[3], 1]);
});

describe('the view', () => {
  const at = (lon: number | null, lat: number) => boardOf(lock(1, { lon, lat })).all.get(1)!;
  it('holds what is inside, also beyond the date line', () => {
    expect(isInside(at(120, 31), [119, 30, 121, 32])).toBe(true);
    expect(isInside(at(118, 31), [119, 30, 121, 32])).toBe(false);
    expect(isInside(at(-179, 31), [170, 30, 190, 32])).toBe(true);
    expect(isInside(at(null, 31), [119, 30, 121, 32])).toBe(false);
  });
  it('has counts of its own', () => {
    const board = boardOf(lock(1, { lon: 120 }), lock(2, { lon: 80 }), lock(3, { lon: 120, lock_status: 3 }));
    board.filter({ ...noFilter, statuses: [2] });
    const { statuses, connections } = board.countsOf((shown) => isInside(shown, [119, 20, 121, 40]));
    expect([statuses[2], statuses[3], Object.values(connections).reduce((a, b) => a + b)]).toEqual([1, 1, 1]);
    expect(board.counts.statuses[2]).toBe(2);
  });
  it('is what panels leave free', () => {
    const view = { centre: [120, 30] as const, zoom: 8, bounds: [110, 20, 130, 40] as const };
    const insets = { left: 100, right: 50, bottom: 200, top: 0 };
    expect(freeBounds(view, { width: 1000, height: 1000 }, insets)).toEqual([112, 24, 129, 40]);
  });
});

describe('marks', () => {
  it('say of a lock that is heard and has told no place for long that it may be elsewhere', () => {
    const words = { alarm: { word: String }, outOfUse: { word: String } };
    const at = (place_time: string | null) => lockMark(boardOf(lock(1, { place_time })).all.get(1)!, words)?.placeOld;
    expect([at(ago(10)), at(ago(4000)), at(null)]).toEqual([false, true, true]);
  });
  const word = (kind: string): string => `!${kind}`;
  const words = { alarm: { word }, outOfUse: { word } };
  const markOf = (over: Partial<FleetLock>) => lockMark(boardOf(lock(1, over)).all.get(1)!, words);
  it('name a lock that is out of use, and say why before everything else', () => {
    expect(markOf({})?.outOfUse).toBe(false);
    expect(markOf({ out_of_use: 'lost' })).toMatchObject({ outOfUse: true, detail: '!lost' });
    expect(markOf({ out_of_use: 'scrapped', alarm: 'illegal_unlock' })?.detail).toBe('!scrapped · !illegal_unlock');
  });
  it('have a nose only while moving, and a halo only for critical alarms', () => {
    expect(markOf({})).toMatchObject({ heading: null, alarm: false, detail: '', label: '沪A·D7001' });
    expect(markOf({ velocity: 61.6 })).toMatchObject({ heading: 90, detail: '62 km/h' });
    expect(markOf({ alarm: 'low_battery' })).toMatchObject({ alarm: false, detail: '!low_battery' });
    expect(markOf({ alarm: 'illegal_unlock', subject: '' })).toMatchObject({ alarm: true, label: '集装箱 1' });
    expect(markOf({ lon: null })).toBeNull();
  });
});

it('draws only shown fences whose shape it knows', () => {
  const fence = (id: number, fence_context: Record<string, unknown>, is_show = true) =>
    ({ id, fence_name: 'f', fence_type: 'polygon', fence_context, radius: null, colour: 'violet', is_show }) as const;
  const polygon = { type: 'Polygon', coordinates: [[]] };
  const marks = fenceMarks([fence(1, polygon), fence(2, { type: 'Feature' }), fence(3, polygon, false), fence(4, {})]);
  expect(marks.map((m) => m.id)).toEqual([1]);
});

it('rests a sheet where it was let go nearest', () => {
  expect([0.1, 0.4, 0.5, 0.79, 0.95].map(atHeight)).toEqual(['low', 'low', 'half', 'half', 'whole']);
  expect((['low', 'half', 'whole'] as const).map(heightAfter)).toEqual(['half', 'whole', 'half']);
});
