import { approvalCalls } from '@plomb/contract/approvals/domain';
import type { Call } from '@plomb/contract/kit/call';
import { orders } from '@plomb/contract/orders/orders';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { PageContext } from '../../ui/page.ts';
import { ApprovalPage } from './ApprovalPage.tsx';

inEnglish();

const { approvals } = approvalCalls;
const withdrawn = {
  ...{ id: 7, device_id: 7, firmware_version: '', rollout: null, kind: 'unseal', state: 'withdrawn', sn: '86041107' },
  ...{ device_name: '', subject: 'TRUCK', org_name: 'East', reason_code: null, reason_text: null, reason: 'customs' },
  ...{ oper_name: 'Zhou', login_name: 'zhou', create_time: '2026-11-20T08:00:00.000Z' },
  ...{ expire_time: '2026-11-20T08:15:00.000Z', end_time: '2026-11-20T08:02:00.000Z', decider_name: '' },
  ...{ decider_login: '', way: null, remark: '', own: false, order_id: null },
  lock: {
    ...{ lock_status: 2, family: 'hhd', fresh: true, lock_time: '2026-11-20T08:00:00.000Z', electric: 80 },
    ...{ velocity: 0, place_time: '2026-11-20T08:00:00.000Z', lon: null, lat: null },
  },
};
const open = (one: object, ...more: readonly Call[]) => {
  const server = fakeServer();
  signInWith(approvals.list, approvals.approve, ...more);
  server.on(approvals.detail.path, () => ({ data: one }));
  const title = { zh: '审批', en: 'Approval' };
  showPage(
    <PageContext value={{ path: '/approval/7', title, trail: [], active: true, kept: true, entitle: () => {} }}>
      <ApprovalPage />
    </PageContext>,
    '/approval/7',
  );
  return server;
};

it('one that was withdrawn says how the lock is, and threatens with no consequence', async () => {
  open(withdrawn);
  const progress = await screen.findByRole('region', { name: 'How far it came' });
  within(progress).getByText('Sealed');
  within(progress).getByText('Withdrawn');
  expect(screen.queryByText('Consequence')).toBeNull();
  expect(screen.queryByText('Lapses')).toBeNull();
});

it('one that was declined does not call a lock untouched that was opened by another way', async () => {
  open({ ...withdrawn, state: 'declined', lock: { ...withdrawn.lock, lock_status: 1 } });
  await screen.findByText('It has been declined; no order went to the lock for it.');
  screen.getByText('No order has gone to the lock for this');
  expect(screen.queryByText(/not touched/)).toBeNull();
});

it('one that was approved says how far its order came, at the address that a mail names too', async () => {
  open({ ...withdrawn, state: 'approved', decider_name: 'Li', decider_login: 'li', way: 'afar' });
  const progress = await screen.findByRole('region', { name: 'How far it came' });
  within(progress).getByText('Approved');
  within(progress).getByText(/Li \(li\) · Elsewhere/);
  screen.getByText('Consequence');
  // nothing is said twice
  expect(screen.queryByText('Decided by')).toBeNull();
});

it('once its order is proved the lock is read anew: it does not stand there as it was before', async () => {
  const approved = {
    ...withdrawn,
    state: 'approved',
    decider_name: 'Li',
    decider_login: 'li',
    way: 'afar',
    order_id: 9,
  };
  const server = open(approved, orders.command);
  const times = { create_time: withdrawn.end_time, sent_time: withdrawn.end_time, answer_time: withdrawn.end_time };
  const command = {
    id: 9,
    kind: 'unseal',
    state: 'answered_ok',
    attempt: 1,
    evidence: null,
    ...times,
    finish_time: null,
  };
  let proved = false;
  const opened = { ...approved, lock: { ...withdrawn.lock, lock_status: 1 } };
  server.on(approvals.detail.path, () => ({ data: proved ? opened : approved }));
  server.on(orders.command.path, () => {
    proved = true;
    return { data: { ...command, evidence: 'confirmed', evidence_time: '2026-11-20T08:03:00.000Z' } };
  });
  const progress = await screen.findByRole('region', { name: 'How far it came' });
  await within(progress).findByText('Unsealed, open');
});
