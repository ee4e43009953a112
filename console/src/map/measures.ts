import type { Lang } from '@plomb/contract/kit/text';
import { grouped } from '../platform/numbers.ts';

/** Three figures tell as much as a hand points out; whole ones are whole. */
const figure = (value: number, lang: Lang): string => {
  const decimals = value < 10 ? 2 : value < 100 ? 1 : 0;
  return grouped(Math.round(value * 10 ** decimals) / 10 ** decimals, lang);
};
/** `850 m`, `1.24 km`, `1,230 km`. */
export const lengthWords = (metres: number, lang: Lang): string =>
  Math.round(metres) < 1000
    ? `${grouped(Math.round(metres), lang)} ${lang === 'zh' ? '米' : 'm'}`
    : `${figure(metres / 1000, lang)} ${lang === 'zh' ? '公里' : 'km'}`;
/** `9,600 m²`, `0.35 km²`; square kilometres from a tenth of one on. */
export const areaWords = (metres: number, lang: Lang): string =>
  Math.round(metres) < 100_000
    ? `${grouped(Math.round(metres), lang)} ${lang === 'zh' ? '平方米' : 'm²'}`
    : `${figure(metres / 1e6, lang)} ${lang === 'zh' ? '平方公里' : 'km²'}`;
