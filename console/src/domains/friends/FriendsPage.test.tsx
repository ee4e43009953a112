import { friendCalls } from '@plomb/contract/friends/domain';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
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
  expect((await screen.findByRole('alert')).textContent).toBe('conflict');
});

it('opens no form for whom there is no button', async () => {
  signInWith(friends.list);
  showPage(<FriendsPage />, '/friend?open=apply');
  await screen.findByText('No friends yet');
  expect(screen.queryByLabelText(/^Login name or phone number/)).toBeNull();
});
