import { type FieldErrors, type Refusals, refusal } from '../kit/refusal.ts';

export const alarmRefusals = {
  alarmProcessed: refusal('conflict', '告警已被处理', 'The alarm was processed already'),
  alarmRangAgain: refusal(
    'conflict',
    '告警又已响起，现共 {hits} 次；请查看后再处理',
    'The alarm rang again, {hits} times by now: look at it before you process it',
  ),
  alarmTaken: refusal('conflict', '他人已先受理此告警', 'Somebody else took this alarm first'),
} as const satisfies Refusals;

export const alarmFieldErrors = {
  alarmResult: { zh: '请选择处理结果', en: 'Please choose a result' },
} as const satisfies FieldErrors;
