import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { Coverage } from './Coverage.tsx';

inEnglish();

it('names the organisations whose recipients nothing reaches, beside those that have none', async () => {
  const row = { parent_id: null, own: 1, by_org_name: 'Port', reached: true };
  const rows = [
    { ...row, org_id: 1, org_name: 'Port' },
    { ...row, org_id: 2, org_name: 'Depot', reached: false },
    { ...row, org_id: 3, org_name: 'Yard', own: 0, by_org_name: null, reached: false },
  ];
  fakeServer().on('/alarmConfig/coverage', () => ({ data: { mail: true, sms: false, rows } }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Coverage />
    </QueryClientProvider>,
  );
  expect((await screen.findByText(/^Nothing reaches/)).textContent).toContain('for Depot:');
  expect(screen.getByText(/^Nobody is told/).textContent).toContain('Yard');
});

it('names a few of many, and says how many they are', async () => {
  const rows = Array.from({ length: 200 }, (_, at) => ({
    ...{ org_id: at + 1, org_name: `Port ${at + 1}`, parent_id: null, own: 0, by_org_name: null, reached: false },
  }));
  fakeServer().on('/alarmConfig/coverage', () => ({ data: { mail: true, sms: true, rows } }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Coverage />
    </QueryClientProvider>,
  );
  const said = (await screen.findByText(/^Nobody is told/)).textContent;
  expect(said).toContain('200 organisations');
  expect(said).not.toContain('Port 9');
});
