import type { BatchState } from '@plomb/contract/batches/batches';

/** Milliseconds between two looks while orders are given, and while some wait or are out; false: nothing changes any more. */
export const everyOf = (state: BatchState | undefined): number | false => {
  if (state === 'running') return 1000;
  return state === 'waiting' && 3000;
};
