import { MalformedMessage } from '../kit/malformed.ts';

const mark = 0x3d;
/** byte → its code behind 3D */
const codes: ReadonlyMap<number, number> = new Map([
  [0x28, 0x15],
  [0x29, 0x14],
  [0x2c, 0x11],
  [0x3d, 0x00],
]);
const plain: ReadonlyMap<number, number> = new Map([...codes].map(([byte, code]) => [code, byte]));

/** Binary payloads inside text frames hide `( ) , =`. One left-to-right pass; throws `MalformedMessage('fields')`. */
export function unescapePayload(bytes: Uint8Array): Uint8Array {
  const out: number[] = [];
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (byte !== mark) {
      out.push(byte);
      continue;
    }
    const original = plain.get(bytes[++i] ?? -1);
    if (original === undefined) throw new MalformedMessage('fields', 'an escape that stands for nothing');
    out.push(original);
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
