import type { Alarm } from '@plomb/contract/alarms/alarms';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dropLocks, theFleet, useLiveLocks } from '../../lock/liveLocks.ts';
import { MarkIndex } from '../../map/markIndex.ts';
import { onLive, startLive } from '../../platform/live.ts';
import { type FakeServer, fakeServer, fleetLock, fleetPart } from '../../testing/fakeServer.ts';
import { takeIn, useWatched } from '../alarms/alarmStore.ts';
import { MOST } from '../alarms/watch.ts';
import { noFilter } from './lockFilter.ts';
import { lockMark } from './lockMarks.ts';
import { board, filterBoard, keepBoard, onBoard } from './theBoard.ts';

let server: FakeServer;
const stops: (() => void)[] = [];
const settle = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T00:00:00Z') });
  server = fakeServer();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  dropLocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** One window, from a Friday evening to Monday: locks move, come and go, alarms ring, the line breaks every few hours. */
it('a map left open for three days holds what there is, and nothing of what has been', async () => {
  const FLEET = 200;
  const net = { online: 0 };
  const [add, remove] = [window.addEventListener.bind(window), window.removeEventListener.bind(window)];
  vi.spyOn(window, 'addEventListener').mockImplementation((name: string, ...rest: unknown[]) => {
    if (name === 'online') net.online += 1;
    (add as (...all: unknown[]) => void)(name, ...rest);
  });
  vi.spyOn(window, 'removeEventListener').mockImplementation((name: string, ...rest: unknown[]) => {
    if (name === 'online') net.online -= 1;
    (remove as (...all: unknown[]) => void)(name, ...rest);
  });
  const present = new Set(Array.from({ length: FLEET }, (_, i) => i + 1));
  server.on('/map/locks', () => ({ data: fleetPart([...present].map((id) => fleetLock(id))) }));
  const marks = new MarkIndex();
  stops.push(
    startLive(),
    keepBoard(),
    onLive('alarm', ({ alarm }) => void takeIn([alarm])),
    onBoard(({ put, gone }) => {
      for (const id of gone) marks.remove(id);
      for (const shown of put) {
        const mark = lockMark(shown, { alarm: { word: String }, outOfUse: { word: String } });
        if (mark) marks.put(mark);
      }
    }),
  );
  await settle(1000);
  server.stream().say({ event: 'hello', data: { epoch: 'e', seq: 0 } });
  await settle(1000);

  const MINUTES = 3 * 24 * 60;
  const sizes: object[] = [];
  let newest = FLEET;
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    const [oldest] = present;
    newest += 1;
    present.add(newest);
    present.delete(oldest ?? 0);
    const moved = [...present].filter((id) => id % 7 === minute % 7);
    server.stream().say({
      event: 'locks',
      data: {
        seq: minute,
        locks: [
          fleetLock(newest),
          ...moved.map((id) => ({
            id,
            velocity: minute % 90,
            lon: 100 + ((id + minute) % 20),
            lat: 25 + (minute % 10),
          })),
        ],
        removed: [oldest ?? 0],
      },
    });
    server.stream().say({
      event: 'alarm',
      data: {
        seq: minute,
        alarm: {
          id: minute,
          kind: minute % 9 ? 'low_battery' : 'illegal_unlock',
          severity: minute % 9 ? 'warning' : 'critical',
          status: 'unprocessed',
          owner: '',
          first_time: new Date().toISOString(),
        } as Alarm,
      },
    });
    if (minute % 200 === 0) {
      server.stream().cut();
      await settle(5000);
      server.stream().say({ event: 'hello', data: { epoch: 'e', seq: minute } });
    }
    if (minute % 300 === 0) filterBoard(noFilter);
    board.list(null);
    await settle(60_000);
    if (minute % (24 * 60) === 0)
      sizes.push({
        fleet: theFleet().size,
        all: board.all.size,
        passed: board.passed.size,
        marks: marks.size,
        slots: marks.slots,
        listed: board.list(null).length,
        counted: Object.values(board.counts.statuses).reduce((a, b) => a + b),
        streams: server.streams.filter((s) => !s.closed).length,
        online: net.online,
        timers: vi.getTimerCount(),
      });
  }
  expect(sizes).toHaveLength(3);
  expect(sizes[1]).toEqual(sizes[0]);
  expect(sizes[2]).toEqual(sizes[0]);
  expect(sizes[0]).toMatchObject({
    fleet: FLEET,
    all: FLEET,
    passed: FLEET,
    marks: FLEET,
    listed: FLEET,
    counted: FLEET,
  });
  expect(sizes[0]).toMatchObject({ streams: 1, online: 0 });
  expect(server.count('/map/locks')).toBe(1);
  const { critical, quiet, known } = useWatched.getState();
  expect(critical.length).toBeLessThanOrEqual(MOST.critical);
  expect(quiet.length).toBeLessThanOrEqual(MOST.quiet);
  expect(known.size).toBeLessThanOrEqual(MOST.known);
  expect(useLiveLocks.getState().asOf).toBeNull();
}, 60_000);
