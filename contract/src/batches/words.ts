import type { DictionarySeeds, Word } from '../kit/word.ts';
import type { BatchState } from './batches.ts';

export const batchWords = {
  batch_state: {
    title: { zh: '批量指令状态', en: 'State of a batch' },
    items: {
      draft: ['预检', 'Preview'],
      running: ['正在下发', 'Being given', 'blue'],
      waiting: ['等待锁', 'Waiting for locks', 'cyan'],
      done: ['已完成', 'Done', 'green'],
      failed: ['失败', 'Failed', 'red'],
      cancelled: ['已停止', 'Stopped'],
    } satisfies Record<BatchState, Word>,
  },
} as const satisfies DictionarySeeds;
