import { isDecimalByte } from './digits.ts';

/** Why bytes were dropped. */
export type JointechRefusal = 'noise' | 'unterminated' | 'oversize';

export interface JointechSink {
  /** One `$` frame as received: give it to `decodePosition`. */
  position(raw: Uint8Array): void;
  /** One `(`…`)` frame as received, brackets included: give it to `decodeUplink` or `decodeDownlink`. */
  text(raw: Uint8Array): void;
  /** Bytes dropped, for the caller to count. Framing goes on at the next `$` or `(`. */
  refused(reason: JointechRefusal, bytes: Uint8Array): void;
}

const dollar = 0x24;
const open = 0x28;
const close = 0x29;

/** Bytes of a `$` frame up to and including its length field. */
const binaryHead = 10;
/** A page of cards or fence nodes stays well below this. */
export const maxText = 1024;
/** The longest `$` frame taken for one; ours are 62 bytes, an old replay of several positions 172. */
const maxBinary = 10 + 512;

/**
 * Cuts the mixed stream of Jointech locks into binary `$` frames, whose head states their length, and `(`…`)` text.
 * Views share memory with the chunk: copy what is kept for long. Keeps at most `maxText` bytes between chunks.
 */
export class JointechFramer {
  private readonly sink: JointechSink;
  private pending: Uint8Array | null = null;

  constructor(sink: JointechSink) {
    this.sink = sink;
  }

  /** Bytes kept for the next chunk. */
  get buffered(): number {
    return this.pending?.length ?? 0;
  }

  push(chunk: Uint8Array): void {
    const bytes = this.pending ? Buffer.concat([this.pending, chunk]) : chunk;
    this.pending = null;
    let at = 0;
    while (at < bytes.length) {
      const next = this.next(bytes, at);
      if (next === null) {
        this.pending = Buffer.from(bytes.subarray(at));
        return;
      }
      at = next;
    }
  }

  /** Deals with what begins at `at`; returns where the next thing begins, or null when its end is not here yet. */
  private next(bytes: Uint8Array, at: number): number | null {
    const first = bytes[at];
    if (first === open) return this.text(bytes, at);
    if (first === dollar) return this.binary(bytes, at);
    return this.skip(bytes, at);
  }

  private text(bytes: Uint8Array, from: number): number | null {
    const limit = Math.min(bytes.length, from + maxText);
    for (let i = from + 1; i < limit; i++) {
      if (bytes[i] === close) {
        this.sink.text(bytes.subarray(from, i + 1));
        return i + 1;
      }
      // Payloads escape the bracket, so a second one opens a new frame after a broken one.
      if (bytes[i] === open) {
        this.sink.refused('unterminated', bytes.subarray(from, i));
        return i;
      }
    }
    if (bytes.length - from < maxText) return null;
    this.sink.refused('oversize', bytes.subarray(from, limit));
    return limit;
  }

  private binary(bytes: Uint8Array, from: number): number | null {
    for (let i = from + 1; i < Math.min(from + 6, bytes.length); i++) {
      if (!isDecimalByte(bytes[i]!)) return this.skip(bytes, from);
    }
    if (bytes.length - from < binaryHead) return null;
    const length = frameLength(bytes, from);
    if (length > maxBinary) return this.skip(bytes, from);
    if (bytes.length - from < length) return null;
    this.sink.position(bytes.subarray(from, from + length));
    return from + length;
  }

  /** Drops bytes up to the next possible beginning of a frame; line ends between frames are not worth a count. */
  private skip(bytes: Uint8Array, from: number): number {
    let i = from + 1;
    while (i < bytes.length && bytes[i] !== dollar && bytes[i] !== open) i++;
    const dropped = bytes.subarray(from, i);
    if (!dropped.every((byte) => byte === 0x0d || byte === 0x0a)) this.sink.refused('noise', dropped);
    return i;
  }
}

/**
 * The length of a `$` frame. Locks state it at offset 8, where the high byte is always 0; the older trackers of the
 * family have no version byte, so theirs is at offset 7 and a serial follows the body.
 */
function frameLength(bytes: Uint8Array, from: number): number {
  const isLong = bytes[from + 8] === 0;
  return isLong ? 10 + bytes[from + 9]! : 10 + ((bytes[from + 7]! << 8) | bytes[from + 8]!);
}
