import { baseMaps } from '@plomb/contract/basemaps/baseMaps';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { PropsWithChildren } from 'react';
import { expect, it, vi } from 'vitest';
import { useBarred } from '../platform/release.ts';
import { fakeServer } from '../testing/fakeServer.ts';
import type { BaseMap } from './baseMap.ts';
import { GOOGLE } from './google.ts';
import { useDrawable } from './useDrawable.ts';

const google: BaseMap = {
  id: 1,
  base_map_name: 'Google',
  kind: 'google',
  tile_schema: 'raster',
  datum: 'gcj02',
  attribution: '',
  min_zoom: 0,
  max_zoom: 18,
  is_default: true,
  tiles: { zh: [], en: [] },
  key: 'key',
};

it('a vendor that this page may not ask yet has not refused its key', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const client = new QueryClient();
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useDrawable(google), { wrapper });
  await waitFor(() => expect(result.current.refused).toBe('refused'));
  act(() => useBarred.setState({ servers: [GOOGLE] }));
  expect(result.current.refused).toBe('barred');
  expect(result.current.drawable).toBeNull();
});

it.each([
  ['no answer', () => ({ sign: 'fail' })],
  ['a text that is no style', () => ({ data: { style: '{"hello": 1}' } })],
  ['a text that is no JSON', () => ({ data: { style: '<html>' } })],
])('a style whose address gives %s is not drawn, and said not to come', async (_, answer) => {
  const server = fakeServer();
  server.on(baseMaps.style.path, answer);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useDrawable({ ...google, kind: 'style' }), { wrapper });
  expect(result.current.failed).toBe(false);
  await waitFor(() => expect(result.current.failed).toBe(true));
  expect(result.current.drawable).toBeNull();
});
