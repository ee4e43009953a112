import { unescaped } from './escape.ts';

/** Why bytes between two flags were no frame. */
export type FrameRefusal = 'noise' | 'escape' | 'checksum' | 'short' | 'oversize';

export interface Jt808Sink {
  /**
   * One whole frame. `content` is header and body, unescaped, without checksum: give it to `decodeFrame`. `raw` is the
   * frame as received, flags included. Both may share memory with the chunk: copy what is kept for long.
   */
  frame(content: Uint8Array, raw: Uint8Array): void;
  /** A `(`…`)` text frame between frames, as Jointech's 808 locks send; brackets included. */
  text(raw: Uint8Array): void;
  /** Bytes dropped, for the caller to count. Framing goes on at the next flag. */
  refused(reason: FrameRefusal, bytes: Uint8Array): void;
}

const flag = 0x7e;
const mark = 0x7d;
const open = 0x28;
const close = 0x29;

/** Header (2019, sub-packaged), body and checksum with every byte escaped. A longer run is no frame. */
export const maxRun = 2 * (21 + 1023 + 1);
const minContent = 12;

/**
 * Cuts a byte stream into JT/T 808 frames. A frame is any non-empty run of bytes between two flags, so shared, doubled
 * and lost flags need no special case, and after an error the closing flag is the next opening one. Frames that lie
 * within one chunk and hold no escape are handed over without a copy. Keeps at most `maxRun` bytes between chunks.
 */
export class Jt808Framer {
  private readonly sink: Jt808Sink;
  /** an unfinished run with its opening flag in front; null between runs */
  private pending: Buffer | null = null;
  private held = 0;
  /** a flag has been seen: what follows is a run, not noise */
  private synced = false;

  constructor(sink: Jt808Sink) {
    this.sink = sink;
  }

  /** Bytes kept for the next chunk. */
  get buffered(): number {
    return this.held;
  }

  push(chunk: Uint8Array): void {
    let at = this.pending ? this.resume(chunk, this.pending) : 0;
    while (at < chunk.length) at = this.next(chunk, at);
  }

  /** Deals with what begins at `at`; returns where the next thing begins. */
  private next(chunk: Uint8Array, at: number): number {
    const first = chunk[at]!;
    if (first === flag) {
      this.synced = true;
      return at + 1;
    }
    const end = first === open ? endOfText(chunk, at) : chunk.indexOf(flag, at);
    if (end < 0) {
      this.keep(chunk, at);
      return chunk.length;
    }
    if (chunk[end] === close && first === open) {
      this.sink.text(chunk.subarray(at, end + 1));
      return end + 1;
    }
    if (!this.synced) this.sink.refused('noise', chunk.subarray(at, end));
    else if (at > 0 && chunk[at - 1] === flag) this.run(chunk, at - 1, end);
    else this.run(Buffer.concat([Buffer.of(flag), chunk.subarray(at, end + 1)]), 0, end - at + 1);
    return end;
  }

  /** A run between the flags at `from` and `end`. */
  private run(bytes: Uint8Array, from: number, end: number): void {
    const raw = bytes.subarray(from, end + 1);
    let checksum = 0;
    let i = from + 1;
    for (; i < end; i++) {
      const byte = bytes[i]!;
      if (byte === mark) break;
      checksum ^= byte;
    }
    if (end - from - 1 > maxRun) this.sink.refused('oversize', raw);
    else if (i < end) this.escapedRun(raw);
    else if (checksum !== 0) this.sink.refused('checksum', raw);
    else if (end - from - 2 < minContent) this.sink.refused('short', raw);
    else this.sink.frame(bytes.subarray(from + 1, end - 1), raw);
  }

  private escapedRun(raw: Uint8Array): void {
    const plain = unescaped(raw, 1, raw.length - 1);
    let checksum = 0;
    for (const byte of plain ?? []) checksum ^= byte;
    if (plain === null) this.sink.refused('escape', raw);
    else if (checksum !== 0) this.sink.refused('checksum', raw);
    else if (plain.length - 1 < minContent) this.sink.refused('short', raw);
    else this.sink.frame(plain.subarray(0, -1), raw);
  }

  /** The beginning of a run or a text whose end is in a later chunk. */
  private keep(chunk: Uint8Array, from: number): void {
    const begun = chunk.subarray(from);
    if (!this.synced && begun[0] !== open) {
      this.sink.refused('noise', begun);
    } else if (begun.length > maxRun) {
      this.synced = false;
      this.sink.refused('oversize', begun);
    } else {
      this.pending = Buffer.allocUnsafe(Math.max(128, begun.length * 2));
      this.pending[0] = flag;
      this.pending.set(begun, 1);
      this.held = begun.length + 1;
    }
  }

  /** The next part of the unfinished run; returns where in the chunk the next thing begins. */
  private resume(chunk: Uint8Array, pending: Buffer): number {
    const isText = pending[1] === open;
    const end = isText ? endOfText(chunk, 0) : chunk.indexOf(flag);
    const more = end < 0 ? chunk : chunk.subarray(0, end + 1);
    const length = this.held + more.length;
    if (length > maxRun + 2) {
      this.sink.refused('oversize', pending.subarray(1, this.held));
      this.release();
      this.synced = false;
      return end < 0 ? chunk.length : end;
    }
    const whole = length > pending.length ? grow(pending, this.held, length * 2) : pending;
    whole.set(more, this.held);
    if (end < 0) {
      this.pending = whole;
      this.held = length;
      return chunk.length;
    }
    // The views handed over below live in this buffer, so the next unfinished run gets a new one.
    this.release();
    if (isText && chunk[end] === close) {
      this.sink.text(whole.subarray(1, length));
      return end + 1;
    }
    if (this.synced) this.run(whole, 0, length - 1);
    else this.sink.refused('noise', whole.subarray(1, length - 1));
    return end;
  }

  private release(): void {
    this.pending = null;
    this.held = 0;
  }
}

/** A text ends at its bracket; a flag before it means that it was no text. */
function endOfText(bytes: Uint8Array, from: number): number {
  for (let i = from; i < bytes.length; i++) if (bytes[i] === close || bytes[i] === flag) return i;
  return -1;
}

function grow(buffer: Buffer, held: number, capacity: number): Buffer {
  const grown = Buffer.allocUnsafe(capacity);
  grown.set(buffer.subarray(0, held));
  return grown;
}
