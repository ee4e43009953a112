import type { DictionarySeeds, Word } from '../kit/word.ts';
import type { ChangeKind } from './changes.ts';
import type { RecordTold } from './reports.ts';

export const recordWords = {
  record_told: {
    title: { zh: '上报方式', en: 'How it was told' },
    items: {
      live: ['实时', 'Live'],
      late: ['迟到', 'Late', 'gold'],
      replayed: ['补报', 'From memory', 'purple'],
    } satisfies Record<RecordTold, Word>,
  },
  change_kind: {
    title: { zh: '记录类型', en: 'Kind of record' },
    items: {
      change: ['状态变化', 'Status change', 'blue'],
      alert: ['告警', 'Alert', 'red'],
      both: ['告警及状态变化', 'Alert and change', 'red'],
    } satisfies Record<ChangeKind, Word>,
  },
} as const satisfies DictionarySeeds;
