import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, it } from 'vitest';
import { useLive } from '../../platform/live.ts';
import { fleetLock } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { FollowedPanel } from './FollowedPanel.tsx';

inEnglish();
afterEach(() => {
  cleanup();
  useLive.setState({ state: 'open', since: Date.now() });
});

const now = new Date().toISOString();
const driving = { velocity: 67, heading: 90, report_time: now, place_time: now };
const show = async (over: Partial<ReturnType<typeof fleetLock>>) => {
  const shown = [
    {
      lock: { ...fleetLock(1), ...over },
      connection: 'online' as const,
      fresh: true,
      silence: 0 as const,
      placeOld: false,
      until: Infinity,
      text: '',
    },
  ];
  const followed = {
    ids: [1],
    shown,
    minutes: 30 as const,
    trails: [],
    follow: () => {},
    setMinutes: () => {},
    places: () => [],
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Suspense>
        <FollowedPanel of={followed} phone={false} choose={() => {}} />
      </Suspense>
    </QueryClientProvider>,
  );
  return (await screen.findByRole('listitem')).textContent;
};

it('tells of a followed lock its speed and the age of its place while it hears', async () => {
  const row = await show(driving);
  expect(row).toContain('67 km/h');
  expect(row).toContain('just now');
});

it('tells nothing of the present of a followed lock while nothing is heard', async () => {
  useLive.setState({ state: 'lost', since: Date.now() });
  const row = await show(driving);
  expect(row).not.toContain('67');
  expect(row).toMatch(/\d\d:\d\d/);
  expect(row).not.toContain('just now');
});

it('says that a followed lock has told no place for long, though it reports', async () => {
  expect(await show({ ...driving, place_time: new Date(Date.now() - 3_600_000).toISOString() })).toMatch(
    /No position since/i,
  );
});
