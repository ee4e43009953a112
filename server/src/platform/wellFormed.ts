import type { FieldErrorCode } from '@plomb/contract/errors';

/** Deeper than any form of ours: what follows the paths of a body by recursion is safe. */
const DEEPEST = 20;

/** NUL, which PostgreSQL keeps in no text, and halves of a pair of UTF-16, which are no character at all. */
const isKeepable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** The same text as it can be kept. */
export const storable = (text: string): string =>
  isKeepable(text) ? text : text.toWellFormed().replaceAll('\0', '\uFFFD');

export interface BodyFault {
  path: string[];
  message: FieldErrorCode;
}

/**
 * What no text of the contract may hold, looked for once for all calls: in every value and every name, at any depth.
 * Walks without recursion, for the depth is the sender's choice. Null: nothing is wrong.
 */
export const bodyFault = (body: object): BodyFault | null => {
  const open: { value: unknown; path: string[] }[] = [{ value: body, path: [] }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next;
    if (typeof value === 'string' && !isKeepable(value)) return { path, message: 'unreadable' };
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
    if (path.length >= DEEPEST) return { path: path.slice(0, 1), message: 'tooDeep' };
    for (const [name, inner] of Object.entries(value)) {
      if (!isKeepable(name)) return { path, message: 'unreadable' };
      if (typeof inner === 'string' || typeof inner === 'object') open.push({ value: inner, path: [...path, name] });
    }
  }
  return null;
};
