import type { MenuSeeds } from '../kit/menu.ts';
import { batches } from './batches.ts';

export const batchCalls = { batches };

export const batchMenu = {
  batch: {
    title: { zh: '批量指令', en: 'Batch orders' },
    view: 'batches/BatchesPage',
    icon: 'order',
    parent: 'devices',
  },
} as const satisfies MenuSeeds;
