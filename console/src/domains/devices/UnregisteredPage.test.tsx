import { deviceCalls } from '@plomb/contract/devices/domain';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { UnregisteredPage } from './UnregisteredPage.tsx';

const { unregistered, devices } = deviceCalls;
const knock = (id: number, sn: string, tries: number) => ({
  id,
  sn,
  family: 'hhd',
  address: '10.1.1.1',
  tries,
  first_time: '2026-11-21T12:00:00Z',
  last_time: '2026-11-21T13:00:00Z',
});
let rows: object[];
let server: ReturnType<typeof fakeServer>;

inEnglish();
beforeEach(() => {
  rows = [knock(41, '14802109001', 12), knock(42, '14802109002', 3)];
  server = fakeServer();
  server.on(unregistered.list.path, () => ({ data: { rows, total: rows.length } }));
  signInWith(unregistered.list, devices.add);
});

it('says who knocked and that nothing of theirs was stored, and leads from each to its registration', async () => {
  const router = showPage(<UnregisteredPage />, '/unregistered');
  expect(await screen.findByText(/They were refused; nothing of theirs was stored/)).toBeTruthy();
  const [, second] = await screen.findAllByRole('button', { name: 'Register…' });
  await userEvent.click(second!);
  expect(router.state.location).toMatchObject({ pathname: '/device', search: '?edit=new&sn=14802109002' });
});

it('opens one beside the list, from where it is registered too', async () => {
  const router = showPage(<UnregisteredPage />, '/unregistered?id=41');
  const panel = within(await screen.findByRole('complementary', { name: '14802109001' }));
  expect(panel.getByText('12')).toBeTruthy();
  await userEvent.click(panel.getByRole('button', { name: 'Register…' }));
  expect(router.state.location.search).toBe('?edit=new&sn=14802109001');
});

it('offers no registration to who may not add devices', async () => {
  signInWith(unregistered.list);
  showPage(<UnregisteredPage />, '/unregistered');
  await screen.findByText(/They were refused/);
  expect(screen.queryByRole('button', { name: 'Register…' })).toBeNull();
});

it('explains nothing where nobody has knocked', async () => {
  rows = [];
  showPage(<UnregisteredPage />, '/unregistered');
  expect(await screen.findByText('Nobody unknown has knocked')).toBeTruthy();
  expect(screen.queryByText(/They were refused/)).toBeNull();
});

it('calls a family by its word', async () => {
  rows = [{ ...knock(43, '790000000001', 1), family: 'jointech808' }];
  showPage(<UnregisteredPage />, '/unregistered?id=43');
  const panel = within(await screen.findByRole('complementary', { name: '790000000001' }));
  expect(panel.getByText('Jointech 808')).toBeTruthy();
});
