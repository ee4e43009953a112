import { cardCalls } from '@plomb/contract/cards/domain';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { fakeServer } from '../../../testing/fakeServer.ts';
import { inEnglish } from '../../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../../testing/showPage.tsx';
import { OpeningCards } from './OpeningCards.tsx';

inEnglish();

const { list } = cardCalls.lockCards;
const rule = { id: 1, rule_name: 'Yard', until_time: null, hours: null, inside: null };
const card = { card_no: '', standing: 'held', rules: [] };
const rows = [
  {
    ...{ ...card, card_id: 1, ic_no: '70260001', ic_name: 'Day gate', opens: 'opens' },
    rules: [{ ...rule, inside: true, hours: { from: '06:00', until: '22:00', time_zone: 'Asia/Shanghai' } }],
  },
  {
    ...{ ...card, card_id: 2, ic_no: '70260002', ic_name: 'Far depot', opens: 'outside' },
    rules: [{ ...rule, id: 2, rule_name: 'Depot', inside: false }],
  },
  { ...card, card_id: 3, ic_no: '***0003', ic_name: 'Spare', opens: 'uncertain', standing: 'doubt' },
];
let server: ReturnType<typeof fakeServer>;
const answer = (said: object): void =>
  server.on(list.path, () => ({ data: { rows, total: 3, open: 1, place_time: '2026-11-20T08:00:00.000Z', ...said } }));
beforeEach(() => {
  server = fakeServer();
  answer({});
  signInWith(list);
});
const show = () => showPage(<OpeningCards deviceId={7} />, '/device/7');
const asked = () => server.asked.filter(({ path }) => path === list.path).map(({ body }) => body);

it('says of each card whether it opens the lock now, by which rule and since when the place is known', async () => {
  show();
  await screen.findByText(/^1 of 3 cards open it now · by its place at 2026-/);
  const [day, far, spare] = screen.getAllByRole('listitem').map((one) => one.textContent);
  expect(day).toMatch(/Day gate 70260001.*Yard.*06:00–22:00 Asia\/Shanghai/);
  expect(far).toMatch(/Far depot 70260002.*Depot/);
  expect(spare).toMatch(/Spare \*\*\*0003 · Not certain · by no rule in force · In doubt/);
  // few are not searched
  expect([screen.queryByRole('searchbox'), screen.queryByRole('list', { name: 'pagination' })]).toEqual([null, null]);
});

it('of a lock whose place is old is said to be judged without it', async () => {
  answer({ place_time: null });
  show();
  await screen.findByText(/its place is older than half an hour/);
});

it('many are searched and turned over, the search from its first page', async () => {
  answer({ total: 45 });
  show();
  await userEvent.click(await screen.findByRole('listitem', { name: '2' }));
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ page: 2, size: 20, keyword: '' }));
  await userEvent.type(screen.getByRole('searchbox', { name: 'Name or number of a card' }), ' gate {Enter}');
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ page: 1, keyword: 'gate' }));
});

it('none is no heading, and what cannot be asked is said and asked again', async () => {
  server.on(list.path, () => 'broken');
  show();
  await screen.findByRole('alert');
  answer({ rows: [], total: 0, open: 0 });
  await userEvent.click(await screen.findByRole('button', { name: /again/i }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /again/i })).toBeNull());
  expect(screen.queryByText(/open it now/)).toBeNull();
});
