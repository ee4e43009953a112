import { MOST_HELD } from '@plomb/contract/map/map';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onLive, startLive, useLive } from '../platform/live.ts';
import { type FakeServer, fakeServer, fleetLock, fleetPart } from '../testing/fakeServer.ts';
import { applyPatches, dropLocks, holdLocks, keepLocks, theFleet, useLiveLocks } from './liveLocks.ts';

describe('a step of the stream', () => {
  const lock = fleetLock(1);
  it('merges the fields that changed, and tells the locks that differ', () => {
    const locks = new Map([[1, lock]]);
    const moved = { ...lock, velocity: 40 };
    expect(applyPatches(locks, [{ id: 1, velocity: 40 }], [])).toEqual({ changed: [moved], removed: [] });
    expect(locks.get(1)).toEqual(moved);
    expect(applyPatches(locks, [{ id: 1, velocity: 40 }], [])).toEqual({ changed: [], removed: [] });
  });
  it('takes a whole new lock; a part of one that is not known says nothing', () => {
    const locks = new Map<number, typeof lock>();
    expect(applyPatches(locks, [lock, { id: 9, velocity: 3 }], []).changed).toEqual([lock]);
    expect([...locks.keys()]).toEqual([1]);
  });
  it('takes out what went before it puts in what came: a lock may do both', () => {
    const locks = new Map([[1, lock]]);
    applyPatches(locks, [lock], [1, 2]);
    expect([...locks.keys()]).toEqual([1]);
  });
});

let server: FakeServer;
let stops: (() => void)[] = [];
const settle = (milliseconds = 0): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds);
/** a window that leads after having asked for a moment whether another does */
const open = async (): Promise<() => void> => {
  const stop = startLive();
  stops.push(stop);
  await settle(300);
  return stop;
};
const velocity = (id: number): number | null | undefined => theFleet().get(id)?.velocity;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T08:00:00Z') });
  server = fakeServer();
  server.on('/map/locks', () => ({ data: fleetPart([fleetLock(1), fleetLock(2)]) }));
});
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
  dropLocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = (): void => void stops.push(keepLocks());
const hello = async (seq = 1, epoch = 'e'): Promise<void> => {
  server.stream().say({ event: 'hello', data: { epoch, seq } });
  await settle(10);
};

describe('the locks of the console', () => {
  it('are asked of the stream only while somebody shows them', async () => {
    await open();
    expect(server.stream().input.ids).toEqual([]);
    await hello();
    show();
    await settle(10);
    expect(server.stream().input.ids).toBeUndefined();
    expect(server.streams.filter((s) => !s.closed)).toHaveLength(1);
    await hello();
    expect(theFleet().size).toBe(2);
  });

  it('come part by part, with the news that came meanwhile put over each part', async () => {
    server.on('/map/locks', ({ after }) => {
      if (after) return { data: fleetPart([fleetLock(2)]) };
      server.stream().say({
        event: 'locks',
        data: { seq: 5, locks: [{ id: 1, velocity: 7 }, { id: 2, velocity: 8 }, fleetLock(3)], removed: [] },
      });
      return { data: fleetPart([fleetLock(1)], 1) };
    });
    await open();
    show();
    await settle(10);
    await hello();
    expect([...theFleet().keys()].sort()).toEqual([1, 2, 3]);
    expect([velocity(1), velocity(2)]).toEqual([7, 8]);
    expect(useLiveLocks.getState()).toMatchObject({ size: 3, loaded: true, asOf: null });
  });

  it('are known to be a part until the last part came', async () => {
    let last: (answer: { data: unknown }) => void = () => {};
    server.on('/map/locks', ({ after }) =>
      after
        ? new Promise((come) => {
            last = come;
          })
        : { data: { ...fleetPart([fleetLock(1)], 1), registered: 2 } },
    );
    await open();
    show();
    await settle(10);
    await hello();
    expect(useLiveLocks.getState()).toMatchObject({ size: 1, loaded: false, coming: 2 });
    last({ data: { ...fleetPart([fleetLock(2)]), registered: 2 } });
    await settle(10);
    expect(useLiveLocks.getState()).toMatchObject({ size: 2, loaded: true, coming: null });
  });

  it('are fetched anew after signing in again in place: the new stream knows nothing of the old one', async () => {
    const stop = await open();
    show();
    await settle(10);
    await hello();
    expect(velocity(1)).toBe(0);
    stop(); // the session has expired
    server.on('/map/locks', () => ({ data: fleetPart([fleetLock(1, { velocity: 55 })]) }));
    await settle(60_000);
    expect(useLiveLocks.getState().asOf).not.toBeNull();
    await open();
    await hello(9);
    expect(velocity(1)).toBe(55);
    expect(theFleet().size).toBe(1);
    expect(useLiveLocks.getState().asOf).toBeNull();
  });

  it('go on after a broken line without being fetched again, and say since when they are old', async () => {
    await open();
    show();
    await settle(10);
    await hello();
    server.refuseStreams(true);
    const cut = Date.now();
    server.stream().cut();
    await settle(100);
    expect(useLive.getState().state).toBe('lost');
    expect(useLiveLocks.getState().asOf).toBeGreaterThanOrEqual(cut);
    server.refuseStreams(false);
    await settle(5000);
    expect(server.stream().input).toMatchObject({ epoch: 'e', since: 1 });
    await hello();
    expect(server.count('/map/locks')).toBe(1);
    expect(useLiveLocks.getState().asOf).toBeNull();
  });

  it('whose fetching fails keep what is shown and what comes, say so, and are fetched again until it works', async () => {
    await open();
    show();
    await settle(10);
    await hello();
    server.on('/map/locks', () => 'broken');
    server.stream().say({ event: 'resync', data: { epoch: 'e', seq: 4 } });
    await settle(1000);
    server.stream().say({ event: 'locks', data: { seq: 5, locks: [{ id: 1, velocity: 33 }], removed: [] } });
    await settle(10);
    expect(velocity(1)).toBe(33);
    expect(useLiveLocks.getState()).toMatchObject({ loaded: true, size: 2 });
    expect(useLiveLocks.getState().failure).not.toBeNull();
    expect(useLiveLocks.getState().asOf).not.toBeNull();
    const tries = server.count('/map/locks');
    await settle(60_000);
    // 1, 2, 4 … 30 s apart, not a flood
    expect(server.count('/map/locks') - tries).toBeLessThan(8);
    server.on('/map/locks', () => ({ data: fleetPart([fleetLock(1), fleetLock(4)]) }));
    await settle(40_000);
    expect([...theFleet().keys()].sort()).toEqual([1, 4]);
    expect(velocity(1)).toBe(33);
    expect(useLiveLocks.getState()).toMatchObject({ failure: null, asOf: null });
  });

  it('are fetched once more when they are told to be while they are being fetched', async () => {
    await open();
    show();
    await settle(10);
    server.on('/map/locks', () => 'broken');
    await hello();
    server.stream().say({ event: 'resync', data: { epoch: 'e', seq: 4 } });
    server.on('/map/locks', () => ({ data: fleetPart([fleetLock(8)]) }));
    await settle(20_000);
    expect([...theFleet().keys()]).toEqual([8]);
    expect(useLiveLocks.getState().asOf).toBeNull();
  });

  describe('of a fleet too large to be held', () => {
    const held = () => [...theFleet().keys()];
    const hold = (locks: ReturnType<typeof fleetLock>[]) => holdLocks(async () => ({ locks, asOf: null }));
    beforeEach(async () => {
      server.on('/map/locks', () => ({
        data: { ...fleetPart([fleetLock(1), fleetLock(2)], 2), registered: MOST_HELD + 1 },
      }));
      await open();
      show();
      await settle(10);
      await hello();
      await settle(10);
    });

    it('are not fetched, nor asked of the stream, until somebody says which are shown', async () => {
      expect(useLiveLocks.getState()).toMatchObject({ large: 1, size: 0, loaded: false });
      expect(server.count('/map/locks')).toBe(1);
      expect(server.stream().input.ids).toEqual([]);
      await hold([fleetLock(7), fleetLock(8)]);
      await settle(10);
      expect(held()).toEqual([7, 8]);
      expect(server.stream().input.ids).toEqual([7, 8]);
      await hold([fleetLock(8), fleetLock(9)]);
      expect(held()).toEqual([8, 9]);
      expect(useLiveLocks.getState()).toMatchObject({ loaded: true, size: 2 });
    });

    it('follow the stream; what it still brings of others is not taken in', async () => {
      await hold([fleetLock(7)]);
      await settle(10);
      await hello(2);
      server
        .stream()
        .say({ event: 'locks', data: { seq: 3, locks: [{ id: 7, velocity: 9 }, fleetLock(1)], removed: [] } });
      await settle(10);
      expect(held()).toEqual([7]);
      expect(velocity(7)).toBe(9);
    });

    it('keep what was told of them while they were asked for', async () => {
      await hold([fleetLock(7)]);
      await settle(10);
      await hello(2);
      await holdLocks(async () => {
        server.stream().say({ event: 'locks', data: { seq: 3, locks: [{ id: 7, velocity: 9 }], removed: [] } });
        await settle(10);
        return { locks: [fleetLock(7)], asOf: null };
      });
      expect(velocity(7)).toBe(9);
    });

    it('are asked for anew when the stream has begun to bring them, and when it has lost some', async () => {
      const asks = () => useLiveLocks.getState().large;
      await settle(2000);
      const before = asks();
      await hold([fleetLock(7)]);
      await settle(10);
      expect(asks()).toBe(before);
      await hello(2);
      await settle(2000);
      expect(asks()).toBe(before + 1);
      server.stream().say({ event: 'resync', data: { epoch: 'e', seq: 4 } });
      expect(held()).toEqual([7]);
      await settle(20_000);
      expect(asks()).toBeGreaterThan(before + 1);
    });

    it('stay as they were, with the time, when they cannot be asked for', async () => {
      await hold([fleetLock(7)]);
      await settle(10);
      await hello(2);
      const from = Date.now();
      await holdLocks(() => Promise.reject(new Error('away')));
      expect(held()).toEqual([7]);
      expect(useLiveLocks.getState()).toMatchObject({ asOf: from, failure: new Error('away') });
      await hold([fleetLock(7)]);
      expect(useLiveLocks.getState()).toMatchObject({ asOf: null, failure: null });
    });
  });

  it('stay for a while after the last screen that shows them is left', async () => {
    await open();
    const leave = keepLocks();
    await settle(10);
    await hello();
    leave();
    await settle(60_000);
    server.stream().say({ event: 'locks', data: { seq: 9, locks: [{ id: 1, velocity: 5 }], removed: [] } });
    await settle(10);
    expect(velocity(1)).toBe(5);
    await settle(6 * 60_000);
    expect(theFleet().size).toBe(0);
    expect(server.stream().input.ids).toEqual([]);
  });
});

describe('a listener that throws', () => {
  it('neither breaks the line nor silences the others', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await open();
    await hello();
    const heard: number[] = [];
    stops.push(
      onLive('locks', () => {
        throw new Error('a fault of a page');
      }),
      onLive('locks', ({ seq }) => heard.push(seq)),
    );
    for (const seq of [2, 3]) server.stream().say({ event: 'locks', data: { seq, locks: [], removed: [] } });
    await settle(10);
    expect(heard).toEqual([2, 3]);
    expect(useLive.getState().state).toBe('open');
    expect(server.streams).toHaveLength(1);
  });
});
