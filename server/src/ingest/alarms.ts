import { type AlarmKind, Fault } from '@plomb/contract/lock/codes';

/** The fault number an alarm stands for; 0 when there is none. */
export const faultOf = (kind: AlarmKind, reported: number): number => {
  if (kind === 'illegal_unlocking') return Fault.illegalUnlocking;
  if (kind === 'illegal_unlock') return Fault.illegalUnlock;
  return kind === 'lock_fault' ? reported : Fault.none;
};

/** Above the threshold by this many % the battery counts as charged: a reading that trembles must not ring each time. */
const charged = 5;

/**
 * What a report decides of the battery: low, not low, or nothing (null). Only the newest decision counts, whenever it is
 * told, so that it does not matter in which order reports come.
 */
export const batteryDecision = (electric: number | null, threshold: number, lockSaysLow: boolean): boolean | null => {
  if (lockSaysLow) return true;
  if (electric === null) return null;
  if (electric <= threshold) return true;
  return electric >= threshold + charged ? false : null;
};
