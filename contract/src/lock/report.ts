import type { AlarmKind, Fault, LockAction, LockFamily, LockSource, LockStatus, ReportType } from './codes.ts';

/** A WGS-84 position. `fix` false: the coordinates are old or absent and must not be plotted. */
export interface ReportPosition {
  lon: number;
  lat: number;
  fix: boolean;
  /** metres above sea level, null when the family does not report it */
  altitude: number | null;
  /** km/h */
  velocity: number;
  /** degrees clockwise from north, 0-359 */
  heading: number;
  satellites: number | null;
}

/** What happened to the lock, as told by the lock. Absent fields were not said. */
export interface ReportEvent {
  /** the family's own event code, for the record, e.g. `hhd:0008`, `P45:1` */
  code: string;
  lst: LockAction;
  lso: LockSource | null;
  /** state after the event when the event itself fixes it; null = unchanged or to be judged */
  ls: LockStatus | null;
  /** alarms the event itself asks for, whatever the state was */
  alarms: AlarmKind[];
  /** card number, platform user, phone number: who the lock says did it */
  actor: string | null;
}

/** Why something a device said is kept as its bytes alone. */
export const notUnderstoodReasons = [
  /** an item, field or text nobody has published */
  'unknown_item',
  /** a known item or field whose content does not fit it */
  'malformed_item',
  /** bytes behind a known layout, as newer firmwares append */
  'trailing_bytes',
  /** a code, kind or alarm bit nobody has published */
  'unknown_value',
  /** a whole message with a number or word no layout names */
  'unknown_message',
  /** a whole message too short for its layout, or at odds with itself */
  'malformed_message',
  /** a whole message that is read, and has no place in a report */
  'unused_message',
  /** its body is encrypted */
  'encrypted_message',
  /** a long message in more parts than are put together */
  'too_long_message',
] as const;
export type NotUnderstoodReason = (typeof notUnderstoodReasons)[number];

/** Something a device said that was kept and not understood. */
export interface NotUnderstood {
  /** where it stood, in words of the protocol, e.g. `0200/7F`, `0704`, `P45/speed`: few and fixed per family, made to be counted by */
  what: string;
  reason: NotUnderstoodReason;
  /** as received, never an unlock password: people are shown them. Empty where a field is */
  bytes: Uint8Array;
}

/** What a lock says of a smaller lock, or a sensor, that it speaks for. */
export interface SubLockReport {
  /** as its maker prints it: 12 hex characters (`hhd`), 10 (Jointech) */
  id: string;
  /** volts */
  voltage: number | null;
  /** battery % 0-100 */
  electric: number | null;
  /** the motor home (Jointech), sealed (`hhd`); null when it does not say */
  locked: boolean | null;
  /** dBm, 0 or below */
  rssi: number | null;
  /** °C */
  temperature: number | null;
  /** % */
  humidity: number | null;
}

/** A Wi-Fi station heard by the lock. */
export interface HeardStation {
  /** 12 hex characters */
  mac: string;
  /** dBm */
  rssi: number;
}

/**
 * The canonical report: what one frame of any lock family means. Made by the gateway from a decoded message and a
 * profile, judged by the server. Times are milliseconds since 1970 UTC. Null = the lock did not say.
 */
export interface LockReport {
  /** the identity on the wire: JT/T 808 phone without leading zeros, Jointech terminal id */
  sn: string;
  family: LockFamily;
  msg_type: ReportType;
  /** sent late from the lock's memory: enters history, never moves the present */
  replay: boolean;
  /** came over a connection whose device has proved who it is; without that it proves no order and moves no lock */
  authenticated: boolean;
  deviceTime: number;
  receiveTime: number;
  /** the frame's own number, 0-65535; with device and device time it identifies the report */
  serial: number;
  /** 0, or the place of this report among several made of one frame, in the order the lock told them */
  part: number;
  position: ReportPosition | null;
  event: ReportEvent | null;
  /** lock status when the lock states it without an event (Jointech status bits); null for `hhd` */
  ls: LockStatus | null;
  fault: Fault;
  /** battery % 0-100 */
  electric: number | null;
  charging: boolean | null;
  /** volts */
  voltage: number | null;
  /** °C */
  temperature: number | null;
  /** km */
  mileage: number | null;
  /** CSQ 0-31 */
  signal: number | null;
  mcc: number | null;
  mnc: number | null;
  lac: number | null;
  cid: number | null;
  icc_card_no: string | null;
  /** ICCID */
  sim_card: string | null;
  imsi: string | null;
  ver: string | null;
  subLocks: SubLockReport[];
  wifi: HeardStation[];
  /** what of the frame, beside the fields above, is in `raw` alone */
  notUnderstood: NotUnderstood[];
  /** the lock's current one-time unlock password (to be stored encrypted, never logged) */
  unlockPassword: string | null;
  /** why the lock reported: message id and wake source in words of the family, e.g. `0200`, `jt701:2/vibration` */
  report_reson: string;
  /** the frame as received, unescaped framing bytes included: evidence */
  raw: Uint8Array;
}
