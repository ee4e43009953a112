import type { AlarmKind } from '@plomb/contract/lock';

/** Metal was forced, or a sealed lock was opened without right. Only these shout. */
export const isCritical = (kind: AlarmKind | null): boolean =>
  kind === 'illegal_unlocking' || kind === 'illegal_unlock';
