import { emptyCounts } from '@plomb/contract/map/fleetFilter';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useLiveLocks } from '../../lock/liveLocks.ts';
import { Unreachable } from '../../platform/answer.ts';
import { useSession } from '../../platform/session.ts';
import { fakeServer, fleetLock } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { LockList, type LockListProps } from './LockList.tsx';
import { noFilter } from './lockFilter.ts';
import type { Shown } from './shown.ts';

inEnglish();
afterEach(() => {
  cleanup();
  useLiveLocks.setState({ loaded: false, coming: null, failure: null });
  useSession.setState({ menus: null });
  vi.unstubAllGlobals();
});

const plain: LockListProps = {
  total: 0,
  rows: [],
  searched: '',
  counts: emptyCounts(),
  inView: 0,
  area: null,
  ticks: null,
  cut: null,
  filter: noFilter,
  change: () => {},
  sort: 'severity',
  onSort: () => {},
  viewOnly: false,
  onViewOnly: () => {},
  selected: null,
  onChoose: () => {},
  places: { places: [], of: '' },
  onPlace: () => {},
  onFound: () => {},
  phone: false,
  search: null,
};
const show = async (over: Partial<LockListProps> = {}) => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Suspense>
          <LockList {...plain} {...over} />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return (await screen.findByRole('region', { name: 'Locks' })).querySelector('header')?.textContent;
};
const figures = (): (string | null)[] =>
  [...document.querySelectorAll('fieldset b')].map((figure) => figure.textContent);

it('claims no figure of locks that were never loaded: zero abnormal would be a fact', async () => {
  useLiveLocks.setState({ loaded: false, failure: new Unreachable('network') });
  const head = await show();
  expect(screen.getByText('The locks could not be loaded')).toBeTruthy();
  expect(head).toBe('Locks–');
  expect(figures()).toHaveLength(9);
  expect(new Set(figures())).toEqual(new Set(['–']));
});

it('counts zero where the list came and is empty', async () => {
  useLiveLocks.setState({ loaded: true });
  expect(await show()).toBe('Locks0 locks');
  expect(new Set(figures())).toEqual(new Set(['0']));
});

it('says while the fleet comes in parts how many there are, and that its figures are of a part', async () => {
  useLiveLocks.setState({ loaded: false, coming: 14_110 });
  expect(await show({ total: 5000, inView: 205 })).toBe('Locks5,000 of some 14,110 locks · 205 in view');
  expect(screen.getByText('The rest is on its way: counted among what has come')).toBeTruthy();
  act(() => useLiveLocks.setState({ loaded: true, coming: null }));
  expect(screen.getByRole('region', { name: 'Locks' }).querySelector('header')?.textContent).toBe(
    'Locks5,000 locks · 205 in view',
  );
  expect(screen.queryByText(/on its way/)).toBeNull();
});

it('says what is counted where that is not every lock', async () => {
  useLiveLocks.setState({ loaded: true });
  const said = (): (string | null)[] => [...document.querySelectorAll('.counts-of-search')].map((p) => p.textContent);
  const filter = { ...noFilter, text: '沪A' };
  await show();
  expect(said()).toEqual([]);
  for (const [over, words] of [
    [{ filter }, 'Counted among what the search finds'],
    [{ viewOnly: true }, 'Counted among what is in view'],
    [{ filter, viewOnly: true }, 'Counted among what the search finds in view'],
  ] as const) {
    cleanup();
    await show(over);
    expect(said()).toEqual([words]);
  }
});

it('tells of the sealed how many are merely held or last known, and nothing where there are none', async () => {
  useLiveLocks.setState({ loaded: true });
  const counts = emptyCounts();
  counts.statuses[2] = 20;
  await show({ counts });
  expect(screen.queryByText(/^Of the sealed/)).toBeNull();
  cleanup();
  counts.held = 3;
  counts.stale[2] = 12;
  await show({ counts });
  expect(screen.getByText('Of the sealed: 3 held, 12 last known')).toBeTruthy();
});

describe('of a fleet that is not held here', () => {
  const counts = emptyCounts();
  counts.statuses[2] = 299_610;
  counts.statuses[3] = 9999;
  const now = new Date(2026, 10, 21, 8, 15, 3).getTime();
  const large = { total: 300_000, inView: 12, counts };

  it('says that the first are listed, and in the order of names only what is held is', async () => {
    useLiveLocks.setState({ loaded: true });
    expect(await show({ ...large, cut: { passed: 300_000, cut: false, pending: true, now } })).toBe(
      'Locks300,000 locks · 12 in view',
    );
    expect(screen.getByRole('region', { name: 'Locks' }).getAttribute('aria-busy')).toBe('true');
    expect(screen.getByText(/first 0 of them are listed. Counts and groups as of 08:15:03/)).toBeTruthy();
    screen.getByRole('button', { name: 'Order: Most severe first' }).click();
    expect(await screen.findByText('Longest unheard first')).toBeTruthy();
    expect(screen.queryByText('By name')).toBeNull();
  });

  it('says that a search fits more than are looked at', async () => {
    useLiveLocks.setState({ loaded: true });
    await show({ ...large, cut: { passed: 10_000, cut: true, pending: false, now } });
    expect(screen.getByText(/More than 10,000 locks fit the search/)).toBeTruthy();
  });

  it('shortens a count that has no room, and says the whole of it in its title', async () => {
    useLiveLocks.setState({ loaded: true });
    await show({ ...large, cut: { passed: 0, cut: false, pending: false, now } });
    expect(screen.getByTitle('Sealed: 299,610').textContent).toContain('299k');
    expect(screen.getByTitle(/^Abnormal by the last report/).textContent).toContain('9999');
  });
});

it('says of its figures that they count only what the search finds', async () => {
  useLiveLocks.setState({ loaded: true });
  await show({ total: 14 });
  expect(screen.queryByText('Counted among what the search finds')).toBeNull();
  cleanup();
  await show({ total: 14, filter: { ...noFilter, text: 'nothing like it' } });
  expect(screen.getByText('Counted among what the search finds')).toBeTruthy();
  expect(screen.getByText(/Retired and disabled locks are not on the map/)).toBeTruthy();
});

it('leads to the lock out of service that the search would have meant', async () => {
  const buttons = [{ btn_code: 'list', action_url: '/device/list' }];
  useSession.setState({ menus: [{ id: 1, menu_code: 'device', menu_url: 'd', sid: null, buttons }] as never });
  fakeServer().on('/device/list', ({ retired }) => ({
    data: { rows: retired ? [] : [{ id: 7, status: 2 }], total: retired ? 0 : 1 },
  }));
  useLiveLocks.setState({ loaded: true });
  await show({ total: 14, filter: { ...noFilter, text: 'D7' } });
  expect(await screen.findByRole('button', { name: '1 disabled device matches: show it' })).toBeTruthy();
});

it('opens with Enter what answers the search, however late that comes, and nothing that was listed before', async () => {
  useLiveLocks.setState({ loaded: true });
  const rowOf = (id: number): Shown => ({
    lock: fleetLock(id),
    connection: 'online',
    fresh: true,
    silence: 0,
    placeOld: false,
    until: Number.POSITIVE_INFINITY,
    text: '',
  });
  const onFound = vi.fn();
  const list = (over: Partial<LockListProps>) => (
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Suspense>
          <LockList {...plain} total={2} onFound={onFound} {...over} />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>
  );
  const { rerender } = render(list({ rows: [rowOf(1), rowOf(2)] }));
  const field = await screen.findByPlaceholderText('Lock, number, place or fence');
  fireEvent.change(field, { target: { value: 'D7002' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  const filter = { ...noFilter, text: 'D7002' };
  // the address says it already, the list not yet
  rerender(list({ filter, rows: [rowOf(1), rowOf(2)] }));
  expect(onFound).not.toHaveBeenCalled();
  rerender(list({ filter, rows: [rowOf(2)], searched: 'D7002' }));
  await waitFor(() => expect(onFound.mock.calls.map(([shown]) => shown.lock.id)).toEqual([2]));
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(onFound).toHaveBeenCalledTimes(2));
});

it('finds places beside locks, walked by arrows; Enter goes to the first where no lock is found', async () => {
  useLiveLocks.setState({ loaded: true });
  const onPlace = vi.fn();
  const fence = { kind: 'fence' as const, id: 5, name: 'Ningbo yard' };
  const town = {
    kind: 'town' as const,
    town: { name: { zh: '宁波', en: 'Ningbo' }, region: { zh: '浙江', en: 'Zhejiang' }, lon: 121.54, lat: 29.87 },
  };
  const filter = { ...noFilter, text: 'ningbo' };
  await show({ total: 2, filter, searched: 'ningbo', places: { places: [fence, town], of: 'ningbo' }, onPlace });
  expect(screen.getAllByRole('group').map((group) => group.textContent)).toEqual(
    expect.arrayContaining(['FenceNingbo yard', 'PlaceNingbo Zhejiang']),
  );
  const field = screen.getByPlaceholderText('Lock, number, place or fence');
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  expect(document.activeElement?.textContent).toBe('Ningbo yard');
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' });
  expect(document.activeElement?.textContent).toBe('Ningbo Zhejiang');
  fireEvent.click(document.activeElement!);
  expect(onPlace).toHaveBeenLastCalledWith(town);
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowUp' });
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowUp' });
  expect(document.activeElement).toBe(field);
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(onPlace).toHaveBeenLastCalledWith(fence));
});
