import { Fault, ReportType } from '@plomb/contract/lock/codes';
import type { LockReport } from '@plomb/contract/lock/report';
import { cellsOf, isCell } from '@plomb/protocols/jointech/lock-event';
import { cellOf, DataType, type Position, wakeSources } from '@plomb/protocols/jointech/position';
import { subLockReport } from '@plomb/protocols/jointech/sub-lock';
import { millisOf } from '@plomb/protocols/jointech/time';
import { decode } from '@plomb/protocols/kit/codec';
import { blankReport, type Meaning, note, reportPosition, setCell, signalOf } from './blankReport.ts';
import { alarmOf, isPublished, isPublishedKind, meaningOf, statusOf, subLockMeaning } from './jt701Events.ts';
import { jt701Answer, jt701Order } from './jt701Orders.ts';
import type { JointechProfile } from './profile.ts';

/** `battery` value of a lock on its charger. */
const charging = 255;

/** A byte of older firmwares that have nothing to say there. */
const absent = 0x0f;

const dataTypes: ReadonlySet<number> = new Set(Object.values(DataType));

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
    report.charging = isCharging || (wake !== null && wake.status2 !== absent && (wake.status2 & 1) === 1);
    const { mcc, mnc, lac, cid } = cellOf(position);
    setCell(report, mcc, mnc, lac, cid);
    // In real-time frames the same bits say how things are, which `ls` carries; only these say that it happened.
    const isNews = dataType === DataType.alarm || dataType === DataType.blindSpot;
    const alarm = isNews ? alarmOf(status) : null;
    if (alarm) setEvent(report, alarm.code, alarm.meaning, null);
    else if (report.replay) report.msg_type = ReportType.blindSpot;
    else if (circumstances.isFirst && isNewsOfWaking(wake)) report.msg_type = ReportType.wakeUp;
    noteStrange(report, position);
    return report;
  },

  lockEvent(event, raw, circumstances) {
    const report = blankReport(circumstances, raw);
    report.serial = (event.serial ?? 0) & 0xffff;
    report.deviceTime = millisOf(event.time) ?? 0;
    report.report_reson = 'jt701:P45';
    report.position = reportPosition(event.longitude, event.latitude, event.fix, {
      altitude: null,
      velocity: event.speed ?? 0,
      heading: event.heading ?? 0,
      satellites: null,
    });
    report.mileage = event.mileage;
    const [cell] = cellsOf(event);
    if (cell) setCell(report, cell.mcc, cell.mnc, cell.lac, cell.cid);
    report.icc_card_no = event.card?.slice(0, 20) ?? null;
    setEvent(report, `P45:${event.source ?? '?'}`, meaningOf(event), report.icc_card_no);
    const appended = event.rest.filter((field) => field !== '' && !isCell(field));
    if (appended.length > 0) note(report.notUnderstood, 'P45/rest', 'trailing_bytes', Buffer.from(appended.join()));
    for (const [name, text] of Object.entries(event.odd ?? {})) {
      note(report.notUnderstood, `P45/${name}`, 'malformed_item', Buffer.from(text));
    }
    if (event.source !== null && !isPublished(event.source)) {
      note(report.notUnderstood, 'P45/source', 'unknown_value', Buffer.from(`${event.source}`));
    }
    return report;
  },

  subLock(payload, raw, circumstances) {
    const sub = decode(subLockReport, payload);
    const { lock, sensor } = sub;
    const report = blankReport(circumstances, raw);
    report.serial = sub.serial;
    report.deviceTime = millisOf(sub.fix.time) ?? 0;
    report.report_reson = `jt701:WLNET,5/${sub.id}`;
    report.replay = lock?.event.replay === true || (lock ?? sensor)?.gateway?.replay === true;
    if (report.replay) report.msg_type = ReportType.blindSpot;
    report.position = reportPosition(sub.fix.longitude, sub.fix.latitude, sub.fix.flags.fix, {
      altitude: null,
      velocity: sub.speed,
      heading: sub.heading,
      satellites: null,
    });
    report.subLocks = [
      {
        id: sub.id.toUpperCase(),
        voltage: sub.voltage,
        electric: sub.battery <= 100 ? sub.battery : null,
        locked: lock && !lock.status.motorUnlocked,
        rssi: sub.rssi,
        temperature: sensor?.temperature ?? null,
        humidity: sensor && sensor.humidity <= 100 ? sensor.humidity : null,
      },
    ];
    report.temperature = sensor?.temperature ?? null;
    const meaning = subLockMeaning(sub);
    if (lock && meaning) {
      const card = lock.card ? `${lock.card}`.padStart(10, '0') : null;
      setEvent(report, `WLNET,5:${lock.event.kind}/${sub.id.toUpperCase()}`, meaning, card);
      report.icc_card_no = card;
    }
    if (!lock && !sensor) note(report.notUnderstood, 'WLNET,5/device', 'unknown_value', payload);
    else if (sub.rest.length > 0) note(report.notUnderstood, 'WLNET,5/rest', 'trailing_bytes', sub.rest);
    if (lock && !isPublishedKind(lock.event.kind)) {
      note(report.notUnderstood, 'WLNET,5/event', 'unknown_value', Buffer.of(lock.event.kind >>> 8, lock.event.kind));
    }
    return report;
  },

  instruct: jt701Order,
  answer: jt701Answer,
};

function noteStrange(report: LockReport, { dataType, status, wake, rest }: Position): void {
  const unknown = (what: string, ...bytes: number[]) =>
    note(report.notUnderstood, `$/${what}`, 'unknown_value', Buffer.of(...bytes));
  if (rest.length > 0) note(report.notUnderstood, '$/rest', 'trailing_bytes', rest);
  if (!dataTypes.has(dataType)) unknown('type', dataType);
  if (status.unpublished) unknown('status', status.raw >>> 8, status.raw);
  if (wake && wake.wake !== absent && !wakeSources[wake.wake]) unknown('wake', wake.wake);
}

function isNewsOfWaking(wake: Position['wake']): boolean {
  return wake !== null && wake.wake !== absent && !quietWakes.has(wake.wake);
}

function setEvent(report: LockReport, code: string, { fault, ...meaning }: Meaning, actor: string | null): void {
  report.msg_type = ReportType.lockAction;
  report.event = { code, ...meaning, actor };
  if (fault !== Fault.none) report.fault = fault;
}

/** Data type and wake source, e.g. `jt701:2/vibration`. */
function reasonOf({ dataType, wake }: Position): string {
  if (!wake || wake.wake === absent) return `jt701:${dataType}`;
  return `jt701:${dataType}/${wakeSources[wake.wake] ?? wake.wake}`;
}
