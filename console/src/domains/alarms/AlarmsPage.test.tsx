import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '../../platform/i18n.ts';
import { setLangChoice } from '../../platform/settings.ts';
import { AlarmsPage } from './AlarmsPage.tsx';

const asked: unknown[] = [];
beforeAll(async () => {
  setLangChoice('en');
  await startI18n();
});
beforeEach(() => {
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    if (url === '/config.json') return Promise.resolve(Response.json({ signSecret: 's', title: '', version: '0' }));
    if (url.endsWith('/alarm/list')) asked.push(JSON.parse(String(init.body)));
    const data = { rows: [], more: false, unprocessed: 0 };
    return Promise.resolve(Response.json({ verify: { sign: 'success', desc: '' }, data }));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('opens with what waits first: it asks for the order of urgency', async () => {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={['/alarm']}>
        <Suspense>
          <AlarmsPage />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await waitFor(() => expect(asked).toEqual([expect.objectContaining({ order: 'urgency' })]));
});
