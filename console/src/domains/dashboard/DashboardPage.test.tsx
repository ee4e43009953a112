import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { useNotices } from '../../platform/notices.ts';
import { useSession } from '../../platform/session.ts';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { DashboardPage } from './DashboardPage.tsx';

inEnglish();
afterEach(() => {
  cleanup();
  useSession.setState({ menus: null });
  vi.unstubAllGlobals();
});

const page = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <Suspense>
          <DashboardPage />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  );

/** A lock that was forced: it is abnormal, and its alarm waits. */
const known = { held: 0, lastKnown: { unsealedLocked: 0, unsealedOpen: 0, sealedLocked: 0, abnormal: 0 } };
const show = async (
  forced: number,
  devices = 4,
  alarms = { unprocessed: forced, critical: forced, toldSince: 0 },
  rests = known,
  uncertainLocks: number[] = [],
) => {
  const server = fakeServer();
  server.on('/dashboard/summary', () => ({
    data: {
      devices,
      countedMsAgo: 0,
      lock: { unsealedLocked: 0, unsealedOpen: 0, sealedLocked: 4 - forced, abnormal: forced, initial: 0 },
      ...rests,
      connection: { online: 4, sleeping: 0, late: 0, offline: 0 },
      alarms,
      commands: { open: 3, uncertain: uncertainLocks.length, uncertainLocks },
    },
  }));
  page();
  return (await screen.findByRole('heading', { level: 1 })).closest('header')?.textContent;
};

it('counts nothing twice: a forced lock and its alarm are one, so the heading adds nothing up', async () => {
  const heading = await show(1);
  expect(heading).toContain('Needs me now');
  expect(heading).not.toMatch(/2|Nothing needs you/);
});

it('claims of no lock that it was not forced: one that reported a plain state since stands in its alarm alone', async () => {
  await show(0, 4, { unprocessed: 1, critical: 1, toldSince: 1 });
  const tile = screen.getByText('Locks that report “abnormal”').closest('.tile');
  expect(tile?.textContent).toContain('0By their last report. 1 more was forced or opened without right');
  cleanup();
  await show(1);
  expect(screen.getByText('Locks that report “abnormal”').closest('.tile')?.textContent).toMatch(
    /1By their last report$/,
  );
  expect(screen.queryByText('Nothing needs you at the moment')).toBeNull();
});

it('tells of each state how many rest on less than the lock’s own fresh word', async () => {
  await show(1, 4, undefined, { held: 2, lastKnown: { ...known.lastKnown, sealedLocked: 1, abnormal: 1 } });
  const figure = (state: string) => document.querySelector(`.figure[href="/device?lock_status=${state}"]`)?.textContent;
  expect(figure('2')).toContain('of these 2 held, 1 last known');
  expect(figure('3')).toContain('of these 1 last known');
  expect(figure('0')).not.toContain('of these');
});

it('says when nothing needs anybody', async () => {
  expect(await show(0)).toContain('Nothing needs you at the moment');
});

it('is still the dashboard while its figures do not load, and says so once', async () => {
  useNotices.setState({ shown: [] });
  const server = fakeServer();
  server.on('/dashboard/summary', () => 'broken');
  page();
  expect((await screen.findByRole('alert')).textContent).toContain('The figures did not load');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Needs me now');
  expect(useNotices.getState().shown).toEqual([]);
});

it('leads from a figure to its list, and nowhere where there is none', async () => {
  await show(1);
  const leads = (name: string) => screen.getByText(name).closest('a')?.getAttribute('href') ?? null;
  expect(leads('Unprocessed alarms')).toBe('/alarm?status=unprocessed');
  expect(leads('Locks that report “abnormal”')).toBe('/device?lock_status=3');
  expect(leads('Commands under way')).toBeNull();
  expect(leads('Commands with unknown outcome')).toBeNull();
});

it('leads from the orders of unknown outcome to their locks: to the one, or to these alone on the map', async () => {
  const menu = { sid: null, menu_code: 'map', menu_name: 'map', menu_url: 'map/MapPage' };
  const buttons = [{ btn_code: 'list', btn_name: '', action_url: '/map/list' }];
  useSession.setState({ menus: [{ ...menu, buttons }] as never });
  const lead = () => screen.getByText('Commands with unknown outcome').closest('a')?.getAttribute('href');
  await show(1, 4, undefined, known, [7]);
  expect(lead()).toBe('/map?id=7');
  cleanup();
  await show(1, 4, undefined, known, [9, 7]);
  expect(lead()).toBe('/map?only=9,7');
});

const device = { sid: null, menu_code: 'device', menu_name: 'device', menu_url: 'devices/DevicesPage' };
it.each([
  ['list', 1],
  ['add', 0],
])('leads whoever may %s devices to them while there is no lock to watch', async (btn_code, ways) => {
  const button = { btn_code, btn_name: '', action_url: '/device' };
  useSession.setState({
    menus: [{ ...device, menu_icon: '', hidden: false, remarks: '1', buttons: [button] } as never],
  });
  await show(0, 0);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('No locks yet');
  expect(screen.queryByText('Nothing needs you at the moment')).toBeNull();
  expect(screen.queryAllByRole('button', { name: 'To the devices' })).toHaveLength(ways);
});
