import type { Lang } from '@plomb/contract/kit/text';

const between = { zh: '、', en: ', ' };

/** Names one after the other, apart as the language writes a list. */
export const listed = (names: readonly string[], lang: Lang): string => names.join(between[lang]);
