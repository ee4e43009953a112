import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LockPanel } from '../../../lock/LockPanel.tsx';
import { fakeServer, fleetLock } from '../../../testing/fakeServer.ts';
import { inEnglish } from '../../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../../testing/showPage.tsx';
import type { Device } from '../device.ts';
import { useDeviceColumns } from '../useDeviceColumns.tsx';
import { DeviceHead } from './DeviceHead.tsx';

inEnglish();

const lock = {
  ...fleetLock(7, { out_of_use: 'lost' }),
  ...{ voltage: null, temperature: null, signal: null, mileage: null, ver: '', lock_since: null, clock_doubt: false },
} as never;
const device = {
  ...fleetLock(7),
  device_state: 'in_use',
  lost: true,
  fresh: true,
  retired_time: null,
} as never as Device;
const history = { orders: [], events: [], alarms: [] } as never;

/** What the list's column of names shows. */
const InList = () => {
  const name = useDeviceColumns().find(({ dataIndex }) => dataIndex === 'device_name');
  return <p>{name?.render?.(device.device_name, device, 0) as never}</p>;
};

it.each([
  ['its page', <DeviceHead key="1" device={device} now={{ lock, connection: 'online', history }} />],
  ['its page, of whoever does not see the map', <DeviceHead key="2" device={device} now={null} />],
  ['the list', <InList key="3" />],
  [
    'the panel of the map',
    <LockPanel key="4" lock={lock} connection="online" following={false} onFollow={() => {}} onClose={() => {}} />,
  ],
])('says of a lost lock that it is lost: %s', async (_, shown) => {
  signInWith();
  fakeServer();
  showPage(shown, '/');
  expect(await screen.findByText('Reported lost')).toBeTruthy();
});

it('heads a lock by what it guards, on its page as in the panel of the map', async () => {
  signInWith();
  fakeServer();
  showPage(
    <>
      <DeviceHead device={device} now={{ lock, connection: 'online', history }} />
      <LockPanel lock={lock} connection="online" following={false} onFollow={() => {}} onClose={() => {}} />
    </>,
    '/',
  );
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('沪A·D7007');
  expect(screen.getAllByRole('heading', { name: '沪A·D7007' })).toHaveLength(2);
});
