import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from 'antd';
import { Suspense } from 'react';
import { expect, it } from 'vitest';
import { inEnglish } from '../../testing/inEnglish.ts';
import { StatusButtons } from '../../ui/list/StatusButtons.tsx';
import type { Device } from './device.ts';
import { isInUse, SwitchingOff } from './SwitchingOff.tsx';

inEnglish();

const device = (id: number, over: Partial<Device>) =>
  ({
    id,
    sn: `1480210000${id}`,
    device_name: `Tanker ${id}`,
    subject: '',
    lock_status: 0,
    fresh: true,
    connection: 'offline',
    communicate_status: 'offline',
    lock_since: null,
    seen_time: new Date().toISOString(),
    status: 1,
    retired_time: null,
    ...over,
  }) as Device;

it('says before devices are disabled which of them are in use and how they stand, and nothing of it when they are enabled', async () => {
  const devices = [
    device(1, { lock_status: 2 }),
    device(2, { connection: 'online', communicate_status: 'online' }),
    device(3, {}),
  ];
  render(
    <Suspense>
      <App>
        <StatusButtons count={5} turn={async () => {}} disabling={<SwitchingOff devices={devices} others={2} />} />
      </App>
    </Suspense>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Enable' }));
  const enabling = await screen.findByRole('dialog');
  expect(enabling.textContent).not.toContain('in use');
  await userEvent.click(within(enabling).getByRole('button', { name: 'Cancel' }));

  await userEvent.click(screen.getByRole('button', { name: 'Disable' }));
  expect(await screen.findByText(/^2 of these are in use/)).toBeTruthy();
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringMatching(/Tanker 1.*Sealed/),
    expect.stringMatching(/Tanker 2.*Online/),
  ]);
  expect(screen.getByText(/orders that wait are cancelled/)).toBeTruthy();
  expect(screen.getByText(/^2 more are on other pages/)).toBeTruthy();
});

it.each([
  [{ lock_status: 0, connection: 'offline' }, false],
  [{ lock_status: 255, connection: 'offline' }, false],
  [{ lock_status: 0, connection: 'late' }, true],
  [{ lock_status: 1, connection: 'offline' }, true],
  [{ lock_status: 3, connection: 'offline' }, true],
  [{ lock_status: 2, connection: 'offline' }, true],
] as const)('a device is in use that somebody may count on: %o', (over, used) => {
  expect(isInUse(device(1, over))).toBe(used);
});
