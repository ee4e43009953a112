import type { BatchRecord } from '@plomb/contract/batches/batches';

/**
 * Milliseconds between two looks while orders are given or wait for other work, and while some wait or are out, also of a
 * batch that was taken back or failed meanwhile; false: nothing changes any more.
 */
export const everyOf = (one: Pick<BatchRecord, 'state' | 'open'> | undefined): number | false => {
  if (one?.state === 'queued' || one?.state === 'running') return 1000;
  return one !== undefined && one.open > 0 && 3000;
};
