import { messageCalls } from '@plomb/contract/messages/domain';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { type FakeServer, fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { ChannelsPage } from './ChannelsPage.tsx';

const { channels } = messageCalls;
const { shown } = vi.hoisted(() => ({ shown: { changes_global: false } }));
vi.mock('../../platform/params.ts', () => ({ useShownParams: () => shown }));
let server: FakeServer;

inEnglish();
beforeEach(() => {
  server = fakeServer();
  server.on(channels.find.path, () => ({ data: { mail: null, sms: null } }));
  signInWith(...Object.values(channels));
});

it('offers nobody below the root organisation what is refused', async () => {
  shown.changes_global = false;
  showPage(<ChannelsPage />, '/messageChannel');
  await screen.findByText(/Only operators of the root organisation/);
  expect(screen.queryByRole('button')).toBeNull();
  expect(server.count(channels.find.path)).toBe(0);
});

it('offers the root organisation to set them up', async () => {
  shown.changes_global = true;
  showPage(<ChannelsPage />, '/messageChannel');
  expect(await screen.findAllByRole('button', { name: 'Set up…' })).toHaveLength(2);
});
