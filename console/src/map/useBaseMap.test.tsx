import { baseMaps } from '@plomb/contract/basemaps/baseMaps';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { PropsWithChildren } from 'react';
import { expect, it, vi } from 'vitest';
import { fakeServer } from '../testing/fakeServer.ts';
import { signInWith } from '../testing/showPage.tsx';
import type { BaseMap } from './baseMap.ts';
import { useBaseMap } from './useBaseMap.ts';

const raster = (id: number, more: Partial<BaseMap> = {}): BaseMap => ({
  ...{ id, base_map_name: `Map ${id}`, kind: 'raster', tile_schema: 'raster', datum: 'wgs84', attribution: '' },
  ...{ min_zoom: 0, max_zoom: 18, is_default: false, tiles: { zh: [], en: [] }, key: '' },
  ...more,
});

it('a base map that does not come is followed by the next on every map of the page, and is tried again later', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = fakeServer();
  server.on(baseMaps.shown.path, () => ({ data: { rows: [raster(1), raster(2), raster(3, { is_default: true })] } }));
  signInWith(baseMaps.list);
  const client = new QueryClient();
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const one = renderHook(() => useBaseMap(), { wrapper }).result;
  const other = renderHook(() => useBaseMap(), { wrapper }).result;
  const drawn = () => [one, other].map(({ current: { base, instead } }) => [base?.id, instead?.id ?? null]);
  await waitFor(() =>
    expect(drawn()).toEqual([
      [3, null],
      [3, null],
    ]),
  );
  act(() => one.current.failed());
  expect(drawn()).toEqual([
    [1, 1],
    [1, 1],
  ]);
  expect(one.current.chosen?.id).toBe(3);
  act(() => other.current.failed());
  expect(drawn()).toEqual([
    [2, 2],
    [2, 2],
  ]);
  // none comes: it stays what it was, over the offline map
  act(() => one.current.failed());
  expect(drawn()).toEqual([
    [3, null],
    [3, null],
  ]);
  await act(() => vi.advanceTimersByTimeAsync(5 * 60_000));
  act(() => one.current.failed());
  expect(drawn()).toEqual([
    [1, 1],
    [1, 1],
  ]);
  // whoever chooses it wants to see it now
  act(() => one.current.choose(3));
  expect(drawn()).toEqual([
    [3, null],
    [3, null],
  ]);
  vi.useRealTimers();
});
