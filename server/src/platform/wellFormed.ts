import type { FieldErrorCode } from '@plomb/contract/errors';
import type { Lang, Langue } from '@plomb/contract/kit/text';

/** NUL, which PostgreSQL keeps in no text, and halves of a pair of UTF-16, which are no character at all. */
const isKeepable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** The same text as it can be kept. */
export const storable = (text: string): string =>
  isKeepable(text) ? text : text.toWellFormed().replaceAll('\0', '\uFFFD');

export interface BodyFault {
  path: string[];
  message: FieldErrorCode;
}

/** Stands for a body that is nested too deeply to be read: whoever sent it is known like anybody else, and what was tried is filed. */
export class TooDeep {
  readonly langue: Langue;
  constructor(lang: Lang) {
    this.langue = lang === 'zh' ? 'zh_CN' : 'en_US';
  }
}

/** A value on the way through a body, and where it stands: its path is put together only for what is at fault. */
interface At {
  value: object;
  name: string;
  above: At | null;
}
const pathOf = (at: At): string[] => {
  const path: string[] = [];
  for (let one = at; one.above; one = one.above) path.unshift(one.name);
  return path;
};

/**
 * What no text of the contract may hold, looked for once for all calls: in every value and every name, at any depth.
 * Walks without recursion. Null: nothing is wrong.
 */
export const bodyFault = (body: object): BodyFault | null => {
  const open: At[] = [{ value: body, name: '', above: null }];
  for (let at = open.pop(); at; at = open.pop()) {
    for (const name of Object.keys(at.value)) {
      if (!isKeepable(name)) return { path: pathOf(at), message: 'unreadable' };
      const value: unknown = (at.value as Record<string, unknown>)[name];
      if (typeof value === 'string' && !isKeepable(value))
        return { path: [...pathOf(at), name], message: 'unreadable' };
      if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
      open.push({ value, name, above: at });
    }
  }
  return null;
};
