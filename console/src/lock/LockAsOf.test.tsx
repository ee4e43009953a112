import type { Connection } from '@plomb/contract/lock/connection';
import type { MapLock } from '@plomb/contract/map/map';
import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { useLive } from '../platform/live.ts';
import { useSession } from '../platform/session.ts';
import { fleetLock } from '../testing/fakeServer.ts';
import { inEnglish } from '../testing/inEnglish.ts';
import { LockAsOf } from './LockAsOf.tsx';

inEnglish();
beforeEach(() => void useLive.setState({ state: 'open', since: Date.now() }));

const show = async (
  times: Partial<MapLock>,
  rights: { btn_code: string; action_url: string }[] = [],
  connection: Connection = 'online',
  word = 'Online',
) => {
  useSession.setState({
    menus: [{ id: 1, menu_code: 'quarantine', menu_url: 'q', sid: null, buttons: rights }] as never,
  });
  render(
    <MemoryRouter>
      <Suspense>
        <LockAsOf lock={{ ...fleetLock(1), ...times } as MapLock} connection={connection} />
      </Suspense>
    </MemoryRouter>,
  );
  return (await screen.findByText(word)).closest('p')?.textContent;
};

it('says of a lock that is heard and none of whose reports was accepted just that, not that it is silent', async () => {
  const heard = { seen_time: new Date().toISOString(), report_time: null };
  expect(await show(heard)).toBe('Onlineheard just now, no report accepted yet');
  expect(screen.queryByRole('link')).toBeNull();
  cleanup();
  await show(heard, [{ btn_code: 'list', action_url: '/quarantine/list' }]);
  expect(screen.getByRole('link').getAttribute('href')).toBe('/quarantine?device_id=1');
});

it('says of a lock that was never heard that it was not', async () => {
  expect(await show({ seen_time: null, report_time: null })).toBe('Onlinenot heard yet');
});

const driving = {
  velocity: 67,
  heading: 90,
  report_time: new Date().toISOString(),
  seen_time: new Date().toISOString(),
};
it('says of a lock that lost its network on the way that it is not connected, and of its speed that it is the last', async () => {
  const text = await show(driving, [], 'sleeping', 'Not connected');
  expect(text).toContain('last 67 km/h');
  expect(text).not.toMatch(/Sleeping|east/);
  cleanup();
  expect(await show({ ...driving, velocity: 0 }, [], 'sleeping', 'Sleeping')).not.toContain('km/h');
});

it('tells no present speed while nothing is heard', async () => {
  useLive.setState({ state: 'lost', since: Date.now() });
  expect(await show(driving, [], 'online', 'Connection not known')).toContain('last 67 km/h');
});

it('says of a lock whose reports are put aside since when its place and readings are not taken, and where they are', async () => {
  const aside = { report_time: '2026-01-01T00:00:00Z', aside_since: new Date().toISOString() };
  await show(aside, [{ btn_code: 'list', action_url: '/quarantine/list' }]);
  expect(screen.getByText(/put aside since (\d\d-\d\d )?\d\d:\d\d: place and readings are not taken/)).toBeTruthy();
  expect(screen.getByRole('link').getAttribute('href')).toBe('/quarantine?device_id=1');
  cleanup();
  await show({ ...aside, report_time: null, seen_time: new Date().toISOString() }, [
    { btn_code: 'list', action_url: '/quarantine/list' },
  ]);
  expect(screen.getAllByRole('link')).toHaveLength(1);
});

it('says since when a lock that is heard says no position, and calls its speed the last', async () => {
  const unplaced = { ...driving, place_time: new Date(Date.now() - 600_000).toISOString() };
  const text = await show(unplaced);
  expect(text).toContain('last 67 km/h');
  expect(text).not.toContain('east');
  expect(screen.getByText(/It says no position since (\d\d-\d\d )?\d\d:\d\d: it may be elsewhere/)).toBeTruthy();
  cleanup();
  await show({ ...driving, place_time: null });
  expect(screen.getByText('When it was there is not known')).toBeTruthy();
});
