import type { Lang } from '@plomb/contract/kit/text';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { apart, apartInChinese, type Words } from './hanSpacing.ts';
import { notify, serverErrorTime } from './notices.ts';
import { grouped } from './numbers.ts';
import { setLangChoice, useSettings } from './settings.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui';
    strictKeyChecks: true;
  }
}

type Variables<S extends string> = S extends `${string}{{${infer V}}}${infer Rest}` ? V | Variables<Rest> : never;
/** A text that has each of the variables somewhere. */
type Mentioning<V extends string> = (V extends string ? (text: `${string}{{${V}}}${string}`) => void : never) extends (
  text: infer Every,
) => void
  ? Every
  : never;
/**
 * The same keys as the English words, each text with the same variables. English plurals (`_one` beside `_other`) have
 * one form in Chinese, so `_one` may be left out there.
 */
export type Translated<T> = {
  [K in keyof T as K extends `${string}_one` ? never : K]: T[K] extends string
    ? [Variables<T[K]>] extends [never]
      ? string
      : Mentioning<Variables<T[K]>>
    : Translated<T[K]>;
};

/**
 * Every folder keeps its words in a folder of their own, a file a language; the folder is the namespace. They are chunks
 * of their own, fetched when a page of that folder is first shown.
 */
const files = import.meta.glob<{ words: Words }>(['../{app,ui,lock}/words/*.ts', '../domains/**/words/*.ts']);
const wordsIn = (lang: string, { words }: { words: Words }): Words => (lang === 'zh' ? apartInChinese(words) : words);
const fileOf = (namespace: string, lang: string): string =>
  ['app', 'ui', 'lock'].includes(namespace)
    ? `../${namespace}/words/${lang}.ts`
    : `../domains/${namespace}/words/${lang}.ts`;

export const startI18n = async (): Promise<void> => {
  await i18next
    .use(initReactI18next)
    .use({
      type: 'backend',
      init: () => {},
      read: (
        lang: string,
        namespace: string,
        done: (error: unknown, words: Record<string, unknown> | null) => void,
      ) => {
        const load = files[fileOf(namespace, lang)];
        if (!load) return done(new Error(`no words of ${namespace} in ${lang}`), null);
        load().then(
          (file) => done(null, wordsIn(lang, file)),
          (error: unknown) => done(error, null),
        );
      },
    })
    .use({
      type: 'formatter',
      init: () => {},
      add: () => {},
      addCached: () => {},
      // a count reads as 12,345 in either language
      format: (value: unknown, sides: string | undefined, lang: string) =>
        apart(typeof value === 'number' ? grouped(value, lang === 'zh' ? 'zh' : 'en') : (value as string), sides),
    })
    .init({
      lng: useSettings.getState().lang,
      supportedLngs: ['zh', 'en'],
      fallbackLng: false,
      ns: ['ui', 'app'],
      defaultNS: 'ui',
      interpolation: {
        escapeValue: false, // React escapes
        alwaysFormat: true,
      },
      react: { useSuspense: true },
    });
};

/**
 * Fetches the words of every folder in use, then switches: nothing on the screen is unmounted, nothing typed is lost.
 * Words that do not come leave the language as it is, and say so. Answers whether it was changed.
 */
export const setLang = async (lang: Lang): Promise<boolean> => {
  const missing = [i18next.options.ns ?? []].flat().filter((ns) => !i18next.hasResourceBundle(lang, ns));
  try {
    const came = await Promise.all(missing.map(async (ns) => ({ ns, file: await files[fileOf(ns, lang)]?.() })));
    for (const { ns, file } of came) if (file) i18next.addResourceBundle(lang, ns, wordsIn(lang, file));
  } catch {
    notify('error', i18next.t('languageStays', { ns: 'app' }), serverErrorTime);
    return false;
  }
  await i18next.changeLanguage(lang);
  setLangChoice(lang);
  return true;
};
