import type { AlarmKind } from '../lock/codes.ts';

/** The gravest first. */
export const alarmSeverities = ['critical', 'warning', 'info'] as const;
export type AlarmSeverityName = (typeof alarmSeverities)[number];

/**
 * How grave each kind is as long as no organisation says otherwise (rules.ts). Critical is only that metal was forced or a lock was
 * opened without right; everything else waits its turn.
 */
export const alarmSeverity: Record<AlarmKind, AlarmSeverityName> = {
  illegal_unlocking: 'critical',
  illegal_unlock: 'critical',
  low_battery: 'warning',
  out_of_fence: 'warning',
  into_fence: 'warning',
  lock_fault: 'warning',
  illegal_card: 'warning',
  card_outside_area: 'warning',
  card_against_rule: 'critical',
  wrong_password: 'warning',
  seal_without_right: 'warning',
  custody_mismatch: 'warning',
  not_received: 'warning',
  state_gap: 'info',
  identity_mismatch: 'warning',
  connection_replaced: 'warning',
  put_aside: 'warning',
  password_leak: 'warning',
  implausible_jump: 'warning',
  seal_reuse: 'warning',
  duplicate_number: 'warning',
  unknown_seal: 'warning',
  rfid_failures: 'warning',
  off_route: 'warning',
  long_stop: 'warning',
  lock_silent: 'warning',
};

/** Kinds that guard goods: whatever a rule says they ring, and at all hours. */
export const isGuarding = (kind: AlarmKind): boolean => alarmSeverity[kind] === 'critical';

export const isCritical = (severity: AlarmSeverityName | null): boolean => severity === 'critical';
/**
 * Whether an alarm counts among those somebody has to deal with: one number for bell, dashboard, map and list. A mere
 * notice does not.
 */
export const needsSomebody = (severity: AlarmSeverityName | null): boolean => severity !== null && severity !== 'info';
