import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { startLive, tryLineNow, wantLocks } from './live.ts';
import type { Told } from './liveShare.ts';
import { together } from './liveWants.ts';

/** Channels of one browser: what one says the others hear a moment later. */
class Air extends EventTarget {
  static readonly open = new Set<Air>();
  constructor() {
    super();
    Air.open.add(this);
  }
  postMessage(told: Told): void {
    const data = structuredClone(told);
    const others = [...Air.open].filter((air) => air !== this);
    setTimeout(() => {
      for (const other of others) other.dispatchEvent(new MessageEvent('message', { data }));
    }, 1);
  }
  close(): void {
    Air.open.delete(this);
  }
}

let server: FakeServer;
let stop = (): void => {};
const settle = (milliseconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds);
const everything = { all: true, ids: [] };

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T08:00:00Z') });
  vi.stubGlobal('BroadcastChannel', Air);
  server = fakeServer();
});
afterEach(() => {
  stop();
  Air.open.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a window that takes over asks for what the others show, told to it before its own stream has opened', async () => {
  const leader = new Air();
  leader.addEventListener('message', (message) => {
    if ((message as MessageEvent<Told>).data.kind === 'who')
      leader.postMessage({
        kind: 'lead',
        from: 'leader',
        standing: { state: 'open', since: 1, tried: null, covers: everything, position: { epoch: 'e', seq: 4 } },
      });
  });
  stop = startLive();
  await settle(1000);
  expect(server.streams).toHaveLength(0);
  leader.close();
  const map = new Air();
  map.addEventListener('message', (message) => {
    if ((message as MessageEvent<Told>).data.kind === 'lead')
      map.postMessage({ kind: 'want', from: 'map', wants: everything });
  });
  map.postMessage({ kind: 'bye', from: 'leader' });
  await settle(1000);
  const open = server.streams.filter((s) => !s.closed);
  expect(open).toHaveLength(1);
  expect(open[0]!.input).toMatchObject({ epoch: 'e', since: 4 });
  expect(open[0]!.input.ids).toBeUndefined();
});

it('a line that is tried again ever more seldom is tried at once when somebody asks', async () => {
  stop = startLive();
  await settle(1000);
  // each failure doubles the wait, up to half a minute
  for (let n = 0; n < 8; n++) {
    server.streams.at(-1)!.cut();
    await settle(31_000);
  }
  const before = server.streams.length;
  server.streams.at(-1)!.cut();
  await settle(10);
  expect(server.streams).toHaveLength(before);
  tryLineNow();
  await settle(10);
  expect(server.streams).toHaveLength(before + 1);
});

describe('a lock that stands open', () => {
  const openStreams = () => server.streams.filter((s) => !s.closed);
  const hello = async () => {
    server.stream().say({ event: 'hello', data: { epoch: 'e', seq: 1 } });
    await settle(10);
  };

  it('is asked for by the stream that brings all of them, which goes on where it stopped', async () => {
    stop = startLive();
    const letGo = wantLocks(everything);
    await settle(500);
    await hello();
    const close = wantLocks({ all: false, ids: [3], open: [3] });
    await settle(10);
    expect(openStreams()).toHaveLength(1);
    expect(server.stream().input).toMatchObject({ open: [3], epoch: 'e', since: 1 });
    expect(server.stream().input.ids).toBeUndefined();
    close();
    letGo();
  });

  it('costs no other stream when it is closed', async () => {
    stop = startLive();
    const letGo = wantLocks(everything);
    const close = wantLocks({ all: false, ids: [3], open: [3] });
    await settle(500);
    await hello();
    const before = server.streams.length;
    close();
    await settle(1000);
    expect(server.streams).toHaveLength(before);
    letGo();
  });

  it('is asked for by the one stream of a browser for whichever window has it open', async () => {
    stop = startLive();
    const letGo = wantLocks(everything);
    await settle(500);
    await hello();
    new Air().postMessage({ kind: 'want', from: 'other', wants: { all: false, ids: [8], open: [8] } });
    await settle(1000);
    expect(server.stream().input.open).toEqual([8]);
    letGo();
  });

  it('is one of fifty at most: of more, those opened last are told at once', () => {
    const many = Array.from({ length: 60 }, (_, n) => ({ all: false, ids: [n + 1], open: [n + 1] }));
    expect(together(many).open).toEqual(Array.from({ length: 50 }, (_, n) => n + 11));
  });
});
