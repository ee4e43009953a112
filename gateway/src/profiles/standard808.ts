import { ReportType } from '@plomb/contract/lock/codes';
import type { OrderResult } from '@plomb/contract/lock/command';
import type { LockReport } from '@plomb/contract/lock/report';
import { AreaAction, areaAttributes } from '@plomb/protocols/jt808/areas';
import { BatchKind, locationsIn } from '@plomb/protocols/jt808/batch';
import { Control } from '@plomb/protocols/jt808/commands';
import type { Version } from '@plomb/protocols/jt808/header';
import type { jt808 } from '@plomb/protocols/jt808/messages';
import { type Parameter, ParameterId } from '@plomb/protocols/jt808/parameters';
import type { Instruction } from '../kit/ports.ts';
import { note } from './blankReport.ts';
import type { Circumstances, Jt808Message, Jt808Profile, Reading } from './profile.ts';

/** A message of the standard as the families that keep to it have it, with the items of their own. */
export type StandardMessage = Parameters<(typeof jt808)['encode']>[0];
type Of<K extends StandardMessage['kind']> = Extract<StandardMessage, { kind: K }>['body'];

/** What reads a location, and makes the reports of it. `alarmsBefore`: the alarm word of the report before. */
type Reports<Location> = (
  location: Location,
  reason: string,
  message: Jt808Message,
  of: Circumstances,
  alarmsBefore: number,
) => LockReport[];

interface Messages {
  decode(id: number, version: Version, body: Uint8Array): { kind: string; body: unknown };
  explain: Jt808Profile['explain'];
}

/** The kinds that are read here. */
type Told<Location> =
  | { kind: 'location'; body: Location }
  | { kind: 'locationReply' | 'vehicleControlReply'; body: { serial: number; location: Location } }
  | { kind: 'batch'; body: Omit<Of<'batch'>, 'locations'> & { locations: (Location | Uint8Array)[] } }
  | { kind: 'parametersReply'; body: Of<'parametersReply'> }
  | { kind: 'attributes'; body: Of<'attributes'> }
  | { kind: 'unknown' };

/** Messages that answer an order, and the orders they answer. */
const [locationQuery, parameterQuery, attributeQuery, doorControl] = [0x8201, 0x8104, 0x8107, 0x8500];
const answers: ReadonlySet<number> = new Set([0x0201, 0x0104, 0x0107, 0x0500]);

/** How messages of the standard are read, in every family that keeps to it. */
export function standard808<Location extends { alarm: { raw: number } }>(
  messages: Messages,
  reportsOf: Reports<Location>,
): Pick<Jt808Profile, 'explain' | 'read' | 'answer'> {
  const decode = (id: number, version: Version, body: Uint8Array) =>
    messages.decode(id, version, body) as Told<Location>;

  const live = (location: Location, reason: string, message: Jt808Message, of: Circumstances): Reading => ({
    reports: reportsOf(location, reason, message, of, of.memory.alarmWord),
    notUnderstood: [],
    stored() {
      of.memory.alarmWord = location.alarm.raw;
    },
  });

  return {
    explain: messages.explain,

    read(message, circumstances) {
      const { header, body } = message;
      const decoded = decode(header.id, header.version, body);
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
          return batch(decoded.body, message, circumstances, reportsOf);
        default: {
          const id = header.id.toString(16).padStart(4, '0').toUpperCase();
          const reason = decoded.kind === 'unknown' ? 'unknown_message' : 'unused_message';
          return { reports: [], notUnderstood: [{ what: id, reason, bytes: message.raw }] };
        }
      }
    },

    answer(id, version, body) {
      if (!answers.has(id)) return null;
      const told = decode(id, version, body);
      switch (told.kind) {
        case 'locationReply':
          return { to: locationQuery, serial: told.body.serial, reply: { result: 'ok' }, reports: true };
        // It says how the door is, not whether it will be: what was done is told by the report in it.
        case 'vehicleControlReply':
          return { to: doorControl, serial: told.body.serial, reply: { result: 'ok' }, reports: true };
        case 'parametersReply': {
          const reply = { result: 'ok', told: { parameters: parametersOf(told.body.parameters) } } as const;
          return { to: parameterQuery, serial: told.body.serial, reply, reports: false };
        }
        case 'attributes': {
          const { model, hardware, firmware, iccid } = told.body;
          const info = { model: model.trim(), hardware, firmware, iccid: iccid.replace(/^0+$/, '') };
          return { to: attributeQuery, serial: null, reply: { result: 'ok', told: { info } }, reports: false };
        }
        default:
          return null;
      }
    },
  };
}

/** A batch is a story of its own: what was an alarm before it is news in it again, and the present's alarms stay as they are. */
function batch<Location extends { alarm: { raw: number } }>(
  { kind, locations, stated, claimed, rest }: Extract<Told<Location>, { kind: 'batch' }>['body'],
  message: Jt808Message,
  circumstances: Circumstances,
  reportsOf: Reports<Location>,
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
    const reports = reportsOf(location, `0704/${kind}`, { ...message, raw }, circumstances, before);
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

const nothing = new Uint8Array();
/** Of 0x8300: shown on the terminal. */
const display = 4;
const notice = 1;

/** Orders whose answer is a message of its own. */
export const tellsMore: ReadonlySet<string> = new Set(['queryAttributes', 'queryAllParameters', 'queryLocation']);

const dword = (id: number, value: number): Parameter => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return { id, value: bytes };
};

/** The message of the standard for an order; null where it has none. */
export function standardOrder(instruction: Instruction): StandardMessage | null {
  switch (instruction.kind) {
    case 'query_info':
      return { kind: 'queryAttributes', body: nothing };
    case 'query_parameters':
      return { kind: 'queryAllParameters', body: nothing };
    case 'query_location':
      return { kind: 'queryLocation', body: nothing };
    case 'set_intervals':
      return intervals(instruction.args);
    case 'restart':
      return { kind: 'terminalControl', body: { command: Control.reset, parameters: '' } };
    case 'factory_reset':
      return { kind: 'terminalControl', body: { command: Control.factoryReset, parameters: '' } };
    case 'set_area':
      return area(instruction.args);
    case 'delete_area': {
      const { number, shape } = instruction.args;
      return { kind: shape === 'circle' ? 'deleteCircles' : 'deletePolygons', body: { ids: [number] } };
    }
    case 'track': {
      const { interval: seconds, duration: validity } = instruction.args;
      return { kind: 'tracking', body: { seconds, validity } };
    }
    case 'text':
      return { kind: 'text', body: { flags: display, kind: notice, text: instruction.args.text } };
    default:
      return null;
  }
}

function intervals({
  report_interval: report,
  sleep_interval: sleep,
}: Extract<Instruction, { kind: 'set_intervals' }>['args']): StandardMessage | null {
  const parameters = [
    ...(report === undefined ? [] : [dword(ParameterId.reportSeconds, report)]),
    ...(sleep === undefined ? [] : [dword(ParameterId.sleepReportSeconds, sleep)]),
  ];
  return parameters.length === 0 ? null : { kind: 'setParameters', body: { parameters } };
}

function area({ number: id, name, area }: Extract<Instruction, { kind: 'set_area' }>['args']): StandardMessage {
  const attributes = areaAttributes.of({});
  if (area.shape === 'circle') {
    const [longitude, latitude] = area.centre;
    const circle = { id, attributes, latitude, longitude, radius: area.radius, name };
    return { kind: 'setCircles', body: { action: AreaAction.append, circles: [circle] } };
  }
  const points = area.points.map(([longitude, latitude]) => ({ latitude, longitude }));
  return { kind: 'setPolygon', body: { id, attributes, points, name } };
}

const named: Readonly<Record<number, 'report_interval' | 'sleep_interval' | 'heartbeat_interval'>> = {
  [ParameterId.reportSeconds]: 'report_interval',
  [ParameterId.sleepReportSeconds]: 'sleep_interval',
  [ParameterId.heartbeatSeconds]: 'heartbeat_interval',
};

/** Parameters in the platform's words; those it has no word for as they came. */
function parametersOf(parameters: readonly Parameter[]): NonNullable<OrderResult['parameters']> {
  const told: NonNullable<OrderResult['parameters']> = {};
  const other: { id: string; hex: string }[] = [];
  for (const { id, value } of parameters) {
    const name = named[id];
    const bytes = Buffer.from(value);
    if (name && bytes.length === 4) told[name] = bytes.readUInt32BE();
    else other.push({ id: `0x${id.toString(16).padStart(4, '0')}`, hex: bytes.toString('hex') });
  }
  return other.length > 0 ? { ...told, other } : told;
}
