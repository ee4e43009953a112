import { friendCalls } from '@plomb/contract/friends/domain';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { useNotices } from '../../platform/notices.ts';
import { type FakeServer, fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { FriendsPage } from './FriendsPage.tsx';

const { friends } = friendCalls;
let server: FakeServer;

inEnglish();
beforeEach(() => {
  server = fakeServer();
  server.on(friends.list.path, () => ({ data: { rows: [], blocked: [] } }));
  server.on(friends.apply.path, () => ({ sign: 'conflict' }));
});

it('sends an application, and says why it was not sent without a word of saving', async () => {
  const user = userEvent.setup();
  signInWith(friends.list, friends.apply);
  showPage(<FriendsPage />, '/friend?open=apply');
  await user.type(await screen.findByLabelText(/^Login name or phone number/), 'lin.tao');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(server.count(friends.apply.path)).toBe(1));
  expect((await screen.findByRole('alert')).textContent).toBe('Not done.');
  act(() => useNotices.setState({ shown: [] }));
  expect(screen.getByRole('alert').textContent).toBe('Not done. conflict.');
});

it('says before a friend is removed or blocked that authorisations end with it', async () => {
  const user = userEvent.setup();
  const lin = {
    id: 4,
    oper_name: 'Lin Tao',
    login_name: 'lin.tao',
    org_name: 'Port',
    create_time: '2026-11-20T08:00:00.000Z',
  };
  server.on(friends.list.path, () => ({ data: { rows: [lin], blocked: [] } }));
  signInWith(friends.list, friends.remove, friends.block);
  showPage(<FriendsPage />, '/friend');
  await user.click(await screen.findByRole('button', { name: 'Remove Lin Tao' }));
  const remove = await screen.findByRole('dialog');
  expect(remove.textContent).toContain('at once what rests on it: device authorisations between you');
  await user.click(within(remove).getByRole('button', { name: 'Cancel' }));
  expect(server.count(friends.remove.path)).toBe(0);
  await user.click(screen.getByRole('button', { name: 'Block Lin Tao' }));
  await screen.findByText(/with it at once the device authorisations between you/);
});

it('opens no form for whom there is no button', async () => {
  signInWith(friends.list);
  showPage(<FriendsPage />, '/friend?open=apply');
  await screen.findByText('No friends yet');
  expect(screen.queryByLabelText(/^Login name or phone number/)).toBeNull();
});
