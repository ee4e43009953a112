import type { Codec } from './codec.ts';

/**
 * `count` bytes as 2 × `count` lower-case hex characters. Meant for BCD, but kept as hex: trackers put identities into
 * BCD fields that have nibbles above 9, and an answer must carry the very bytes that came.
 */
export function bcd(count: number): Codec<string> {
  return { read: (r) => r.hex(count), write: (w, v) => w.hex(v.padStart(count * 2, '0').slice(-count * 2)) };
}

/** `count` half bytes as hex characters; an odd count leaves the cursor inside a byte for `nibble` to finish. */
export function digits(count: number): Codec<string> {
  return {
    read(r) {
      let text = '';
      for (let i = 0; i < count; i++) text += r.nibble().toString(16);
      return text;
    },
    write(w, v) {
      for (const digit of v.padStart(count, '0').slice(-count)) w.nibble(Number.parseInt(digit, 16));
    },
  };
}

export const nibble: Codec<number> = { read: (r) => r.nibble(), write: (w, v) => w.nibble(v) };

export function isDecimal(text: string): boolean {
  return /^\d+$/.test(text);
}
