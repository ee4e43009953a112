import type { DictionarySeeds, Word } from '../kit/word.ts';
import type { ImportType } from './importFields.ts';
import type { ImportState } from './imports.ts';

export const importWords = {
  import_type: {
    title: { zh: '导入类型', en: 'What is imported' },
    items: { device: ['设备', 'Devices'], card: ['IC 卡', 'IC cards'] } satisfies Record<ImportType, Word>,
  },
  import_state: {
    title: { zh: '导入状态', en: 'State of an import' },
    items: {
      uploaded: ['待试运行', 'To be tried'],
      checking: ['试运行中', 'Dry run under way', 'blue'],
      checked: ['已试运行', 'Dry run done', 'cyan'],
      running: ['导入中', 'Importing', 'blue'],
      done: ['已导入', 'Imported', 'green'],
      failed: ['导入失败', 'Import failed', 'red'],
      cancelled: ['已停止', 'Stopped'],
    } satisfies Record<ImportState, Word>,
  },
} as const satisfies DictionarySeeds;
