import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LockAsOf } from '../lock/LockAsOf.tsx';
import { useLive } from '../platform/live.ts';
import { fleetLock } from '../testing/fakeServer.ts';
import { inEnglish } from '../testing/inEnglish.ts';
import { NewRelease } from './NewRelease.tsx';
import { StaleBanner } from './StaleBanner.tsx';

inEnglish();
beforeEach(() => void useLive.setState({ state: 'open', since: Date.now() }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  window.dispatchEvent(new Event('online'));
});

const at = new Date(2026, 10, 21, 3, 2, 11);
const lock = { ...fleetLock(1), report_time: at.toISOString(), lock_since: null, lock_actor: '', lock_source: null };
const show = () =>
  render(
    <Suspense>
      <StaleBanner />
      <NewRelease />
      <MemoryRouter>
        <LockAsOf lock={lock as never} connection="online" />
      </MemoryRouter>
    </Suspense>,
  );
const leave = (): void => {
  vi.useFakeTimers({ now: at, toFake: ['Date'] });
  act(() => void window.dispatchEvent(new Event('offline')));
};

it('says since when the computer is offline, and of no lock that it is online', async () => {
  show();
  expect(await screen.findByText('Online')).toBeTruthy();
  leave();
  expect(screen.getByRole('alert').textContent).toContain('Offline since 03:02');
  expect(screen.queryByText('Online')).toBeNull();
  expect(screen.getByText('Connection not known')).toBeTruthy();
  expect(screen.queryByText(/just now/)).toBeNull();
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('Online')).toBeTruthy();
});

it('says since when the live connection is broken, and of no lock that it is online', async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 22, 6), toFake: ['Date'] });
  useLive.setState({ state: 'lost', since: at.getTime() });
  show();
  // of yesterday
  expect((await screen.findByRole('alert')).textContent).toContain('broken since 11-21 03:02');
  expect(screen.getByText('Connection not known')).toBeTruthy();
});

it('shows of a try that somebody asked for that it is tried, and what came of it', async () => {
  vi.useFakeTimers({ now: at, toFake: ['Date'] });
  useLive.setState({ state: 'lost', since: at.getTime(), tried: at.getTime() - 5000 });
  show();
  const button = await screen.findByRole('button', { name: 'Try now' });
  const said = (): string | null => screen.getByRole('status').textContent;
  expect(said()).toBe('');
  fireEvent.click(button);
  expect(said()).toBe('Trying…');
  act(() => useLive.setState({ tried: at.getTime() + 1000 }));
  expect(said()).toBe('Tried at 03:02:12: the server still cannot be reached.');
});
