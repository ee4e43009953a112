import type { Approval } from '@plomb/contract/approvals/approvals';
import { approvalCalls } from '@plomb/contract/approvals/domain';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { useNotices } from '../../platform/notices.ts';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { Decide } from './Decide.tsx';

inEnglish();

const { approvals } = approvalCalls;
const one = {
  id: 7,
  device_id: 3,
  firmware_version: '',
  rollout: null,
  kind: 'unseal' as const,
  state: 'waiting' as const,
  sn: '86041105',
  device_name: 'Lock 5',
  subject: 'A·D7391',
  org_name: 'East',
  reason_code: null,
  reason_text: null,
  reason: 'customs',
  oper_name: 'Zhou',
  login_name: 'zhou',
  create_time: '2026-11-20T08:00:00.000Z',
  expire_time: '2126-11-20T08:15:00.000Z',
  end_time: null,
  decider_name: '',
  decider_login: '',
  way: null,
  remark: '',
  own: false,
  order_id: null,
  lock: null,
};

it('approves only with the own password, declines only in words, and says what is missing beside it', async () => {
  const server = fakeServer();
  signInWith(approvals.approve, approvals.decline);
  const sent: unknown[] = [];
  server.on(approvals.decline.path, (input) => {
    sent.push(input);
    return { data: { ...one, state: 'declined' } };
  });
  showPage(<Decide one={one} />, '/approval');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Approve unseal' }));
  screen.getByText('Enter your own password');
  await user.click(screen.getByRole('button', { name: 'Decline, keep sealed' }));
  screen.getByText('Say why you decline it');
  expect(document.activeElement).toBe(screen.getByLabelText('Remark (needed to decline)'));
  expect(sent).toEqual([]);
  await user.type(screen.getByLabelText('Remark (needed to decline)'), 'not here');
  await user.click(screen.getByRole('button', { name: 'Decline, keep sealed' }));
  await waitFor(() => expect(sent).toEqual([expect.objectContaining({ id: 7, remark: 'not here' })]));
});

it('offers who asked nothing but to take it back, and who may not decide nothing', async () => {
  fakeServer();
  signInWith(approvals.list);
  showPage(<Decide one={{ ...one, own: true }} />, '/approval');
  await screen.findByRole('button', { name: 'Withdraw' });
  expect(screen.queryByRole('button', { name: 'Approve unseal' })).toBeNull();
});

it('offers nothing of a request whose time is over', async () => {
  fakeServer();
  signInWith(approvals.list, approvals.approve, approvals.decline);
  showPage(<Decide one={{ ...one, expire_time: '2026-11-20T08:15:00.000Z' }} />, '/approval');
  await screen.findByText('Its time is over; no order went to the lock for it');
  expect(screen.queryByRole('button')).toBeNull();
});

it('says of a roll-out what becomes of it, and of no lock', async () => {
  const server = fakeServer();
  signInWith(approvals.approve, approvals.decline);
  server.on(approvals.decline.path, () => ({ data: one }));
  const rollout = {
    id: 4,
    device_type_name: 'G-300',
    state: 'stopped' as const,
    wave: 0,
    total: 7,
    success: 4,
    failed: [],
    open: 1,
  };
  const resume = { ...one, device_id: null, kind: 'firmware_resume' as const, firmware_version: 'G-2.5', rollout };
  showPage(<Decide one={resume} />, '/approval');
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Remark (needed to decline)'), 'not yet');
  screen.getByRole('button', { name: 'Approve resuming' });
  await user.click(screen.getByRole('button', { name: 'Decline, keep stopped' }));
  await waitFor(() =>
    expect(useNotices.getState().shown.map(({ text }) => text)).toContain('Declined; the roll-out stays stopped'),
  );
});

it.each([1, 3])('promises to keep no seal of a lock that last said %i', async (lock_status) => {
  fakeServer();
  signInWith(approvals.approve, approvals.decline);
  const lock = { ...{ lock_status, family: 'hhd', lock_time: null, fresh: true, electric: null } } as const;
  const place = { velocity: null, place_time: null, lon: null, lat: null };
  showPage(<Decide one={{ ...one, lock: { ...lock, ...place } as Approval['lock'] }} />, '/approval');
  await screen.findByRole('button', { name: 'Decline' });
  expect(screen.queryByRole('button', { name: 'Decline, keep sealed' })).toBeNull();
});
