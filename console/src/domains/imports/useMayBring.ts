import { importCalls } from '@plomb/contract/imports/domain';
import { type ImportType, importPermits } from '@plomb/contract/imports/importFields';
import { useMay } from '../../platform/may.ts';

/** Whether the signed-in operator may import what is of a type. */
export const useMayBring = (): ((type: ImportType) => boolean) => {
  const may = useMay();
  return (type) => may(importCalls.imports.run) && importPermits[type].brought.every((permit) => may({ permit }));
};
