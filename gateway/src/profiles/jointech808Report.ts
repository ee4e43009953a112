import { ReportType } from '@plomb/contract/lock/codes';
import type { LockReport, NotUnderstoodReason, SubLockReport } from '@plomb/contract/lock/report';
import { wakeSources } from '@plomb/protocols/jointech/position';
import { lockEvent } from '@plomb/protocols/jointech808/lock-event';
import type { Jointech808Message } from '@plomb/protocols/jointech808/messages';
import { wakeOf } from '@plomb/protocols/jointech808/words';
import { millisOf } from '@plomb/protocols/jt808/time';
import { encode } from '@plomb/protocols/kit/codec';
import { blankReport, type Meaning, note, reportPosition, setCell, signalOf } from './blankReport.ts';
import {
  alarmOf,
  isOpen,
  isPublished,
  meaningOf,
  openedFromAfar,
  publishedAlarms,
  statusOf,
} from './jointech808Events.ts';
import type { Circumstances, Jt808Message } from './profile.ts';
import { mostEvents, type Told, withEvents } from './told.ts';

export type Jointech808Location = Extract<Jointech808Message, { kind: 'location' }>['body'];
type Item = Jointech808Location['items'][number];
type EventItem = Extract<Item, { name: 'lockEvent' }>['value'];
type BoundLock = Extract<Extract<Item, { name: 'voltage' }>['value'], { locks: unknown }>['locks'][number];

/** `battery` of a lock on its charger. */
const charging = 255;
/** Wake sources that are no news: switched on, and the clock of the timed report. */
const quietWakes = new Set([0, 1]);
/** `status` of a bound lock. */
const boundOpen = 1 << 5;

/** A location as reports: one, or as many as it tells events. `alarmsBefore`: only alarm bits that have risen since are news. */
export function jointech808Reports(
  location: Jointech808Location,
  reason: string,
  message: Jt808Message,
  of: Circumstances,
  alarmsBefore: number,
): LockReport[] {
  const report = blankReport(of, message.raw);
  const { alarm, status } = location;
  const wake = wakeOf(status.raw);
  report.serial = message.header.serial;
  report.deviceTime = millisOf(location.time, of.device.utcOffsetMinutes) ?? 0;
  report.report_reson = `${reason}/${wakeSources[wake] ?? wake}`;
  if (!wakeSources[wake]) noteItem(report, 'wake', 'unknown_value', Buffer.of(wake));
  if (of.isFirst && !quietWakes.has(wake)) report.msg_type = ReportType.wakeUp;
  report.ls = statusOf(alarm.raw, status.raw);
  const told: Told[] = [];
  const tooMany: EventItem[] = [];
  let satellites: number | null = null;
  for (const item of location.items) {
    if (item.name === 'satellites') satellites = item.value;
    else if (item.name !== 'lockEvent') readItem(report, item);
    else if (told.length < mostEvents) told.push(toldBy(report, item.value));
    else tooMany.push(item.value);
    noteMisfit(report, item);
  }
  if (tooMany.length > 0) {
    noteItem(report, 'events', 'malformed_item', Buffer.concat(tooMany.map((one) => Buffer.of(one.type))));
  }
  report.position = reportPosition(location.longitude, location.latitude, status.fix, {
    altitude: location.altitude,
    velocity: location.speed,
    heading: location.heading,
    satellites,
  });
  if ((alarm.raw & ~publishedAlarms) !== 0) noteItem(report, 'alarm', 'unknown_value', dword(alarm.raw));
  const risen = alarmOf((alarm.raw & ~alarmsBefore) >>> 0);
  if (risen) told.push(happened(risen.code, risen.meaning, null, () => dword(alarm.raw)));
  // It answers an order to open: it stands open, and says that this was why.
  if (reason === '0500' && isOpen(status.raw)) {
    told.push(happened('jointech808:0500', openedFromAfar, null, () => dword(status.raw)));
  }
  return withEvents(report, told);
}

function readItem(report: LockReport, item: Exclude<Item, { name: 'lockEvent' | 'satellites' }>): void {
  switch (item.name) {
    case 'battery':
      if ('percent' in item.value) {
        report.electric = item.value.percent <= 100 ? item.value.percent : null;
        report.charging = item.value.percent === charging;
      } else noteItem(report, 'battery', 'unknown_value', dword(item.value.card));
      break;
    case 'voltage':
      if ('volts' in item.value) report.voltage = item.value.volts;
      else report.subLocks = item.value.locks.map(subLockOf);
      break;
    case 'probe':
    case 'temperature15':
      report.temperature ??= item.value;
      break;
    case 'temperature':
      report.temperature = item.value;
      break;
    case 'signal':
      report.signal = signalOf(item.value);
      break;
    case 'cell':
      setCell(report, item.value.mcc, item.value.mnc, item.value.lac, item.value.cid);
      break;
    case 'protocolVersion':
      report.ver = `${item.value}`;
      break;
    case 'mileage':
      report.mileage = item.value;
      break;
    case 'distance':
      report.mileage ??= item.value / 1000;
      break;
    case 'unknown':
    case 'malformed': {
      const id = item.id.toString(16).padStart(2, '0').toUpperCase();
      const reason = item.name === 'unknown' ? 'unknown_item' : 'malformed_item';
      noteItem(report, id, reason, id === '0B' ? stars(item.value) : item.value);
      break;
    }
    case 'remainder':
      noteItem(report, item.name, 'trailing_bytes', item.value);
  }
}

function subLockOf({ id, battery, status }: BoundLock): SubLockReport {
  const electric = battery <= 100 ? battery : null;
  const locked = (status & boundOpen) === 0;
  return { id: id.toUpperCase(), voltage: null, electric, locked, rssi: null, temperature: null, humidity: null };
}

const codeName = (type: number): string => `0B:${type.toString(16).padStart(2, '0').toUpperCase()}`;

function toldBy(report: LockReport, event: EventItem): Told {
  if (!isPublished(event.type)) noteItem(report, 'event', 'unknown_value', Buffer.of(event.type));
  else if (event.rest.length > 0) noteItem(report, 'event', 'trailing_bytes', event.rest);
  // A card of zeros is none.
  const card = event.card !== null && Number(event.card) > 0 ? event.card : null;
  return happened(codeName(event.type), meaningOf(event), card, () => bytesOf(event));
}

function happened(code: string, { fault, ...meaning }: Meaning, actor: string | null, raw: Told['raw']): Told {
  return { event: { code, ...meaning, actor }, fault, card: actor, raw };
}

function bytesOf(event: EventItem): Uint8Array {
  const value = encode(lockEvent, event);
  return Buffer.concat([Buffer.of(0x0b, value.length), value]);
}

/** A known item that is longer than its layout, or claims to be longer than the message. */
function noteMisfit(report: LockReport, item: Item): void {
  // Named by `readItem` already.
  if (item.name === 'unknown' || item.name === 'malformed' || item.name === 'remainder') return;
  if (item.claimed !== undefined) noteItem(report, item.name, 'malformed_item', Buffer.of(item.claimed));
  else if ('rest' in item && item.rest) noteItem(report, item.name, 'trailing_bytes', item.rest);
}

/** What may hold a password is shown to nobody. */
const stars = (bytes: Uint8Array): Uint8Array => Buffer.alloc(bytes.length, '*');

function dword(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function noteItem(report: LockReport, name: string, reason: NotUnderstoodReason, bytes: Uint8Array): void {
  note(report.notUnderstood, `0200/${name}`, reason, bytes);
}
