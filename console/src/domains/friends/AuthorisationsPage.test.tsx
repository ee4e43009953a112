import type { Authorisation } from '@plomb/contract/friends/authorisations';
import { friendCalls } from '@plomb/contract/friends/domain';
import { orders } from '@plomb/contract/orders/orders';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { type FakeServer, fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { AuthorisationsPage } from './AuthorisationsPage.tsx';

const { authorisations, friends } = friendCalls;
const TIME = '2026-11-22T08:00:00.000Z';
const pending: Authorisation = {
  ...{ id: 326, org_name: 'East Logistics', holder_name: 'Zhang', holder_login: 'zhang', holder_org: 'Sunan' },
  ...{ orders: 'unseal', state: 'pending_second', value: 'unauthorised', why: '', from_time: TIME, until_time: null },
  ...{ reason: 'rail transfer', devices: 2, first_name: 'Zhou', first_time: TIME, second_name: '', second_time: null },
  ...{ create_time: TIME, end_time: null, direct: false, needs_second: true, due_time: TIME, mine: false, own: true },
  ...{ decides: true, asked: ['14802100007', '14802100008'], waiting: 0 },
  locks: [
    {
      ...{ device_id: 9, sn: '14802100007', device_name: 'Gate', subject: '', seen: true, lock_status: 2, held: false },
      ...{ stale: false, connection: 'online', lock_time: TIME, electric: 80, end_time: null, order: null },
    },
  ],
};
const active: Authorisation = {
  ...pending,
  ...{ state: 'active', value: 'permanent', second_name: 'Li', second_time: TIME, decides: false, waiting: 1 },
};
let server: FakeServer;
let one: Authorisation;

inEnglish();
beforeEach(() => {
  server = fakeServer();
  signInWith(...Object.values(authorisations), friends.list, orders.seal, orders.unseal);
  server.on(authorisations.list.path, () => ({ data: { rows: [one], more: false } }));
  server.on(authorisations.detail.path, () => ({ data: one }));
  server.on(friends.list.path, () => ({ data: { rows: [], blocked: [] } }));
  for (const { path } of [authorisations.agree, authorisations.decline, authorisations.end, authorisations.order])
    server.on(path, () => ({ data: {} }));
});
const asked = (call: { path: string }) => server.asked.find(({ path }) => path === call.path)?.body;
const shown = async () => {
  showPage(<AuthorisationsPage />, `/authorisation?id=${one.id}`);
  return within(await screen.findByRole('complementary'));
};

it('tells whoever decides what it allows and which numbers are none of theirs, and agrees as the second', async () => {
  one = pending;
  const user = userEvent.setup();
  const record = await shown();
  await record.findByText('Asked for, and none of your devices:');
  await user.click(record.getByRole('button', { name: 'Agree, as second' }));
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText('Allowed: unseal with a reason, and seal, from afar');
  await user.click(dialog.getByRole('button', { name: 'Agree, as second' }));
  await waitFor(() => expect(asked(authorisations.agree)).toMatchObject({ id: 326, as: 'second' }));
});

it('ends one after it has said how many orders go with it', async () => {
  one = active;
  const user = userEvent.setup();
  const record = await shown();
  const button = await record.findByRole('button', { name: 'End now…' });
  // one more was ordered since the record was read
  one = { ...active, waiting: 2 };
  await user.click(button);
  const question = within(await screen.findByRole('dialog'));
  question.getByText('2 waiting orders by it are cancelled.');
  expect(asked(authorisations.end)).toBeUndefined();
  await user.click(question.getByRole('button', { name: 'End now' }));
  await waitFor(() => expect(asked(authorisations.end)).toMatchObject({ id: 326 }));
});

it('lets whoever holds it order, an unseal not without a reason', async () => {
  one = { ...active, mine: true, own: false, locks: [{ ...active.locks[0]!, seen: false }] };
  const user = userEvent.setup();
  const record = await shown();
  expect(record.queryByRole('button', { name: 'End now…' })).toBeNull();
  await user.click(await record.findByRole('button', { name: 'Unseal… 14802100007' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Request unseal' }));
  expect(asked(authorisations.order)).toBeUndefined();
  await user.type(dialog.getByLabelText(/^Details/), 'customs check');
  await user.click(dialog.getByRole('button', { name: 'Request unseal' }));
  await waitFor(() =>
    expect(asked(authorisations.order)).toMatchObject({
      id: 326,
      device_id: 9,
      kind: 'unseal',
      reason: 'customs check',
    }),
  );
});

it('offers nothing of one that gives no right', async () => {
  one = { ...active, state: 'ended', value: 'unauthorised', mine: true, own: false };
  const record = await shown();
  await record.findByText('Ended');
  expect(record.queryByRole('button', { name: /^Unseal/ })).toBeNull();
});
