import { Fault, ReportType } from '@plomb/contract/lock';
import type { LockReport } from '@plomb/contract/report';
import { eventCodes, eventDetail, isSubLockEvent } from '@plomb/protocols/hhd/events';
import { type HhdMessage, hhd as messages } from '@plomb/protocols/hhd/messages';
import { BatchKind } from '@plomb/protocols/jt808/batch';
import { millisOf } from '@plomb/protocols/jt808/time';
import { blankReport, reportPosition, setCell, signalOf } from './blankReport.ts';
import { hhdMeanings, hhdWakes, unknownMeaning } from './hhdEvents.ts';
import type { Circumstances, Jt808Message, Jt808Profile } from './profile.ts';

type Location = Extract<HhdMessage, { kind: 'location' }>['body'];
type EventItem = Extract<Location['items'][number], { name: 'event' }>['value'];

/** Battery volts → %, a straight line between empty and full of the locks' single lithium cell. */
const battery = { empty: 3.5, full: 4.15 };

/** Hhdlink padlocks (G-300, G-316, G-360P, G-508P, G-666). Nothing is read from the status word but the fix: its other bits vary between firmwares. */
export const hhd: Jt808Profile = {
  wire: 'jt808',
  silenceMillis: 15 * 60_000,

  reports(message, circumstances) {
    const { header, body } = message;
    const decoded = messages.decode(header.id, header.version, body);
    if (decoded.kind === 'location') return [reportOf(decoded.body, '0200', message, circumstances)];
    if (decoded.kind !== 'batch') return null;
    const { kind, locations } = decoded.body;
    const raws = locationsIn(body);
    return locations.map((location, i) => {
      const report = reportOf(location, `0704/${kind}`, { ...message, raw: raws[i] ?? body }, circumstances);
      if (kind === BatchKind.blindSpot) {
        report.replay = true;
        if (report.msg_type === ReportType.timed) report.msg_type = ReportType.blindSpot;
      }
      return report;
    });
  },

  instruct(instruction, version) {
    const seal = instruction.kind === 'seal';
    const order: HhdMessage = {
      kind: 'instruct',
      body: [{ name: 'seal', value: { seal, user: instruction.user } }],
    };
    return { id: messages.idOf(order), body: messages.encode(order, version) };
  },
};

function reportOf(location: Location, reason: string, message: Jt808Message, of: Circumstances): LockReport {
  const report = blankReport(of, message.raw);
  report.serial = message.header.serial;
  // A clock that names no moment is 1970 to the server, which puts such reports aside.
  report.deviceTime = millisOf(location.time, of.device.utcOffsetMinutes) ?? 0;
  report.report_reson = reason;
  const { status, alarm } = location;
  if (alarm.gnssFault || alarm.antennaOpen || alarm.antennaShort) report.fault = Fault.gnss;
  else if (alarm.cardModuleFault) report.fault = Fault.cardReader;
  let satellites: number | null = null;
  for (const item of location.items) {
    if (item.name === 'satellites') satellites = item.value;
    else readItem(report, item);
  }
  report.position = reportPosition(location.longitude, location.latitude, status.fix, {
    altitude: location.altitude,
    velocity: location.speed,
    heading: location.heading,
    satellites,
  });
  return report;
}

function readItem(report: LockReport, item: Location['items'][number]): void {
  switch (item.name) {
    case 'event':
      readEvent(report, item.value);
      break;
    case 'cells': {
      const [cell] = item.value.cells;
      if (cell) setCell(report, item.value.mcc, cell.mnc, cell.lac, cell.cid);
      break;
    }
    case 'password':
      report.unlockPassword = /^[1-4]{8}$/.test(item.value) ? item.value : null;
      break;
    case 'voltage':
      report.voltage = item.value;
      report.electric = percentOf(item.value);
      break;
    case 'csq':
    case 'signal':
      report.signal = signalOf(item.value);
      break;
    case 'iccid':
      report.sim_card = item.value.slice(0, 20) || null;
      break;
    case 'temperature':
      report.temperature = item.value;
      break;
    case 'mileage':
      report.mileage = item.value;
  }
}

function readEvent(report: LockReport, item: EventItem): void {
  const wake = hhdWakes[item.code];
  if (wake) {
    report.msg_type = ReportType.wakeUp;
    report.report_reson += `/${wake}`;
    return;
  }
  const { actor, subLock } = eventDetail(item);
  const { fault, ...meaning } = hhdMeanings[item.code] ?? unknownMeaning(item.kind === 1 && subLock === null);
  const code = `hhd:${item.code.toString(16).padStart(4, '0').toUpperCase()}`;
  report.msg_type = ReportType.lockAction;
  report.event = {
    code: subLock === null ? code : `${code}/${subLock}`,
    ...meaning,
    actor: actor?.slice(0, 64) ?? null,
  };
  if (fault !== Fault.none) report.fault = fault;
  if (eventCodes[item.code]?.actor === 'card' || isSubLockEvent(item.code)) report.icc_card_no = report.event.actor;
}

export function percentOf(volts: number): number {
  const share = (volts - battery.empty) / (battery.full - battery.empty);
  return Math.round(Math.min(1, Math.max(0, share)) * 100);
}

/** The bytes of each location of a 0x0704 that has been decoded: what is kept of a batch is each report's own part. */
function locationsIn(body: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let at = 3; at + 2 <= body.length; ) {
    const length = (body[at]! << 8) | body[at + 1]!;
    parts.push(body.subarray(at + 2, at + 2 + length));
    at += 2 + length;
  }
  return parts;
}
