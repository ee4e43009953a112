import type { DictionarySeeds, Word } from '../kit/word.ts';
import type { CardStanding } from './cards.ts';

export const cardWords = {
  card_type: {
    title: { zh: 'IC 卡类型', en: 'IC-card type' },
    items: { single: ['单卡', 'Single'], group: ['组卡', 'Group'] },
  },
  card_standing: {
    title: { zh: 'IC 卡在锁中', en: 'IC card in a lock' },
    items: {
      wanted: ['待下发', 'To be given', 'blue'],
      held: ['已在锁中', 'In the lock', 'green'],
      doubt: ['不确定', 'In doubt', 'gold'],
      leaving: ['待移除', 'To be removed', 'blue'],
    } satisfies Record<CardStanding, Word>,
  },
} as const satisfies DictionarySeeds;
