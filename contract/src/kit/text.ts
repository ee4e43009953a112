/** A text in both languages of the product. */
export interface Text {
  zh: string;
  en: string;
}

/** The console's languages and the `langue` each sends. */
export type Lang = 'zh' | 'en';
export type Langue = 'zh_CN' | 'en_US';
export const langueOf = (lang: Lang): Langue => (lang === 'zh' ? 'zh_CN' : 'en_US');
export const langOf = (langue: unknown): Lang => (langue === 'zh_CN' ? 'zh' : 'en');

/** A sentence in both languages, made of words of either. */
export const inBoth = (say: (lang: Lang) => string): Text => ({ zh: say('zh'), en: say('en') });

/** `{name}` in a text is replaced by `values.name`; a name without a value stays as it is, so that a slip is seen. */
export const fill = (text: string, values: Record<string, string | number> = {}): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
