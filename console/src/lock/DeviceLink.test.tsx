import { alarmCalls } from '@plomb/contract/alarms/domain';
import { deviceCalls } from '@plomb/contract/devices/domain';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPage, signInWith } from '../testing/showPage.tsx';
import { DeviceLink } from './DeviceLink.tsx';

it('leads to the page of a device, and is a mere name for whoever cannot open that', async () => {
  signInWith(deviceCalls.devices.detail);
  showPage(<DeviceLink id={7}>Tanker 1</DeviceLink>, '/alarm');
  expect((await screen.findByRole('link', { name: 'Tanker 1' })).getAttribute('href')).toBe('/device/7');
  signInWith(alarmCalls.alarms.list);
  expect(await screen.findByText('Tanker 1')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});
