import { mapCalls } from '@plomb/contract/map/domain';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { phoneQuery } from '../../ui/useMedia.ts';
import { GeoFileTools } from './GeoFileTools.tsx';

inEnglish();
afterEach(() => vi.unstubAllGlobals());
const { read, write } = mapCalls.geoFiles;
const show = (isPhone: boolean) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isPhone && query === phoneQuery,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  fakeServer();
  signInWith(read, write);
  showPage(<GeoFileTools />, '/fence');
};

it('are two buttons where there is room', async () => {
  show(false);
  expect(await screen.findByRole('button', { name: /From a map file/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /As a map file/ })).toBeTruthy();
});

it('are behind one button on a phone, which takes a file in and gives one of each kind out', async () => {
  show(true);
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(entries).toEqual(['From a map file', 'As a map file: GeoJSON', 'As a map file: KML']);
});
