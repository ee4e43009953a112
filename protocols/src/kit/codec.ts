import { Reader } from './reader.ts';
import { Writer } from './writer.ts';

/** One layout, both directions. `read` takes what it needs and leaves the rest; `write` is its inverse. */
export interface Codec<T> {
  read(r: Reader): T;
  write(w: Writer, value: T): void;
  /** Layouts made of parts list them with the bytes each took; see `explain`. */
  explain?(r: Reader): Part[];
}

/** One field of an explained message. `from` counts bytes from the start of the message. */
export interface Part {
  name: string;
  from: number;
  hex: string;
  value: unknown;
  parts?: Part[];
}

export type Infer<C> = C extends Codec<infer T> ? T : never;

/** Decodes `bytes`, ignoring what a newer edition may have appended. Throws `MalformedMessage`. */
export function decode<T>(codec: Codec<T>, bytes: Uint8Array): T {
  return codec.read(new Reader(bytes));
}

export function encode<T>(codec: Codec<T>, value: T): Buffer {
  const w = new Writer();
  codec.write(w, value);
  return w.done();
}

export const u8: Codec<number> = { read: (r) => r.u8(), write: (w, v) => w.u8(v) };
export const u16: Codec<number> = { read: (r) => r.u16(), write: (w, v) => w.u16(v) };
export const u32: Codec<number> = { read: (r) => r.u32(), write: (w, v) => w.u32(v) };
export const i8: Codec<number> = { read: (r) => (r.u8() << 24) >> 24, write: (w, v) => w.u8(v) };
export const i16: Codec<number> = { read: (r) => (r.u16() << 16) >> 16, write: (w, v) => w.u16(v) };

/** A byte that says no (0) or yes. */
export const bool: Codec<boolean> = { read: (r) => r.u8() !== 0, write: (w, v) => w.u8(v ? 1 : 0) };

/** All bytes to the end. */
export const rest: Codec<Uint8Array> = { read: (r) => r.rest(), write: (w, v) => w.raw(v) };

export function bytes(count: number): Codec<Uint8Array> {
  return { read: (r) => r.view(count), write: (w, v) => w.raw(v) };
}

/** Bytes after their own length. */
export function bytesAfter(length: Codec<number>): Codec<Uint8Array> {
  return {
    read: (r) => r.view(length.read(r)),
    write(w, v) {
      length.write(w, v.length);
      w.raw(v);
    },
  };
}

export function map<A, B>(codec: Codec<A>, to: (raw: A) => B, from: (value: B) => A): Codec<B> {
  return { read: (r) => to(codec.read(r)), write: (w, v) => codec.write(w, from(v)) };
}

/**
 * Wire integer to unit value: `per(u16, 10)` reads 605 as 60.5. By division, because 12222222 / 1e6 prints exactly and
 * 12222222 * 1e-6 does not.
 */
export function per(codec: Codec<number>, count: number): Codec<number> {
  return { read: (r) => codec.read(r) / count, write: (w, v) => codec.write(w, Math.round(v * count)) };
}
