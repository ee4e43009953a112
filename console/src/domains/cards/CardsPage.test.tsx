import { cardCalls } from '@plomb/contract/cards/domain';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { Notices } from '../../ui/Notices.tsx';
import { CardsPage } from './CardsPage.tsx';

inEnglish();
const { cards } = cardCalls;

const gate = {
  ...{
    id: 3,
    ic_no: '70260001',
    ic_name: 'Gate',
    card_no: '',
    card_type: 'single',
    lon: null,
    lat: null,
    radius: null,
  },
  ...{ status: 1, org_name: 'Plomb', locks: 0, removing_time: null, create_time: '2026-11-20T08:00:00.000Z' },
};

it('says by a dash that a card has no place of use', async () => {
  const server = fakeServer();
  server.on(cards.list.path, () => ({ data: { rows: [gate], total: 1 } }));
  server.on(cards.detail.path, () => ({ data: { ...gate, version: 'v' } }));
  server.on(cards.locks.path, () => ({ data: { rows: [], more: false, others: 0 } }));
  signInWith(cards.list);
  showPage(<CardsPage />, '/card?id=3');
  const place = await screen.findByText('Place of use', { selector: 'dt' });
  expect(place.nextElementSibling?.textContent).toBe('–');
});

it.each([
  [2, /^1 card still opens locks/],
  [0, 'Deleted successfully'],
])('says of a card that %i locks hold what deleting it came to', async (locks, words) => {
  const user = userEvent.setup();
  const server = fakeServer();
  server.on(cards.list.path, () => ({ data: { rows: [{ ...gate, locks }], total: 1 } }));
  server.on(cards.delete.path, () => ({ data: {} }));
  signInWith(cards.list, cards.delete);
  showPage(
    <>
      <CardsPage />
      <Notices />
    </>,
    '/card',
  );
  await user.click(await screen.findByRole('checkbox', { name: /Gate/ }));
  await user.click(await screen.findByRole('button', { name: /^delete Delete|^Delete$/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(server.count(cards.delete.path)).toBe(1));
  expect(await screen.findByText(words)).toBeTruthy();
});
