import { type ParamSeed, paramUnits } from '@plomb/contract/kit/param';
import type { Lang } from '@plomb/contract/kit/text';
import { type Param, paramSeed } from '@plomb/contract/params';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../../platform/settings.ts';

/** Seconds in their largest units, `12 h 30 min`, for what is stored in seconds and read by people. */
const timeOf = (seconds: number, lang: Lang): string => {
  const units = [
    [86_400, '天', 'd'],
    [3600, '小时', 'h'],
    [60, '分钟', 'min'],
    [1, '秒', 's'],
  ] as const;
  let rest = seconds;
  const parts: string[] = [];
  for (const [size, zh, en] of units) {
    const n = Math.floor(rest / size);
    rest -= n * size;
    if (n > 0) parts.push(`${n} ${lang === 'zh' ? zh : en}`);
  }
  return parts.join(' ');
};

/** A value of a parameter in the reader's words; a text that is empty, or no value of this kind, stands as it is. */
export const valueWords = (seed: ParamSeed, text: string, lang: Lang, words: { on: string; off: string }): string => {
  switch (seed.kind) {
    case 'boolean':
      return text === 'true' ? words.on : words.off;
    case 'choice':
      return Object.hasOwn(seed.choices, text) ? (seed.choices[text]?.[lang] ?? text) : text;
    case 'number': {
      const number = Number(text);
      return seed.unit === 'seconds' && number > 0
        ? timeOf(number, lang)
        : `${text}${seed.unit === 'percent' ? '' : ' '}${paramUnits[seed.unit][lang]}`.trimEnd();
    }
    case 'text':
      return text;
  }
};

/** The values of a parameter in the words of the screen. */
export const useParamWords = (): ((row: Param, text: string) => string) => {
  const { t } = useTranslation('system/params');
  const lang = useSettings((s) => s.lang);
  return (row, text) => valueWords(paramSeed(row.param_name), text, lang, { on: t('on'), off: t('off') }) || t('empty');
};
