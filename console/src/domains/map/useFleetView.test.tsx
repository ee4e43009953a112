import type { FleetView } from '@plomb/contract/map/map';
import { MOST_HELD } from '@plomb/contract/map/map';
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepLocks, theFleet, useLiveLocks } from '../../lock/liveLocks.ts';
import { type FakeServer, fakeServer, fleetLock, fleetPart } from '../../testing/fakeServer.ts';
import { liveStage, settle } from '../../testing/liveStage.ts';
import { noFilter } from './lockFilter.ts';
import { askedOf, type Look, useFleetView } from './useFleetView.ts';

const look: Look = {
  view: { centre: [120, 31], zoom: 8, bounds: [119, 30, 121, 32] },
  free: [119.5, 30, 121, 32],
  filter: noFilter,
  sort: 'severity',
  viewOnly: false,
  chosen: null,
};
const answer = (ids: number[], over: Partial<FleetView> = {}): FleetView => {
  const { columns, orgs, types, now } = fleetPart(ids.map((id) => fleetLock(id)));
  return {
    total: 1_000_000,
    passed: 1_000_000,
    inView: 5000,
    counts: {
      statuses: { 0: 0, 1: 0, 2: 1_000_000, 3: 0, 255: 0 },
      held: 0,
      stale: { 0: 0, 1: 0, 2: 0, 3: 0, 255: 0 },
      connections: { online: 0, sleeping: 0, late: 0, offline: 1_000_000 },
      alarm: 0,
    },
    extent: [80, 20, 130, 50],
    cells: [
      { at: [120, 31], box: [119, 30, 121, 32], count: 4999, severity: 1, shares: [0, 4999, 0, 0, 0], alarm: false },
    ],
    drawn: ids.slice(0, 1),
    listed: ids,
    rows: { columns, orgs, types },
    cut: false,
    now,
    asOf: null,
    ...over,
  };
};

let server: FakeServer;
let stop: () => void;
const lastAsked = () => server.asked.findLast((a) => a.path === '/map/view')?.body;
const count = () => server.count('/map/view');

beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T08:00:00Z') });
  server = fakeServer();
  server.on('/map/locks', () => ({ data: { ...fleetPart([fleetLock(1)], 1), registered: MOST_HELD + 1 } }));
  server.on('/map/view', () => ({ data: answer([7, 8]) }));
  stop = await liveStage(server, keepLocks);
  await settle(1700);
});
afterEach(() => stop());

it('asks for the view when it has come to rest, and again while it is looked at', async () => {
  const { result, rerender } = renderHook((l: Look) => useFleetView(l), { initialProps: look });
  for (const zoom of [8, 8.5, 9]) {
    rerender({ ...look, view: { ...look.view, zoom } as Look['view'] });
    await settle(100);
  }
  expect(count()).toBe(0);
  await settle(300);
  expect(count()).toBe(1);
  expect(lastAsked()).toMatchObject({ zoom: 9, free: look.free, sort: 'severity', listFree: false });
  expect(result.current).toMatchObject({ total: 1_000_000, pending: false, listed: [7, 8], drawn: new Set([7]) });
  expect([...theFleet().keys()]).toEqual([7, 8]);
  server.on('/map/view', () => ({ data: answer([8, 9]) }));
  await settle(10_500);
  expect(result.current?.listed).toEqual([8, 9]);
  expect([...theFleet().keys()]).toEqual([8, 9]);
});

it('asks at once for another choice, and shows what was there, with its time, while the server does not answer', async () => {
  const { result, rerender } = renderHook((l: Look) => useFleetView(l), { initialProps: look });
  await settle(400);
  server.on('/map/view', () => 'broken');
  rerender({ ...look, filter: { ...noFilter, text: 'A·1', alarm: true }, chosen: 7 });
  expect(result.current).toMatchObject({ pending: true });
  await settle(400);
  expect(lastAsked()).toMatchObject({ text: 'A·1', alarm: true, chosen: 7 });
  expect(result.current?.listed).toEqual([7, 8]);
  expect(useLiveLocks.getState().asOf).not.toBeNull();
  server.on('/map/view', () => ({ data: answer([9]) }));
  await settle(10_500);
  expect(result.current).toMatchObject({ listed: [9], pending: false });
});

it('asks again soon when an answer was long in coming and did not come', async () => {
  renderHook(() => useFleetView(look));
  server.on('/map/view', () => {
    vi.setSystemTime(Date.now() + 9000);
    return 'broken';
  });
  await settle(400);
  expect(count()).toBe(1);
  await settle(10_500);
  expect(count()).toBe(2);
});

it('is nothing where the fleet is held here', () => {
  useLiveLocks.setState({ large: 0 });
  expect(renderHook(() => useFleetView(look)).result.current).toBeNull();
});

it('asks for some land around the view, and for the whole world without a map', () => {
  expect(askedOf(look).box.map((n) => Math.round(n * 10) / 10)).toEqual([118.2, 29.2, 121.8, 32.8]);
  expect(askedOf({ ...look, filter: { ...noFilter, org: 4, heard: 'never' } })).toMatchObject({
    org: 4,
    heard: 'never',
  });
  expect(askedOf({ ...look, view: null, free: null })).toMatchObject({ box: [-180, -85, 180, 85], zoom: 2 });
  expect(askedOf({ ...look, view: { centre: [0, 0], zoom: 2, bounds: [-500, -89, 700, 89] } }).box).toEqual([
    -540, -85, 540, 85,
  ]);
});
