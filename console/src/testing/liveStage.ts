import { act, cleanup } from '@testing-library/react';
import { vi } from 'vitest';
import { dropLocks } from '../lock/liveLocks.ts';
import { startLive } from '../platform/live.ts';
import type { FakeServer } from './fakeServer.ts';

/** Lets time pass, on the clock of the test. */
export const settle = (milliseconds = 10): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(milliseconds);
  });

/** A console that follows a server's stream, with whatever keeps what it hears; the function returned ends it. */
export const liveStage = async (server: FakeServer, keep: () => () => void): Promise<() => void> => {
  const stops = [startLive(), keep()];
  await settle(300);
  server.stream().say({ event: 'hello', data: { epoch: 'e', seq: 1 } });
  await settle(300);
  return () => {
    // the pages first: they listen
    cleanup();
    for (const stop of stops) stop();
    dropLocks();
    vi.useRealTimers();
  };
};
