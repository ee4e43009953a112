import type { AlarmKind, Fault, LockAction, LockFamily, LockSource, LockStatus, ReportType } from './lock.ts';

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
  deviceTime: number;
  receiveTime: number;
  /** the frame's own number, 0-65535; with device and device time it identifies the report */
  serial: number;
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
  sim_card: string | null;
  ver: string | null;
  /** the lock's current one-time unlock password (to be stored encrypted, never logged) */
  unlockPassword: string | null;
  /** why the lock reported: message id and wake source in words of the family, e.g. `0200`, `jt701:2/vibration` */
  report_reson: string;
  /** the frame as received, unescaped framing bytes included: evidence */
  raw: Uint8Array;
}
