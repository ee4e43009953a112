import type { MenuSeeds } from '../kit/menu.ts';
import { assignments } from './assignments.ts';
import { batches } from './batches.ts';

export const batchCalls = { batches, assignments };

export const batchMenu = {
  batch: {
    title: { zh: '批量指令', en: 'Batch orders' },
    view: 'batches/BatchesPage',
    icon: 'batch',
    parent: 'devices',
  },
  assignment: {
    title: { zh: '批量分配', en: 'Batch distribute' },
    view: 'batches/AssignmentsPage',
    icon: 'distribute',
    parent: 'devices',
  },
} as const satisfies MenuSeeds;
