import { addressOf, type Tab } from './tabs.ts';

interface Place {
  pathname: string;
  search: string;
  hash: string;
}

/**
 * The path of the page whose typed input a step would lose, or null. The page on top loses it when it goes to another
 * address of its own, or when another comes on top and it is not `kept`. A hidden page loses it when the step leads to
 * it with another address than it stands at: an editor, a form and a filter live in the address.
 */
export const losing = (
  here: Place,
  there: Place,
  of: {
    /** the page that stands at a path of the address bar */
    pageAt: (pathname: string) => string;
    tabs: readonly Tab[];
    kept: boolean;
    holds: (path: string) => boolean;
    /** it would be lost by another address of the same page */
    losesWithin: (path: string) => boolean;
  },
): string | null => {
  const from = of.pageAt(here.pathname);
  const to = of.pageAt(there.pathname);
  if (from === to) return here.search !== there.search && of.losesWithin(from) ? from : null;
  if (!of.kept && of.holds(from)) return from;
  const tab = of.tabs.find((t) => t.path === to);
  return tab && tab.search !== there.search && of.losesWithin(to) ? to : null;
};

/** Where a menu leads: to its page from the start, but to a page with unsaved input as it stands. */
export const menuTarget = (path: string, tabs: readonly Tab[], holds: (path: string) => boolean): string => {
  const tab = tabs.find((t) => t.path === path);
  return tab && holds(path) ? addressOf(tab) : path;
};
