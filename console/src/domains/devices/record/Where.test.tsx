import { places } from '@plomb/contract/basemaps/places';
import type { MapLock } from '@plomb/contract/map/map';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeServer, fleetLock } from '../../../testing/fakeServer.ts';
import { inEnglish } from '../../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../../testing/showPage.tsx';
import { Where } from './Where.tsx';

const drawn = vi.hoisted(() => vi.fn(async (_at: readonly number[], _how: object) => 'data:image/png,'));
vi.mock('../../../map/drawStill.ts', () => ({ drawStill: drawn }));
inEnglish();

const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
const lock = (over: object): MapLock => ({ ...fleetLock(7), ...over }) as unknown as MapLock;
const show = (over: object) => {
  signInWith();
  fakeServer().on(places.words.path, () => ({ data: { rows: [{ zh: '江苏', en: 'Pingwang 2 km N' }] } }));
  return showPage(<Where lock={lock({ lon: 120.6031, lat: 31.0049, ...over })} />, '/device/7');
};

it('says where the lock is in words, with a picture that leads to it on the map', async () => {
  show({ report_time: ago(1), place_time: ago(1), seen_time: ago(1) });
  expect((await screen.findByText('Pingwang 2 km N')).textContent).toBe('Pingwang 2 km N');
  const picture = await screen.findByRole('img', { name: /Pingwang/ });
  expect(picture.closest('a')?.getAttribute('href')).toBe('/map?lock=7');
  expect(screen.queryByText(/as of/)).toBeNull();
});

it('says of a place that may be past of when it is, and draws no other picture for every step', async () => {
  drawn.mockClear();
  show({ report_time: ago(1), place_time: ago(50), seen_time: ago(1) });
  expect(await screen.findByText(/^as of /)).toBeTruthy();
  await screen.findByRole('img');
  const [at] = drawn.mock.calls[0] ?? [];
  expect(at?.map((degrees) => degrees.toFixed(2))).toEqual(['120.60', '31.00']);
});

it('has nothing to show of a lock that was never anywhere', () => {
  show({ lon: null, lat: null });
  expect(screen.queryByRole('heading')).toBeNull();
});
