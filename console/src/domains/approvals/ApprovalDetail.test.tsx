import type { Approval } from '@plomb/contract/approvals/approvals';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useSettings } from '../../platform/settings.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage } from '../../testing/showPage.tsx';
import { ApprovalDetail } from './ApprovalDetail.tsx';

const { drawStill } = vi.hoisted(() => ({ drawStill: vi.fn(async (_at: unknown, _how: unknown) => 'data:,') }));
vi.mock('../../map/drawStill.ts', () => ({ drawStill }));
inEnglish();
beforeEach(() => drawStill.mockClear());

const one = {
  ...{ id: 1, device_id: 2, kind: 'unseal', state: 'waiting', sn: '14802100003', device_name: '', subject: 'B-1' },
  ...{
    org_name: 'Port',
    firmware_version: '',
    reason_code: null,
    reason_text: null,
    reason: 'customs',
    order_id: null,
  },
  ...{ oper_name: 'Demo', login_name: 'demo', create_time: '2026-11-20T08:00:00.000Z' },
  ...{ expire_time: '2126-11-20T08:15:00.000Z', end_time: null, decider_name: '', decider_login: '', way: null },
  ...{ remark: '', own: false, rollout: null },
  lock: {
    ...{ lock_status: 2, family: 'hhd', fresh: true, lock_time: '2026-11-20T08:00:00.000Z', electric: 80 },
    ...{ velocity: 0, place_time: '2026-11-20T08:00:00.000Z', lon: 108.9, lat: 34.2 },
  },
} as Approval;

it.each(['light', 'dark'] as const)('the place of the lock is drawn as %s as the screen', async (mode) => {
  useSettings.setState({ mode });
  showPage(<ApprovalDetail one={one} />, '/approval/1');
  await waitFor(() => expect(drawStill).toHaveBeenCalledWith([108.9, 34.2], expect.objectContaining({ mode })));
});

it.each([
  [2, /^The seal ends/],
  [1, /bears no seal/],
] as const)('what follows for a lock that last said %i ends no seal that is none', async (lock_status, follows) => {
  const lock = { ...one.lock, lock_status } as Approval['lock'];
  showPage(<ApprovalDetail one={{ ...one, lock }} />, '/approval/1');
  await screen.findByText(follows);
});
