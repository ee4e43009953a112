import type { MenuSeeds } from '../kit/menu.ts';
import { approvalRules, approvals, resumeApprovals } from './approvals.ts';
import { frozenPeriods } from './frozenPeriods.ts';

export const approvalCalls = { approvals, approvalRules, resumeApprovals, frozenPeriods };

/** In the folder of what is personal. */
export const approvalMenu = {
  approval: {
    title: { zh: '审批', en: 'Approvals' },
    view: 'approvals/ApprovalsPage',
    icon: 'role',
    parent: 'personal',
  },
} as const satisfies MenuSeeds;
