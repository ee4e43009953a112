import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { useSession } from '../../platform/session.ts';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { MissingLock } from './MissingLock.tsx';

inEnglish();

const show = (of: { retired_time: string | null; status: number } | null, rights = ['list']) => {
  const server = fakeServer();
  server.on('/device/detail', () =>
    of ? { data: { subject: '', device_name: 'Tanker 1', ...of } } : { sign: 'notFound' },
  );
  const buttons = rights.map((btn_code) => ({ btn_code, action_url: `/device/${btn_code}` }));
  useSession.setState({ menus: [{ id: 1, menu_code: 'device', menu_url: 'd', sid: null, buttons }] as never });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Suspense>
          <MissingLock id={7} onClose={() => {}} />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  );
};

it.each([
  ['Tanker 1 is retired', { retired_time: '2026-11-21T12:00:00Z', status: 2 }],
  ['Tanker 1 is disabled', { retired_time: null, status: 2 }],
  ['This lock is not here', null],
])('%s', async (title, of) => {
  show(of);
  expect(await screen.findByText(title)).toBeTruthy();
  expect(screen.queryAllByRole('button', { name: 'Open its record' })).toHaveLength(of ? 1 : 0);
});

it('tells nobody of records that they may not see', async () => {
  show({ retired_time: '2026-11-21T12:00:00Z', status: 2 }, []);
  expect(await screen.findByText('This lock is not here')).toBeTruthy();
});
