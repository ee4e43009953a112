import { MalformedMessage } from '../kit/malformed.ts';
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
  | { kind: 'other'; fields: string[] };

/** The first lock version that acknowledges by serial. */
export const ackBySerial = 0x19;

/** The answer to a position frame, P45 or sub-lock report; `version` is that of the lock's position frames. */
export function acknowledge(version: number, serial: number): Downlink {
  return version < ackBySerial ? { kind: 'ack' } : { kind: 'ackSerial', serial };
}

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
  return { kind: 'other', fields };
}

function serialOf(field: string | undefined): number {
  if (field === undefined || !/^\d{1,3}$/.test(field)) throw new MalformedMessage('fields', `number "${field}"`);
  return Number(field);
}
