import { type Codec, rest, u8, u32 } from '../kit/codec.ts';
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

function resultOf(r: Reader): number | null {
  return r.left > 0 ? u8.read(r) : null;
}

export const lockEvent: Codec<LockEvent> = {
  read(r) {
    const type = r.u8();
    const event: LockEvent = { type, password: null, card: null, result: null, rest: new Uint8Array() };
    if (passwordWithResult.has(type) || passwordRefused.has(type)) event.password = password.read(r);
    if (cards.has(type)) event.card = `${u32.read(r)}`.padStart(10, '0');
    if (passwordWithResult.has(type) || type === cardWithResult) event.result = resultOf(r);
    event.rest = rest.read(r);
    return event;
  },
  write(w, event) {
    w.u8(event.type);
    if (event.password !== null) password.write(w, event.password);
    if (event.card !== null) w.u32(Number(event.card));
    if (event.result !== null) w.u8(event.result);
    w.raw(event.rest);
  },
};
