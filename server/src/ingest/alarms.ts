import { type AlarmKind, Fault } from '@plomb/contract/lock';

/** The fault number an alarm stands for; 0 when there is none. */
export const faultOf = (kind: AlarmKind, reported: number): number => {
  if (kind === 'illegal_unlocking') return Fault.illegalUnlocking;
  if (kind === 'illegal_unlock') return Fault.illegalUnlock;
  return kind === 'lock_fault' ? reported : Fault.none;
};

/** What is said of an alarm: that it rose (again), or that its cause is gone. */
export interface AlarmChange {
  kind: AlarmKind;
  cleared: boolean;
  fault: number;
}

/** Above the threshold by this many % the battery counts as charged: a reading that trembles must not ring each time. */
const charged = 5;

/** The low-battery flag after a report, and with it the edges at which the alarm rises and is closed by itself. */
export const isBatteryLow = (
  was: boolean,
  electric: number | null,
  threshold: number,
  lockSaysLow: boolean,
): boolean => {
  if (lockSaysLow) return true;
  if (electric === null) return was;
  return was ? electric < threshold + charged : electric <= threshold;
};
