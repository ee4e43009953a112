import iconv from 'iconv-lite';
import type { Codec } from './codec.ts';
import type { Reader } from './reader.ts';

/**
 * GBK, of which ASCII is a part. NUL bytes are dropped: devices pad with them on either side, and a PostgreSQL text
 * cannot hold one. Bytes that are no GBK become U+FFFD.
 */
export function readText(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) {
    if (byte === 0 || byte > 0x7f) return decoded(bytes);
    text += String.fromCharCode(byte);
  }
  return text;
}

function decoded(bytes: Uint8Array): string {
  return iconv.decode(bytes, 'gbk').replaceAll('\0', '');
}

function textIn(r: Reader, count: number): string {
  const from = r.take(count);
  const end = from + count;
  for (let i = from; i < end; i++) {
    const byte = r.bytes[i]!;
    if (byte === 0 || byte > 0x7f) return decoded(r.bytes.subarray(from, end));
  }
  return r.latin1(from, end);
}

export function writeText(text: string): Buffer {
  return iconv.encode(text, 'gbk');
}

/** Text in a field of `count` bytes, padded with NUL behind; longer text is cut at a whole character. */
export function text(count: number): Codec<string> {
  return {
    read: (r) => textIn(r, count),
    write(w, v) {
      let cut = v;
      let bytes = writeText(cut);
      while (bytes.length > count) {
        cut = [...cut].slice(0, -1).join('');
        bytes = writeText(cut);
      }
      w.raw(bytes);
      w.raw(new Uint8Array(count - bytes.length));
    },
  };
}

/** Text to the end of the message. */
export const textToEnd: Codec<string> = { read: (r) => textIn(r, r.left), write: (w, v) => w.raw(writeText(v)) };

/** Text after its own length, which `length` reads and writes (bytes, not characters). */
export function textAfter(length: Codec<number>): Codec<string> {
  return {
    read: (r) => textIn(r, length.read(r)),
    write(w, v) {
      const bytes = writeText(v);
      length.write(w, bytes.length);
      w.raw(bytes);
    },
  };
}
