import { type BatteryCurve, percentAt } from '@plomb/contract/lock/batteryCurve';
import { Fault, ReportType } from '@plomb/contract/lock/codes';
import type { LockReport, SubLockReport } from '@plomb/contract/lock/report';
import { eventCodes, eventDetail, isSubLockEvent } from '@plomb/protocols/hhd/events';
import type { HhdMessage } from '@plomb/protocols/hhd/messages';
import { millisOf } from '@plomb/protocols/jt808/time';
import { blankReport, note, reportPosition, setCell, signalOf } from './blankReport.ts';
import { hhdAlarms, unknownBits } from './hhdAlarms.ts';
import { hhdWakes, meaningOf } from './hhdEvents.ts';
import type { Circumstances, Jt808Message } from './profile.ts';
import { mostEvents, type Told, withEvents } from './told.ts';

export type HhdLocation = Extract<HhdMessage, { kind: 'location' }>['body'];
type HhdItem = HhdLocation['items'][number];
type EventItem = Extract<HhdItem, { name: 'event' }>['value'];
type SubLockItem = Extract<HhdItem, { name: 'subLocks' }>['value'][number];

const codeName = (code: number) => `hhd:${code.toString(16).padStart(4, '0').toUpperCase()}`;
/** Of the codes there are, so that they need not be made for each report. */
const codeNames = Array.from({ length: 0x80 }, (_, code) => codeName(code));

/**
 * A location as reports: one, or as many as it tells events. The first carries the frame, each other one the bytes of
 * its event. `alarmsBefore` is the alarm word of the report before: only bits that have risen since are news.
 */
export function hhdReports(
  location: HhdLocation,
  reason: string,
  message: Jt808Message,
  of: Circumstances,
  alarmsBefore: number,
): LockReport[] {
  const report = blankReport(of, message.raw);
  report.serial = message.header.serial;
  // A clock that names no moment is 1970 to the server, which judges such reports by the time they came.
  report.deviceTime = millisOf(location.time, of.device.utcOffsetMinutes) ?? 0;
  report.report_reson = reason;
  const told: Told[] = [];
  let satellites: number | null = null;
  let events = 0;
  const tooMany: Uint8Array[] = [];
  for (const item of location.items) {
    if (item.name === 'satellites') satellites = item.value;
    else if (item.name !== 'event') readItem(report, item, of.device.batteryCurve);
    else if (++events <= mostEvents) tell(told, report, item.value);
    else tooMany.push(bytesOf(item.value));
    if (item.name !== 'remainder' && (item.claimed !== undefined || ('rest' in item && item.rest))) {
      noteMisfit(report, item);
    }
  }
  if (tooMany.length > 0) noteItem(report, 'events', 'malformed_item', Buffer.concat(tooMany));
  report.position = reportPosition(location.longitude, location.latitude, location.status.fix, {
    altitude: location.altitude,
    velocity: location.speed,
    heading: location.heading,
    satellites,
  });
  if (location.alarm.raw !== 0) tellAlarms(told, report, location.alarm.raw, of.device.model, alarmsBefore);
  return withEvents(report, told);
}

function readItem(
  report: LockReport,
  item: Exclude<HhdItem, { name: 'event' | 'satellites' }>,
  curve: Readonly<BatteryCurve>,
): void {
  switch (item.name) {
    case 'cells': {
      const [cell] = item.value.cells;
      if (cell) setCell(report, item.value.mcc, cell.mnc, cell.lac, cell.cid);
      break;
    }
    case 'password':
      if (/^[1-4]{8}$/.test(item.value)) report.unlockPassword = item.value;
      // What may be a password is shown to nobody.
      else noteItem(report, item.name, 'unknown_value', Buffer.from(item.value.replace(/./gs, '*')));
      break;
    case 'voltage':
      report.voltage = item.value;
      report.electric = percentAt(curve, item.value);
      break;
    case 'csq':
    case 'signal':
      report.signal = signalOf(item.value);
      break;
    case 'iccid':
      report.sim_card = numberOf(report, item, iccid);
      break;
    case 'imsi':
      report.imsi = numberOf(report, item, imsi);
      break;
    case 'temperature':
      report.temperature = item.value;
      break;
    case 'mileage':
      report.mileage = item.value;
      break;
    case 'subLocks':
      report.subLocks = item.value.map(subLockOf);
      break;
    case 'wifi':
      report.wifi = item.value;
      break;
    case 'unknown':
    case 'malformed': {
      const id = item.id.toString(16).padStart(2, '0').toUpperCase();
      noteItem(report, id, item.name === 'unknown' ? 'unknown_item' : 'malformed_item', item.value);
      break;
    }
    case 'remainder':
      noteItem(report, item.name, 'trailing_bytes', item.value);
  }
}

const iccid = /^[1-9]\d{17,19}$/;
const imsi = /^(?=0*[1-9])\d{14,15}$/;

/** A number of the SIM. One of 19 digits in a field for 20 is filled up with `F`; a field of zeros is none. */
function numberOf(report: LockReport, item: { name: string; value: string }, shape: RegExp): string | null {
  if (shape.test(item.value)) return item.value;
  const digits = item.value.replace(/[Ff]+$/, '');
  if (shape.test(digits)) return digits;
  if (!/^0*$/.test(digits)) noteItem(report, item.name, 'unknown_value', Buffer.from(item.value));
  return null;
}

function subLockOf({ id, battery: voltage, seal }: SubLockItem): SubLockReport {
  const locked = seal === 0x31 ? true : seal === 0x30 ? false : null;
  return { id, voltage, electric: null, locked, rssi: null, temperature: null, humidity: null };
}

function bytesOf({ code, kind, content }: EventItem): Uint8Array {
  return Buffer.concat([Buffer.of(0x60, content.length + 3, code >>> 8, code, kind), content]);
}

function tell(told: Told[], report: LockReport, item: EventItem): void {
  const { code, kind } = item;
  const isAlarm = kind === 1;
  const wake = hhdWakes[code];
  if (wake && !isAlarm) {
    report.msg_type = ReportType.wakeUp;
    report.report_reson += `/${wake}`;
    return;
  }
  const raw = () => bytesOf(item);
  const isOfSubLock = isSubLockEvent(code);
  const { actor, subLock } = eventDetail(item);
  if (isOfSubLock && subLock === null) noteItem(report, 'event', 'malformed_item', raw());
  if (kind > 1 || (!isOfSubLock && !eventCodes[code])) noteItem(report, 'event', 'unknown_value', raw());
  const { lst, lso, ls, alarms, fault } = meaningOf(code, isAlarm);
  const name = codeNames[code] ?? codeName(code);
  const who = actor?.slice(0, 64) ?? null;
  told.push({
    event: { code: subLock === null ? name : `${name}/${subLock}`, lst, lso, ls, alarms, actor: who },
    fault,
    card: isOfSubLock || eventCodes[code]?.actor === 'card' ? who : null,
    raw,
  });
}

/** What the alarm word says beyond the events: they say it better. */
function tellAlarms(told: Told[], report: LockReport, word: number, model: string, before: number): void {
  const known = hhdAlarms(model);
  const raw = Buffer.of(word >>> 24, word >>> 16, word >>> 8, word);
  if (unknownBits(word, known) !== 0) noteItem(report, 'alarm', 'unknown_value', raw);
  const saysForce = told.some(({ fault }) => fault === Fault.illegalUnlock || fault === Fault.illegalUnlocking);
  const [risen] = known.filter(({ bits }) => (word & ~before & bits) !== 0);
  if (!risen || saysForce) return;
  const { lst, lso, ls, alarms, fault } = risen.meaning;
  told.push({ event: { code: risen.code, lst, lso, ls, alarms, actor: null }, fault, card: null, raw: () => raw });
}

/** A known item that is longer than its layout, or claims to be longer than the message. */
function noteMisfit(report: LockReport, item: Exclude<HhdItem, { name: 'remainder' }>): void {
  // Named by `readItem` already.
  if (item.name === 'unknown' || item.name === 'malformed') return;
  if (item.claimed !== undefined) noteItem(report, item.name, 'malformed_item', Buffer.of(item.claimed));
  else noteItem(report, item.name, 'trailing_bytes', item.rest ?? new Uint8Array());
}

function noteItem(report: LockReport, name: string, reason: Parameters<typeof note>[2], bytes: Uint8Array): void {
  note(report.notUnderstood, `0200/${name}`, reason, bytes);
}
