import { deviceSubLocks } from '@plomb/contract/devices/subLocks';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, fleetLock } from '../../../testing/fakeServer.ts';
import { inEnglish } from '../../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../../testing/showPage.tsx';
import { PageContext } from '../../../ui/page.ts';
import type { Device } from '../device.ts';
import { SubLocks } from './SubLocks.tsx';

inEnglish();

const show = (rows: object[]) => {
  signInWith(deviceSubLocks.list);
  fakeServer().on(deviceSubLocks.list.path, () => ({ data: { rows } }));
  const page = { path: '/device/7', title: { zh: '', en: '' }, trail: [], active: true, kept: true, entitle: () => {} };
  showPage(
    <PageContext value={page}>
      <SubLocks device={fleetLock(7) as unknown as Device} />
    </PageContext>,
    '/device/7',
  );
};
const unsaid = { locked: null, voltage: null, electric: null, rssi: null, temperature: null, humidity: null };

it('says of each what was told, and of what was not that it was not', async () => {
  show([
    { ...unsaid, id: 'A1', locked: true, voltage: 3.61, told_time: new Date().toISOString() },
    { ...unsaid, id: 'B2', temperature: 21.5, humidity: 40, rssi: -70, told_time: new Date().toISOString() },
  ]);
  const [, door, sensor] = await screen.findAllByRole('row');
  const cells = (row: HTMLElement) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
  expect(cells(door!).slice(0, 6)).toEqual(['A1', 'Locked', '3.61 V', '–', '–', '–']);
  expect(cells(sensor!).slice(0, 6)).toEqual(['B2', 'It does not say', '–', '-70 dBm', '21.5 °C', '40 %']);
});

it('says so where there are none', async () => {
  show([]);
  expect(await screen.findByText('This device has told of no sub-locks or sensors.')).toBeTruthy();
});
