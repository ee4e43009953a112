import type { MapLock } from '@plomb/contract/map';
import { describe, expect, it } from 'vitest';
import { emptyBoard, nextBoard, type Shown } from './board.ts';
import { fenceMarks } from './fenceMarks.ts';
import { filterBoard, isInside, noFilter, sortShown, toggled } from './lockFilter.ts';
import { lockMark, markChanges } from './lockMarks.ts';
import { atHeight, heightAfter } from './sheetHeights.ts';
import { freeBounds } from './view.ts';

const now = Date.parse('2026-11-21T04:00:00Z');
const ago = (seconds: number): string => new Date(now - seconds * 1000).toISOString();

const lock = (id: number, over: Partial<MapLock> = {}): MapLock => ({
  id,
  sn: String(860411057000000 + id),
  device_name: `集装箱 ${id}`,
  subject: `沪A·D${7000 + id}`,
  org_id: 1,
  org_name: '苏南联运',
  device_type_name: 'G-300',
  lock_status: 2,
  lock_since: ago(3600),
  lock_actor: '',
  lock_source: null,
  fault: 0,
  alarm: null,
  lon: 120 + id / 100,
  lat: 31,
  velocity: 0,
  heading: 90,
  electric: 80,
  charging: null,
  voltage: null,
  temperature: null,
  signal: 20,
  mileage: null,
  ver: '1',
  report_time: ago(10),
  seen_time: ago(10),
  connected: true,
  family: 'hhd',
  report_interval: 30,
  sleep_interval: 600,
  ...over,
});
const boardOf = (...locks: MapLock[]) => nextBoard(emptyBoard, new Map(locks.map((l) => [l.id, l])), now);
const ids = (rows: readonly Shown[]): number[] => rows.map((r) => r.lock.id);

describe('the board', () => {
  it('keeps the object of every lock that did not change', () => {
    const [one, two] = [lock(1), lock(2)];
    const before = boardOf(one, two);
    const after = nextBoard(
      before,
      new Map([
        [1, { ...one, velocity: 40 }],
        [2, two],
      ]),
      now,
    );
    expect(after.shown.get(2)).toBe(before.shown.get(2));
    expect(after.shown.get(1)).not.toBe(before.shown.get(1));
    expect(after.names).toBe(before.names);
  });

  it('is the same board when nothing changed at all', () => {
    const locks = new Map([[1, lock(1)]]);
    const board = nextBoard(emptyBoard, locks, now);
    expect(nextBoard(board, locks, now + 10_000)).toBe(board);
  });

  it('ages: a silent lock sleeps, is late, goes offline without any news', () => {
    const locks = new Map([[1, lock(1)]]);
    let board = nextBoard(emptyBoard, locks, now);
    const seen = [0, 300, 900, 3000].map((seconds) => {
      board = nextBoard(board, locks, now + seconds * 1000);
      return board.shown.get(1)?.connection;
    });
    expect(seen).toEqual(['online', 'sleeping', 'late', 'offline']);
  });

  it('orders names as people do, and anew only when one changed', () => {
    const locks = [lock(1, { device_name: '集装箱 10' }), lock(2, { device_name: '集装箱 9' })];
    const before = boardOf(...locks);
    expect([...before.names.keys()]).toEqual([2, 1]);
    const renamed = new Map([
      [1, { ...locks[0]!, device_name: '集装箱 1' }],
      [2, locks[1]!],
    ]);
    const after = nextBoard(before, renamed, now);
    expect([...after.names.keys()]).toEqual([1, 2]);
    expect(filterBoard(after, { ...noFilter, text: '集装箱 10' }).passed).toEqual([]);
  });

  it('lets go of a removed lock', () => {
    const two = lock(2);
    const after = nextBoard(boardOf(lock(1), two), new Map([[2, two]]), now);
    expect([...after.shown.keys()]).toEqual([2]);
  });
});

describe('filters', () => {
  const board = boardOf(
    lock(1),
    lock(2, { lock_status: 3 }),
    lock(3, { lock_status: 1, connected: false, seen_time: ago(300) }),
    lock(4, { connected: false, seen_time: ago(99_999) }),
  );

  it('find by name, by what is guarded and by serial number, whatever the case', () => {
    const found = (text: string) => ids(filterBoard(board, { ...noFilter, text }).passed);
    expect(found('集装箱 2')).toEqual([2]);
    expect(found(' 沪a·d7003 ')).toEqual([3]);
    expect(found('860411057000004')).toEqual([4]);
    expect(found('nothing')).toEqual([]);
  });

  it('count what each choice would show: the other filters count, its own does not', () => {
    const { passed, counts } = filterBoard(board, { ...noFilter, statuses: [3], connections: ['online'] });
    expect(ids(passed)).toEqual([2]);
    expect(counts.statuses).toEqual({ 0: 0, 1: 0, 2: 1, 3: 1, 255: 0 });
    expect(counts.connections).toEqual({ online: 1, sleeping: 0, late: 0, offline: 0 });
  });

  it('show only the locks of one spot', () => {
    expect(ids(filterBoard(board, { ...noFilter, only: [1, 4, 99] }).passed)).toEqual([1, 4]);
  });

  it('toggle', () => {
    expect(toggled([1, 2], 2)).toEqual([1]);
    expect(toggled([1], 2)).toEqual([1, 2]);
  });
});

describe('order', () => {
  it('puts critical alarms first, then the worst state, then other alarms, then names', () => {
    const board = boardOf(
      lock(1),
      lock(2, { alarm: 'low_battery' }),
      lock(3, { lock_status: 3 }),
      lock(4, { alarm: 'illegal_unlock' }),
      lock(5, { lock_status: 1 }),
      lock(6, { lock_status: 255 }),
    );
    expect(ids(sortShown([...board.shown.values()], 'severity', board.names))).toEqual([4, 3, 5, 2, 1, 6]);
  });
  it('by silence puts the never heard first, by battery the unknown last', () => {
    const board = boardOf(
      lock(1, { electric: null, seen_time: ago(5) }),
      lock(2, { electric: 90, seen_time: null }),
      lock(3, { electric: 10, seen_time: ago(60) }),
    );
    const all = [...board.shown.values()];
    expect(ids(sortShown(all, 'silence', board.names))).toEqual([2, 3, 1]);
    expect(ids(sortShown(all, 'battery', board.names))).toEqual([3, 2, 1]);
  });
});

describe('the view', () => {
  const at = (lon: number | null, lat: number) => boardOf(lock(1, { lon, lat })).shown.get(1)!;
  it('holds what is inside, also beyond the date line', () => {
    expect(isInside(at(120, 31), [119, 30, 121, 32])).toBe(true);
    expect(isInside(at(118, 31), [119, 30, 121, 32])).toBe(false);
    expect(isInside(at(-179, 31), [170, 30, 190, 32])).toBe(true);
    expect(isInside(at(null, 31), [119, 30, 121, 32])).toBe(false);
  });
  it('is what panels leave free', () => {
    const view = { centre: [120, 30] as const, zoom: 8, bounds: [110, 20, 130, 40] as const };
    const insets = { left: 100, right: 50, bottom: 200, top: 0 };
    expect(freeBounds(view, { width: 1000, height: 1000 }, insets)).toEqual([112, 24, 129, 40]);
  });
});

describe('marks', () => {
  const word = (kind: string): string => `!${kind}`;
  const markOf = (over: Partial<MapLock>) => lockMark(boardOf(lock(1, over)).shown.get(1)!, word);
  it('have a nose only while moving, and a halo only for critical alarms', () => {
    expect(markOf({})).toMatchObject({ heading: null, alarm: false, detail: '', label: '沪A·D7001' });
    expect(markOf({ velocity: 61.6 })).toMatchObject({ heading: 90, detail: '62 km/h' });
    expect(markOf({ alarm: 'low_battery' })).toMatchObject({ alarm: false, detail: '!low_battery' });
    expect(markOf({ alarm: 'illegal_unlock', subject: '' })).toMatchObject({ alarm: true, label: '集装箱 1' });
    expect(markOf({ lon: null })).toBeNull();
  });
  it('change only where the board did', () => {
    const before = boardOf(lock(1), lock(2)).shown;
    const after = new Map(before);
    after.delete(1);
    const moved = { ...before.get(2)!, connection: 'late' as const };
    after.set(2, moved);
    expect(markChanges(before, after)).toEqual({ put: [moved], gone: [1] });
  });
});

it('draws only shown fences whose shape it knows', () => {
  const fence = (id: number, fence_context: Record<string, unknown>, is_show = true) =>
    ({ id, fence_name: 'f', fence_type: 'polygon', fence_context, radius: null, is_show }) as const;
  const polygon = { type: 'Polygon', coordinates: [[]] };
  const marks = fenceMarks([fence(1, polygon), fence(2, { type: 'Feature' }), fence(3, polygon, false), fence(4, {})]);
  expect(marks.map((m) => m.id)).toEqual([1]);
});

it('rests a sheet where it was let go nearest', () => {
  expect([0.1, 0.4, 0.5, 0.79, 0.95].map(atHeight)).toEqual(['low', 'low', 'half', 'half', 'whole']);
  expect((['low', 'half', 'whole'] as const).map(heightAfter)).toEqual(['half', 'whole', 'half']);
});
