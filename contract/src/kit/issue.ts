import type { z } from 'zod';
import { commonFieldErrors } from './errors.ts';
import type { Text } from './text.ts';

/** What a limit counts, with one and with more of it. */
const counted: Readonly<Record<string, readonly [zh: string, one: string, more: string]>> = {
  string: ['个字符', 'character', 'characters'],
  array: ['项', 'entry', 'entries'],
  set: ['项', 'entry', 'entries'],
  map: ['项', 'entry', 'entries'],
  object: ['项', 'entry', 'entries'],
  file: ['字节', 'byte', 'bytes'],
};

const bounds = {
  most: { of: ['最多', 'At most'], number: ['不能大于', 'At most'], beyond: ['须小于', 'Less than'] },
  least: { of: ['至少', 'At least'], number: ['不能小于', 'At least'], beyond: ['须大于', 'More than'] },
} as const;

const limit = (
  side: keyof typeof bounds,
  n: number | bigint,
  { origin, inclusive = true, exact = false }: { origin: string; inclusive?: boolean; exact?: boolean },
): Text => {
  const unit = counted[origin];
  if (!unit) {
    const [zh, en] = bounds[side][inclusive ? 'number' : 'beyond'];
    return { zh: `${zh} ${n}`, en: `${en} ${n}` };
  }
  const [zh, en] = exact ? ['须为', 'Exactly'] : bounds[side].of;
  return { zh: `${zh} ${n} ${unit[0]}`, en: `${en} ${n} ${Number(n) === 1 ? unit[1] : unit[2]}` };
};

/** What is said of an issue for which its schema names no words of its own. */
export const issueWords = (issue: z.core.$ZodIssue): Text => {
  switch (issue.code) {
    case 'too_big':
      return limit('most', issue.maximum, issue);
    case 'too_small':
      return issue.minimum === 1 && counted[issue.origin]
        ? commonFieldErrors.required
        : limit('least', issue.minimum, issue);
    case 'invalid_type':
      // an issue keeps what was there in its message alone
      if (/received (undefined|null)$/.test(issue.message)) return commonFieldErrors.required;
      return issue.expected === 'int' ? commonFieldErrors.wholeNumber : commonFieldErrors.form;
    case 'invalid_value':
      return commonFieldErrors.choice;
    case 'invalid_union': {
      if (issue.errors.length === 0) return commonFieldErrors.choice;
      // of the kinds it may be, the one that it is
      const [one] =
        issue.errors.find(([first]) => first && (first.code !== 'invalid_type' || first.path.length > 0)) ?? [];
      return one ? issueWords(one) : commonFieldErrors.form;
    }
    case 'unrecognized_keys':
      return { zh: `未知字段：${issue.keys.join('，')}`, en: `Unknown fields: ${issue.keys.join(', ')}` };
    default:
      return commonFieldErrors.form;
  }
};
