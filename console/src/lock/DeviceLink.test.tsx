import { alarmCalls } from '@plomb/contract/alarms/domain';
import { deviceCalls } from '@plomb/contract/devices/domain';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPage, signInWith } from '../testing/showPage.tsx';
import { WithinLink } from '../ui/withinLink.ts';
import { DeviceLink } from './DeviceLink.tsx';

it('leads to the page of a device, and is a mere name for whoever cannot open that', async () => {
  signInWith(deviceCalls.devices.detail);
  showPage(<DeviceLink id={7}>Tanker 1</DeviceLink>, '/alarm');
  expect((await screen.findByRole('link', { name: 'Tanker 1' })).getAttribute('href')).toBe('/device/7');
  signInWith(alarmCalls.alarms.list);
  expect(await screen.findByText('Tanker 1')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

it('is a mere name within what leads somewhere already', async () => {
  signInWith(deviceCalls.devices.detail);
  showPage(
    <a href="/order/3">
      <WithinLink value>
        <DeviceLink id={7}>Tanker 1</DeviceLink>
      </WithinLink>
    </a>,
    '/order',
  );
  expect((await screen.findByText('Tanker 1')).closest('a')?.getAttribute('href')).toBe('/order/3');
  expect(screen.getAllByRole('link')).toHaveLength(1);
});
