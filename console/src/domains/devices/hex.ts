/** Bytes a line. Eight fit beside each other in the panel of a record and on a phone. */
const WIDTH = 8;

const printable = (byte: number): string => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·');

/** Hexadecimal as lines: the place of the first byte, the bytes, and what of them is text. */
export const hexLines = (hex: string): { at: string; bytes: string; text: string }[] => {
  const bytes = hex.match(/../g) ?? [];
  return Array.from({ length: Math.ceil(bytes.length / WIDTH) }, (_, line) => {
    const some = bytes.slice(line * WIDTH, (line + 1) * WIDTH);
    return {
      at: (line * WIDTH).toString(16).padStart(4, '0'),
      bytes: some.join(' '),
      text: some.map((byte) => printable(Number.parseInt(byte, 16))).join(''),
    };
  });
};
