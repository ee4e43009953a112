import type { z } from 'zod';
import type { EnableStatus } from '../kit/call.ts';
import type { DictionarySeeds, Word } from '../kit/word.ts';

export const commonWords = {
  enable_status: {
    title: { zh: '启用状态', en: 'Enable status' },
    items: { 1: ['启用', 'Enabled', 'green'], 2: ['停用', 'Disabled'] } satisfies Record<
      z.output<typeof EnableStatus>,
      Word
    >,
  },
} as const satisfies DictionarySeeds;
