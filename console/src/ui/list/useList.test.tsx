import { manufacturers } from '@plomb/contract/devices/manufacturers';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { expect, it } from 'vitest';
import { useList } from './useList.ts';

const start = (address: string) =>
  renderHook(() => ({ list: useList(manufacturers.list), at: useLocation().search }), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
    ),
  }).result;

it('takes two steps in a row, though the first is not drawn yet', async () => {
  const now = start('/manufacturer?edit=new&sort=-factoryCode');
  act(() => {
    now.current.list.show({ edit: null, id: 7 });
    now.current.list.change({ keyword: 'joint' });
  });
  await waitFor(() => expect(now.current.at).toBe('?sort=-factoryCode&id=7&keyword=joint'));
  act(() => now.current.list.reset());
  await waitFor(() => expect(now.current.at).toBe('?sort=-factoryCode'));
});

it('leads nobody back who has gone on: what waits in a page that is left changes no address', async () => {
  const now = start('/manufacturer');
  const here = window.location.pathname;
  window.history.pushState(null, '', '/device');
  act(() => now.current.list.change({ keyword: 'joint' }));
  expect(now.current.at).toBe('');
  window.history.pushState(null, '', here);
  act(() => now.current.list.change({ keyword: 'seal' }));
  await waitFor(() => expect(now.current.at).toBe('?keyword=seal'));
});
