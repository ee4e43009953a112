import type { Codec, Part } from './codec.ts';
import { Reader } from './reader.ts';

/** The fields of a message with the bytes each came from, for logs and for people. Throws `MalformedMessage`. */
export function explain<T>(codec: Codec<T>, bytes: Uint8Array): Part[] {
  const r = new Reader(bytes);
  return codec.explain?.(r) ?? [partOf('message', codec, r)];
}

export function partOf(name: string, codec: Codec<unknown>, r: Reader): Part {
  const from = r.at;
  const value = codec.read(r);
  const end = r.at;
  const part: Part = { name, from, hex: Buffer.from(r.bytes.subarray(from, end)).toString('hex'), value };
  if (codec.explain) part.parts = codec.explain(new Reader(r.bytes, from, end));
  return part;
}
