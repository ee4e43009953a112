const mark = 0x3d;
/** byte → its code behind 3D */
const codes: ReadonlyMap<number, number> = new Map([
  [0x28, 0x15],
  [0x29, 0x14],
  [0x2c, 0x11],
  [0x3d, 0x00],
]);

/**
 * Binary payloads inside text frames hide `( ) , =` behind a mark. One left-to-right pass. A byte behind the mark is the
 * hidden one XOR the mark, whichever it is; a mark with nothing behind it stands for itself.
 */
export function unescapePayload(bytes: Uint8Array): Uint8Array {
  const out: number[] = [];
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (byte !== mark || i + 1 === bytes.length) out.push(byte);
    else out.push(bytes[++i]! ^ mark);
  }
  return Uint8Array.from(out);
}

export function escapePayload(bytes: Uint8Array): Uint8Array {
  const out: number[] = [];
  for (const byte of bytes) {
    const code = codes.get(byte);
    if (code === undefined) out.push(byte);
    else out.push(mark, code);
  }
  return Uint8Array.from(out);
}
