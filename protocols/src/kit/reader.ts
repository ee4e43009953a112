import { MalformedMessage } from './malformed.ts';

/**
 * A cursor over a part of a buffer, big-endian. `take` is the only bounds check of the package: every read goes through
 * it and throws `MalformedMessage('short')` past the end. Views returned by `view` share memory with the buffer.
 */
export class Reader {
  readonly bytes: Uint8Array;
  at: number;
  end: number;
  private half = false;
  private text: string | null = null;

  constructor(bytes: Uint8Array, from = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = from;
    this.end = end;
  }

  /** where the next read begins; within a byte: that byte */
  get begin(): number {
    return this.half ? this.at - 1 : this.at;
  }

  get left(): number {
    return this.end - this.at;
  }

  /** Moves on by `count` bytes; returns where they begin in `bytes`. */
  take(count: number): number {
    const from = this.at;
    const next = from + count;
    if (next > this.end) {
      throw new MalformedMessage('short', `${count} bytes wanted at ${from}, ${this.end - from} left`);
    }
    this.at = next;
    return from;
  }

  u8(): number {
    return this.bytes[this.take(1)]!;
  }

  u16(): number {
    const o = this.take(2);
    const b = this.bytes;
    return (b[o]! << 8) | b[o + 1]!;
  }

  u32(): number {
    const o = this.take(4);
    const b = this.bytes;
    return ((b[o]! << 24) | (b[o + 1]! << 16) | (b[o + 2]! << 8) | b[o + 3]!) >>> 0;
  }

  /** The high half of a byte, then on the next call its low half. Whole-byte reads belong on byte boundaries. */
  nibble(): number {
    if (this.half) {
      this.half = false;
      return this.bytes[this.at - 1]! & 15;
    }
    const o = this.take(1);
    this.half = true;
    return this.bytes[o]! >>> 4;
  }

  view(count: number): Uint8Array {
    const o = this.take(count);
    return this.bytes.subarray(o, o + count);
  }

  /** Back to where a part began that could not be read. */
  back(to: number): void {
    this.at = to;
    this.half = false;
  }

  /** Everything not yet read. */
  rest(): Uint8Array {
    return this.view(this.left);
  }

  /** `count` bytes as lower-case hex. */
  hex(count: number): string {
    const o = this.take(count);
    const b = this.bytes;
    let text = '';
    for (let i = o; i < o + count; i++) text += hexOfByte[b[i]!]!;
    return text;
  }

  /** Bytes from here to there as characters. All texts of a message are cut from one string: that is cheaper than one each. */
  latin1(from: number, end: number): string {
    const { bytes } = this;
    this.text ??= bufferOf(bytes).toString('latin1');
    return this.text.slice(from, end);
  }

  /** Runs `read` on the next `count` bytes only; whatever it leaves unread is skipped over and returned. */
  within<T>(count: number, read: (r: Reader) => T): { value: T; rest: Uint8Array | null } {
    const from = this.take(count);
    const { end } = this;
    this.at = from;
    this.end = from + count;
    try {
      const value = read(this);
      return { value, rest: this.at < this.end ? this.rest() : null };
    } finally {
      this.at = from + count;
      this.end = end;
      this.half = false;
    }
  }
}

function bufferOf(bytes: Uint8Array): Buffer {
  return bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const hexOfByte: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
