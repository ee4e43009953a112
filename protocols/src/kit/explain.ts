import { type Codec, type Part, rest } from './codec.ts';
import { Reader } from './reader.ts';

/**
 * The fields of a message with the bytes each came from, for logs and for people; what a newer edition may have appended
 * is `rest`. Throws `MalformedMessage`.
 */
export function explain<T>(codec: Codec<T>, bytes: Uint8Array, from = 0, end = bytes.length): Part[] {
  const r = new Reader(bytes, from, end);
  const parts = fieldsOf(codec, r);
  return r.left > 0 ? [...parts, partOf('rest', rest, r)] : parts;
}

export function partOf(name: string, codec: Codec<unknown>, r: Reader): Part {
  const from = r.begin;
  const value = codec.read(r);
  const end = r.at;
  const part: Part = { name, from, hex: Buffer.from(r.bytes.subarray(from, end)).toString('hex'), value };
  if (codec.explain) part.parts = explain(codec, r.bytes, from, end);
  return part;
}

/** The fields that `codec` reads next. */
export const fieldsOf = (codec: Codec<unknown>, r: Reader): Part[] => codec.explain?.(r) ?? [partOf('value', codec, r)];
