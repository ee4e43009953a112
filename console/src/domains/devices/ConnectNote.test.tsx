import { deviceCalls } from '@plomb/contract/devices/domain';
import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { ConnectNote } from './ConnectNote.tsx';

inEnglish();
afterEach(() => vi.useRealTimers());

const device = { id: 7, sn: '14805740021', identity_rule: 'code', family: 'hhd', seen_time: null };

it('says how a new lock is connected, waits for it, and says that it has come', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  signInWith(deviceCalls.devices.list);
  const server = fakeServer();
  let seen: string | null = null;
  server.on(deviceCalls.deviceConnect.address.path, () => ({ data: { host: 'locks.example.org', port: 7700 } }));
  server.on(deviceCalls.devices.detail.path, () => ({ data: { ...device, seen_time: seen } }));
  showPage(<ConnectNote device={device as never} />, '/device/7');
  expect(await screen.findByText('locks.example.org')).toBeTruthy();
  expect(screen.getByText('7700')).toBeTruthy();
  expect(screen.getByText('Waiting for its first word…')).toBeTruthy();
  seen = '2026-11-22T10:00:00Z';
  await vi.advanceTimersByTimeAsync(3500);
  expect(await screen.findByText('It was heard')).toBeTruthy();
});

it('says nothing of a lock that was heard before', () => {
  signInWith(deviceCalls.devices.list);
  const server = fakeServer();
  showPage(<ConnectNote device={{ ...device, seen_time: '2026-11-22T10:00:00Z' } as never} />, '/device/7');
  expect(document.querySelector('.device-connect')).toBeNull();
  expect(server.asked).toEqual([]);
});
