import { custodyCalls } from '@plomb/contract/custody/domain';
import { orderCalls } from '@plomb/contract/orders/domain';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { useScreenPreferences } from '../../platform/screenPreferences.ts';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { LedgerPage } from './LedgerPage.tsx';

const { ledger } = custodyCalls;
const row = {
  ...{
    id: 7,
    fact: 'lock.forced',
    device_id: 3,
    sn: '14805740021',
    device_name: 'Lock 021',
    subject: '',
    org_name: 'Plomb',
  },
  ...{
    at: '2026-11-20T08:00:00.000Z',
    device_time: '2026-11-20T08:00:01.000Z',
    create_time: '2026-11-20T08:00:02.000Z',
  },
  ...{ operator_id: null, oper_name: '', by_right: 'none', lat: null, lon: null, accuracy: null },
  details: { before: 2, after: 3, rang: ['illegal_unlock'], actor: '***4433' },
  ...{ rests_on: ['a'.repeat(64)], digest: 'b'.repeat(64) },
};
const order = {
  ...row,
  ...{ id: 6, fact: 'order.given', operator_id: 12, oper_name: 'Li Na', by_right: 'authorisation 12, approval 3' },
  ...{ details: { kind: 'unseal', reason: 'customs' }, rests_on: [], device_time: null },
};
const detail = {
  ...{ holds: true, kept: [{ sha256: 'a'.repeat(64), frame: null, file: null }] },
  links: { order: null, opening: 5, alarm: null, stock: null, approval: null },
};
let server: ReturnType<typeof fakeServer>;

inEnglish();
beforeEach(() => {
  localStorage.clear();
  useScreenPreferences.setState({ operator: null, values: {}, unsaved: [] });
  server = fakeServer();
  server.on(ledger.list.path, () => ({ data: { rows: [row, order], more: false } }));
  server.on(ledger.detail.path, () => ({ data: { ...row, ...detail } }));
  signInWith(ledger.list, orderCalls.openings.list);
});

it('says of each fact what, who and by what right, in words', async () => {
  showPage(<LedgerPage />, '/ledger');
  expect(await screen.findByText('Lock forced open')).toBeTruthy();
  const given = within((await screen.findByText('Order given')).closest('tr, .ledger-card, li') as HTMLElement);
  expect(given.getByText('Li Na')).toBeTruthy();
  expect(given.getByText('Authorisation')).toBeTruthy();
  expect(given.getByText('#3')).toBeTruthy();
  expect(screen.getByText('The lock: ***4433')).toBeTruthy();
  const columns = [...document.querySelectorAll<HTMLElement>('col')];
  // all of it is in sight on a screen of 1440 px: the menu and the edges take 244
  expect(columns.reduce((sum, { style }) => sum + Number.parseInt(style.width, 10), 0)).toBeLessThanOrEqual(1440 - 244);
});

it('says that a fact stands as it was written, what it rests on, and leads to what tells the whole', async () => {
  const router = showPage(<LedgerPage />, '/ledger?id=7');
  expect((await screen.findByRole('status', { name: '' })).textContent).toContain('its digest holds');
  expect(screen.getByText('a'.repeat(64))).toBeTruthy();
  expect(screen.getByText('Not kept any more, or not in your sight')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'See the order' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'See the opening' }));
  expect(router.state.location.pathname + router.state.location.search).toBe('/opening?id=5');
});

it('warns of one that was changed since', async () => {
  server.on(ledger.detail.path, () => ({ data: { ...row, ...detail, holds: false } }));
  showPage(<LedgerPage />, '/ledger?id=7');
  expect(await screen.findByText(/its digest does not hold/)).toBeTruthy();
});

it('is narrowed to one person', async () => {
  showPage(<LedgerPage />, '/ledger');
  await userEvent.click(await screen.findByRole('button', { name: /^Person/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Li Na' }));
  expect(server.asked.filter(({ path }) => path === ledger.list.path).at(-1)?.body).toMatchObject({ operator_id: 12 });
});
