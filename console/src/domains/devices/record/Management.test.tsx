import { deviceManagement } from '@plomb/contract/devices/management';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { type FakeServer, fakeServer, fleetLock } from '../../../testing/fakeServer.ts';
import { inEnglish } from '../../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../../testing/showPage.tsx';
import { PageContext } from '../../../ui/page.ts';
import type { Device } from '../device.ts';
import { Management } from './Management.tsx';

inEnglish();

const { list, enter, renew, exit } = deviceManagement;
const minutes = (n: number) => new Date(Date.now() + n * 60_000).toISOString();
const lease = (changed: object = {}) => ({
  id: 3,
  oper_name: 'Li',
  login_name: 'li',
  mine: true,
  reason: 'new cards',
  enter_time: minutes(-10),
  until_time: minutes(20),
  end_time: null,
  ended_by: null,
  events: 4,
  orders: 2,
  ...changed,
});
const show = (rows: object[], changed: object = {}): FakeServer => {
  signInWith(list, enter, renew, exit);
  const server = fakeServer();
  server.on(list.path, () => ({ data: { rows, more: false } }));
  for (const call of [enter, renew, exit]) server.on(call.path, () => ({ data: {} }));
  const standing = { stock_status: 4, device_state: 'in_use', lost: false, retired_time: null, status: 1 };
  const device = { ...fleetLock(7), lock_status: 0, ...standing, ...changed } as unknown as Device;
  const page = { path: '/device/7', title: { zh: '', en: '' }, trail: [], active: true, kept: true, entitle: () => {} };
  showPage(
    <PageContext value={page}>
      <Management device={device} now={null} />
    </PageContext>,
    '/device/7',
  );
  return server;
};

it('is entered with a reason, and not without', async () => {
  const server = show([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Enter management mode…' }));
  const go = await screen.findByRole('button', { name: 'Enter management mode' });
  expect(go.hasAttribute('disabled')).toBe(true);
  await userEvent.type(screen.getByLabelText('Reason'), 'new cards');
  await userEvent.click(go);
  await expect.poll(() => server.count(enter.path)).toBe(1);
  expect(server.asked.find(({ path }) => path === enter.path)?.body).toMatchObject({
    device_id: 7,
    minutes: 30,
    reason: 'new cards',
  });
});

it.each([
  ['sealed', { lock_status: 2 }, 'The lock is sealed, unseal it first'],
  ['recycled', { stock_status: 5 }, 'Operation not allowed in state Recycled'],
])('says why it cannot be entered of a lock that is %s', async (_, changed, why) => {
  show([], changed);
  const button = await screen.findByRole('button', { name: 'Enter management mode…' });
  expect(button.hasAttribute('disabled')).toBe(true);
  expect(document.getElementById(button.getAttribute('aria-describedby')!)?.textContent).toBe(why);
});

it('is renewed and left by its holder', async () => {
  const server = show([lease()]);
  await userEvent.click(await screen.findByRole('button', { name: 'Renew' }));
  await userEvent.click(screen.getByRole('button', { name: 'Exit' }));
  await expect.poll(() => [server.count(renew.path), server.count(exit.path)]).toEqual([1, 1]);
  expect(screen.getByText(/In management mode of Li/)).toBeTruthy();
});

it('of somebody else is only looked at; what is over tells how it ended', async () => {
  show([lease({ mine: false }), lease({ id: 2, end_time: minutes(-60), ended_by: 'seal' })]);
  expect(await screen.findByText('Only Li can renew it or exit.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Exit' })).toBeNull();
  expect(screen.getAllByRole('row')).toHaveLength(3);
});
