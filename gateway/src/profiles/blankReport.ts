import { Fault, ReportType } from '@plomb/contract/lock/codes';
import type {
  LockReport,
  NotUnderstood,
  NotUnderstoodReason,
  ReportEvent,
  ReportPosition,
} from '@plomb/contract/lock/report';
import type { Circumstances } from './profile.ts';

/** A timed report that says nothing yet. `raw` is copied: the bytes given may share memory with a socket's chunk. */
export function blankReport({ device, receiveTime }: Circumstances, raw: Uint8Array): LockReport {
  return {
    sn: device.sn,
    family: device.family,
    msg_type: ReportType.timed,
    replay: false,
    // Only the connection knows; it says so when it hands the report on.
    authenticated: false,
    deviceTime: 0,
    receiveTime,
    serial: 0,
    part: 0,
    position: null,
    event: null,
    ls: null,
    fault: Fault.none,
    electric: null,
    charging: null,
    voltage: null,
    temperature: null,
    mileage: null,
    signal: null,
    mcc: null,
    mnc: null,
    lac: null,
    cid: null,
    icc_card_no: null,
    sim_card: null,
    imsi: null,
    ver: null,
    subLocks: [],
    wifi: [],
    notUnderstood: [],
    unlockPassword: null,
    report_reson: '',
    raw: Buffer.from(raw),
  };
}

/** Writes down what was not understood: once a message for each `what`, so that none can make a long list of it. */
export function note(list: NotUnderstood[], what: string, reason: NotUnderstoodReason, bytes: Uint8Array): void {
  if (list.some((one) => one.what === what && one.reason === reason)) return;
  list.push({ what, reason, bytes: Buffer.from(bytes) });
}

/** What one kind of event means: data of a profile. */
export type Meaning = Pick<ReportEvent, 'lst' | 'lso' | 'ls' | 'alarms'> & Pick<LockReport, 'fault'>;

/**
 * Where the lock says it is. Coordinates that are none count as no fix, and so do two zeros: a receiver that found nothing yet says
 * them with its bit set, and no lock is in that sea.
 */
export function reportPosition(
  lon: number | null,
  lat: number | null,
  fix: boolean,
  rest: Omit<ReportPosition, 'lon' | 'lat' | 'fix'>,
): ReportPosition {
  const isPlace =
    lon !== null && lat !== null && Math.abs(lon) <= 180 && Math.abs(lat) <= 90 && (lon !== 0 || lat !== 0);
  return {
    lon: lon ?? 0,
    lat: lat ?? 0,
    fix: fix && isPlace,
    altitude: rest.altitude,
    velocity: rest.velocity,
    heading: rest.heading % 360,
    satellites: rest.satellites,
  };
}

/** The serving cell. Numbers no network has are left out together: half a cell locates nothing. */
export function setCell(report: LockReport, mcc: number | null, mnc: number | null, lac: number, cid: number): void {
  const isCell = lac > 0 && lac <= 0xffff && cid > 0 && cid <= 0xffffffff;
  if (!isCell || (mcc ?? 0) > 999 || (mnc ?? 0) > 999) return;
  report.mcc = mcc;
  report.mnc = mnc;
  report.lac = lac;
  report.cid = cid;
}

/** CSQ; 99 and other values outside 0-31 mean "not known". */
export function signalOf(csq: number): number | null {
  return csq <= 31 ? csq : null;
}
