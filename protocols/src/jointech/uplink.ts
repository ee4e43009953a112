import { MalformedMessage } from '../kit/malformed.ts';
import { type LockEvent, readLockEvent, writeLockEvent } from './lock-event.ts';
import { readFields, writeFields } from './text-frame.ts';
import { escapePayload, unescapePayload } from './wlnet.ts';

/** What a lock says in text. */
export type Uplink =
  /** `@JT`; wants no answer */
  | { kind: 'heartbeat'; id: string }
  /** `P22,2`; answer with the downlink `time` */
  | { kind: 'timeRequest'; id: string }
  /** `P45`; answer with `acknowledge` */
  | { kind: 'lockEvent'; id: string; event: LockEvent }
  /** `P52,2`: the six-digit password now in force, secret. Repeated each minute until `dynamicPasswordReceived` */
  | { kind: 'dynamicPassword'; id: string; password: string }
  /** `P43` and `P52,3`: the answer to an unlock order */
  | { kind: 'unlockReply'; id: string; by: 'static' | 'dynamic'; ok: boolean; wrongCount: number }
  /** `P52,1`: whether dynamic passwords are on and tied to a fence */
  | { kind: 'dynamicPasswordMode'; id: string; enabled: boolean; fence: number }
  /** `P04`: the intervals now in force, the answer to setting or asking for them */
  | { kind: 'intervals'; id: string; op: number | null; seconds: number; minutes: number }
  /** `P44`: whether it took another static password */
  | { kind: 'passwordReply'; id: string; ok: boolean }
  /** `P41`: how many cards were added or deleted; or those it holds, of the page asked for, and how many in all */
  | { kind: 'cards'; id: string; op: CardOp; count: number; cards: string[] }
  /** a word of `echoes` repeated, with what stands behind it: the order was taken, or this is what was asked for */
  | { kind: 'echo'; id: string; word: string; fields: string[] }
  /** `WLNET,5`: decode `payload` with `subLockReport`, answer with `acknowledge` and `serialOf`. `route` holds the fields between id and WLNET */
  | { kind: 'subLock'; id: string; route: string[]; payload: Uint8Array }
  /** a word of the above whose fields are not of their kind */
  | { kind: 'malformed'; id: string; fields: string[] }
  /** anything else, such as the echo of a setting; `fields` follow the id */
  | { kind: 'other'; id: string; fields: string[] };

const cardOps = ['query', 'add', 'delete', 'deleteAll'] as const;
export type CardOp = (typeof cardOps)[number];

/** Words a lock answers by repeating them. */
const echoes: ReadonlySet<string> = new Set(['P01', 'P13', 'P15', 'P24', 'P29', 'P30', 'P31', 'P58', 'P61']);

const subLockMark = 'WLNET,5,';

/** Reads `(id,…)`. Throws `MalformedMessage('fields')` when it names no terminal. */
export function decodeUplink(raw: Uint8Array): Uplink {
  const at = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).indexOf(subLockMark);
  const binary = at < 0 ? null : unescapePayload(raw.subarray(at + subLockMark.length, -1));
  const head = binary ? Buffer.concat([raw.subarray(0, at), Buffer.from(')')]) : raw;
  const [id = '', ...fields] = readFields(head);
  if (!/^\d{4,20}$/.test(id)) throw new MalformedMessage('fields', 'no terminal id');
  if (binary) return { kind: 'subLock', id, route: fields.slice(0, -1), payload: binary };
  try {
    return decodeText(id, fields);
  } catch (error) {
    if (!(error instanceof MalformedMessage)) throw error;
    return { kind: 'malformed', id, fields };
  }
}

/** The serial in the route of a `WLNET,5`, which its acknowledgement repeats; null when it has none. */
export function serialOf(route: readonly string[]): number | null {
  const [, serial] = route;
  return serial !== undefined && /^\d{1,3}$/.test(serial) ? Number(serial) : null;
}

/** The word a text begins with, for counting; of the words with a number behind them, both. */
export function wordOf(fields: readonly string[]): string {
  const at = fields.findIndex((field) => /^[@A-Z][A-Z0-9]{1,11}$/.test(field));
  const word = fields[at] ?? 'text';
  const number = fields[at + 1] ?? '';
  return /^[A-Z]+$/.test(word) && /^\d{1,3}$/.test(number) ? `${word},${number}` : word;
}

function decodeText(id: string, fields: string[]): Uplink {
  const [command, first, second, third] = fields;
  if (command === '@JT') return { kind: 'heartbeat', id };
  if (command === 'P22' && first === '2') return { kind: 'timeRequest', id };
  if (command === 'P45') return { kind: 'lockEvent', id, event: readLockEvent(fields.slice(1)) };
  if (command === 'P43') return unlockReply(id, 'static', first, second);
  if (command === 'P52' && first === '2' && second) return { kind: 'dynamicPassword', id, password: second };
  if (command === 'P52' && first === '3') return unlockReply(id, 'dynamic', second, third);
  if (command === 'P52' && first === '1' && third !== undefined) {
    return { kind: 'dynamicPasswordMode', id, enabled: second === '1', fence: count('fence', third) };
  }
  return decodeAnswer(id, fields) ?? { kind: 'other', id, fields };
}

function decodeAnswer(id: string, fields: string[]): Uplink | null {
  const [command = '', first, second, ...more] = fields;
  // with or without the figure that says whether it was set or asked for
  if (command === 'P04' && (fields.length === 3 || fields.length === 4)) {
    const [seconds, minutes] = fields.slice(-2);
    const op = fields.length === 4 ? count('operation', first!) : null;
    return { kind: 'intervals', id, op, seconds: count('seconds', seconds!), minutes: count('minutes', minutes!) };
  }
  if (command === 'P44' && (first === '0' || first === '1') && fields.length === 2) {
    return { kind: 'passwordReply', id, ok: first === '1' };
  }
  if (command === 'P41' && second !== undefined) {
    const op = cardOps[count('operation', first ?? '')];
    return op ? { kind: 'cards', id, op, count: count('cards', second), cards: more } : null;
  }
  return echoes.has(command) ? { kind: 'echo', id, word: command, fields: fields.slice(1) } : null;
}

export function encodeUplink(message: Uplink): Buffer {
  const { id } = message;
  switch (message.kind) {
    case 'heartbeat':
      return writeFields([id, '@JT']);
    case 'timeRequest':
      return writeFields([id, 'P22', 2]);
    case 'lockEvent':
      return writeFields([id, 'P45', ...writeLockEvent(message.event)]);
    case 'dynamicPassword':
      return writeFields([id, 'P52', 2, message.password]);
    case 'unlockReply': {
      const command = message.by === 'static' ? ['P43'] : ['P52', 3];
      return writeFields([id, ...command, message.ok ? 1 : 0, message.wrongCount]);
    }
    case 'dynamicPasswordMode':
      return writeFields([id, 'P52', 1, message.enabled ? 1 : 0, message.fence]);
    case 'subLock': {
      const head = writeFields([id, ...message.route, subLockMark]).subarray(0, -1);
      return Buffer.concat([head, escapePayload(message.payload), Buffer.from(')')]);
    }
    case 'intervals':
      return writeFields([id, 'P04', ...(message.op === null ? [] : [message.op]), message.seconds, message.minutes]);
    case 'passwordReply':
      return writeFields([id, 'P44', message.ok ? 1 : 0]);
    case 'cards':
      return writeFields([id, 'P41', cardOps.indexOf(message.op), message.count, ...message.cards]);
    case 'echo':
      return writeFields([id, message.word, ...message.fields]);
    case 'malformed':
    case 'other':
      return writeFields([id, ...message.fields]);
  }
}

function unlockReply(id: string, by: 'static' | 'dynamic', ok: string | undefined, wrong: string | undefined): Uplink {
  if (ok !== '0' && ok !== '1') throw new MalformedMessage('fields', `unlock result "${ok}"`);
  return { kind: 'unlockReply', id, by, ok: ok === '1', wrongCount: wrong ? count('wrong count', wrong) : 0 };
}

function count(name: string, field: string): number {
  if (!/^\d{1,5}$/.test(field)) throw new MalformedMessage('fields', `${name} "${field}"`);
  return Number(field);
}
