import { MalformedMessage } from '../kit/malformed.ts';
import { cornerCoordinate, readCorner } from './coordinate.ts';
import { readFields, writeFields } from './text-frame.ts';

/** What the platform says to a lock, in text; it does not repeat the lock's id. */
export type Downlink =
  /** `P35`, for locks before version 0x19 */
  | { kind: 'ack' }
  /** `P69,0,serial` */
  | { kind: 'ackSerial'; serial: number }
  /** `P69,1,serial`: send that frame again */
  | { kind: 'resend'; serial: number }
  /** `P22`: `DDMMYYhhmmss` in UTC, see `timeOf` */
  | { kind: 'time'; time: string }
  /** `P52,2`: the password came; repeat it back */
  | { kind: 'dynamicPasswordReceived'; password: string }
  /** `P43` (static password) or `P52,3` (dynamic): open the lock */
  | { kind: 'unlock'; by: 'static' | 'dynamic'; password: string }
  /** `P52,1,1`: dynamic passwords on or off, valid inside this fence only (0 = anywhere) */
  | { kind: 'setDynamicPassword'; enabled: boolean; fence: number }
  /** `P01`, `P13`, `P15` and `P31`: version and battery, factory reset, restart, take the fences told before into use */
  | { kind: 'info' | 'factoryReset' | 'restart' | 'commitFences' }
  /** `P04,1`: report every so many seconds while awake, wake every so many minutes */
  | { kind: 'setIntervals'; seconds: number; minutes: number }
  /** `P04,0`: which are in force, by the pattern of the other words; its maker does not publish the question */
  | { kind: 'queryIntervals' }
  /** `P61,1`: complain at so many %; by the same pattern */
  | { kind: 'setLowBattery'; percent: number }
  /** `P44`: another static password, of 6 characters */
  | { kind: 'setPassword'; password: string; old: string }
  /** `P41,1,1` and `P41,1,2`: 20 cards at most */
  | { kind: 'addCards' | 'deleteCards'; cards: string[] }
  /** `P41,0`: those of a page, which holds 20 */
  | { kind: 'queryCards'; page: number }
  /** `P24,1`: one of ten fences on or off, with its name */
  | { kind: 'setFence'; fence: number; enabled: boolean; name: string }
  /** `P29,1`: up to ten corners of it, on one of five pages */
  | { kind: 'setCorners'; fence: number; page: number; corners: Corner[] }
  /** `P58,1`: every card opens inside the fences alone, or anywhere */
  | { kind: 'confineCards'; on: boolean }
  /** `P30` */
  | { kind: 'deleteFence'; fence: number }
  | { kind: 'other'; fields: string[] };

/** Degrees, north and east. */
export interface Corner {
  longitude: number;
  latitude: number;
}

/** How much one text holds. */
export const cornersOfPage = 10;

/** The first lock version that acknowledges by serial. */
export const ackBySerial = 0x19;

/** The answer to a position frame, P45 or sub-lock report; `version` is that of the lock's position frames. */
export function acknowledge(version: number, serial: number): Downlink {
  return version < ackBySerial ? { kind: 'ack' } : { kind: 'ackSerial', serial };
}

const bareWords = { info: 'P01', factoryReset: 'P13', restart: 'P15', commitFences: 'P31' } as const;
const bareKinds = new Map(
  Object.entries(bareWords).map(([kind, word]) => [word as string, kind as keyof typeof bareWords]),
);

export function encodeDownlink(message: Downlink): Buffer {
  switch (message.kind) {
    case 'ack':
      return writeFields(['P35']);
    case 'ackSerial':
      return writeFields(['P69', 0, message.serial]);
    case 'resend':
      return writeFields(['P69', 1, message.serial]);
    case 'time':
      return writeFields(['P22', message.time]);
    case 'dynamicPasswordReceived':
      return writeFields(['P52', 2, message.password]);
    case 'unlock':
      return writeFields(message.by === 'static' ? ['P43', message.password] : ['P52', 3, message.password]);
    case 'setDynamicPassword':
      return writeFields(['P52', 1, 1, message.enabled ? 1 : 0, message.fence]);
    case 'setIntervals':
      return writeFields(['P04', 1, message.seconds, message.minutes]);
    case 'queryIntervals':
      return writeFields(['P04', 0]);
    case 'setLowBattery':
      return writeFields(['P61', 1, message.percent]);
    case 'setPassword':
      return writeFields(['P44', message.password, message.old]);
    case 'addCards':
      return writeFields(['P41', 1, 1, message.cards.length, ...message.cards]);
    case 'deleteCards':
      return writeFields(['P41', 1, 2, message.cards.length, ...message.cards]);
    case 'queryCards':
      return writeFields(['P41', 0, message.page]);
    case 'setFence':
      return writeFields(['P24', 1, message.fence, message.enabled ? 1 : 0, message.name]);
    case 'setCorners': {
      const corners = message.corners.flatMap((at) => [cornerCoordinate(at.longitude), cornerCoordinate(at.latitude)]);
      return writeFields(['P29', 1, message.fence, message.page, message.corners.length, ...corners]);
    }
    case 'confineCards':
      return writeFields(['P58', 1, message.on ? 1 : 0]);
    case 'deleteFence':
      return writeFields(['P30', message.fence]);
    case 'info':
    case 'factoryReset':
    case 'restart':
    case 'commitFences':
      return writeFields([bareWords[message.kind]]);
    case 'other':
      return writeFields(message.fields);
  }
}

/** Reads `(CMD,…)`, the simulator's side. Throws `MalformedMessage('fields')`. */
export function decodeDownlink(raw: Uint8Array): Downlink {
  const fields = readFields(raw);
  const [command, first, second, third, fourth] = fields;
  if (command === 'P35') return { kind: 'ack' };
  if (command === 'P69' && first === '0') return { kind: 'ackSerial', serial: serialOf(second) };
  if (command === 'P69' && first === '1') return { kind: 'resend', serial: serialOf(second) };
  if (command === 'P22' && first) return { kind: 'time', time: first };
  if (command === 'P43' && first) return { kind: 'unlock', by: 'static', password: first };
  if (command === 'P52' && first === '2' && second) return { kind: 'dynamicPasswordReceived', password: second };
  if (command === 'P52' && first === '3' && second) return { kind: 'unlock', by: 'dynamic', password: second };
  if (command === 'P52' && first === '1' && second === '1') {
    return { kind: 'setDynamicPassword', enabled: third === '1', fence: serialOf(fourth) };
  }
  return decodeSetting(fields) ?? { kind: 'other', fields };
}

/** Null for a word that is none of these, or has other fields than these. */
function decodeSetting(fields: string[]): Downlink | null {
  const [command, first, second, third, ...more] = fields;
  const bare = bareKinds.get(command ?? '');
  if (bare && fields.length === 1) return { kind: bare };
  if (command === 'P04' && first === '0' && fields.length === 2) return { kind: 'queryIntervals' };
  if (command === 'P04' && first === '1' && fields.length === 4) {
    return { kind: 'setIntervals', seconds: numberOf(second), minutes: numberOf(third) };
  }
  if (command === 'P61' && first === '1' && fields.length === 3)
    return { kind: 'setLowBattery', percent: numberOf(second) };
  if (command === 'P44' && first && second && fields.length === 3) {
    return { kind: 'setPassword', password: first, old: second };
  }
  if (command === 'P41' && first === '1' && (second === '1' || second === '2') && more.length === Number(third)) {
    return { kind: second === '1' ? 'addCards' : 'deleteCards', cards: more };
  }
  if (command === 'P41' && first === '0' && fields.length === 3) return { kind: 'queryCards', page: numberOf(second) };
  if (command === 'P24' && first === '1' && more.length === 1) {
    return { kind: 'setFence', fence: numberOf(second), enabled: third === '1', name: more[0]! };
  }
  if (command === 'P29' && first === '1' && more.length === 1 + 2 * Number(more[0])) {
    const corners: Corner[] = [];
    for (let at = 1; at < more.length; at += 2)
      corners.push({ longitude: degreesOf(more[at]), latitude: degreesOf(more[at + 1]) });
    return { kind: 'setCorners', fence: numberOf(second), page: numberOf(third), corners };
  }
  if (command === 'P58' && first === '1' && fields.length === 3) return { kind: 'confineCards', on: second === '1' };
  if (command === 'P30' && fields.length === 2) return { kind: 'deleteFence', fence: numberOf(first) };
  return null;
}

function degreesOf(field: string | undefined): number {
  const degrees = readCorner(field ?? '');
  if (degrees === null) throw new MalformedMessage('fields', `corner "${field}"`);
  return degrees;
}

function numberOf(field: string | undefined): number {
  if (field === undefined || !/^\d{1,5}$/.test(field)) throw new MalformedMessage('fields', `number "${field}"`);
  return Number(field);
}

function serialOf(field: string | undefined): number {
  if (field === undefined || !/^\d{1,3}$/.test(field)) throw new MalformedMessage('fields', `number "${field}"`);
  return Number(field);
}
