import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dropLocks, useLiveLocks } from '../../lock/liveLocks.ts';
import { learnClock, serverNow } from '../../platform/clock.ts';
import { startLive } from '../../platform/live.ts';
import { type FakeServer, fakeServer, fleetLock, fleetPart } from '../../testing/fakeServer.ts';
import { board, keepBoard } from './theBoard.ts';

const noon = Date.parse('2026-11-21T12:00:00Z');
const MINUTE = 60_000;
let server: FakeServer;
let stops: (() => void)[] = [];
const settle = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
/** The server's clock is so many minutes ahead of this computer's. */
const ahead = (minutes: number): void =>
  learnClock(new Date(Date.now() + minutes * MINUTE).toUTCString(), Date.now(), Date.now());

beforeEach(() => {
  vi.useFakeTimers({ now: noon });
  server = fakeServer();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  dropLocks();
  ahead(0);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Locks last heard so many minutes ago by the server: one that is awake, one that sleeps ten minutes between wake-ups. */
const show = async (awake: number, asleep: number) => {
  const ago = (minutes: number): string => new Date(serverNow() - minutes * MINUTE).toISOString();
  const locks = [
    fleetLock(1, { connected: true, seen_time: ago(awake) }),
    fleetLock(2, { connected: false, seen_time: ago(asleep) }),
  ];
  server.on('/map/locks', () => ({ data: fleetPart(locks) }));
  stops = [startLive(), keepBoard()];
  await settle(1000);
  server.stream().say({ event: 'hello', data: { epoch: 'e', seq: 0 } });
  await settle(1000);
};
const shown = () => [...board.all.values()].map(({ connection }) => connection);

it.each([7, -7])('says how a lock is reached by the clock of the server, %i minutes ahead', async (minutes) => {
  ahead(minutes);
  await show(1, 6);
  expect(shown()).toEqual(['online', 'sleeping']);
  expect(board.counts.connections).toMatchObject({ online: 1, sleeping: 1, late: 0 });
  // silence goes on, by the same clock
  await settle(6 * MINUTE);
  expect(shown()).toEqual(['sleeping', 'late']);
  // and what a step brings is judged by it as well
  const heard = new Date(serverNow() - 2.5 * MINUTE).toISOString();
  server.stream().say({ event: 'locks', data: { seq: 1, locks: [{ id: 1, seen_time: heard }], removed: [] } });
  await settle(1000);
  expect(shown()).toEqual(['sleeping', 'late']);
});

it.each([7, -7])(
  'stays as it was when the line broke, and says so by that clock, %i minutes ahead',
  async (minutes) => {
    ahead(minutes);
    await show(1, 6);
    const broken = serverNow();
    server.stream().cut();
    await settle(20 * MINUTE);
    expect(useLiveLocks.getState().asOf).toBe(broken);
    expect(shown()).toEqual(['online', 'sleeping']);
  },
);

it('takes back what it said by a clock that was set wrongly, once the server has told the time', async () => {
  await show(1, 6);
  vi.setSystemTime(noon + 7 * MINUTE);
  await settle(10_000);
  expect(shown()).toEqual(['sleeping', 'late']);
  ahead(-7);
  await settle(10_000);
  expect(shown()).toEqual(['online', 'sleeping']);
});
