import { map } from '@plomb/contract/map/map';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { App } from 'antd';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { useLive } from '../../platform/live.ts';
import { fakeServer, fleetLock } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { signInWith } from '../../testing/showPage.tsx';
import { DeviceDetail } from './DeviceDetail.tsx';

inEnglish();

const stateOf = async (over: { status: number; retired_time: string | null; network_before?: string }) => {
  const seen_time = new Date().toISOString();
  const facts = { lock_since: null, connection: 'sleeping', fresh: true, mcc: null, create_time: seen_time };
  const device = {
    ...fleetLock(1),
    ...facts,
    stock_status: 1,
    signal: null,
    temperature: null,
    voltage: null,
    network: '192.0.2.0/24',
    network_before: '',
    network_time: '2026-11-21T08:15:00Z',
    ...over,
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <App>
          <Suspense>
            <DeviceDetail device={{ ...device, seen_time, mileage: null } as never} />
          </Suspense>
        </App>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const hero = (await screen.findByRole('heading', { level: 2 })).closest('section');
  return [hero?.dataset.shape, hero?.querySelector('h2')?.textContent, document.querySelector('.as-of')?.textContent];
};

it('shows of a lock that is out of service what was last known of it, in no colour and as reachable in no way', async () => {
  const out = ['initial', 'Sealed (last known)', 'Out of servicejust now'];
  expect(await stateOf({ status: 1, retired_time: null })).toEqual(['sealed', 'Sealed', 'Sleepingjust now']);
  cleanup();
  expect(await stateOf({ status: 2, retired_time: null })).toEqual(out);
  cleanup();
  expect(await stateOf({ status: 1, retired_time: '2026-11-21T12:00:00Z' })).toEqual(out);
});

it('calls the state of a lock the last known while nothing is heard of any', async () => {
  useLive.setState({ state: 'lost', since: Date.now() });
  const [shape, word, asOf] = await stateOf({ status: 1, retired_time: null });
  useLive.setState({ state: 'open', since: Date.now() });
  expect([shape, word]).toEqual(['sealed', 'Sealed (last known)']);
  expect(asOf).toMatch(/^Connection not known/);
});

it('says from which network a lock comes, since when, and from which it came before', async () => {
  const network = () => screen.getByText('Comes from network').nextElementSibling?.textContent;
  await stateOf({ status: 1, retired_time: null });
  expect(network()).toMatch(/^192\.0\.2\.0\/24 · since 2026-11-21 [\d:]+$/);
  cleanup();
  await stateOf({ status: 1, retired_time: null, network_before: '10.0.0.0/24' });
  expect(network()).toMatch(/· before that 10\.0\.0\.0\/24$/);
});

it('moves with its lock while it is open', async () => {
  const server = fakeServer();
  server.on('/map/lock', () => ({ data: { ...fleetLock(1, { lock_status: 1, electric: 41 }), lock_since: null } }));
  useLive.setState({ state: 'open', since: Date.now() });
  signInWith(map.lock);
  await stateOf({ status: 1, retired_time: null });
  expect(await screen.findByText('41%')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 2 }).textContent).toContain('Unsealed, open');
});
