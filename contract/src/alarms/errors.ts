import { type Refusals, refusal } from '../kit/refusal.ts';

export const alarmRefusals = {
  alarmProcessed: refusal('conflict', '告警已被处理', 'The alarm was processed already'),
} as const satisfies Refusals;
