import { type AlarmKind, Fault } from '@plomb/contract/lock';

/** Critical is only that metal was forced or a sealed lock was opened without right; everything else waits its turn. */
export const severity: Record<AlarmKind, 'critical' | 'warning' | 'info'> = {
  illegal_unlocking: 'critical',
  illegal_unlock: 'critical',
  low_battery: 'warning',
  out_of_fence: 'warning',
  lock_fault: 'warning',
  illegal_card: 'warning',
  card_outside_area: 'warning',
  wrong_password: 'warning',
  seal_without_right: 'warning',
  custody_mismatch: 'warning',
  state_gap: 'info',
  identity_mismatch: 'warning',
  connection_replaced: 'warning',
  put_aside: 'warning',
};

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
