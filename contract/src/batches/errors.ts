import { type FieldErrors, type Refusals, refusal } from '../kit/refusal.ts';

export const batchRefusals = {
  batchStarted: refusal('conflict', '该批量指令已下发', 'This batch was started already'),
  batchEmpty: refusal('fail', '没有符合条件的设备', 'No device is meant'),
  batchNoneFit: refusal('fail', '没有设备会接受该指令', 'None of these devices would take the order'),
  batchTooMany: refusal('fail', '超过 {limit} 台设备，请缩小范围', 'More than {limit} devices, please choose fewer'),
} as const satisfies Refusals;

export const batchFieldErrors = {
  batchCount: { zh: '台数不符', en: 'This is not how many there are' },
} as const satisfies FieldErrors;
