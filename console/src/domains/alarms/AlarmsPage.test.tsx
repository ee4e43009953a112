import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '../../platform/i18n.ts';
import { setLangChoice } from '../../platform/settings.ts';
import { AlarmsPage } from './AlarmsPage.tsx';

const asked: unknown[] = [];
let rows: unknown[] = [];
beforeAll(async () => {
  setLangChoice('en');
  await startI18n();
});
beforeEach(() => {
  asked.length = 0;
  rows = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    if (url === '/config.json') return Promise.resolve(Response.json({ signSecret: 's', title: '', version: '0' }));
    if (url.endsWith('/alarm/list')) asked.push(JSON.parse(String(init.body)));
    const data = url.endsWith('/alarm/list') ? { rows, more: false, unprocessed: rows.length } : {};
    return Promise.resolve(Response.json({ verify: { sign: 'success', desc: '' }, data }));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={['/alarm']}>
        <Suspense>
          <AlarmsPage />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  );

it('opens with what waits first: it asks for the order of urgency', async () => {
  open();
  await waitFor(() => expect(asked).toEqual([expect.objectContaining({ order: 'urgency' })]));
});

it('says once who has taken an alarm: its state is a word, and the name stands in its column', async () => {
  rows = [
    {
      id: 1,
      kind: 'illegal_unlock',
      severity: 'critical',
      status: 'unprocessed',
      owner: 'Li Hai',
      subject: '沪A·D7001',
      device_name: 'Tanker 1',
      sn: '14802100039',
      first_time: '2026-11-21 20:00:00',
      hits: 1,
      org_name: 'Depot',
      unproved: false,
    },
  ];
  open();
  const row = (await screen.findByText('沪A·D7001')).closest('tr') as HTMLElement;
  expect(within(row).getAllByText(/Li Hai/)).toHaveLength(1);
  expect(within(row).getByText('Taken')).toBeTruthy();
});
