import type { MapLock } from '@plomb/contract/map/map';
import { orders } from '@plomb/contract/orders/orders';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, fleetLock } from '../testing/fakeServer.ts';
import { inEnglish } from '../testing/inEnglish.ts';
import { showPage, signInWith } from '../testing/showPage.tsx';
import { useHistory } from './history.ts';
import { ReachRow } from './ReachRow.tsx';

inEnglish();

/** What the dialog opens from. */
const Beside = () => {
  const lock = fleetLock(7) as MapLock;
  useHistory(lock);
  return <ReachRow lock={lock} connection="online" kind="text" />;
};

it.each([
  [0, /It is sent as soon as the lock can be reached/],
  [1, /It waits for the order before it/],
  [20, /It waits for the 20 orders before it/],
])('says before an order is given that %i are before it', async (count, words) => {
  const standing = Array.from({ length: count }, (_, at) => ({ id: at + 1, kind: 'text', state: 'queued' }));
  fakeServer().on(orders.commands.path, () => ({ data: { rows: [], more: false, standing } }));
  signInWith(orders.commands);
  showPage(<Beside />, '/map');
  expect(await screen.findByText(words)).toBeTruthy();
});
