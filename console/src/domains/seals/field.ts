import { sealCalls } from '@plomb/contract/seals/domain';
import { remember, remembered } from '../../platform/storage.ts';

export const { field } = sealCalls;

const COUNTER = 'field operations';
/** Counts what this browser tells, so that the order of what was done here stays known. */
export const nextCounter = (): number => {
  const next = (Number(remembered(COUNTER)) || 0) + 1;
  remember(COUNTER, String(next));
  return next;
};
export const operationNames = ['seal', 'patrol', 'unseal', 'abnormal', 'scrap'] as const;
export type FieldOperation = (typeof operationNames)[number];
