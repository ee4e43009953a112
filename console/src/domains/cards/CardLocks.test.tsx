import { batchCalls } from '@plomb/contract/batches/domain';
import { cardCalls } from '@plomb/contract/cards/domain';
import { orders } from '@plomb/contract/orders/orders';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { CardLocks } from './CardLocks.tsx';

inEnglish();

const { prepare } = batchCalls.batches;
const { locks } = cardCalls.cards;
const card = { id: 3, ic_no: '70260001', status: 1, locks: 3, removing_time: null } as const;
const lock = { device_name: 'Lock', subject: '', time: '2026-11-20T08:00:00.000Z' };
let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.on(locks.path, () => ({
    data: {
      rows: (['wanted', 'held', 'doubt', 'leaving'] as const).map((standing, at) => ({
        ...lock,
        device_id: at + 1,
        sn: `1480000000${at}`,
        standing,
      })),
      more: false,
      others: 2,
    },
  }));
  server.on(prepare.path, () => ({ data: { id: 7, unknown: [] } }));
  signInWith(prepare, orders.add_cards, orders.delete_cards);
});
const body = () => server.asked.findLast(({ path }) => path === prepare.path)?.body;
const button = (name: string) => screen.queryByRole('button', { name });

it('takes the card from the locks that have it or may, and goes on with the preview of that', async () => {
  const user = userEvent.setup();
  const router = showPage(<CardLocks card={card} />, '/card?id=3');
  await user.click(await screen.findByRole('button', { name: 'Take it out of these locks…' }));
  await waitFor(() => expect(router.state.location.search).toBe('?work=7'));
  expect(body()).toMatchObject({
    order: { kind: 'delete_cards', args: { cards: ['70260001'] } },
    of: { by: 'ids', ids: [2, 3] },
  });
  screen.getByText('2 more locks, out of your sight, hold this card.');
});

it('gives the card to locks by their numbers, and says which numbers are none', async () => {
  const user = userEvent.setup();
  const router = showPage(<CardLocks card={card} />, '/card?id=3');
  await user.click(await screen.findByRole('button', { name: 'Give it to locks…' }));
  const go = screen.getByRole('button', { name: 'Preview' });
  await user.click(go);
  screen.getByText('Name at least one lock.');
  await user.type(screen.getByLabelText(/^Serial numbers/), '14800000009, zzz');
  await user.click(go);
  screen.getByText('These are no serial numbers: zzz');
  expect(body()).toBeUndefined();
  await user.clear(screen.getByLabelText(/^Serial numbers/));
  await user.type(screen.getByLabelText(/^Serial numbers/), '14800000009');
  await user.click(go);
  await waitFor(() => expect(router.state.location.search).toBe('?work=7'));
  expect(body()).toMatchObject({ order: { kind: 'add_cards' }, of: { by: 'numbers', numbers: ['14800000009'] } });
});

it.each([
  ['disabled', { status: 2 }, /is disabled and still opens the locks below/],
  [
    'being removed',
    { removing_time: '2026-11-20T08:00:00.000Z' },
    /It is gone when .* deleting it told them nothing, take it out of them/,
  ],
] as const)(
  'of a card that is %s says that it opens them still, and offers to take it out alone',
  async (_, state, says) => {
    showPage(<CardLocks card={{ ...card, ...state }} />, '/card?id=3');
    await screen.findByText(says);
    expect(button('Give it to locks…')).toBeNull();
    expect(button('Take it out of these locks…')).not.toBeNull();
  },
);

it('of a card that is gone with its last lock are not shown as if they held it still', async () => {
  showPage(<CardLocks card={card} />, '/card?id=3');
  await screen.findByText('14800000002');
  server.on(locks.path, () => ({ sign: 'notFound' }));
  window.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(screen.queryByText('14800000002')).toBeNull());
  screen.getByRole('alert');
});

it('that cannot be asked for anew are shown as of when they were heard of', async () => {
  showPage(<CardLocks card={card} />, '/card?id=3');
  await screen.findByText('14800000002');
  expect(screen.queryByText(/could not be renewed/)).toBeNull();
  server.on(locks.path, () => ({ sign: 'unavailable' }));
  window.dispatchEvent(new Event('visibilitychange'));
  expect((await screen.findByText(/could not be renewed/)).textContent).toMatch(/^As of \d{4}-/);
  screen.getByText('14800000002');
});

it('offers no order to who does not read the number', async () => {
  signInWith(prepare, orders.delete_cards);
  showPage(<CardLocks card={{ ...card, ic_no: '***0001' }} />, '/card?id=3');
  await screen.findByText('14800000002');
  expect([button('Give it to locks…'), button('Take it out of these locks…')]).toEqual([null, null]);
});

it('of a card being removed that waits to be taken out everywhere asks for nothing more', async () => {
  const leaving = { ...lock, device_id: 1, sn: '14800000001', standing: 'leaving' };
  server.on(locks.path, () => ({ data: { rows: [leaving], more: false, others: 0 } }));
  showPage(<CardLocks card={{ ...card, removing_time: '2026-11-20T08:00:00.000Z' }} />, '/card?id=3');
  await screen.findByText(/still opens the locks below\. An order that takes it out waits for each of them/);
  expect(button('Take it out of these locks…')).toBeNull();
});
