import type { Lang } from '@plomb/contract/kit/text';

const formats = { zh: new Intl.NumberFormat('zh-CN'), en: new Intl.NumberFormat('en-GB') };

/** A number as people read it: `12,345`. */
export const grouped = (value: number, lang: Lang): string => formats[lang].format(value);
