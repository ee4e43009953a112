import type { Text } from '@plomb/contract/kit/text';
import { createContext, useContext, useEffect } from 'react';

/** A menu folder above a page, and the pages that stand in it. */
export interface Crumb {
  title: Text;
  pages: { path: string; title: Text }[];
}

/** What the shell tells a page about itself. */
export interface PagePlace {
  path: string;
  title: Text;
  /** the menu folders above it, outermost first */
  trail: readonly Crumb[];
  /** on top; the others are kept alive, hidden */
  active: boolean;
  /** stays built when another page comes on top; false: it starts anew at each visit */
  kept: boolean;
  /** a longer title for its tab and the window, null for the menu's again */
  entitle(title: Text | null): void;
}

export const PageContext = createContext<PagePlace>({
  path: '/',
  title: { zh: '', en: '' },
  trail: [],
  active: true,
  kept: true,
  entitle: () => {},
});
export const usePage = (): PagePlace => useContext(PageContext);

/** Names the tab after what is open in it: `useTabTitle(role && { zh: …, en: … })`. */
export const useTabTitle = (title: Text | null | undefined): void => {
  const { entitle } = usePage();
  const { zh, en } = title ?? {};
  useEffect(() => entitle(zh === undefined || en === undefined ? null : { zh, en }), [entitle, zh, en]);
};
