import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { PropsWithChildren } from 'react';
import { expect, it, vi } from 'vitest';
import { useBarred } from '../platform/release.ts';
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
