import type { DictionarySeeds, Word } from '../kit/word.ts';
import type { AssignmentState, assignedOrders, assignmentEnds } from './assignments.ts';
import type { BatchState } from './batches.ts';

export const batchWords = {
  batch_state: {
    title: { zh: '批量指令状态', en: 'State of a batch' },
    items: {
      draft: ['预检', 'Preview'],
      queued: ['排队中', 'Waits its turn'],
      running: ['正在下发', 'Being given', 'blue'],
      waiting: ['等待锁', 'Waiting for locks', 'cyan'],
      done: ['已完成', 'Done', 'green'],
      failed: ['失败', 'Failed', 'red'],
      cancelled: ['已停止', 'Stopped'],
    } satisfies Record<BatchState, Word>,
  },
  assigned_orders: {
    title: { zh: '分配的指令', en: 'Orders of a distribution' },
    items: {
      seal: ['施封', 'Seal'],
      unseal: ['解封与施封', 'Unseal and seal'],
    } satisfies Record<(typeof assignedOrders)[number], Word>,
  },
  assignment_state: {
    title: { zh: '已分配设备状态', en: 'State of an assigned device' },
    items: {
      allowed: ['允许下发', 'Allow sending', 'green'],
      forbidden: ['禁止下发', 'Forbid sending', 'gold'],
      ended: ['已结束', 'Ended'],
      refused: ['未分配', 'Refused', 'red'],
    } satisfies Record<AssignmentState, Word>,
  },
  assignment_end: {
    title: { zh: '分配结束原因', en: 'End of a distribution' },
    items: {
      withdrawn: ['已收回', 'Withdrawn'],
      replaced: ['被新的分配替代', 'Replaced by a newer one'],
      moved: ['设备或组织已移动', 'The device or an organisation was moved'],
      retired: ['设备已停用注销', 'The device was retired'],
    } satisfies Record<(typeof assignmentEnds)[number], Word>,
  },
} as const satisfies DictionarySeeds;
