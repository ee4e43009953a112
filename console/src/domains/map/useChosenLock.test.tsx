import type { Command } from '@plomb/contract/locks';
import type { MapLock } from '@plomb/contract/map';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startLive } from '../../platform/live.ts';
import { dropLocks, keepLocks, theFleet } from '../../platform/liveLocks.ts';
import { type FakeServer, fakeServer, fleetLock, fleetPart } from '../../testing/fakeServer.ts';
import { useChosenLock } from './useChosenLock.ts';

const proved = '2026-11-21T08:00:05Z';
const sealed = {
  ...fleetLock(1, { lock_status: 2 }),
  ...{ lock_since: '2026-11-21T07:00:00Z', lock_actor: '', lock_source: null },
} as MapLock;
const command = { id: 5, device_id: 1, kind: 'unseal', state: 'answered_ok', evidence: null } as Command;

let server: FakeServer;
let stops: (() => void)[];
let now: MapLock;
const settle = (milliseconds = 10) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
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
  stops = [startLive(), keepLocks()];
  await settle(300);
  server.stream().say({ event: 'hello', data: { epoch: 'e', seq: 1 } });
  await settle(300);
});
afterEach(() => {
  cleanup();
  for (const stop of stops) stop();
  dropLocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const choose = async () => {
  const queries = new QueryClient();
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
