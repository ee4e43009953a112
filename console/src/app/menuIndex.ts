import type { Lang } from '@plomb/contract/kit/text';
import Fuse from 'fuse.js';
import type { Page } from './pages.ts';

/** How a Chinese text is typed on a Latin keyboard. */
export interface Spelling {
  /** `shebeiguanli` */
  full: string;
  /** `sbgl` */
  initials: string;
}
export type Spell = (text: string) => Spelling;

export interface Entry {
  path: string;
  /** titles from the outermost folder down to the page's own */
  titles: string[];
}

/** What the search looks through: the pages of the sidebar. Folders are no place to go to. */
export const entriesOf = (pages: readonly Page[], lang: Lang): Entry[] =>
  pages
    .filter((page) => !page.hidden)
    .map((page) => ({ path: page.path, titles: [...page.trail.map((c) => c.title[lang]), page.title[lang]] }));

/**
 * Finds entries by title, path and, with `spell`, by their pinyin; best first. Threshold 0.4 is the specification's.
 * Each title of the way to a page is spelt by itself and all of them together, so `xtgl`, `czrz` and `xtglczrz` all
 * lead to 系统管理 › 操作日志. Spellings must be part of the documents: the library indexes them once.
 */
export const menuIndex = (entries: readonly Entry[], spell: Spell | null): ((text: string) => Entry[]) => {
  const documents = entries.map((entry) => {
    const spelt = spell ? [...entry.titles, entry.titles.join('')].map(spell) : [];
    return {
      entry,
      title: entry.titles,
      path: entry.path,
      full: spelt.map((s) => s.full),
      initials: spelt.map((s) => s.initials),
    };
  });
  const fuse = new Fuse(documents, {
    threshold: 0.4,
    // anywhere in the text: a long way to a page must not hide its own title
    ignoreLocation: true,
    keys: [
      { name: 'title', weight: 0.7 },
      { name: 'initials', weight: 0.4 },
      { name: 'full', weight: 0.3 },
      { name: 'path', weight: 0.3 },
    ],
  });
  return (text) => {
    const wanted = text.trim();
    return wanted === '' ? [...entries] : fuse.search(wanted).map(({ item }) => item.entry);
  };
};
