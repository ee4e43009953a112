import { type FieldErrors, type Refusals, refusal } from '../kit/refusal.ts';

export const alarmRefusals = {
  alarmProcessed: refusal('conflict', '告警已被处理', 'The alarm was processed already'),
} as const satisfies Refusals;

export const alarmFieldErrors = {
  alarmResult: { zh: '请选择处理结果', en: 'Please choose a result' },
} as const satisfies FieldErrors;
