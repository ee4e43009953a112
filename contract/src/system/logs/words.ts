import type { DictionarySeeds, Word } from '../../kit/word.ts';
import type { businessTypes } from '../../system/logs/logs.ts';

export const logWords = {
  business_type: {
    title: { zh: '操作类型', en: 'Kind of operation' },
    items: {
      insert: ['新增', 'Add', 'green'],
      update: ['修改', 'Modify', 'blue'],
      delete: ['删除', 'Delete', 'red'],
      export: ['导出', 'Export', 'cyan'],
      import: ['导入', 'Import', 'cyan'],
      command: ['指令', 'Command', 'gold'],
      login: ['登录', 'Login', 'purple'],
      other: ['其他', 'Other'],
    } satisfies Record<(typeof businessTypes)[number], Word>,
  },
} as const satisfies DictionarySeeds;
