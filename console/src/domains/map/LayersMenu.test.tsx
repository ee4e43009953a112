import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { inEnglish } from '../../testing/inEnglish.ts';
import { LayersMenu } from './LayersMenu.tsx';

inEnglish();
afterEach(cleanup);
vi.stubGlobal('fetch', () => new Promise(() => {}));

it('says where the map shows the first of very many fences, and not all', async () => {
  const layers = {
    ...{ fences: true, setFences: () => {}, places: true, setPlaces: () => {}, drawnFences: [], drawnPlaces: [] },
    told: { fences: { drawn: 2000, total: 10_000 }, places: { drawn: 12, total: 12 } },
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Suspense>
        <LayersMenu layers={layers}>
          <button type="button">Layers</button>
        </LayersMenu>
      </Suspense>
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Layers' }));
  expect((await screen.findAllByRole('menuitemcheckbox')).map((item) => item.textContent)).toEqual([
    'Fences (first 2,000 of 10,000)',
    'Points of interest',
  ]);
});
