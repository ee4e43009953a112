import type { Assignment } from '@plomb/contract/batches/assignments';
import { batchCalls } from '@plomb/contract/batches/domain';
import { deviceCalls } from '@plomb/contract/devices/domain';
import { orders } from '@plomb/contract/orders/orders';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type FakeServer, fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { Notices } from '../../ui/Notices.tsx';
import { AssignmentsPage } from './AssignmentsPage.tsx';

const { assignments } = batchCalls;
const { devices } = deviceCalls;
const assigned: Assignment = {
  id: 5,
  distribution_id: 3,
  device_id: 9,
  sn: '14802100007',
  device_name: 'Gate',
  subject: '',
  org_name: 'Owner',
  to_org_name: 'Port',
  orders: 'unseal',
  state: 'allowed',
  why: '',
  lock_status: 2,
  held: false,
  stale: false,
  lock_state: '2',
  connection: 'online',
  lock_time: '2026-11-22T08:00:00.000Z',
  order_kind: null,
  order_stage: null,
  order_time: null,
  oper_name: 'Demo',
  login_name: 'demo',
  create_time: '2026-11-22T08:00:00.000Z',
  end_time: null,
  given_orders: [],
  own: false,
  given: true,
};
let server: FakeServer;
let one: Assignment;

inEnglish();
beforeEach(() => {
  one = assigned;
  server = fakeServer();
  signInWith(...Object.values(assignments), devices.list, orders.seal, orders.unseal);
  server.on(assignments.list.path, () => ({ data: { rows: [one], more: false } }));
  server.on(assignments.detail.path, () => ({ data: one }));
  server.on(assignments.order.path, () => ({ data: one }));
  server.on(assignments.cancel.path, () => ({ data: one }));
  server.on(assignments.preview.path, () => ({
    data: {
      devices: [
        { device_id: 9, sn: '14802100007', device_name: '', subject: '', refused: [] },
        {
          device_id: 10,
          sn: '14802100008',
          device_name: '',
          subject: '',
          refused: [{ org_id: 2, words: 'It is lost' }],
        },
      ],
      unknown: [],
    },
  }));
  server.on(assignments.add.path, () => ({ data: { distribution_id: 3, given: 1, refused: 1 } }));
  server.on(devices.options.path, () => ({
    data: { organizations: [{ id: 2, org_name: 'Port', parent_id: null }], deviceTypes: [], manufacturers: [] },
  }));
});
const bodyOf = (path: string) => server.asked.findLast((asked) => asked.path === path)?.body;

it('asks for devices, an organisation and a choice, each in its own words', async () => {
  const user = userEvent.setup();
  showPage(<AssignmentsPage />, '/assignment?work=new');
  await user.click(await screen.findByLabelText('Pasted serial numbers'));
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  expect(await screen.findByText('3 choices are missing. Nothing was distributed.')).toBeTruthy();
  for (const words of ['Select at least one device', 'Select at least one organisation', 'Choose seal or unseal'])
    expect(screen.getByText(words)).toBeTruthy();
  expect(server.count(assignments.preview.path)).toBe(0);
});

it('shows who is refused, and distributes with sending as it was switched for each', async () => {
  const user = userEvent.setup();
  showPage(<AssignmentsPage />, '/assignment?work=new&ids=9,10');
  await user.click(await screen.findByLabelText('2 Which organisations'));
  await user.click(await screen.findByText('Port'));
  await user.click(screen.getByRole('radio', { name: /^Unseal/ }));
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  expect(await screen.findByText('Port: It is lost')).toBeTruthy();
  await user.click(screen.getByRole('switch', { name: 'Allow sending to 14802100007' }));
  expect(screen.queryByRole('switch', { name: 'Allow sending to 14802100008' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Distribute 1 device to 1' }));
  await waitFor(() => expect(server.count(assignments.add.path)).toBe(1));
  expect(bodyOf(assignments.add.path)).toMatchObject({
    devices: [
      { id: 9, sending: false },
      { id: 10, sending: true },
    ],
    org_ids: [2],
    orders: 'unseal',
  });
});

it('orders an unseal by it with a reason, and never to a device for which sending is forbidden', async () => {
  const user = userEvent.setup();
  showPage(<AssignmentsPage />, '/assignment?id=5');
  const unseal = await screen.findByRole('button', { name: 'Unseal…' });
  expect(screen.getAllByText('Sealed').length).toBeGreaterThan(0);
  await user.click(unseal);
  const dialog = await screen.findByRole('dialog', { name: /14802100007$/ });
  const ask = [...dialog.querySelectorAll('button')].find((button) => button.textContent === 'Request unseal')!;
  await user.click(ask);
  expect(await screen.findByText('Please state the reason')).toBeTruthy();
  await user.type(screen.getByLabelText(/^Details/), 'customs check');
  await user.click(ask);
  await waitFor(() => expect(server.count(assignments.order.path)).toBe(1));
  expect(bodyOf(assignments.order.path)).toMatchObject({ id: 5, kind: 'unseal', reason: 'customs check' });
  cleanup();
  one = { ...assigned, state: 'forbidden' };
  showPage(<AssignmentsPage />, '/assignment?id=5');
  expect(await screen.findByText('Sending to this device is forbidden.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Unseal…' })).toBeNull();
});

it('shows each order by it with what became of it, whether the seal is held, and takes back the one that waits', async () => {
  const user = userEvent.setup();
  const given = { kind: 'unseal', oper_name: 'Wang', login_name: 'wang', create_time: assigned.create_time } as const;
  one = {
    ...assigned,
    ...{ held: true, order_kind: 'unseal', order_stage: 'queued', order_time: assigned.create_time },
    given_orders: [
      { ...given, id: 12, stage: 'queued', cause: null },
      { ...given, id: 11, stage: 'answered_fail', cause: 'password' },
      { ...given, id: 10, stage: 'uncertain', cause: null },
    ],
  };
  showPage(<AssignmentsPage />, '/assignment?id=5');
  const orders = within(await screen.findByRole('region', { name: 'Orders by it, newest first' }));
  const lines = orders.getAllByRole('listitem').map((line) => line.textContent);
  expect(lines).toEqual([
    expect.stringMatching(/Queued/),
    expect.stringMatching(/password.*Wang \(wang\)/i),
    expect.stringMatching(/[Uu]ncertain/),
  ]);
  expect(screen.getAllByText(/1 before it uncertain/).length).toBeGreaterThan(0);
  expect(screen.getAllByText('Locked, seal held').length).toBeGreaterThan(0);
  await user.click(screen.getByRole('button', { name: 'Take back the order that waits' }));
  await waitFor(() => expect(bodyOf(assignments.cancel.path)).toMatchObject({ id: 5, order_id: 12 }));
  // whoever reads it from above takes nothing back
  cleanup();
  one = { ...one, given: false };
  showPage(<AssignmentsPage />, '/assignment?id=5');
  await screen.findByRole('region', { name: 'Orders by it, newest first' });
  expect(screen.queryByRole('button', { name: 'Take back the order that waits' })).toBeNull();
});

it('orders on a plain network, and of one without an answer says that it may be on its way and asks for the same again', async () => {
  const user = userEvent.setup();
  // browsers offer more on https only
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  showPage(<AssignmentsPage />, '/assignment?id=5');
  await user.click(await screen.findByRole('button', { name: 'Unseal…' }));
  const dialog = within(await screen.findByRole('dialog', { name: /14802100007$/ }));
  await user.type(dialog.getByLabelText(/^Details/), 'customs check');
  server.on(assignments.order.path, () => 'broken');
  const ask = dialog.getByRole('button', { name: 'Request unseal' });
  await user.click(ask);
  await dialog.findByText(/Whether the command arrived is not known/);
  expect((dialog.getByLabelText(/^Details/) as HTMLInputElement).disabled).toBe(true);
  server.on(assignments.order.path, () => ({ data: one }));
  await user.click(ask);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /14802100007$/ })).toBeNull());
  const keys = server.asked
    .filter(({ path }) => path === assignments.order.path)
    .map(({ body }) => body.idempotency_key);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

it('says before an order how the lock is, and since when that is known', async () => {
  const user = userEvent.setup();
  showPage(<AssignmentsPage />, '/assignment?id=5');
  await user.click(await screen.findByRole('button', { name: 'Unseal…' }));
  const dialog = await screen.findByRole('dialog', { name: /14802100007$/ });
  expect(dialog.textContent).toMatch(/Sealed.*as of .*Online/s);
  cleanup();
  one = { ...assigned, stale: true, lock_state: '2 stale', connection: 'offline' };
  showPage(<AssignmentsPage />, '/assignment');
  expect((await screen.findAllByText('Sealed (last known)')).length).toBeGreaterThan(0);
  // and so does its file
  server.on(assignments.export.path, () => ({ data: { url: '/file', name: 'file' } }));
  await user.click(screen.getByRole('button', { name: /Export/ }));
  await user.click(await screen.findByText(/\.csv/));
  await waitFor(() => expect(server.count(assignments.export.path)).toBe(1));
  const { columns } = bodyOf(assignments.export.path) as { columns: { field: string; words?: object }[] };
  expect(columns.find(({ field }) => field.startsWith('lock_'))).toMatchObject({
    field: 'lock_state',
    words: { '2 held stale': 'Locked, seal held (last known)' },
  });
});

it('says while nothing is heard that nobody knows how the lock is reached, nor whether it has changed', async () => {
  window.dispatchEvent(new Event('offline'));
  onTestFinished(() => void window.dispatchEvent(new Event('online')));
  const user = userEvent.setup();
  showPage(<AssignmentsPage />, '/assignment?id=5');
  await user.click(await screen.findByRole('button', { name: 'Unseal…' }));
  const dialog = await screen.findByRole('dialog', { name: /14802100007$/ });
  expect(dialog.textContent).toMatch(/Sealed \(last known\).*as of .*Connection not known/s);
});

it('forbids sending by the switch of a row, once that is confirmed', async () => {
  const user = userEvent.setup();
  one = { ...assigned, own: true, given: false };
  server.on(assignments.sending.path, () => ({ data: { ended: [] } }));
  showPage(<AssignmentsPage />, '/assignment');
  const control = await screen.findByRole('switch', { name: 'Sending to 14802100007 by Port' });
  expect(control.getAttribute('aria-checked')).toBe('true');
  await user.click(control);
  const question = await screen.findByRole('dialog', { name: /Sending to 14802100007 is forbidden to Port/ });
  expect(server.count(assignments.sending.path)).toBe(0);
  await user.click(within(question).getByRole('button', { name: 'Forbid sending' }));
  await waitFor(() => expect(bodyOf(assignments.sending.path)).toMatchObject({ ids: [5], sending: false }));
});

describe('of many', () => {
  const rows = [
    { ...assigned, id: 5, sn: '14802100005', own: true },
    { ...assigned, id: 6, sn: '14802100006', own: true },
    { ...assigned, id: 7, sn: '14802100007', own: true, state: 'forbidden' as const },
    { ...assigned, id: 8, sn: '14802100008', own: true, state: 'ended' as const },
    { ...assigned, id: 9, sn: '14802100009', own: false },
  ];
  /** Chooses all, presses this, and says yes. */
  const doTo = async (press: string, question: string | RegExp, yes: string): Promise<void> => {
    server.on(assignments.list.path, () => ({ data: { rows, more: false } }));
    showPage(
      <>
        <AssignmentsPage />
        <Notices />
      </>,
      '/assignment',
    );
    for (const { sn } of rows) fireEvent.click(await screen.findByLabelText(new RegExp(`Select.*${sn}`)));
    fireEvent.click(screen.getByText(press));
    fireEvent.click(within(await screen.findByRole('dialog', { name: question })).getByText(yes));
  };

  it('those are forbidden that are one’s own and allowed, and nothing stays chosen', async () => {
    server.on(assignments.sending.path, () => ({ data: { ended: [] } }));
    await doTo('Forbid sending (2)', /Sending to 2 devices is forbidden/, 'Forbid sending');
    await waitFor(() => expect(bodyOf(assignments.sending.path)).toMatchObject({ ids: [5, 6], sending: false }));
    await waitFor(() => expect(screen.queryByText(/^Forbid sending \(/)).toBeNull());
    expect(screen.queryByRole('switch', { name: /14802100009|14802100008/ })).toBeNull();
  });

  it('those are withdrawn that are one’s own and hold, and which had ended is said', async () => {
    server.on(assignments.end.path, () => ({ data: { ended: [6] } }));
    await doTo('Withdraw (3)…', 'Withdraw 3 assigned devices?', 'Withdraw');
    await waitFor(() => expect(bodyOf(assignments.end.path)).toMatchObject({ ids: [5, 6, 7] }));
    await screen.findByText('Withdrawn: 2 devices. 1 had ended before.');
  });
});
