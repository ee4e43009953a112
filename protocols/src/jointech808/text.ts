import { partsOf } from '../jointech/explain.ts';
import { readFields, writeFields } from '../jointech/text-frame.ts';
import type { Part } from '../kit/codec.ts';

/**
 * A text between the frames, `(id,1,001,BASE,2,…)`, by either side: orders and questions with 1 behind the id, what answers
 * them with 1 or 2. An answer repeats the serial, the word and its number.
 */
export interface Text808 {
  /** of the lock, as it prints it */
  id: string;
  direction: 1 | 2;
  /** three digits; a lock takes one that comes twice for a repetition and drops it */
  serial: string;
  word: string;
  number: number;
  fields: string[];
}

/** Null for a text of another form. */
export function decodeText(raw: Uint8Array): Text808 | null {
  if (raw.length < 3) return null;
  const [id = '', direction = '', serial = '', word = '', number = '', ...fields] = readFields(raw);
  const isText =
    /^\d{4,20}$/.test(id) &&
    /^[12]$/.test(direction) &&
    /^\d{1,3}$/.test(serial) &&
    /^[A-Z]{2,12}$/.test(word) &&
    /^(0|[1-9]\d{0,2})$/.test(number);
  return isText ? { id, direction: direction === '2' ? 2 : 1, serial, word, number: Number(number), fields } : null;
}

export function encodeText({ id, direction, serial, word, number, fields }: Text808): Buffer {
  return writeFields([id, direction, serial, word, number, ...fields]);
}

/** `BASE,2,TIME`: the lock asks what time it is. */
export function asksTime({ word, number, fields }: Text808): boolean {
  return word === 'BASE' && number === 2 && fields[0]?.toUpperCase() === 'TIME';
}

/** `yyyyMMddHHmmss` in UTC. */
export function timeText(millis: number): string {
  return new Date(millis).toISOString().replace(/\D/g, '').slice(0, 14);
}

/** Nobody has published what `ELOCK` says; six digits behind it are what a password looks like. */
export const secretWord = 'ELOCK';

const names = ['id', 'direction', 'serial', 'word', 'number'] as const;

/** Its fields with the bytes each came from. */
export function explainText({ word }: Text808, raw: Uint8Array): Part[] {
  return partsOf(raw, raw.length - 1, names).map((part, i) =>
    i >= names.length && word === secretWord ? { ...part, name: 'password' } : part,
  );
}
