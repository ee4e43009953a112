import type { z } from 'zod';
import { Line } from '../kit/call.ts';
import { searchKey } from '../kit/search.ts';

/** By what a seal is read: a printed code, or one of two chips. */
export const sealMedia = ['qr', 'nfc', 'rfid'] as const;
export type SealMedium = (typeof sealMedia)[number];

/** A number as people write it; letters are kept large, and separators only help the eye. */
export const sealKey = (number: string): string => number.toUpperCase().replace(/[^A-Z0-9]/g, '');
/** The key of what is looked for among numbers, also full-width as it is typed; empty for a word that no number holds. */
export const soughtKey = (keyword: string): string => {
  const key = searchKey(keyword);
  return /^[a-z0-9]+$/.test(key) ? sealKey(key) : '';
};

/** Digits of an RFID chip's id, at least. Source: specification, sections 5 and 9. */
export const RFID_DIGITS = 14;

const Written = Line(40)
  .min(1, { error: 'required' })
  .regex(/^[A-Za-z0-9][A-Za-z0-9 -]*$/, { error: 'sealNumber' });
/** How numbers of a medium are written. An NFC chip's id is hexadecimal, an RFID chip's of digits. */
export const sealNumbers = {
  qr: Written,
  nfc: Written,
  rfid: Written.refine((number) => /^\d+$/.test(sealKey(number)) && sealKey(number).length >= RFID_DIGITS, {
    error: 'rfidTooShort',
  }),
} as const satisfies Record<SealMedium, z.ZodType<string>>;

/** The running numbers of a series with as many digits as the last has, three at least: `001` to `500`. */
export const runningNumbers = (
  first: number,
  count: number,
): { at(nth: number): string; first: string; last: string } => {
  const digits = Math.max(3, String(first + count - 1).length);
  const at = (nth: number): string => String(first + nth).padStart(digits, '0');
  return { at, first: at(0), last: at(count - 1) };
};
