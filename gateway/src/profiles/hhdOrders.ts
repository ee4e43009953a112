import type { OrderResult } from '@plomb/contract/lock/command';
import type { HhdMessage } from '@plomb/protocols/hhd/messages';
import { AreaAction, areaAttributes } from '@plomb/protocols/jt808/areas';
import { Control } from '@plomb/protocols/jt808/commands';
import { type Parameter, ParameterId } from '@plomb/protocols/jt808/parameters';
import type { Instruction } from '../kit/ports.ts';

const nothing = new Uint8Array();
/** `control` of 0x0310. */
const restart = 3;
/** Of 0x8300: shown on the terminal. */
const display = 4;
const notice = 1;

/** Orders whose answer is a message of its own. */
export const tellsMore: ReadonlySet<HhdMessage['kind']> = new Set([
  'queryAttributes',
  'queryAllParameters',
  'queryLocation',
]);

const dword = (id: number, value: number): Parameter => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return { id, value: bytes };
};

/** The message for an order: the maker's own 0x0310 where its meaning is known, else the standard's. */
export function hhdOrder(instruction: Instruction): HhdMessage | null {
  switch (instruction.kind) {
    case 'seal':
    case 'unseal':
      return {
        kind: 'instruct',
        body: [{ name: 'seal', value: { seal: instruction.kind === 'seal', user: instruction.user } }],
      };
    case 'query_info':
      return { kind: 'queryAttributes', body: nothing };
    case 'query_parameters':
      return { kind: 'queryAllParameters', body: nothing };
    case 'query_location':
      return { kind: 'queryLocation', body: nothing };
    case 'set_intervals':
      return intervals(instruction.args);
    case 'restart':
      return { kind: 'instruct', body: [{ name: 'control', value: restart }] };
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

/** How often it reports has a parameter of 0x0310; for how long it sleeps none is published, so the standard's is tried. */
function intervals({
  report_interval: report,
  sleep_interval: sleep,
}: Extract<Instruction, { kind: 'set_intervals' }>['args']): HhdMessage | null {
  if (sleep === undefined) {
    return report === undefined ? null : { kind: 'instruct', body: [{ name: 'reportSeconds', value: report }] };
  }
  const parameters = [
    ...(report === undefined ? [] : [dword(ParameterId.reportSeconds, report)]),
    dword(ParameterId.sleepReportSeconds, sleep),
  ];
  return { kind: 'setParameters', body: { parameters } };
}

function area({ number: id, name, area }: Extract<Instruction, { kind: 'set_area' }>['args']): HhdMessage {
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
export function parametersOf(parameters: readonly Parameter[]): NonNullable<OrderResult['parameters']> {
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
