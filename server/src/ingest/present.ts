import { LockStatus } from '@plomb/contract/lock';
import type { LockReport } from '@plomb/contract/report';

/** What the platform holds true of a lock now: the part of `device_state` that is judged. Times in ms since 1970 UTC. */
export interface Present {
  readonly lockStatus: LockStatus;
  readonly lockSince: number | null;
  /** who, by the lock's own word, brought it into this status, and how (`msg_lso`) */
  readonly lockActor: string;
  readonly lockSource: number | null;
  /** for locks that only know "locked": a seal order was given and nothing has broken it since */
  readonly sealedByPlatform: boolean;
  /** device time of the last authorised unseal; sealing again ends what it allowed */
  readonly unsealTime: number | null;
  /** the newest device time accepted; null before first contact */
  readonly deviceTime: number | null;
  readonly serial: number;
  readonly fault: number;
  readonly outsideFence: boolean;
  readonly lowBattery: boolean;
  /** how far the device's clock runs ahead of ours */
  readonly clockOffset: number;
}

export const firstContact: Present = {
  lockStatus: LockStatus.initial,
  lockSince: null,
  lockActor: '',
  lockSource: null,
  sealedByPlatform: false,
  unsealTime: null,
  deviceTime: null,
  serial: 0,
  fault: 0,
  outsideFence: false,
  lowBattery: false,
  clockOffset: 0,
};

/** The latest readings. Null = not said by any of the reports it was made of: what was known before stands. */
export type Readings = Pick<
  LockReport,
  | 'electric'
  | 'charging'
  | 'voltage'
  | 'temperature'
  | 'mileage'
  | 'signal'
  | 'mcc'
  | 'mnc'
  | 'lac'
  | 'cid'
  | 'icc_card_no'
  | 'sim_card'
  | 'ver'
  | 'report_reson'
> & { place: Place | null; fix: boolean | null };

/** Where the lock is. Made only of positions with a fix: without one the coordinates are old or absent. */
export interface Place {
  lon: number;
  lat: number;
  altitude: number | null;
  velocity: number;
  heading: number;
  satellites: number | null;
}

export const placeOf = ({ position: p }: LockReport): Place | null =>
  p?.fix && Math.abs(p.lon) <= 180 && Math.abs(p.lat) <= 90 ? p : null;

export const readingsOf = (report: LockReport, place: Place | null): Readings => ({
  electric: report.electric,
  charging: report.charging,
  voltage: report.voltage,
  temperature: report.temperature,
  mileage: report.mileage,
  signal: report.signal,
  mcc: report.mcc,
  mnc: report.mnc,
  lac: report.lac,
  cid: report.cid,
  icc_card_no: report.icc_card_no,
  sim_card: report.sim_card,
  ver: report.ver,
  report_reson: report.report_reson,
  place,
  fix: report.position ? place !== null : null,
});

/** Two reports' readings, the newer one's word first. A cell is one thing: its four numbers stay together. */
export const mergeReadings = (older: Readings, newer: Readings): Readings => {
  const cell = newer.cid === null ? older : newer;
  return {
    electric: newer.electric ?? older.electric,
    charging: newer.charging ?? older.charging,
    voltage: newer.voltage ?? older.voltage,
    temperature: newer.temperature ?? older.temperature,
    mileage: newer.mileage ?? older.mileage,
    signal: newer.signal ?? older.signal,
    mcc: cell.mcc,
    mnc: cell.mnc,
    lac: cell.lac,
    cid: cell.cid,
    icc_card_no: newer.icc_card_no ?? older.icc_card_no,
    sim_card: newer.sim_card ?? older.sim_card,
    ver: newer.ver ?? older.ver,
    report_reson: newer.report_reson,
    place: newer.place ?? older.place,
    fix: newer.fix ?? older.fix,
  };
};
