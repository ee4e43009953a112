import type { Lang } from '@plomb/contract/kit/text';

const regions = { zh: 'zh-CN', en: 'en-GB' } as const;
const formats = { zh: new Intl.NumberFormat(regions.zh), en: new Intl.NumberFormat(regions.en) };
const fixed = new Map<string, Intl.NumberFormat>();

/** A number as people read it: `12,345`. */
export const grouped = (value: number, lang: Lang): string => formats[lang].format(value);

/** A measured one, always with so many decimals, so that those below each other stand in line: `12,345.0`. */
export const withDecimals = (value: number, decimals: number, lang: Lang): string => {
  const key = `${lang} ${decimals}`;
  const format =
    fixed.get(key) ??
    new Intl.NumberFormat(regions[lang], { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  fixed.set(key, format);
  return format.format(value);
};
