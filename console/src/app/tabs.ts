import { create } from 'zustand';

/** A visited page in the strip. `revision` grows with each refresh: the page is built anew. */
export interface Tab {
  path: string;
  search: string;
  hash: string;
  revision: number;
  pinned: boolean;
}

export interface Tabs {
  tabs: Tab[];
  /** paths in the order of their last visit, newest first */
  recent: string[];
}

/** Pages kept alive behind the one on top; older ones are built anew when visited again. */
const kept = 12;

const pinnedFirst = (tabs: Tab[]): Tab[] => [...tabs.filter((t) => t.pinned), ...tabs.filter((t) => !t.pinned)];

export const visit = (
  { tabs, recent }: Tabs,
  at: { path: string; search: string; hash: string },
  pinned: boolean,
): Tabs => ({
  tabs: tabs.some((t) => t.path === at.path)
    ? tabs.map((t) => (t.path === at.path ? { ...t, search: at.search, hash: at.hash } : t))
    : pinnedFirst([...tabs, { ...at, revision: 0, pinned }]),
  recent: [at.path, ...recent.filter((p) => p !== at.path)],
});

const without = ({ tabs, recent }: Tabs, gone: (tab: Tab) => boolean): Tabs => {
  const left = tabs.filter((t) => t.pinned || !gone(t));
  return { tabs: left, recent: recent.filter((p) => left.some((t) => t.path === p)) };
};
export const close = (state: Tabs, path: string): Tabs => without(state, (t) => t.path === path);
export const closeOthers = (state: Tabs, path: string): Tabs => without(state, (t) => t.path !== path);
export const closeAll = (state: Tabs): Tabs => without(state, () => true);
export const refresh = ({ tabs, recent }: Tabs, path: string): Tabs => ({
  tabs: tabs.map((t) => (t.path === path ? { ...t, revision: t.revision + 1 } : t)),
  recent,
});

/** Where to go when the tab being looked at was closed: the one visited before it, else the home page. */
export const afterClosing = ({ tabs, recent }: Tabs): string => {
  const tab = tabs.find((t) => t.path === recent[0]);
  return tab ? tab.path + tab.search + tab.hash : '/dashboard';
};

export const isKept = ({ recent }: Tabs, path: string): boolean => recent.indexOf(path) < kept;

export const useTabs = create<Tabs>(() => ({
  tabs: [{ path: '/dashboard', search: '', hash: '', revision: 0, pinned: true }],
  recent: [],
}));
