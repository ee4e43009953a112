import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { useSession } from '../platform/session.ts';
import { fakeServer } from '../testing/fakeServer.ts';
import { inEnglish } from '../testing/inEnglish.ts';
import { OutOfService } from './OutOfService.tsx';

inEnglish();
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = async (of: { retired: number[]; disabled: number[] }, rights = ['list'], disabled = true) => {
  const buttons = rights.map((btn_code) => ({ btn_code, action_url: `/device/${btn_code}` }));
  useSession.setState({ menus: [{ id: 1, menu_code: 'device', menu_url: 'd', sid: null, buttons }] as never });
  const server = fakeServer();
  server.on('/device/list', ({ retired }) => {
    const rows = retired
      ? of.retired.map((id) => ({ id, status: 2 }))
      : [{ id: 99, status: 1 }, ...of.disabled.map((id) => ({ id, status: 2 }))];
    return { data: { rows, total: rows.length } };
  });
  const router = createMemoryRouter([{ path: '*', element: <OutOfService keyword="A·D7" disabled={disabled} /> }]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Suspense>
        <RouterProvider router={router} />
      </Suspense>
    </QueryClientProvider>,
  );
  return { router, server };
};

it('says that a retired and two disabled locks match, and leads to them', async () => {
  const { router } = await show({ retired: [7], disabled: [8, 9] });
  fireEvent.click(await screen.findByRole('button', { name: '1 retired device matches: show it' }));
  expect(router.state.location.pathname).toBe('/device');
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
    keyword: 'A·D7',
    retired: 'true',
    id: '7',
  });
  fireEvent.click(await screen.findByRole('button', { name: '2 disabled devices match: show them' }));
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({ keyword: 'A·D7' });
});

it('says nothing where none matches, and nothing to those who may not see the records', async () => {
  const { server } = await show({ retired: [], disabled: [] });
  await vi.waitFor(() => expect(server.asked).toHaveLength(2));
  expect(screen.queryByRole('button')).toBeNull();
  cleanup();
  const other = await show({ retired: [7], disabled: [8] }, []);
  expect(screen.queryByRole('button')).toBeNull();
  expect(other.server.asked).toHaveLength(0);
});
