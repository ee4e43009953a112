import type { BatchDetail } from '@plomb/contract/batches/batches';
import { batchCalls } from '@plomb/contract/batches/domain';
import { deviceCalls } from '@plomb/contract/devices/domain';
import { orders } from '@plomb/contract/orders/orders';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { keepUnknown } from '../../lock/unknownNumbers.ts';
import { useSettings } from '../../platform/settings.ts';
import { type FakeServer, fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { BatchesPage } from './BatchesPage.tsx';
import { everyOf } from './everyOf.ts';

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
  replaces: [],
  ...change,
});
const types = [
  {
    type_name: 'JT701',
    family: 'jt701',
    report_interval_min: 5,
    report_interval_max: 900,
    sleep_interval_min: 60,
    sleep_interval_max: 600,
    count: 40,
  },
  {
    type_name: 'HHD-1',
    family: 'hhd',
    report_interval_min: 60,
    report_interval_max: 3600,
    sleep_interval_min: 900,
    sleep_interval_max: 3600,
    count: 1,
  },
];
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
  server.on(batches.intervalLimits.path, () => ({ data: types }));
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
  expect(await screen.findAllByText('All chosen locks take 60–600 s')).toHaveLength(1);
  expect(screen.getByText('No value suits all chosen locks')).toBeTruthy();
  expect(screen.getAllByText(/^JT701, 40 locks: /).map(({ textContent }) => textContent)).toEqual([
    'JT701, 40 locks: 5–600 s',
    'JT701, 40 locks: 300–600 s',
  ]);
  expect(bodyOf(batches.intervalLimits.path)).toMatchObject({ of: { by: 'filter', filter: { lock_status: 2 } } });
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

it('asks what typed locks allow when the typing pauses, and shows the limits of no others meanwhile', async () => {
  const user = userEvent.setup();
  showPage(<BatchesPage />, '/batch?work=new&lock_status=2');
  await user.click(await screen.findByLabelText('Order'));
  await user.click(await screen.findByText('Set report and sleep intervals'));
  await screen.findByText('All chosen locks take 60–600 s');
  await user.click(screen.getByText('Pasted serial numbers'));
  const numbers = screen.getByLabelText(/apart by lines/);
  for (const value of ['14802100001', '14802100001 1', '14802100001 14802100', '14802100001 14802100002'])
    fireEvent.change(numbers, { target: { value } });
  expect(screen.queryByText('All chosen locks take 60–600 s')).toBeNull();
  await screen.findByText('All chosen locks take 60–600 s');
  const typed = server.asked.filter(
    ({ path, body }) => path === batches.intervalLimits.path && 'numbers' in (body.of as object),
  );
  expect(typed.map(({ body }) => body.of)).toEqual([{ by: 'numbers', numbers: ['14802100001', '14802100002'] }]);
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

const row = {
  ...{ device_id: 3, sn: '14802100003', device_name: '', subject: '', refusal: '', cause: null, attempt: 1 },
  ...{ command_id: null, sent_time: null, finish_time: null },
};

it('shows of each device what its figures count, from the first look to the last', async () => {
  one = batch({ kind: 'restart', total: 1, unfit: 0, refusals: [] });
  server.on(batches.devices.path, () => ({
    data: { rows: [{ ...row, outcome: one.outcomes[0]?.outcome ?? 'ready' }], total: 1 },
  }));
  const done = { ...one, state: 'done', start_time: one.create_time } as const;
  server.on(batches.start.path, () => {
    one = { ...done, state: 'running', outcomes: [{ outcome: 'ready', count: 1 }] };
    // over by the next look at it
    server.on(batches.detail.path, () => {
      if (server.count(batches.devices.path) > 1) one = { ...done, outcomes: [{ outcome: 'answered_ok', count: 1 }] };
      return { data: one };
    });
    return { data: { job_id: 1 } };
  });
  const user = userEvent.setup();
  showPage(<BatchesPage />, '/batch?work=7');
  await screen.findByRole('cell', { name: 'Would take it' });
  await user.type(screen.getByLabelText('Type 1 to confirm'), '1');
  await user.click(screen.getByRole('button', { name: 'Order to 1 lock' }));
  await screen.findByRole('button', { name: /^Answered 1$|^Answered.* 1$/ });
  expect(await screen.findByRole('cell', { name: /^Answered/ })).toBeTruthy();
});

it('is looked at anew while orders of it are out, whatever came of the batch', () => {
  expect(everyOf({ state: 'running', open: 0 })).toBe(1000);
  for (const state of ['waiting', 'cancelled', 'failed'] as const) expect(everyOf({ state, open: 1 })).toBe(3000);
  for (const state of ['draft', 'done', 'cancelled', 'failed'] as const)
    expect(everyOf({ state, open: 0 })).toBe(false);
});

it('says of a preview that gave way to another that nothing was ordered, and offers no order', async () => {
  const user = userEvent.setup();
  showPage(<BatchesPage />, '/batch?work=7');
  await user.type(await screen.findByLabelText(/^Details/), 'customs check');
  await user.type(screen.getByLabelText('Type 3 to confirm'), '3');
  for (const { path } of [batches.start, batches.detail]) server.on(path, () => ({ sign: 'notFound' }));
  await user.click(screen.getByRole('button', { name: 'Order to 3 locks' }));
  expect(await screen.findByText(/Of one that gave way nothing was ordered/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Order to 3 locks' })).toBeNull();
});

it('keeps what was typed while its words come in another language', async () => {
  const user = userEvent.setup();
  showPage(<BatchesPage />, '/batch?work=7');
  await user.type(await screen.findByLabelText(/^Details/), 'customs check');
  act(() => useSettings.setState({ lang: 'zh' }));
  await waitFor(() => expect(server.count(batches.detail.path)).toBe(2));
  expect(screen.getByDisplayValue('customs check')).toBeTruthy();
});

it('says which pasted numbers are none of the caller’s devices, also after a reload', async () => {
  keepUnknown('batch', 7, ['99999999']);
  showPage(<BatchesPage />, '/batch?work=7');
  expect(await screen.findByText('99999999')).toBeTruthy();
  expect(screen.getByText('1 number is none of your devices')).toBeTruthy();
});
