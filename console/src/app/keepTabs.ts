import type { DataRouter } from 'react-router';
import { freshTabs, moved, type Tab, type Tabs, useTabs } from './tabs.ts';

/** What outlives a reload: the tabs a person opened, and in which order they were seen. Of one person, in one window. */
interface Kept {
  operator: number;
  tabs: Pick<Tab, 'path' | 'search' | 'hash' | 'title'>[];
  recent: string[];
}

export const keptOf = (operator: number, { tabs, recent }: Tabs): Kept => ({
  operator,
  // the page of a record says only what its list is called, until it is shown
  tabs: tabs
    .filter((t) => !t.pinned)
    .map(({ path, search, hash, title }) => ({ path, search, hash, ...(title && { title }) })),
  recent,
});

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isPlace = (value: unknown): value is Kept['tabs'][number] =>
  isObject(value) &&
  ['path', 'search', 'hash'].every((name) => typeof value[name] === 'string') &&
  (value.title === undefined ||
    (isObject(value.title) && typeof value.title.zh === 'string' && typeof value.title.en === 'string'));

/** The tabs to start with: the kept ones behind the pinned. Somebody else's, and what is no such thing, are left out. */
export const tabsFrom = (stored: unknown, operator: number): Tabs => {
  const fresh = freshTabs();
  if (!isObject(stored) || stored.operator !== operator || !Array.isArray(stored.tabs)) return fresh;
  const opened = stored.tabs
    .filter(isPlace)
    .filter((t) => !fresh.tabs.some((f) => f.path === t.path))
    .map((t): Tab => ({ ...t, revision: 0, pinned: false }));
  const tabs = [...fresh.tabs, ...opened];
  const recent = Array.isArray(stored.recent) ? stored.recent : [];
  return { tabs, recent: recent.filter((p) => tabs.some((t) => t.path === p)), alive: [] };
};

const name = 'tabs';
/** sessionStorage: every window has tabs of its own. It may be forbidden; then a reload starts with none. */
const stored = (): unknown => {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
};
const store = (kept: Kept | null): void => {
  try {
    if (kept) sessionStorage.setItem(name, JSON.stringify(kept));
    else sessionStorage.removeItem(name);
  } catch {
    // see above
  }
};

/** Whose tabs are here, with what stands in their pages. */
let here: number | null = null;

/** Brings an operator's tabs back and keeps them from now on; answers how to stop. A shell that rested meanwhile has them still. */
export const keepTabs = (operator: number): (() => void) => {
  if (here !== operator) useTabs.setState(tabsFrom(stored(), operator));
  here = operator;
  return useTabs.subscribe((tabs) => store(keptOf(operator, tabs)));
};

/** Tabs know every place their page was at, drawn or not. */
export const followPlaces = (router: Pick<DataRouter, 'subscribe'>): (() => void) =>
  router.subscribe(({ location: { pathname, search, hash } }) =>
    useTabs.setState((tabs) => moved(tabs, { path: pathname, search, hash })),
  );

/** Signing out closes them all. */
export const dropTabs = (): void => {
  here = null;
  useTabs.setState(freshTabs());
  store(null);
};
