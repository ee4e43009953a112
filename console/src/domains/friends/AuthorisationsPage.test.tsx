import type { Authorisation } from '@plomb/contract/friends/authorisations';
import { friendCalls } from '@plomb/contract/friends/domain';
import { orders } from '@plomb/contract/orders/orders';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { useNotices } from '../../platform/notices.ts';
import { clockTime } from '../../platform/time.ts';
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
  ...{
    create_time: TIME,
    end_time: null,
    max_uses: null,
    used: 0,
    uses_open: 0,
    areas: 0,
    area_list: [],
    direct: false,
    needs_second: true,
    due_time: TIME,
    mine: false,
    own: true,
  },
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

/** A map draws nothing here. */
const yard = {
  name: 'Yard',
  area: { shape: 'circle' as const, centre: [121.5, 31.2] as [number, number], radius: 500 },
};
vi.mock('../../lock/holds/AreasField.tsx', () => ({
  AreasField: ({ onChange }: { onChange: (areas: object[]) => void }) => (
    <button type="button" onClick={() => onChange([yard])}>
      a drawn area
    </button>
  ),
}));

inEnglish();
beforeEach(() => {
  server = fakeServer();
  signInWith(...Object.values(authorisations), friends.list, orders.seal, orders.unseal);
  server.on(authorisations.list.path, () => ({ data: { rows: [one], more: false } }));
  server.on(authorisations.detail.path, () => ({ data: one }));
  server.on(authorisations.counts.path, () => ({ data: { decide: 2, active: 14, mine: 1, ended: 7 } }));
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

it('limits one that opens anywhere to areas that whoever agrees draws, and sends none that is not drawn', async () => {
  one = pending;
  const user = userEvent.setup();
  const record = await shown();
  await user.click(await record.findByRole('button', { name: 'Agree, as second' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('checkbox', { name: 'Limit it: only while the lock is inside areas that I draw' }));
  const drawn = await dialog.findByRole('button', { name: 'a drawn area' });
  await user.click(dialog.getByRole('button', { name: 'Agree, as second' }));
  await waitFor(() => expect(dialog.getAllByRole('alert')).toHaveLength(2));
  expect(asked(authorisations.agree)).toBeUndefined();
  await user.click(drawn);
  await user.click(dialog.getByRole('button', { name: 'Agree, as second' }));
  await waitFor(() => expect(asked(authorisations.agree)).toMatchObject({ id: 326, areas: [yard] }));
});

it('an ended one holds in the list until it was ended, and its record tells that apart from what was agreed', async () => {
  one = { ...active, state: 'ended', until_time: '2126-12-10T08:00:00.000Z', end_time: '2026-11-26T08:00:00.000Z' };
  const record = await shown();
  const told = async (name: string) =>
    (await record.findByText(name, { selector: 'dt' })).nextElementSibling?.textContent;
  expect(await told('Was to last until')).toBe(clockTime('2126-12-10T08:00:00.000Z'));
  expect(await told('Ended')).toBe(clockTime('2026-11-26T08:00:00.000Z'));
  expect(record.queryByText('Until')).toBeNull();
  // the row beside it says when it ended, and nothing of what was agreed
  expect(screen.getAllByText(clockTime('2026-11-26T08:00:00.000Z'))).toHaveLength(2);
  expect(screen.getAllByText(clockTime('2126-12-10T08:00:00.000Z'))).toHaveLength(1);
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

it('offers whoever was the first to take it back while it waits for the second', async () => {
  one = { ...pending, decides: false };
  const record = await shown();
  await record.findByRole('button', { name: 'End now…' });
  expect(record.queryByRole('button', { name: /^Agree/ })).toBeNull();
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

it('says while nothing is heard that nobody knows how a lock is reached, nor whether it has changed', async () => {
  window.dispatchEvent(new Event('offline'));
  onTestFinished(() => void window.dispatchEvent(new Event('online')));
  one = active;
  const record = await shown();
  await record.findByText('Connection not known');
  record.getByText('Sealed (last known)');
});

it('asks nobody any more once it was declined', async () => {
  one = { ...pending, state: 'declined', decides: false };
  const record = await shown();
  await record.findByText('No longer asked for');
  expect(record.queryByText('Not yet')).toBeNull();
});

it('says of one that begins later from when it holds', async () => {
  const from_time = new Date(Date.now() + 86_400_000).toISOString();
  one = { ...pending, from_time };
  const user = userEvent.setup();
  const record = await shown();
  await user.click(await record.findByRole('button', { name: 'Agree, as second' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Agree, as second' }));
  await waitFor(() =>
    expect(useNotices.getState().shown.map(({ text }) => text)).toContain(
      `Agreed. The authorisation holds from ${clockTime(from_time)}`,
    ),
  );
});

it('says that the friends could not be read', async () => {
  one = pending;
  server.on(friends.list.path, () => 'broken');
  showPage(<AuthorisationsPage />, '/authorisation?open=apply');
  await screen.findByText(/^Your friends could not be read\./);
});

const friend = { id: 5, oper_name: 'Zhou', login_name: 'zhou', org_name: 'East Logistics', create_time: TIME };

it('names what was typed and is no serial number, and sends nothing then', async () => {
  one = pending;
  const user = userEvent.setup();
  showPage(<AuthorisationsPage />, '/authorisation?open=grant');
  await user.type(await screen.findByLabelText(/^Serial numbers/), '14802100007, 1480x');
  await user.click(screen.getByRole('button', { name: 'Grant' }));
  await screen.findByText('These are no serial numbers: 1480x');
  expect(asked(authorisations.grant)).toBeUndefined();
});

it('is asked for once, however often it is sent because no answer came', async () => {
  one = pending;
  const user = userEvent.setup();
  server.on(friends.list.path, () => ({ data: { rows: [friend], blocked: [] } }));
  server.on(authorisations.apply.path, () => 'broken');
  showPage(<AuthorisationsPage />, '/authorisation?open=apply');
  const form = within(await screen.findByRole('dialog'));
  await user.click(await form.findByLabelText(/^Whose devices/));
  await user.click(await screen.findByText(/^Zhou \(zhou\)/, { selector: '.ant-select-item-option-content' }));
  await user.type(form.getByLabelText(/^Serial numbers/), '14802100007');
  await user.click(form.getAllByRole('radio')[0]!);
  await user.type(form.getByLabelText(/^Reason/), 'rail transfer');
  const button = form.getByRole('button', { name: 'Send' });
  for (const times of [1, 2]) {
    await user.click(button);
    await waitFor(() => expect(server.count(authorisations.apply.path)).toBe(times));
    await waitFor(() => expect(button.className).not.toContain('loading'));
  }
  const keys = server.asked.filter(({ path }) => path === authorisations.apply.path).map((each) => each.body);
  expect(keys[0]!.idempotency_key).toMatch(/^[\w-]{8,64}$/);
  expect(keys[1]!.idempotency_key).toBe(keys[0]!.idempotency_key);
});

it('changes one rule and says nothing of the other, which somebody else may be changing', async () => {
  one = pending;
  const user = userEvent.setup();
  const free = { said: 'inherit', needed: true, bound: false };
  server.on(authorisations.rule.path, () => ({
    data: { second_permanent: { ...free, bound: true }, second_others: free },
  }));
  server.on(authorisations.setRule.path, () => ({ data: {} }));
  showPage(<AuthorisationsPage />, '/authorisation?open=rule');
  const others = await screen.findByRole('radiogroup', { name: 'For people of other organisations' });
  screen.getByText(/an organisation above says so/);
  await user.click(within(others).getByRole('radio', { name: 'Not needed' }));
  await waitFor(() => expect(asked(authorisations.setRule)).toMatchObject({ second_others: 'off' }));
  expect(asked(authorisations.setRule)).not.toHaveProperty('second_permanent');
});

it('offers nothing of one that gives no right', async () => {
  one = { ...active, state: 'ended', value: 'unauthorised', mine: true, own: false };
  const record = await shown();
  await record.findByText('Ended');
  expect(record.queryByRole('button', { name: /^Unseal/ })).toBeNull();
});

it('is looked through by tabs, each with how many there are', async () => {
  one = pending;
  showPage(<AuthorisationsPage />, '/authorisation');
  const tabs = within(await screen.findByRole('radiogroup', { name: 'Which' }));
  await tabs.findByText('14');
  await userEvent.setup().click(tabs.getByText(/To decide/));
  await waitFor(() =>
    expect(server.asked.filter(({ path }) => path === authorisations.list.path).at(-1)?.body).toMatchObject({
      tab: 'decide',
    }),
  );
});
