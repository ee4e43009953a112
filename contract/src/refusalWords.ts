import { errors } from './errors.ts';
import type { Lang } from './kit/text.ts';

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** A text of the table as a pattern: what stood for `{name}` is found again by its name. */
const patternOf = (text: string): RegExp => new RegExp(`^${escaped(text).replace(/\\\{(\w+)\\\}/g, '(?<$1>.+)')}$`);

const known = Object.values(errors).flatMap((entry) =>
  (['zh', 'en'] as const).map((lang) => ({ pattern: patternOf(entry[lang]), entry })),
);

/** A refusal that was uttered, and kept, in one language, in another; a text the table does not know stays as it is. */
export const refusalIn = (said: string, lang: Lang): string => {
  for (const { pattern, entry } of known) {
    const found = pattern.exec(said);
    if (!found) continue;
    return entry[lang].replace(/\{(\w+)\}/g, (whole, name: string) => found.groups?.[name] ?? whole);
  }
  return said;
};
