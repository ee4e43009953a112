import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { useNotices } from '../platform/notices.ts';
import { inEnglish } from '../testing/inEnglish.ts';
import { Panels } from './Panels.tsx';
import { openPanel, usePanel } from './panel.ts';

inEnglish();
afterEach(cleanup);
// the server is away, and the palette was never opened before
vi.mock('./Palette.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

it('a search that cannot be fetched leaves the page as it is, and says so', async () => {
  render(
    <MemoryRouter>
      <p>the map</p>
      <Panels pages={[]} />
    </MemoryRouter>,
  );
  act(() => openPanel('search'));
  await expect
    .poll(() => useNotices.getState().shown.map((n) => n.text))
    .toEqual(['It could not be loaded. Nothing was changed; try again in a moment.']);
  expect(screen.getByText('the map')).toBeTruthy();
  expect(usePanel.getState().open).toBeNull();
});
