import type { Range } from './storage/storage.ts';

/**
 * What a `Range` header asks for of a content: one part of it; `null`, all of it (no header, several parts, another unit:
 * a server may answer with all); `'none'`, a part that is not there (RFC 9110, 14).
 */
export const rangeOf = (header: string | undefined, bytes: number): Range | null | 'none' => {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const tail = Math.min(Number(last), bytes);
    return tail === 0 ? 'none' : { start: bytes - tail, end: bytes - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null; // no range at all: as if it had not been asked for
  if (start >= bytes) return 'none';
  return { start, end: last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1) };
};
