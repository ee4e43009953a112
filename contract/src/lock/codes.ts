import { z } from 'zod';

/** Codes of the specification's section 4. The numbers are protocol constants; their words live in the dictionaries. */

/** Lock status (`msg_ls`). */
export const LockStatus = { unsealedLocked: 0, unsealedOpen: 1, sealedLocked: 2, abnormal: 3, initial: 255 } as const;
export type LockStatus = (typeof LockStatus)[keyof typeof LockStatus];
export const LockStatusCode = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(255)]);

/** Lock action (`msg_lst`). */
export const LockAction = { normal: 0, unlock: 1, lock: 2, tamper: 3 } as const;
export type LockAction = (typeof LockAction)[keyof typeof LockAction];

/** Where a lock operation came from (`msg_lso`). */
export const LockSource = {
  remoteUnseal: 1,
  passwordUnseal: 3,
  bluetoothUnseal: 4,
  cardUnseal: 5,
  fault: 6,
  automaticUnseal: 7,
  automaticSeal: 8,
  cardSeal: 9,
  bluetoothSeal: 10,
  passwordSeal: 11,
  remoteSeal: 12,
  authorisedUnlock: 13,
} as const;
export type LockSource = (typeof LockSource)[keyof typeof LockSource];

/** Report type (`msg_type`). A lock action wins over a blind spot; the replay flag of a report is kept apart. */
export const ReportType = { timed: 0, lockAction: 1, blindSpot: 2, wakeUp: 3 } as const;
export type ReportType = (typeof ReportType)[keyof typeof ReportType];

/** Fault codes. 1007 is unassigned. 1008 goes with tamper, 1010 with an opening while sealed. */
export const Fault = {
  none: 0,
  cardReader: 1001,
  network: 1002,
  bluetooth: 1003,
  gnss: 1004,
  hallSensor: 1005,
  lockMotor: 1006,
  illegalUnlocking: 1008,
  lockFailure: 1009,
  illegalUnlock: 1010,
  other: 9999,
} as const;
export type Fault = (typeof Fault)[keyof typeof Fault];

/** What an alarm is about. The first two carry the specification's fault numbers 1008 and 1010; `seal_reuse` to `rfid_failures` are of lead seals, and behind them those of batches on the road. */
export const alarmKinds = [
  'illegal_unlocking',
  'illegal_unlock',
  'low_battery',
  'out_of_fence',
  'into_fence',
  'lock_fault',
  'illegal_card',
  'card_outside_area',
  'card_against_rule',
  'wrong_password',
  'seal_without_right',
  'custody_mismatch',
  'not_received',
  'state_gap',
  'identity_mismatch',
  'connection_replaced',
  'put_aside',
  'password_leak',
  'implausible_jump',
  'seal_reuse',
  'duplicate_number',
  'unknown_seal',
  'rfid_failures',
  'off_route',
  'long_stop',
  'lock_silent',
] as const;
export type AlarmKind = (typeof alarmKinds)[number];

/** Lock families the gateway speaks; a device type names one of them. */
export const lockFamilies = ['hhd', 'jt701', 'jointech808'] as const;
export type LockFamily = (typeof lockFamilies)[number];
