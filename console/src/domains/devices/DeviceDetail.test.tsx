import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { App } from 'antd';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startI18n } from '../../platform/i18n.ts';
import { setLangChoice } from '../../platform/settings.ts';
import { fleetLock } from '../../testing/fakeServer.ts';
import { DeviceDetail } from './DeviceDetail.tsx';

beforeAll(async () => {
  setLangChoice('en');
  await startI18n();
});
afterEach(cleanup);

const stateOf = async (over: { status: number; retired_time: string | null }) => {
  const seen_time = new Date().toISOString();
  const facts = { lock_since: null, connection: 'sleeping', fresh: true, mcc: null, create_time: seen_time };
  const device = {
    ...fleetLock(1),
    ...facts,
    stock_status: 1,
    signal: null,
    temperature: null,
    voltage: null,
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
  return [
    hero?.dataset['shape'],
    hero?.querySelector('h2')?.textContent,
    document.querySelector('.as-of')?.textContent,
  ];
};

it('shows of a lock that is out of service what was last known of it, in no colour and as reachable in no way', async () => {
  const out = ['initial', 'Sealed (last known)', 'Out of servicejust now'];
  expect(await stateOf({ status: 1, retired_time: null })).toEqual(['sealed', 'Sealed', 'Sleepingjust now']);
  cleanup();
  expect(await stateOf({ status: 2, retired_time: null })).toEqual(out);
  cleanup();
  expect(await stateOf({ status: 1, retired_time: '2026-11-21T12:00:00Z' })).toEqual(out);
});
