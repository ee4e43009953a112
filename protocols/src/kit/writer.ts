/**
 * Grows as needed; big-endian. A number, length or count that does not fit its field throws `RangeError`: the caller asked
 * for a frame that cannot exist, and cutting it would send something else.
 */
export class Writer {
  private buffer: Buffer;
  private at = 0;
  private half = false;

  constructor(capacity = 128) {
    this.buffer = Buffer.allocUnsafe(capacity);
  }

  get length(): number {
    return this.at;
  }

  private room(count: number): number {
    const from = this.at;
    this.at += count;
    if (this.at > this.buffer.length) {
      const grown = Buffer.allocUnsafe(this.at * 2);
      grown.set(this.buffer.subarray(0, from));
      this.buffer = grown;
    }
    return from;
  }

  u8(value: number): void {
    fits(value, 8);
    const o = this.room(1);
    this.buffer[o] = value;
  }

  u16(value: number): void {
    fits(value, 16);
    const o = this.room(2);
    this.buffer[o] = value >>> 8;
    this.buffer[o + 1] = value;
  }

  u32(value: number): void {
    fits(value, 32);
    const o = this.room(4);
    this.buffer[o] = value >>> 24;
    this.buffer[o + 1] = value >>> 16;
    this.buffer[o + 2] = value >>> 8;
    this.buffer[o + 3] = value;
  }

  nibble(value: number): void {
    if (this.half) {
      const last = this.at - 1;
      this.buffer[last] = this.buffer[last]! | (value & 15);
      this.half = false;
      return;
    }
    this.u8((value & 15) << 4);
    this.half = true;
  }

  raw(bytes: Uint8Array): void {
    const o = this.room(bytes.length);
    this.buffer.set(bytes, o);
  }

  hex(text: string): void {
    const bytes = Buffer.from(text, 'hex');
    if (bytes.length * 2 !== text.length) throw new RangeError(`"${text}" is no hex`);
    this.raw(bytes);
  }

  done(): Buffer {
    return this.buffer.subarray(0, this.at);
  }
}

/** Signed and unsigned values of a width alike. */
function fits(value: number, width: number): void {
  const range = 2 ** width;
  if (!Number.isInteger(value) || value < -range / 2 || value >= range) {
    throw new RangeError(`${value} does not fit ${width} bits`);
  }
}
