import type { FleetCell } from '@plomb/contract/map/map';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MapHandle } from '../../map/handle.ts';
import { MarkIndex } from '../../map/markIndex.ts';
import { type FakeServer, fakeServer, fleetLock, fleetPart } from '../../testing/fakeServer.ts';
import { liveStage, settle } from '../../testing/liveStage.ts';
import { keepBoard } from './theBoard.ts';
import { useMarks } from './useMarks.ts';

const cell: FleetCell = {
  at: [100, 30],
  box: [99, 29, 101, 31],
  count: 5000,
  severity: 1,
  shares: [0, 5000, 0, 0, 0],
  alarm: false,
};

let server: FakeServer;
let stop: () => void;
let index: MarkIndex;
let heaps: readonly FleetCell[];
/** a map that keeps what it is given */
const handle = {
  locks: {
    replace(all: Parameters<MapHandle['locks']['replace']>[0]) {
      index.clear();
      for (const mark of all) index.put(mark);
    },
    put: (marks: Parameters<MapHandle['locks']['put']>[0]) => marks.forEach((mark) => void index.put(mark)),
    remove: (ids: readonly number[]) => ids.forEach((id) => void index.remove(id)),
    heap: (next: readonly FleetCell[]) => {
      heaps = next;
    },
  },
} as MapHandle;
const drawn = () => [1, 2, 3].filter((id) => index.get(id));

beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T08:00:00Z') });
  index = new MarkIndex();
  heaps = [];
  server = fakeServer();
  server.on('/map/locks', () => ({ data: fleetPart([1, 2, 3].map((id) => fleetLock(id))) }));
  stop = await liveStage(server, keepBoard);
});
afterEach(() => stop());

type Seen = Parameters<typeof useMarks>[2];
const shown = (selected: number | null, seen: Seen) => {
  const queries = new QueryClient();
  return renderHook((p: { selected: number | null; seen: Seen }) => useMarks(handle, p.selected, p.seen), {
    initialProps: { selected, seen },
    wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
  });
};
const move = async (id: number) => {
  server.stream().say({ event: 'locks', data: { seq: id, locks: [{ id, lon: 110 }], removed: [] } });
  await settle();
};

it('draws of a fleet that is counted by the server only what it says, and the chosen lock', async () => {
  const seen = { drawn: new Set([1]), cells: [cell] };
  const { rerender } = shown(3, seen);
  expect(drawn()).toEqual([1, 3]);
  expect(heaps).toEqual([cell]);
  for (const id of [1, 2, 3]) await move(id); // the second is listed, and counted in a cell
  expect(drawn()).toEqual([1, 3]);
  expect(index.get(1)?.at[0]).toBe(110);
  expect(index.get(3)?.at[0]).toBe(110);
  rerender({ selected: null, seen: { drawn: new Set([1, 2, 3]), cells: [] } });
  expect(drawn()).toEqual([1, 2, 3]);
  expect(heaps).toEqual([]);
});

it('draws every lock of a fleet that is held', async () => {
  shown(null, null);
  await move(2);
  expect(drawn()).toEqual([1, 2, 3]);
  expect(index.get(2)?.at[0]).toBe(110);
});
