import { MalformedMessage } from '../kit/malformed.ts';
import { readText, writeText } from '../kit/text.ts';

/** The fields of a `(`…`)` frame. Throws `MalformedMessage('fields')` when the brackets are missing. */
export function readFields(raw: Uint8Array): string[] {
  if (raw.length < 3 || raw[0] !== 0x28 || raw.at(-1) !== 0x29) throw new MalformedMessage('fields', 'no text frame');
  return readText(raw.subarray(1, -1)).split(',');
}

export function writeFields(fields: readonly (string | number)[]): Buffer {
  return writeText(`(${fields.join(',')})`);
}
