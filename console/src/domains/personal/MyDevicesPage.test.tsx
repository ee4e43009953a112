import { personalCalls } from '@plomb/contract/personal/domain';
import type { MyDevice } from '@plomb/contract/personal/myDevices';
import { cleanup, screen } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { MyDevicesPage } from './MyDevicesPage.tsx';

const { list } = personalCalls.myDevices;
const device: MyDevice = {
  id: 9,
  sn: '14802100007',
  device_name: 'Gate',
  subject: '',
  device_type: 'G-300',
  org_name: 'Port',
  held: 'received',
  since: '2026-11-22T08:00:00.000Z',
  stock_status: 6,
  device_state: 'in_use',
  lost: false,
  seen: true,
  family: 'hhd',
  lock_status: 2,
  fresh: true,
  lock_time: '2026-11-22T08:00:00.000Z',
  connection: 'online',
  lon: null,
  lat: null,
  place_time: null,
};

inEnglish();
beforeEach(() => signInWith(list));

it.each<[string, Partial<MyDevice>, string]>([
  ['its own fresh word', {}, 'Sealed'],
  ['the last that is known', { fresh: false }, 'Sealed (last known)'],
  ['the platform’s word', { family: 'jt701' }, 'Locked, seal held'],
])('tells what the state of a lock rests on: %s', async (_, change, words) => {
  fakeServer().on(list.path, () => ({ data: { rows: [{ ...device, ...change }], more: false } }));
  showPage(<MyDevicesPage />, '/myDevice');
  expect(await screen.findByText(words)).toBeTruthy();
  cleanup();
});

it('says while nothing is heard that nobody knows how a lock is reached', async () => {
  window.dispatchEvent(new Event('offline'));
  onTestFinished(() => void window.dispatchEvent(new Event('online')));
  fakeServer().on(list.path, () => ({ data: { rows: [device], more: false } }));
  showPage(<MyDevicesPage />, '/myDevice');
  expect(await screen.findByText('Connection not known')).toBeTruthy();
  expect(screen.queryByText('Online')).toBeNull();
});

it('says of a device that it is scrapped', async () => {
  fakeServer().on(list.path, () => ({
    data: { rows: [{ ...device, device_state: 'scrapped' }], more: false },
  }));
  showPage(<MyDevicesPage />, '/myDevice');
  expect(await screen.findByText('Scrapped')).toBeTruthy();
});
