import { maskedCard } from '@plomb/contract/lock/cards';
import { Fault } from '@plomb/contract/lock/codes';
import type { LockReport } from '@plomb/contract/lock/report';
import { type Clock, trustedClock } from './clock.ts';
import type { FencePlace } from './judgeFences.ts';
import { type LockState, unknownLock } from './lockFold.ts';

/**
 * What the platform holds true of a lock now: the part of `lock_state` that is judged. Times in ms since 1970 UTC, on
 * our clock. Two clocks: where it is and what it reads follow its newest report, what its metal does follows its newest
 * word.
 */
export interface Present extends LockState {
  /** the newest lock word's, and its frame's number */
  readonly lockTime: number | null;
  readonly lockSerial: number;
  /** the newest report's; null before first contact */
  readonly presentTime: number | null;
  /** by the lock's own clock the newest time ever stored: what is newer cannot be stored already */
  readonly deviceTime: number | null;
  readonly serial: number;
  /** a badge of the newest report, or what the abnormal status comes from */
  readonly fault: number;
  /** by which it is judged which fences it goes into and out of; null: nothing is known, or no fence is for it */
  readonly fence: FencePlace | null;
  readonly lowBattery: boolean;
  /** of the newest reading that decided it */
  readonly batteryTime: number | null;
  readonly clock: Clock;
  /** since when its live reports are put aside, so that its place and readings are those of before; null: they are taken */
  readonly asideSince: number | null;
  /** when its newest report was received, put aside or not */
  readonly heardTime: number | null;
}

export const firstContact: Present = {
  ...unknownLock,
  lockTime: null,
  lockSerial: 0,
  presentTime: null,
  deviceTime: null,
  serial: 0,
  fault: Fault.none,
  fence: null,
  lowBattery: false,
  batteryTime: null,
  clock: trustedClock,
  asideSince: null,
  heardTime: null,
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
> & { place: Place | null /** when it was there */; placeTime: number | null; fix: boolean | null };

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

export const readingsOf = (report: LockReport, place: Place | null, at: number): Readings => ({
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
  // written once for all who see it
  icc_card_no: report.icc_card_no && maskedCard(report.icc_card_no),
  sim_card: report.sim_card,
  ver: report.ver,
  report_reson: report.report_reson,
  place,
  placeTime: place && at,
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
    placeTime: newer.placeTime ?? older.placeTime,
    fix: newer.fix ?? older.fix,
  };
};
