import iconv from 'iconv-lite';
import type { Codec } from './codec.ts';

/**
 * GBK, of which ASCII is a part. NUL bytes are dropped: devices pad with them on either side, and a PostgreSQL text
 * cannot hold one. Bytes that are no GBK become U+FFFD.
 */
export function readText(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) {
    if (byte > 0x7f) return iconv.decode(bytes, 'gbk').replaceAll('\0', '');
    if (byte !== 0) text += String.fromCharCode(byte);
  }
  return text;
}

export function writeText(text: string): Buffer {
  return iconv.encode(text, 'gbk');
}

/** Text in a field of `count` bytes, padded with NUL behind; longer text is cut at a whole character. */
export function text(count: number): Codec<string> {
  return {
    read: (r) => readText(r.view(count)),
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
export const textToEnd: Codec<string> = { read: (r) => readText(r.rest()), write: (w, v) => w.raw(writeText(v)) };

/** Text after its own length, which `length` reads and writes (bytes, not characters). */
export function textAfter(length: Codec<number>): Codec<string> {
  return {
    read: (r) => readText(r.view(length.read(r))),
    write(w, v) {
      const bytes = writeText(v);
      length.write(w, bytes.length);
      w.raw(bytes);
    },
  };
}
