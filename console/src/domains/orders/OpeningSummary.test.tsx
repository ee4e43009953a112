import { orderCalls } from '@plomb/contract/orders/domain';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { type FakeServer, fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { OpeningsPage } from './OpeningsPage.tsx';

const { summary, list } = orderCalls.openings;
const data = { total: 5, locks: 2, without_right: 1, ways: [{ way: 'remote', count: 5 }], days: [] };
let server: FakeServer;
let fails: boolean;

inEnglish();
beforeEach(() => {
  server = fakeServer();
  signInWith(list, summary);
  server.on(list.path, () => ({ data: { rows: [], more: false } }));
  server.on(summary.path, () => (fails ? 'broken' : { data }));
});

it('says that the week could not be had, and asks for it again', async () => {
  fails = true;
  const user = userEvent.setup();
  showPage(<OpeningsPage />, '/opening');
  const failure = within(await screen.findByRole('alert'));
  fails = false;
  await user.click(failure.getByRole('button', { name: 'Load again' }));
  expect(await screen.findByText('5 openings')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('counts what a link has narrowed the list to, and says so; what it tells apart itself stays whole', async () => {
  fails = false;
  showPage(<OpeningsPage />, '/opening?device_id=7&way=card&from=2026-11-01T00%3A00%3A00.000Z');
  expect(
    await screen.findByText(/of the locks that the list is narrowed to\. The list is narrowed further/),
  ).toBeTruthy();
  const { body } = server.asked.find(({ path }) => path === summary.path) ?? {};
  expect(body).toMatchObject({ device_id: 7, days: expect.anything() });
  expect(body).not.toHaveProperty('way');
});

it('says that it counts all locks where the list has all', async () => {
  fails = false;
  showPage(<OpeningsPage />, '/opening');
  expect(await screen.findByText('Last seven days, all locks.')).toBeTruthy();
});
