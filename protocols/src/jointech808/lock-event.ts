import { type Codec, rest, u8 } from '../kit/codec.ts';
import { partOf } from '../kit/explain.ts';
import type { Reader } from '../kit/reader.ts';
import { text } from '../kit/text.ts';

/** Item 0x0B: an attempt to open. What `type` says decides which fields follow. */
export interface LockEvent {
  type: number;
  /** six characters, secret */
  password: string | null;
  /** ten decimal digits */
  card: string | null;
  /** 0xFF refused; 1-99 opened in that fence; else opened. Null: the type itself means refused or carries none */
  result: number | null;
  rest: Uint8Array;
}

const passwordWithResult = new Set([0x01, 0x02, 0x03, 0x05, 0x1e, 0x1f]);
const passwordRefused = new Set([0x06, 0x07, 0x08, 0x10, 0x11, 0x18, 0x19, 0x20, 0x28, 0x29]);
const cardWithResult = 0x22;
const cards = new Set([cardWithResult, 0x23, 0x2a, 0x2b]);
const password = text(6);
const card: Codec<string> = {
  read: (r) => `${r.u32()}`.padStart(10, '0'),
  write: (w, value) => w.u32(Number(value)),
};

export const hasPassword = (type: number): boolean => passwordWithResult.has(type) || passwordRefused.has(type);
export const hasCard = (type: number): boolean => cards.has(type);
/** Of a password with its result, or a card at the lock. The others of `hasPassword` are refused whatever they say. */
export const hasResult = (type: number): boolean => passwordWithResult.has(type) || type === cardWithResult;
/** Refused, as `result`. */
export const refused = 0xff;

function resultOf(r: Reader): number | null {
  return r.left > 0 ? u8.read(r) : null;
}

export const lockEvent: Codec<LockEvent> = {
  read(r) {
    const type = r.u8();
    const event: LockEvent = { type, password: null, card: null, result: null, rest: new Uint8Array() };
    if (hasPassword(type)) event.password = password.read(r);
    if (hasCard(type)) event.card = card.read(r);
    if (hasResult(type)) event.result = resultOf(r);
    event.rest = rest.read(r);
    return event;
  },
  write(w, event) {
    w.u8(event.type);
    if (event.password !== null) password.write(w, event.password);
    if (event.card !== null) card.write(w, event.card);
    if (event.result !== null) w.u8(event.result);
    w.raw(event.rest);
  },
  explain(r) {
    const type = partOf('type', u8, r);
    const parts = [type];
    const kind = Number(type.value);
    if (hasPassword(kind)) parts.push(partOf('password', password, r));
    if (hasCard(kind)) parts.push(partOf('card', card, r));
    if (hasResult(kind) && r.left > 0) parts.push(partOf('result', u8, r));
    // what stands behind a type nobody has published may be a password
    if (r.left > 0) parts.push(partOf(hasPassword(kind) || hasCard(kind) ? 'rest' : 'password', rest, r));
    return parts;
  },
};
