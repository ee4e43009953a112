import type { Application } from '@plomb/contract/friends/applications';
import { friendCalls } from '@plomb/contract/friends/domain';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { type FakeServer, fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { ApplicationRecordsPage } from './ApplicationRecordsPage.tsx';

const { applicationRecords, friends } = friendCalls;
let server: FakeServer;
let one: Application;

inEnglish();
beforeEach(() => {
  one = {
    id: 5,
    kind: 'friend',
    direction: 'incoming',
    oper_name: 'Gao Ming',
    login_name: 'gao.ming',
    org_name: 'Port',
    typed: '',
    message: 'let me in',
    state: 'declined',
    create_time: '2026-11-20T08:00:00.000Z',
    end_time: '2026-11-21T08:00:00.000Z',
    person_id: 8,
  };
  server = fakeServer();
  server.on(applicationRecords.list.path, () => ({ data: { rows: [one], more: false } }));
  server.on(applicationRecords.detail.path, () => ({ data: one }));
  server.on(friends.block.path, () => {
    one = { ...one, person_id: null };
    return { data: {} };
  });
  signInWith(applicationRecords.list, friends.block);
});

it('blocks whom it is about, as long as that person is known and not blocked', async () => {
  const user = userEvent.setup();
  showPage(<ApplicationRecordsPage />, '/applicationRecord?id=5');
  await user.click(await screen.findByRole('button', { name: 'Block' }));
  const question = await screen.findByRole('dialog', { name: /Block Gao Ming\?/ });
  expect(question.textContent).toContain('if you are friends, that ends');
  await user.click(within(question).getByRole('button', { name: 'Block' }));
  await waitFor(() => expect(server.count(friends.block.path)).toBe(1));
  expect(server.asked.find(({ path }) => path === friends.block.path)?.body).toMatchObject({ id: 8 });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Block' })).toBeNull());
});
