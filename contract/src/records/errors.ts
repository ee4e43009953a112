import type { FieldErrors, Refusals } from '../kit/refusal.ts';
import { refusal } from '../kit/refusal.ts';

export const recordRefusals = {
  recordRows: refusal(
    'validation',
    '记录超过 {limit} 条，请缩短时间范围或增加筛选',
    'There are more than {limit} records: choose a shorter time, or narrow them down',
  ),
} as const satisfies Refusals;

export const recordFieldErrors = {
  recordDays: { zh: '一次最多查询 31 天', en: 'At most 31 days at once' },
  recordYear: { zh: '不早于 1970 年', en: 'Not before 1970' },
  recordNamesMany: {
    zh: '名称或编号匹配过多，请输入更多字符，或缩短时间范围',
    en: 'Too many are called so: write more of it, or choose a shorter time',
  },
  recordOrder: { zh: '开始时间须早于结束时间', en: 'It has to begin before it ends' },
} as const satisfies FieldErrors;
