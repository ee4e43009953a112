import { deviceCalls } from '@plomb/contract/devices/domain';
import { mapCalls } from '@plomb/contract/map/domain';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type FakeServer, fakeServer, fleetLock } from '../../../testing/fakeServer.ts';
import { inEnglish } from '../../../testing/inEnglish.ts';
import { liveStage, settle } from '../../../testing/liveStage.ts';
import { showPage, signInWith } from '../../../testing/showPage.tsx';
import { PageContext } from '../../../ui/page.ts';
import { DevicePage } from './DevicePage.tsx';

inEnglish();

const seen = new Date().toISOString();
const device = {
  ...fleetLock(7),
  ...{
    org_id: 1,
    device_type_id: 1,
    manufacturer_id: null,
    device_no: '',
    sim_card: '',
    mobileID: '',
    device_address: '',
  },
  ...{ device_type: 'G-300', identity_rule: 'code', unseal_password: 'none', factory: '', status: 1, stock_status: 4 },
  ...{ device_state: 'in_use', lost: false, communicate_status: 'online', connection: 'online', fresh: true },
  ...{ lock_state: '2', clock_doubt: false, mileage: null, voltage: null, temperature: null, signal: null, ver: '' },
  ...{ icc_card_no: '', report_reson: '', mcc: null, mnc: null, lac: null, cid: null, network: '', network_before: '' },
  ...{ network_time: null, seen_time: seen, lock_since: null, create_time: seen, retired_time: null, version: '1' },
};
const open = (id: number): FakeServer => {
  const server = fakeServer();
  server.on(deviceCalls.devices.detail.path, ({ id: asked }) =>
    asked === 7 ? { data: device } : { sign: 'notFound' },
  );
  const page = {
    path: `/device/${id}`,
    title: { zh: '', en: '' },
    trail: [],
    active: true,
    kept: true,
    entitle: () => {},
  };
  showPage(
    <PageContext value={page}>
      <DevicePage />
    </PageContext>,
    `/device/${id}`,
  );
  return server;
};

it('shows whoever sees the device list the device, and asks nothing of the map', async () => {
  signInWith(deviceCalls.devices.list, deviceCalls.devices.detail);
  const server = open(7);
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('沪A·D7007');
  expect(screen.getByRole('tab', { name: 'Overview' })).toBeTruthy();
  expect(server.count(mapCalls.map.lock.path)).toBe(0);
  expect(screen.queryByTestId('unseal')).toBeNull();
});

it('says that there is no such device, of a foreign one as of none', async () => {
  signInWith(deviceCalls.devices.list, deviceCalls.devices.detail);
  open(8);
  expect((await screen.findByRole('alert')).textContent).toContain('This device cannot be shown');
});

it('is gone with a device that left the sight of who looks at it', async () => {
  vi.useFakeTimers();
  signInWith(deviceCalls.devices.list, deviceCalls.devices.detail);
  const server = open(7);
  const stop = await liveStage(server, () => () => {});
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('沪A·D7007');
  server.on(deviceCalls.devices.detail.path, () => ({ sign: 'notFound' }));
  server.stream().say({ event: 'locks', data: { seq: 2, locks: [], removed: [7] } });
  await settle(300);
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
  expect(screen.getByRole('alert').textContent).toContain('This device cannot be shown');
  stop();
});
