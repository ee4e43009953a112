import { cardCalls } from '@plomb/contract/cards/domain';
import { deviceCalls } from '@plomb/contract/devices/domain';
import { importCalls } from '@plomb/contract/imports/domain';
import type { ImportDetail } from '@plomb/contract/imports/imports';
import { orderCalls } from '@plomb/contract/orders/domain';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { type FakeServer, fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { ImportsPage } from './ImportsPage.tsx';

const { imports } = importCalls;
const checked: ImportDetail = {
  id: 7,
  import_type: 'device',
  name: 'locks.csv',
  path: 'f'.repeat(24),
  bytes: 100,
  encoding: 'utf-8',
  delimiter: ',',
  state: 'checked',
  total: 3,
  done: 3,
  added: 3,
  same: 0,
  bad: 0,
  device_type: 'G-300',
  factory: '',
  org_name: 'Sunan',
  oper_name: 'A',
  create_time: '2026-11-22T08:00:00.000Z',
  device_type_id: 1,
  manufacturer_id: null,
  org_id: 1,
  job_id: 1,
  expire_time: '2026-11-23T08:00:00.000Z',
  failure: '',
  columns: [{ heading: 'sn', samples: ['1'], filled: 3, field: 'sn', basis: 'name' }],
};
let server: FakeServer;
let one: ImportDetail;

inEnglish();
beforeEach(() => {
  one = checked;
  server = fakeServer();
  server.on(imports.detail.path, () => ({ data: one }));
  server.on(imports.list.path, () => ({ data: { rows: [], more: false } }));
  server.on(imports.faults.path, () => ({ data: { rows: [], total: 0, counts: [] } }));
  server.on(imports.discard.path, () => ({ data: {} }));
  server.on(deviceCalls.devices.options.path, () => ({ data: {} }));
});
const open = () => showPage(<ImportsPage />, '/import?file=7');

it('says until when a file waits to be imported, and discards it once that is confirmed', async () => {
  signInWith(imports.list, imports.discard);
  const router = open();
  await screen.findByText(/deleted by itself after .*2026/);
  await userEvent.click(screen.getByRole('button', { name: 'Discard this file' }));
  await screen.findByText(/Nothing of locks\.csv was imported/);
  expect(server.count(imports.discard.path)).toBe(0);
  await userEvent.click(screen.getAllByRole('button', { name: 'Discard this file' }).at(-1)!);
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(server.asked.find(({ path }) => path === imports.discard.path)?.body).toMatchObject({ id: 7 });
});

it.each<[string, Partial<ImportDetail>, boolean]>([
  ['was written', { state: 'done', expire_time: null }, true],
  ['was written in part', { state: 'cancelled', done: 1, expire_time: null }, true],
  ['is being written', { state: 'running', expire_time: null }, true],
  ['was tried, by whoever may only look', {}, false],
])('does not discard what %s', async (_, change, mayImport) => {
  signInWith(imports.list, ...(mayImport ? [imports.run] : []));
  one = { ...checked, ...change };
  open();
  await screen.findByRole('heading', { name: 'locks.csv' });
  await screen.findByText('Past imports');
  expect(screen.queryByRole('button', { name: 'Discard this file' })).toBeNull();
});

it('that is kept no longer says so, and offers to send another and not to go on', async () => {
  signInWith(imports.list, imports.run);
  one = { ...checked, state: 'cancelled', done: 0, path: null, expire_time: null };
  open();
  await screen.findByText(/kept no longer/);
  expect(screen.queryByRole('button', { name: /Go on with/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Change the columns' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Import another file' })).toBeTruthy();
});

it.each<[string, readonly { permit: string }[], boolean]>([
  ['to whoever adds them and reads their numbers', [cardCalls.cards.add, orderCalls.orders.add_cards], true],
  ['not to whoever reads no numbers', [cardCalls.cards.add], false],
  ['not to whoever adds none', [orderCalls.orders.add_cards], false],
])('files of IC cards are offered %s', async (_, held, isOffered) => {
  signInWith(imports.list, imports.upload, ...(held as never[]));
  showPage(<ImportsPage />, '/import?file=new');
  await screen.findByRole('heading', { name: 'Choose a file' });
  expect(screen.queryByRole('radio', { name: 'IC cards' }) !== null).toBe(isOffered);
});

it('a file of IC cards asks for their numbers and for no device type', async () => {
  signInWith(imports.list, imports.check);
  const columns: ImportDetail['columns'] = [
    { heading: 'Name', samples: ['Gate'], filled: 1, field: 'ic_name', basis: 'name' },
  ];
  one = { ...checked, import_type: 'card', state: 'uploaded', device_type_id: null, columns };
  open();
  await screen.findByText('Choose the column of the IC-card numbers');
  expect(screen.getByLabelText('Organisation')).toBeTruthy();
  expect(screen.queryByLabelText('Device type')).toBeNull();
  expect(screen.queryByLabelText('Manufacturer')).toBeNull();
});

it('a file of IC cards is not written by whoever may not add them', async () => {
  one = { ...checked, import_type: 'card' };
  signInWith(imports.list, imports.run, orderCalls.orders.add_cards);
  open();
  await screen.findByText('IC cards would be added');
  expect(screen.queryByRole('button', { name: 'Import 3 IC cards' })).toBeNull();
  signInWith(imports.list, imports.run, orderCalls.orders.add_cards, cardCalls.cards.add);
  await screen.findByRole('button', { name: 'Import 3 IC cards' });
});
