import type { BatchDetail } from '@plomb/contract/batches/batches';
import { batchCalls } from '@plomb/contract/batches/domain';
import { deviceCalls } from '@plomb/contract/devices/domain';
import { orders } from '@plomb/contract/orders/orders';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { type FakeServer, fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { BatchesPage } from './BatchesPage.tsx';

const { batches } = batchCalls;
const batch = (change: Partial<BatchDetail>): BatchDetail => ({
  id: 7,
  kind: 'unseal',
  args: {},
  state: 'draft',
  total: 5,
  unfit: 2,
  given: 0,
  answered: 0,
  open: 0,
  reason: '',
  reason_code: null,
  reason_text: null,
  oper_name: 'Demo',
  login_name: 'demo',
  create_time: '2026-11-22T08:00:00.000Z',
  start_time: null,
  job_id: null,
  failure: '',
  outcomes: [],
  refusals: [{ code: 'deviceLost', field: '', words: 'It is lost', count: 2, numbers: ['14802100007', '14802100008'] }],
  again: 0,
  ...change,
});
let server: FakeServer;
let one: BatchDetail;

inEnglish();
beforeEach(() => {
  one = batch({});
  server = fakeServer();
  server.on(batches.detail.path, () => ({ data: one }));
  server.on(batches.devices.path, () => ({ data: { rows: [], total: 0 } }));
  server.on(deviceCalls.devices.list.path, () => ({ data: { rows: [], total: 41 } }));
  server.on(deviceCalls.devices.options.path, () => ({
    data: { organizations: [], deviceTypes: [], manufacturers: [] },
  }));
  server.on(batches.prepare.path, () => ({ data: { id: 7, unknown: [] } }));
  server.on(batches.start.path, () => {
    one = batch({
      state: 'running',
      start_time: '2026-11-22T08:01:00.000Z',
      outcomes: [{ outcome: 'ready', count: 3 }],
    });
    return { data: { job_id: 1 } };
  });
  signInWith(
    batches.list,
    batches.prepare,
    batches.start,
    orders.unseal,
    orders.set_intervals,
    deviceCalls.devices.list,
  );
});
const bodyOf = (path: string) => server.asked.findLast((asked) => asked.path === path)?.body;

it('begins when somebody has said why and typed how many', async () => {
  const user = userEvent.setup();
  showPage(<BatchesPage />, '/batch?work=7');
  const start = await screen.findByRole('button', { name: 'Order to 3 locks' });
  expect(screen.getByText('It is lost')).toBeTruthy();
  await user.click(start);
  expect(await screen.findByText('Please state the reason')).toBeTruthy();
  await user.type(screen.getByLabelText(/^Details/), 'customs check');
  await user.type(screen.getByLabelText('Type 3 to confirm'), '5');
  await user.click(start);
  expect(await screen.findByText('This is not how many there are')).toBeTruthy();
  expect(server.count(batches.start.path)).toBe(0);
  await user.clear(screen.getByLabelText('Type 3 to confirm'));
  await user.type(screen.getByLabelText('Type 3 to confirm'), '3');
  await user.click(start);
  await screen.findByRole('button', { name: 'Not ordered 3' });
  expect(bodyOf(batches.start.path)).toMatchObject({ id: 7, count: 3, reason: 'customs check' });
});

it('asks for devices and an order, and sends what was chosen in the list or filtered', async () => {
  const user = userEvent.setup();
  showPage(<BatchesPage />, '/batch?work=new&lock_status=2');
  expect(await screen.findByText('41')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  expect((await screen.findAllByText('Choose an order')).length).toBeGreaterThan(1);
  await user.click(screen.getByLabelText('Order'));
  await user.click(await screen.findByText('Set report and sleep intervals'));
  await user.type(screen.getByLabelText('Report every, s'), '3');
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  expect(await screen.findByText('At least 5')).toBeTruthy();
  await user.type(screen.getByLabelText('Report every, s'), '0');
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  await waitFor(() => expect(server.count(batches.prepare.path)).toBe(1));
  expect(bodyOf(batches.prepare.path)).toMatchObject({
    order: { kind: 'set_intervals', args: { report_interval: 30 } },
    of: { by: 'filter', filter: { lock_status: 2 } },
  });
});

it('shows the devices of a batch as cards on a telephone, each with what became of it and why', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('767.98px'),
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  const row = { device_id: 8, sn: '14802100008', device_name: 'Tanker', subject: '沪A·D7008', outcome: 'unfit' };
  const nothing = {
    refusal: 'It is lost',
    cause: null,
    attempt: 0,
    command_id: null,
    sent_time: null,
    finish_time: null,
  };
  server.on(batches.devices.path, () => ({ data: { rows: [{ ...row, ...nothing }], total: 1 } }));
  showPage(<BatchesPage />, '/batch?work=7');
  const card = (await screen.findByText('沪A·D7008 · Tanker')).closest('li') as HTMLElement;
  for (const words of [/1480 ?2100 ?008|14802100008/, 'It is lost']) expect(card.textContent).toMatch(words);
  expect(screen.queryByRole('table')).toBeNull();
});
