import { expect, it } from 'vitest';

type Words = { [key: string]: string | Words };
const files = import.meta.glob<{ words: Words }>(['../{app,ui,lock}/words/*.ts', '../domains/**/words/*.ts'], {
  eager: true,
});
const flat = (words: Words, before = ''): [key: string, text: string][] =>
  Object.entries(words).flatMap(([key, of]): [string, string][] =>
    typeof of === 'string' ? [[before + key, of]] : flat(of, `${before}${key}.`),
  );
const of = (lang: string) =>
  Object.entries(files)
    .filter(([file]) => file.endsWith(`/${lang}.ts`))
    .map(([file, { words }]) => ({ file, words: flat(words) }));

const isForm = (key: string): boolean => /_(zero|one|other)$/.test(key);
/** Words in s that are no plural: of units, and verbs. */
const noPlural = new Set(['ms', 'was', 'is', 'has', 'its', 'this']);
/** What is no number. */
const names = 'name|names|kind|device|title|time|age|sn|state';
/** A number, and within the next three words something in the plural. */
const counted = (text: string): boolean =>
  [...text.matchAll(new RegExp(`\\{\\{(?!(?:${names})\\}\\})\\w+\\}\\}((?: [a-z]+){1,3})`, 'g'))].some(
    ([, after = '']) => after.split(' ').some((word) => /[a-z]{2,}s$/.test(word) && !noPlural.has(word)),
  );

it('knows something counted when it sees it', () => {
  expect(counted('{{count}} devices')).toBe(true);
  expect(counted('There are {{n}} backup codes left')).toBe(true);
  expect(counted('{{count}} in total')).toBe(false);
  expect(counted('{{name}} leaves')).toBe(false);
  expect(counted('every {{count}} ms')).toBe(false);
});

it('counts nothing in English with one form for one and for many', () => {
  const found = of('en').flatMap(({ file, words }) =>
    words.filter(([key, text]) => !isForm(key) && counted(text)).map(([key, text]) => `${file} ${key}: ${text}`),
  );
  expect(found).toEqual([]);
});

it('has both forms of whatever has one, in English, and the one of Chinese', () => {
  for (const { file, words } of of('en')) {
    const keys = new Set(words.map(([key]) => key));
    const stems = [...keys].filter(isForm).map((key) => key.replace(/_\w+$/, ''));
    for (const stem of stems) {
      expect(keys, `${file} ${stem}`).toContain(`${stem}_one`);
      expect(keys, `${file} ${stem}`).toContain(`${stem}_other`);
    }
    const zh = files[file.replace('/en.ts', '/zh.ts')];
    const chinese = new Set(flat(zh?.words ?? {}).map(([key]) => key));
    for (const stem of stems) expect(chinese, `${file} ${stem}`).toContain(`${stem}_other`);
  }
});
