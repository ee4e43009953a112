import type { DictionarySeeds } from '../kit/word.ts';

export const cardWords = {
  card_type: {
    title: { zh: 'IC 卡类型', en: 'IC-card type' },
    items: { single: ['单卡', 'Single'], group: ['组卡', 'Group'] },
  },
} as const satisfies DictionarySeeds;
