import { ReportType } from '@plomb/contract/lock/codes';
import type { LockReport } from '@plomb/contract/lock/report';
import { type HhdMessage, hhd as messages } from '@plomb/protocols/hhd/messages';
import { BatchKind, locationsIn } from '@plomb/protocols/jt808/batch';
import { note } from './blankReport.ts';
import { hhdOrder, parametersOf, tellsMore } from './hhdOrders.ts';
import { type HhdLocation, hhdReports } from './hhdReport.ts';
import type { Circumstances, Jt808Message, Jt808Profile, Reading } from './profile.ts';

/** Messages that answer an order, and the orders they answer. */
const [locationQuery, parameterQuery, attributeQuery] = [0x8201, 0x8104, 0x8107];
const answers: ReadonlySet<number> = new Set([0x0201, 0x0104, 0x0107]);
const none = { kind: 'unknown', id: 0, body: new Uint8Array() } as const;

/** Hhdlink padlocks (G-300, G-316, G-360P, G-508P, G-666). Nothing is read from the status word but the fix: its other bits vary between firmwares. */
export const hhd: Jt808Profile = {
  wire: 'jt808',
  silenceMillis: 15 * 60_000,

  explain: messages.explain,

  read(message, circumstances) {
    const { header, body } = message;
    const decoded = messages.decode(header.id, header.version, body);
    switch (decoded.kind) {
      case 'location':
        return live(decoded.body, '0200', message, circumstances);
      case 'locationReply':
        return live(decoded.body.location, '0201', message, circumstances);
      case 'vehicleControlReply': {
        const reading = live(decoded.body.location, '0500', message, circumstances);
        for (const report of reading.reports) report.msg_type = ReportType.lockAction;
        return reading;
      }
      case 'batch':
        return batch(decoded.body, message, circumstances);
      default: {
        const id = header.id.toString(16).padStart(4, '0').toUpperCase();
        const reason = decoded.kind === 'unknown' ? 'unknown_message' : 'unused_message';
        return { reports: [], notUnderstood: [{ what: id, reason, bytes: message.raw }] };
      }
    }
  },

  instruct(instruction, version) {
    const order = hhdOrder(instruction);
    return (
      order && { id: messages.idOf(order), body: messages.encode(order, version), told: tellsMore.has(order.kind) }
    );
  },

  answer(id, version, body) {
    const { kind, body: told } = answers.has(id) ? messages.decode(id, version, body) : none;
    if (kind === 'locationReply') {
      return { to: locationQuery, serial: told.serial, reply: { result: 'ok' }, reports: true };
    }
    if (kind === 'parametersReply') {
      const reply = { result: 'ok', told: { parameters: parametersOf(told.parameters) } } as const;
      return { to: parameterQuery, serial: told.serial, reply, reports: false };
    }
    if (kind === 'attributes') {
      const { model, hardware, firmware, iccid } = told;
      const info = { model: model.trim(), hardware, firmware, iccid: iccid.replace(/^0+$/, '') };
      return { to: attributeQuery, serial: null, reply: { result: 'ok', told: { info } }, reports: false };
    }
    return null;
  },
};

function live(location: HhdLocation, reason: string, message: Jt808Message, circumstances: Circumstances): Reading {
  const { memory } = circumstances;
  return {
    reports: hhdReports(location, reason, message, circumstances, memory.alarmWord),
    notUnderstood: [],
    stored() {
      memory.alarmWord = location.alarm.raw;
    },
  };
}

/** A batch is a story of its own: what was an alarm before it is news in it again, and the present's alarms stay as they are. */
function batch(
  { kind, locations, stated, claimed, rest }: Extract<HhdMessage, { kind: 'batch' }>['body'],
  message: Jt808Message,
  circumstances: Circumstances,
): Reading {
  const reading: Reading = { reports: [], notUnderstood: [] };
  const raws = locationsIn(message.body);
  const spoilt: Uint8Array[] = [];
  let before = 0;
  locations.forEach((location, i) => {
    const raw = raws[i]!;
    if (location instanceof Uint8Array) {
      spoilt.push(raw);
      return;
    }
    const reports = hhdReports(location, `0704/${kind}`, { ...message, raw }, circumstances, before);
    before = location.alarm.raw;
    if (kind === BatchKind.blindSpot) for (const report of reports) setLate(report);
    reading.reports.push(...reports);
  });
  if (spoilt.length > 0) note(reading.notUnderstood, '0704/location', 'malformed_item', Buffer.concat(spoilt));
  if (stated !== undefined || claimed !== undefined || rest) {
    // Its head alone: the locations are in the reports, and may hold passwords.
    note(reading.notUnderstood, '0704', 'malformed_message', message.body.subarray(0, 3));
  }
  return reading;
}

function setLate(report: LockReport): void {
  report.replay = true;
  if (report.msg_type === ReportType.timed) report.msg_type = ReportType.blindSpot;
}
