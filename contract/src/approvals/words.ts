import type { DictionarySeeds, Word } from '../kit/word.ts';
import type { ApprovalState, ApprovalWay, approvalDirections } from './approvals.ts';

export const approvalWords = {
  approval_state: {
    title: { zh: '审批状态', en: 'State of an approval' },
    items: {
      waiting: ['待审批', 'Waiting', 'gold'],
      approved: ['已批准', 'Approved', 'green'],
      declined: ['已拒绝', 'Declined', 'red'],
      withdrawn: ['已撤回', 'Withdrawn'],
      lapsed: ['已过期', 'Lapsed'],
    } satisfies Record<ApprovalState, Word>,
  },
  approval_way: {
    title: { zh: '批准方式', en: 'Where the second person was' },
    items: {
      afar: ['远程', 'Elsewhere'],
      present: ['当场', 'Present'],
    } satisfies Record<ApprovalWay, Word>,
  },
  approval_direction: {
    title: { zh: '审批方向', en: 'Whose an approval is' },
    items: {
      forMe: ['他人的申请', 'Asked by others'],
      byMe: ['我的申请', 'Asked by me'],
    } satisfies Record<(typeof approvalDirections)[number], Word>,
  },
} as const satisfies DictionarySeeds;
