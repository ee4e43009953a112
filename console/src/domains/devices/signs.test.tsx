import { cleanup, render } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { inEnglish } from '../../testing/inEnglish.ts';
import { DeviceCard } from './DeviceCard.tsx';
import type { Device } from './device.ts';
import { State } from './signs.tsx';

inEnglish();
afterEach(cleanup);

const device = {
  lock_status: 2,
  family: 'hhd',
  fresh: true,
  connection: 'sleeping',
  lock_since: null,
  seen_time: new Date().toISOString(),
  sn: '14802100039',
  device_name: 'Tanker 1',
  subject: '沪A·D7001',
  org_name: 'Depot',
  electric: 50,
  signal: null,
  status: 1,
  retired_time: null,
} as Device;
const shown = async (over: Partial<Device>) => {
  const one = { ...device, ...over };
  const { container } = render(
    <Suspense>
      <State device={one} />
      <DeviceCard device={one} />
    </Suspense>,
  );
  await vi.waitFor(() => expect(container.textContent).toContain('Sealed'));
  return container;
};

it('shows a lock out of service in lists too as what was last known of it', async () => {
  expect((await shown({})).textContent).not.toMatch(/last known|Out of service/);
  cleanup();
  for (const over of [{ status: 2 as const }, { retired_time: '2026-11-21T12:00:00Z' }]) {
    const row = await shown(over);
    expect(row.querySelector('.state')?.textContent).toBe('Sealed (last known)');
    expect(row.querySelector('.device-card')?.textContent).toMatch(/Sealed \(last known\).*Out of service/);
    expect(row.textContent).not.toContain('Sleeping');
    cleanup();
  }
});
