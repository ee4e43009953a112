import type { Text } from '@plomb/contract/text';
import { createContext, useContext } from 'react';

/** What the shell tells a page about itself. */
export interface PagePlace {
  path: string;
  title: Text;
  /** titles of the menu folders above it, outermost first */
  folders: Text[];
  /** on top; the others are kept alive, hidden */
  active: boolean;
}

export const PageContext = createContext<PagePlace>({
  path: '/',
  title: { zh: '', en: '' },
  folders: [],
  active: true,
});
export const usePage = (): PagePlace => useContext(PageContext);
