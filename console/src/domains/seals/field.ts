import { sealCalls } from '@plomb/contract/seals/domain';

export const { field } = sealCalls;
export const operationNames = ['seal', 'patrol', 'unseal', 'abnormal', 'scrap'] as const;
export type FieldOperation = (typeof operationNames)[number];
