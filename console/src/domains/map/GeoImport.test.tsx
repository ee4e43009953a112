import { mapCalls } from '@plomb/contract/map/domain';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { upload } from '../../platform/client.ts';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { GeoImport } from './GeoImport.tsx';

vi.mock('../../platform/client.ts', async (original) => ({ ...(await original<object>()), upload: vi.fn() }));

inEnglish();
const outline = { shape: 'circle', centre: [121, 31], radius: 800 } as const;
const nothing = { outline: null, point: null, why: null };

it('says before anything is kept what is left out, what cannot be taken, and whose locks the fences are for', async () => {
  fakeServer();
  signInWith(mapCalls.geoFiles.read);
  vi.mocked(upload).mockResolvedValue({
    items: [
      { ...nothing, name: 'Yard', outline },
      { ...nothing, name: 'Far', why: 'geoRange' },
      { ...nothing, name: 'Gate', point: [121, 31] },
    ],
    left_out: [{ what: 'NetworkLink', count: 2 }],
  } as never);
  showPage(<GeoImport close={() => undefined} />, '/fence');
  await screen.findByRole('button', { name: 'Choose a file' });
  await userEvent.upload(document.querySelector('input[type=file]') as HTMLInputElement, new File(['x'], 'a.kml'));
  expect(await screen.findByText('1 outline cannot be taken: why stands below it.')).toBeTruthy();
  expect(screen.getByText(/^2 links to other files \(NetworkLink\) are left out/)).toBeTruthy();
  expect(screen.getByText(/^1 point is left out: adding points of interest is not among your rights/)).toBeTruthy();
  expect(screen.getByText(/out of range/)).toBeTruthy();
  expect(screen.getByText(/The fences are for all locks of O and of the organisations below it/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Import (fences: 1, points: 0)' })).toBeTruthy();
});
