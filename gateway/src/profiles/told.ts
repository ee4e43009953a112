import { type Fault, ReportType } from '@plomb/contract/lock/codes';
import type { LockReport, ReportEvent } from '@plomb/contract/lock/report';

/** Events of one location that become reports. No lock tells as many; one frame could name thousands. */
export const mostEvents = 32;

/** One thing the lock says happened, and the bytes that say it. */
export interface Told {
  event: ReportEvent;
  fault: Fault;
  card: string | null;
  raw: () => Uint8Array;
}

/** The report, or as many as there are events. The first carries the frame, each other one the bytes of its event. */
export function withEvents(report: LockReport, told: readonly Told[]): LockReport[] {
  if (told.length === 0) return [report];
  report.msg_type = ReportType.lockAction;
  return told.map(({ event, fault, card, raw }, part) => {
    const own = part === 0 ? report : { ...report, part, raw: raw(), notUnderstood: [] };
    own.event = event;
    own.fault = fault;
    own.icc_card_no = card;
    return own;
  });
}
