import { Fault, ReportType } from '@plomb/contract/lock';
import type { LockReport } from '@plomb/contract/report';
import { encodeDownlink } from '@plomb/protocols/jointech/downlink';
import { cellsOf } from '@plomb/protocols/jointech/lock-event';
import { cellOf, DataType, type Position, wakeSources } from '@plomb/protocols/jointech/position';
import { subLockReport } from '@plomb/protocols/jointech/sub-lock';
import { millisOf } from '@plomb/protocols/jointech/time';
import { decode } from '@plomb/protocols/kit/codec';
import { blankReport, type Meaning, reportPosition, setCell, signalOf } from './blankReport.ts';
import { alarmOf, meaningOf, statusOf } from './jt701Events.ts';
import type { JointechProfile } from './profile.ts';

/** What locks leave the factory with; P43 is refused by a lock whose owner has changed it. */
const factoryPassword = '888888';

/** `battery` value of a lock on its charger. */
const charging = 255;

/** Wake sources that are no news: switched on, and the clock of the timed report. */
const quietWakes = new Set([0, 1]);

/** Jointech JT701 (version 0x17) and JT701D (0x19). */
export const jt701: JointechProfile = {
  wire: 'jointech',
  silenceMillis: 30 * 60_000,

  position(position, raw, circumstances) {
    const report = blankReport(circumstances, raw);
    const { dataType, status, wake } = position;
    report.serial = position.serial;
    report.deviceTime = millisOf(position.time) ?? 0;
    report.report_reson = reasonOf(position);
    report.replay = dataType === DataType.blindSpot;
    report.position = reportPosition(position.longitude, position.latitude, position.flags.fix, {
      altitude: null,
      velocity: position.speed,
      heading: position.heading,
      satellites: position.satellites,
    });
    report.ls = statusOf(status);
    report.mileage = position.mileage;
    report.signal = signalOf(position.signal);
    const isCharging = position.battery === charging;
    report.electric = position.battery <= 100 ? position.battery : null;
    report.charging = isCharging || (wake !== null && (wake.status2 & 1) === 1);
    const { mcc, mnc, lac, cid } = cellOf(position);
    setCell(report, mcc, mnc, lac, cid);
    // In real-time frames the same bits say how things are, which `ls` carries; only these say that it happened.
    const isNews = dataType === DataType.alarm || dataType === DataType.blindSpot;
    const alarm = isNews ? alarmOf(status) : null;
    if (alarm) setEvent(report, alarm.code, alarm.meaning, null);
    else if (report.replay) report.msg_type = ReportType.blindSpot;
    else if (circumstances.isFirst && wake && !quietWakes.has(wake.wake)) report.msg_type = ReportType.wakeUp;
    return report;
  },

  lockEvent(event, raw, circumstances) {
    const report = blankReport(circumstances, raw);
    report.serial = event.serial & 0xffff;
    report.deviceTime = millisOf(event.time) ?? 0;
    report.report_reson = 'jt701:P45';
    report.position = reportPosition(event.longitude, event.latitude, event.fix, {
      altitude: null,
      velocity: event.speed,
      heading: event.heading,
      satellites: null,
    });
    report.mileage = event.mileage;
    const [cell] = cellsOf(event);
    if (cell) setCell(report, cell.mcc, cell.mnc, cell.lac, cell.cid);
    report.icc_card_no = event.card?.slice(0, 20) ?? null;
    setEvent(report, `P45:${event.source}`, meaningOf(event), report.icc_card_no);
    return report;
  },

  subLock(payload, raw, circumstances) {
    const sub = decode(subLockReport, payload);
    const report = blankReport(circumstances, raw);
    report.serial = sub.serial;
    report.deviceTime = millisOf(sub.fix.time) ?? 0;
    report.report_reson = `jt701:WLNET,5/${sub.id}`;
    report.replay = sub.event.replay;
    if (report.replay) report.msg_type = ReportType.blindSpot;
    report.position = reportPosition(sub.fix.longitude, sub.fix.latitude, sub.fix.flags.fix, {
      altitude: null,
      velocity: sub.speed,
      heading: sub.heading,
      satellites: null,
    });
    return report;
  },

  instruct(instruction) {
    // Nothing on this wire locks from afar: putting the rope in does. A seal is a fact the platform holds.
    if (instruction.kind === 'seal') return null;
    const { password } = instruction;
    if (password === null) {
      return { word: 'P43', bytes: encodeDownlink({ kind: 'unlock', by: 'static', password: factoryPassword }) };
    }
    // A bracket or comma would end the frame early.
    if (!/^[0-9A-Za-z]{1,8}$/.test(password)) return null;
    return { word: 'P52', bytes: encodeDownlink({ kind: 'unlock', by: 'dynamic', password }) };
  },
};

function setEvent(report: LockReport, code: string, { fault, ...meaning }: Meaning, actor: string | null): void {
  report.msg_type = ReportType.lockAction;
  report.event = { code, ...meaning, actor };
  if (fault !== Fault.none) report.fault = fault;
}

/** Data type and wake source, e.g. `jt701:2/vibration`. */
function reasonOf({ dataType, wake }: Position): string {
  return wake ? `jt701:${dataType}/${wakeSources[wake.wake] ?? wake.wake}` : `jt701:${dataType}`;
}
