import type { DictionarySeeds, Word } from '../kit/word.ts';
import type { ImportState } from './imports.ts';

export const importWords = {
  import_state: {
    title: { zh: '导入状态', en: 'State of an import' },
    items: {
      uploaded: ['待对应列', 'Columns to be matched'],
      checking: ['试运行中', 'Dry run under way', 'blue'],
      checked: ['已试运行', 'Dry run done', 'cyan'],
      running: ['导入中', 'Importing', 'blue'],
      done: ['已导入', 'Imported', 'green'],
      failed: ['失败', 'Failed', 'red'],
      cancelled: ['已取消', 'Cancelled'],
    } satisfies Record<ImportState, Word>,
  },
} as const satisfies DictionarySeeds;
