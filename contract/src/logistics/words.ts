import type { DictionarySeeds } from '../kit/word.ts';

export const logisticsWords = {
  transport_status: {
    title: { zh: '运输状态', en: 'Transport status' },
    items: { in_transit: ['在途', 'In transit', 'blue'], completed: ['已完成', 'Completed', 'green'] },
  },
} as const satisfies DictionarySeeds;
