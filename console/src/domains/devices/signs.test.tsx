import { cleanup, render } from '@testing-library/react';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { useSession } from '../../platform/session.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { DeviceCard } from './DeviceCard.tsx';
import type { Device } from './device.ts';
import { AsOf, State } from './signs.tsx';

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

it('links to what a lock reports and is put aside, and says since when instead of how young its word is', async () => {
  useSession.setState({
    menus: [
      {
        id: 1,
        menu_code: 'quarantine',
        menu_url: 'q',
        sid: null,
        buttons: [{ btn_code: 'list', action_url: '/quarantine/list' }],
      },
    ] as never,
  });
  const one = { ...device, id: 7, connection: 'online' as const, aside_since: new Date().toISOString() };
  const { container } = render(
    <MemoryRouter>
      <Suspense>
        <AsOf device={one} linked />
      </Suspense>
    </MemoryRouter>,
  );
  await vi.waitFor(() => expect(container.textContent).toMatch(/Online.*put aside since \d\d:\d\d/));
  expect(container.textContent).not.toContain('just now');
  expect(container.querySelector('a')?.getAttribute('href')).toBe('/quarantine?device_id=7');
  cleanup();
  expect((await shown(one)).querySelector('.device-card')?.textContent).toContain('put aside since');
  cleanup();
  expect((await shown({ ...one, status: 2 })).textContent).not.toContain('put aside');
});

it('says of a lock that is silent since its reports were put aside when it was last heard', async () => {
  const aside = {
    aside_since: new Date(Date.now() - 9_000_000).toISOString(),
    seen_time: new Date(Date.now() - 7_000_000).toISOString(),
  };
  expect((await shown({ ...aside, connection: 'offline' })).textContent).toContain('1 h ago');
  cleanup();
  expect((await shown({ ...aside, connection: 'online' })).textContent).not.toContain('ago');
});
