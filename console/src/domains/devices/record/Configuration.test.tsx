import { deviceCalls } from '@plomb/contract/devices/domain';
import { orderCalls } from '@plomb/contract/orders/domain';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeServer, fleetLock } from '../../../testing/fakeServer.ts';
import { inEnglish } from '../../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../../testing/showPage.tsx';
import { PageContext } from '../../../ui/page.ts';
import { Configuration } from './Configuration.tsx';

inEnglish();

const page = { path: '/device/7', title: { zh: '', en: '' }, trail: [], active: true, kept: true, entitle: () => {} };

it('asks a lock for its parameters by the dialog of all orders, which says that nobody has seen it obey', async () => {
  const { query_parameters } = orderCalls.orders;
  signInWith(deviceCalls.deviceConfiguration.detail, query_parameters);
  const server = fakeServer();
  server.on(deviceCalls.deviceConfiguration.detail.path, () => ({ data: { rows: [] } }));
  server.on(query_parameters.path, () => ({ data: { id: 1, device_id: 7, state: 'queued' } }));
  const now = { lock: { ...fleetLock(7), family: 'hhd' }, connection: 'online', history: {} };
  showPage(
    <PageContext value={page}>
      <Configuration device={{ id: 7 } as never} now={now as never} />
    </PageContext>,
    '/device/7?tab=configuration',
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Read from the lock' }));
  const chosen: HTMLInputElement = await screen.findByRole('radio', { name: 'Read the parameters' });
  expect(chosen.checked).toBe(true);
  expect(chosen.closest('.more-order')?.textContent).toContain('Unverified: nobody has seen this kind of lock obey it');
  expect(server.count(query_parameters.path)).toBe(0);
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await expect.poll(() => server.count(query_parameters.path)).toBe(1);
});

it('says what a lock may be set to when no answer came', async () => {
  signInWith(deviceCalls.deviceConfiguration.detail);
  const time = '2026-11-20T08:00:00.000Z';
  const row = {
    ...{ name: 'report_interval', standing: 'unknown', read: null, confirmed: { value: 30, time } },
    ...{ wanted: { value: 300, by: 'order', oper_name: 'Li', time }, perhaps: { value: 300, time } },
  };
  fakeServer().on(deviceCalls.deviceConfiguration.detail.path, () => ({ data: { rows: [row] } }));
  showPage(
    <PageContext value={page}>
      <Configuration device={{ id: 7 } as never} now={null} />
    </PageContext>,
    '/device/7?tab=configuration',
  );
  const cell = await screen.findByText(/Not known; sent without an answer, perhaps set:/);
  expect(cell.textContent).toContain('300 s');
});
