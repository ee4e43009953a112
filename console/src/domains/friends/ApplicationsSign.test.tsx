import { friendCalls } from '@plomb/contract/friends/domain';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startLive, tryLineNow, useLive } from '../../platform/live.ts';
import { type FakeServer, fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { ApplicationsSign } from './ApplicationsSign.tsx';

const { waiting } = friendCalls.applications;
let server: FakeServer;
let count: number;
let stop: () => void;

inEnglish();
beforeEach(async () => {
  count = 1;
  server = fakeServer();
  server.on(waiting.path, () => ({ data: { count } }));
  signInWith(waiting);
  stop = startLive();
  await waitFor(() => server.stream());
  await act(async () => server.stream().say({ event: 'hello', data: { epoch: 'e', seq: 1 } }));
  showPage(<ApplicationsSign />, '/dashboard');
  await screen.findByRole('button', { name: '1 application waits for your answer' });
});
afterEach(() => stop());

it('learns what came while the line was broken, also on one that goes on where it was', async () => {
  count = 2;
  await act(async () => server.stream().cut());
  await waitFor(() => expect(useLive.getState().state).toBe('lost'));
  act(() => tryLineNow());
  await waitFor(() => expect(server.stream().input).toMatchObject({ epoch: 'e', since: 1 }));
  await act(async () => server.stream().say({ event: 'hello', data: { epoch: 'e', seq: 1 } }));
  await screen.findByRole('button', { name: '2 applications wait for your answer' });
});

it('does not take for the present what was read before the news came', async () => {
  const answers: (() => void)[] = [];
  server.on(waiting.path, () => {
    const data = { count };
    return new Promise((answer) => answers.push(() => answer({ data })));
  });
  const told = () => act(async () => server.stream().say({ event: 'personal', data: {} }));
  await told();
  await waitFor(() => expect(answers).toHaveLength(1));
  count = 3;
  await told();
  await waitFor(() => expect(answers).toHaveLength(2));
  await act(async () => {
    for (const answer of answers) answer();
  });
  await screen.findByRole('button', { name: '3 applications wait for your answer' });
});
