import type { Command } from '@plomb/contract/lock/command';
import type { MapLock } from '@plomb/contract/map/map';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Answer, type FakeServer, fakeServer, fleetLock, fleetPart } from '../testing/fakeServer.ts';
import { liveStage, settle } from '../testing/liveStage.ts';
import { keepLocks, theFleet } from './liveLocks.ts';
import { useChosenLock } from './useChosenLock.ts';

const proved = '2026-11-21T08:00:05Z';
const sealed = {
  ...fleetLock(1, { lock_status: 2 }),
  ...{ lock_since: '2026-11-21T07:00:00Z', lock_actor: '', lock_source: null },
} as MapLock;
const command = { id: 5, device_id: 1, kind: 'unseal', state: 'answered_ok', evidence: null } as Command;

let server: FakeServer;
let stop: () => void;
let now: MapLock;
const tell = async (seq: number, told: Partial<Command>) => {
  server.stream().say({ event: 'command', data: { seq, command: { ...command, ...told } } });
  await settle();
};

beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T08:00:00Z') });
  server = fakeServer();
  now = sealed;
  server.on('/map/lock', () => ({ data: now }));
  server.on('/map/locks', () => ({ data: fleetPart([fleetLock(1, { lock_status: 2 })]) }));
  stop = await liveStage(server, keepLocks);
});
afterEach(() => stop());

const choose = async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { result } = renderHook(() => useChosenLock(1, null), {
    wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
  });
  await settle(300);
  return result;
};

it('shows the state a command has led to with its proof, in the panel and in the list, before the stream brings it', async () => {
  const shown = await choose();
  expect(shown.current.lock?.lock_status).toBe(2);
  now = { ...sealed, lock_status: 1, lock_since: proved };
  await tell(2, {});
  expect(shown.current.lock?.lock_status).toBe(2); // accepted is not proved
  await tell(3, { evidence: 'confirmed', evidence_time: proved });
  expect(shown.current.lock).toMatchObject({ lock_status: 1, lock_since: proved });
  expect(theFleet().get(1)?.lock_status).toBe(1);
});

it('asks for nothing when a command of another lock is proved', async () => {
  await choose();
  const asked = server.count('/map/lock');
  await tell(2, { device_id: 2, evidence: 'confirmed', evidence_time: proved });
  expect(server.count('/map/lock')).toBe(asked);
});

it('keeps what the stream says while the lock is asked for: the answer may be older', async () => {
  const shown = await choose();
  let answer = (_: Answer): void => undefined;
  server.on('/map/lock', () => new Promise((resolve) => (answer = resolve)));
  server.stream().say({ event: 'resync', data: { epoch: 'another', seq: 9 } });
  await settle();
  const lock = { id: 1, lock_status: 1, lock_since: proved } as const;
  server.stream().say({ event: 'locks', data: { seq: 10, locks: [lock], removed: [] } });
  await settle();
  answer({ data: sealed });
  await settle();
  expect(shown.current.lock).toMatchObject(lock);
});

it('lets a lock go that left the sight of who looks at it, and keeps one that only moved in it', async () => {
  const shown = await choose();
  const leave = async (seq: number) => {
    server.stream().say({ event: 'locks', data: { seq, locks: [], removed: [1] } });
    await settle(300);
  };
  await leave(2);
  expect(shown.current).toMatchObject({ missing: false, lock: { id: 1 } });
  server.on('/map/lock', () => ({ sign: 'notFound' }));
  await leave(3);
  expect(shown.current).toMatchObject({ missing: true, lock: null });
});

it('is told at once when one rests on it, and who steps through many opens no stream for each', async () => {
  const queries = new QueryClient();
  const before = server.streams.length;
  const { rerender } = renderHook(({ id }) => useChosenLock(id, null), {
    initialProps: { id: 1 },
    wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
  });
  for (const id of [2, 3, 4]) {
    await settle(50);
    rerender({ id });
  }
  await settle(300);
  expect(server.streams).toHaveLength(before + 1);
  expect(server.stream().input.open).toEqual([4]);
});

it('is asked for once more when the stream begins to bring it: what happened in between was told to nobody', async () => {
  stop();
  vi.useFakeTimers({ now: Date.parse('2026-11-21T08:00:00Z') });
  stop = await liveStage(server, () => () => {});
  await choose();
  expect(server.stream().input).toMatchObject({ ids: [1], open: [1] });
  const asked = server.count('/map/lock');
  server.stream().say({ event: 'hello', data: { epoch: 'e', seq: 1 } });
  await settle();
  expect(server.count('/map/lock')).toBe(asked + 1);
});
