import { approvalCalls } from '@plomb/contract/approvals/domain';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startLive } from '../../platform/live.ts';
import { useNotices } from '../../platform/notices.ts';
import { type FakeServer, fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { OwnRequestsSign } from './OwnRequestsSign.tsx';
import { useApprovalNews } from './useApprovalNews.ts';

const { own, withdraw } = approvalCalls.approvals;
const asked = {
  id: 7,
  device_id: 3,
  firmware_version: '',
  rollout: null,
  kind: 'unseal',
  state: 'waiting',
  sn: '86041105',
  device_name: 'Lock 5',
  subject: 'A·D7391',
  org_name: 'East',
  reason_code: null,
  reason_text: null,
  reason: 'customs',
  oper_name: 'Zhou',
  login_name: 'zhou',
  create_time: new Date().toISOString(),
  expire_time: new Date(Date.now() + 600_000).toISOString(),
  end_time: null as string | null,
  decider_name: '',
  decider_login: '',
  way: null,
  remark: '',
  own: true,
  order_id: null,
  lock: null,
};
let server: FakeServer;
let row: typeof asked;
let stop: () => void;
const News = () => {
  useApprovalNews();
  return <OwnRequestsSign />;
};

inEnglish();
beforeEach(async () => {
  row = asked;
  useNotices.setState({ shown: [] });
  server = fakeServer();
  server.on(own.path, () => ({ data: { rows: [row] } }));
  signInWith(own, withdraw);
  stop = startLive();
  await waitFor(() => server.stream());
  await act(async () => server.stream().say({ event: 'hello', data: { epoch: 'e', seq: 1 } }));
  showPage(<News />, '/dashboard');
  await screen.findByRole('button', { name: 'Your requests, 1 waits' });
});
afterEach(() => stop());

const settled = async (change: Partial<typeof asked>) => {
  row = { ...asked, end_time: new Date().toISOString(), ...change };
  await act(async () => server.stream().say({ event: 'personal', data: {} }));
};
const told = () => useNotices.getState().shown.map(({ text }) => text);

it.each([
  ['declined', 'Declined by Li (li): Remote unseal · A·D7391 · not here'],
  ['lapsed', 'Lapsed, no order went to the lock for it: Remote unseal · A·D7391'],
])('whoever asked hears on any page that it was %s', async (state, words) => {
  const by = state === 'declined' ? { decider_name: 'Li', decider_login: 'li', remark: 'not here' } : {};
  await settled({ state, ...by });
  await waitFor(() => expect(told()).toEqual([words]));
  await screen.findByRole('button', { name: 'Your requests, 0 wait' });
});

it('reads what it asked for and takes it back, without the menu of approvals', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Your requests, 1 waits' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('customs');
  server.on(withdraw.path, () => {
    row = { ...asked, state: 'withdrawn', end_time: new Date().toISOString() };
    return { data: row };
  });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(dialog.textContent).toContain('Withdrawn'));
  expect(told()).toEqual(['Withdrawn; nothing was sent to the lock']);
});
