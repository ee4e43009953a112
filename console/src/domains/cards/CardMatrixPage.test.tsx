import { batchCalls } from '@plomb/contract/batches/domain';
import { cardCalls } from '@plomb/contract/cards/domain';
import { orders } from '@plomb/contract/orders/orders';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { phoneQuery } from '../../ui/useMedia.ts';
import { CardMatrixPage } from './CardMatrixPage.tsx';

inEnglish();
const of = cardCalls.cardMatrix;

const card = (id: number, ic_name: string) => ({
  ...{ id, ic_no: `7026000${id}`, ic_name, card_no: '', card_type: 'single', usable: true, drift: id === 2 },
});
const lock = (device_id: number, state: string, cause: string | null = null) => ({
  ...{ device_id, sn: `1480000000${device_id}`, device_name: '', subject: `Truck ${device_id}`, family: 'jt701' },
  ...{ lock_status: 2, connection: 'online', wake_time: null, state, cause, cards: 2, strays: 0, before: 0 },
});
const cards = [card(1, 'Wang'), card(2, 'Li')];
const locks = [lock(1, 'synced'), lock(2, 'drift', 'otherCards')];
const totals = {
  cards: 2,
  locks: 2,
  synced: 2,
  pushing: 0,
  waits: 1,
  removing: 0,
  drift: 1,
  doubt: 0,
  unable: 3,
  strays: 4,
};
let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  const cells = [
    { device_id: 1, card_id: 1, standing: 'area' },
    { device_id: 2, card_id: 2, standing: 'drift' },
  ];
  server.on(of.list.path, () => ({ data: { locks, total: 2, cards, card_total: 30, cells } }));
  server.on(of.totals.path, () => ({ data: totals }));
  const opens = { opens: 'uncertain', area: 'Yard', metres: 300, standing: 'drift', lon: null, lat: null };
  server.on(of.card.path, () => ({
    data: {
      card: cards[1],
      rules: [],
      ...totals,
      lock_count: 5,
      drifting: 6,
      in_drift: [2],
      last: null,
      locks: [{ ...locks[1], ...opens, connection: 'offline' }],
      more: false,
    },
  }));
  server.on(of.lock.path, () => ({
    data: {
      ...{ lock: locks[1], listed: 37, told: 38, told_time: '2026-11-20T08:00:00.000Z', pushes: 3, confined: true },
      cards: [{ card_id: 2, ic_no: '70260002', ic_name: 'Li', standing: 'drift' }],
      ...{ unknown: ['99887766'], areas: [] },
    },
  }));
  server.on(of.read.path, () => ({ data: {} }));
  server.on(of.push.path, () => ({ data: {} }));
  signInWith(of.list, of.read, of.push);
});
const focused = () => document.activeElement?.textContent;

it('is a grid of one stop, whose cells the arrows walk, and Enter chooses the card', async () => {
  const user = userEvent.setup();
  const router = showPage(<CardMatrixPage />, '/cardMatrix');
  const grid = await screen.findByRole('grid', { name: 'Which card opens which lock' });
  expect(grid.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  grid.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  await user.keyboard('{ArrowDown}{ArrowRight}');
  expect(focused()).toMatch('Only inside its areas');
  await user.keyboard('{ArrowRight}');
  expect(focused()).toBe('none');
  await user.keyboard('{ArrowRight}{ArrowDown}{ArrowDown}');
  expect(focused()).toMatch('Drift');
  await user.keyboard('{Control>}{Home}{/Control}');
  expect(focused()).toBe('Lock · cards it knows');
  await user.keyboard('{ArrowRight}{ArrowRight}{Enter}');
  await waitFor(() => expect(router.state.location.search).toBe('?id=2'));
  expect(grid.querySelectorAll('[data-chosen="true"]')).toHaveLength(3);
});

it('a card that is chosen is brought into sight where what opens beside it narrows the grid', async () => {
  const sights: string[] = [];
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    sights.push(this.textContent ?? '');
  });
  showPage(<CardMatrixPage />, '/cardMatrix');
  await userEvent.click(await screen.findByText('Li'));
  await waitFor(() => expect(sights.at(-1)).toContain('Li'));
  scroll.mockRestore();
});

it('says of a lock in drift what it knows and what the list has, and asks it again or tells it again', async () => {
  const user = userEvent.setup();
  showPage(<CardMatrixPage />, '/cardMatrix?id=2');
  const box = within(
    (await screen.findByText('Cards that Truck 2 knows: 38; in the list: 37.')).closest<HTMLElement>('.drift-box')!,
  );
  box.getByText('The lock and the list differ');
  box.getByText(/Pushed 3 times, no agreement/);
  const now = within(screen.getByText('Not certain: Drift').closest('li')!);
  now.getByRole('img', { name: /Offline/ });
  screen.getByText('locks shown: 1 of 2, in all: 5');
  expect(screen.queryByText('99887766')).toBeNull();
  await user.click(box.getByRole('button', { name: 'See the difference' }));
  box.getByText('99887766');
  await user.click(box.getByRole('button', { name: 'Read the list again' }));
  await waitFor(() =>
    expect(server.asked.find(({ path }) => path === of.read.path)?.body).toMatchObject({ device_ids: [2] }),
  );
  await waitFor(() => expect(box.getByRole<HTMLButtonElement>('button', { name: 'Push again' }).disabled).toBe(false));
  await user.click(box.getByRole('button', { name: 'Push again' }));
  await waitFor(() =>
    expect(server.asked.find(({ path }) => path === of.push.path)?.body).toMatchObject({ device_ids: [2] }),
  );
});

it('does not say that a card opens which no lock has, or which is disabled or being deleted', async () => {
  const data = { rules: [], ...totals, lock_count: 0, drifting: 0, in_drift: [], last: null, locks: [], more: false };
  server.on(of.card.path, () => ({ data: { ...data, card: cards[1] } }));
  showPage(<CardMatrixPage />, '/cardMatrix?id=2');
  const opens = async () => (await screen.findByText('Opens', { selector: 'dt' })).nextElementSibling?.textContent;
  expect(await opens()).toBe('No lock has it or is to get it.');
  const rules = [{ id: 1, rule_name: 'Port', in_force: true, areas: [], until_time: null, hours: null }];
  server.on(of.card.path, () => ({ data: { ...data, rules, lock_count: 5, card: { ...cards[0], usable: false } } }));
  await userEvent.click(screen.getByText('Wang'));
  await screen.findByText(/^only locks that have not confirmed yet/);
});

it('gives a card to locks of the page and others, and takes it from those that have it, after a preview', async () => {
  const { prepare } = batchCalls.batches;
  signInWith(of.list, prepare, orders.add_cards, orders.delete_cards);
  server.on(prepare.path, () => ({ data: { id: 9, unknown: ['8002109999'] } }));
  const user = userEvent.setup();
  showPage(<CardMatrixPage />, '/cardMatrix?id=2');
  await user.click(await screen.findByRole('button', { name: /Give to locks/ }));
  const give = within(await screen.findByRole('dialog'));
  give.getByText('Give Li to locks');
  expect(give.queryByRole('checkbox', { name: /Truck 2/ })).toBeNull();
  await user.click(give.getByRole('button', { name: 'Preview' }));
  await give.findByText('Name at least one lock.');
  await user.click(give.getByRole('checkbox', { name: /Truck 1/ }));
  await user.type(give.getByRole('textbox'), '8002109999');
  await user.click(give.getByRole('button', { name: 'Preview' }));
  await give.findByText(/None of your devices has these numbers: 8002109999/);
  expect(server.asked.findLast(({ path }) => path === prepare.path)?.body).toMatchObject({
    order: { kind: 'add_cards', args: { cards: ['70260002'] } },
    of: { by: 'numbers', numbers: ['14800000001', '8002109999'] },
  });
  await user.click(give.getByRole('button', { name: 'Cancel' }));

  await user.click(screen.getByRole('button', { name: 'Take from locks…' }));
  const take = within(await screen.findByRole('dialog'));
  take.getByText('Take Li from locks');
  await user.click(take.getByRole('checkbox', { name: /Truck 2/ }));
  await user.click(take.getByRole('button', { name: 'Preview' }));
  await waitFor(() =>
    expect(server.asked.findLast(({ path }) => path === prepare.path)?.body).toMatchObject({
      order: { kind: 'delete_cards', args: { cards: ['70260002'] } },
      of: { by: 'numbers', numbers: ['14800000002'] },
    }),
  );
});

it('blocks a card after saying what that means, pushes it again, and names how many more locks are in drift', async () => {
  const { status } = cardCalls.cards;
  signInWith(of.list, of.push, status);
  server.on(status.path, () => ({ data: {} }));
  const user = userEvent.setup();
  showPage(<CardMatrixPage />, '/cardMatrix?id=2');
  await user.click(await screen.findByRole('button', { name: 'Push again (1)' }));
  await waitFor(() =>
    expect(server.asked.find(({ path }) => path === of.push.path)?.body).toMatchObject({ device_ids: [2] }),
  );
  expect((await screen.findByRole('link', { name: '5 more locks in drift' })).getAttribute('href')).toBe(
    '/cardMatrix?id=2&card_id=2&state=drift',
  );
  await user.click(screen.getByRole('button', { name: 'Block card…' }));
  await screen.findByText(/Card areas take it out of their locks/);
  await user.click(screen.getByRole('button', { name: 'Block card' }));
  await waitFor(() =>
    expect(server.asked.find(({ path }) => path === status.path)?.body).toMatchObject({ ids: [2], status: 2 }),
  );
  expect(screen.getByText('cannot be told')).toBeTruthy();
});

it('turns the cards without leaving the locks, and a filter begins both anew', async () => {
  const user = userEvent.setup();
  const router = showPage(<CardMatrixPage />, '/cardMatrix?page=2');
  await user.click(await screen.findByRole('button', { name: 'Next cards' }));
  await waitFor(() =>
    expect(server.asked.findLast(({ path }) => path === of.list.path)?.body).toMatchObject({ page: 2, card_page: 2 }),
  );
  await user.type(screen.getByRole('searchbox'), 'Truck{Enter}');
  await waitFor(() => expect(router.state.location.search).toBe('?keyword=Truck'));
});

it('says what would stand there before there is anything, and why where it did not come', async () => {
  server.on(of.list.path, () => ({ data: { locks: [], total: 0, cards: [], card_total: 0, cells: [] } }));
  showPage(<CardMatrixPage />, '/cardMatrix');
  await screen.findByText('No card is in a lock yet');
  server.on(of.list.path, () => ({ data: { locks: [], total: 21, cards, card_total: 2, cells: [] } }));
  showPage(<CardMatrixPage />, '/cardMatrix?page=9');
  await screen.findByText(/of 21/);
  expect(screen.getAllByText('No card is in a lock yet')).toHaveLength(1);
  server.on(of.list.path, () => ({ sign: 'unavailable' }));
  showPage(<CardMatrixPage />, '/cardMatrix');
  await screen.findByText('The list did not load');
});

describe('by areas', () => {
  const { list, detail } = cardCalls.regionalRules;
  const rule = (id: number, in_force: boolean) => ({
    ...{ id, rule_name: `Port ${id}`, status: 1, org_id: 1, org_name: 'Plomb', areas: [], cards: 1, all_devices: true },
    ...{ from_time: null, until_time: null, hours: null, in_force, devices: 1, desired: 0, pushing: 0, synced: 1 },
    ...{ drift: 0, unable: 0, oper_name: 'A', without_right: false, removing_time: null },
    create_time: '2026-11-20T08:00:00.000Z',
  });
  const named = (id: number, ic_name: string, now: object = {}) => ({
    ...{ id, ic_no: `7026000${id}`, ic_name, card_no: '', status: 1, removing: false, ...now },
  });
  const told = (body: Record<string, unknown>) => ({
    data: { ...rule(Number(body.id), body.id !== 2), card_list: [named(1, 'Wang')], device_list: null, version: 'v' },
  });
  const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!;
  beforeEach(() => {
    server.on(list.path, () => ({ data: { rows: [rule(1, true), rule(2, false)], total: 30 } }));
    signInWith(of.list, list, detail);
  });

  it('says that a card opens where its area is in force, and that not all areas are shown', async () => {
    server.on(detail.path, told);
    showPage(<CardMatrixPage />, '/cardMatrix?by=areas');
    expect(within(await rowOf('Port 1')).getAllByText('Opens')).toHaveLength(1);
    const past = within(await rowOf('Port 2'));
    expect(past.queryByText('Opens')).toBeNull();
    past.getByText(/outside of its period/);
    screen.getByText('Areas shown: 2 of 30. Choose any other one above.');
  });
  it('says on a phone, too, that a card that is disabled or being deleted opens nowhere', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      ...{ matches: query === phoneQuery, media: query, addEventListener: vi.fn(), removeEventListener: vi.fn() },
    }));
    const card_list = [named(1, 'Wang'), named(2, 'Li', { removing: true }), named(3, 'Xu', { status: 2 })];
    server.on(list.path, () => ({ data: { rows: [rule(1, true)], total: 1 } }));
    server.on(detail.path, (body) => ({ data: { ...told(body).data, card_list } }));
    showPage(<CardMatrixPage />, '/cardMatrix?by=areas');
    const cardOf = async (name: string) => within((await screen.findByText(name)).closest<HTMLElement>('li')!);
    (await cardOf('Wang')).getByText('Opens');
    for (const [name, why] of [
      ['Li', 'Being removed'],
      ['Xu', 'Disabled'],
    ] as const) {
      const one = await cardOf(name);
      one.getByText(why);
      expect(one.queryByText('Opens')).toBeNull();
    }
    vi.unstubAllGlobals();
  });
  it('shows no area of which it does not know the cards', async () => {
    server.on(detail.path, (body) => (body.id === 1 ? { sign: 'unavailable' } : told(body)));
    showPage(<CardMatrixPage />, '/cardMatrix?by=areas');
    await screen.findByText('The list did not load');
    expect(screen.queryByText('Port 2')).toBeNull();
  });
  it('shows the one that was chosen, wherever it stands among all', async () => {
    server.on(detail.path, told);
    showPage(<CardMatrixPage />, '/cardMatrix?by=areas&rule_id=77');
    await rowOf('Port 77');
  });
});
