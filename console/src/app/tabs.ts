import type { Text } from '@plomb/contract/kit/text';
import { create } from 'zustand';

/** A visited page in the strip. `revision` grows with each refresh: the page is built anew. */
export interface Tab {
  path: string;
  search: string;
  hash: string;
  revision: number;
  pinned: boolean;
  /** what the page calls itself, where that is more than its menu's title */
  title?: Text;
}

export interface Tabs {
  tabs: Tab[];
  /** paths in the order of their last visit, newest first; the first is the one on top */
  recent: string[];
  /** those of them that are built now, hidden or on top; a restored tab is built when it is first shown */
  alive: string[];
}

/** Pages kept built behind the one on top; the one not seen for longest gives way, its tab stays. */
export const keptPages = 12;

const pinnedFirst = (tabs: Tab[]): Tab[] => [...tabs.filter((t) => t.pinned), ...tabs.filter((t) => !t.pinned)];

interface Place {
  path: string;
  search: string;
  hash: string;
}

/** `rules.holds`: a page with unsaved input is never given up for another. */
export const visit = (
  { tabs, recent, alive }: Tabs,
  at: Place,
  rules: { pinned?: boolean; holds?: (path: string) => boolean } = {},
): Tabs => {
  const built = [at.path, ...alive.filter((p) => p !== at.path)];
  const given = new Set(
    built
      .slice(1)
      .reverse()
      .filter((p) => !rules.holds?.(p))
      .slice(0, Math.max(0, built.length - keptPages)),
  );
  return {
    tabs: tabs.some((t) => t.path === at.path)
      ? tabs.map((t) => (t.path === at.path ? { ...t, search: at.search, hash: at.hash } : t))
      : pinnedFirst([...tabs, { ...at, revision: 0, pinned: rules.pinned ?? false }]),
    recent: [at.path, ...recent.filter((p) => p !== at.path)],
    alive: built.filter((p) => !given.has(p)),
  };
};

/**
 * Where the page of a tab is now: also when a step to another page overtook the drawing of it, so that it was never
 * visited there. A page without a tab has none before it is visited.
 */
export const moved = (state: Tabs, at: Place): Tabs =>
  state.tabs.some((t) => t.path === at.path && (t.search !== at.search || t.hash !== at.hash))
    ? changed(state, at.path, (t) => ({ ...t, search: at.search, hash: at.hash }))
    : state;

const without = (state: Tabs, gone: (tab: Tab, at: number) => boolean): Tabs => {
  const tabs = state.tabs.filter((t, at) => t.pinned || !gone(t, at));
  const left = new Set(tabs.map((t) => t.path));
  return { tabs, recent: state.recent.filter((p) => left.has(p)), alive: state.alive.filter((p) => left.has(p)) };
};
const placeOf = ({ tabs }: Tabs, path: string): number => tabs.findIndex((t) => t.path === path);

export const close = (state: Tabs, path: string): Tabs => without(state, (t) => t.path === path);
export const closeOthers = (state: Tabs, path: string): Tabs => without(state, (t) => t.path !== path);
export const closeAll = (state: Tabs): Tabs => without(state, () => true);
export const closeLeft = (state: Tabs, path: string): Tabs => without(state, (_, at) => at < placeOf(state, path));
export const closeRight = (state: Tabs, path: string): Tabs => without(state, (_, at) => at > placeOf(state, path));
/** The operator lost the right to some pages: their tabs go, pinned or not. */
export const keepOnly = (state: Tabs, paths: Pick<ReadonlySet<string>, 'has'>): Tabs =>
  state.tabs.every((t) => paths.has(t.path))
    ? state
    : without({ ...state, tabs: state.tabs.filter((t) => paths.has(t.path)) }, () => false);

const changed = (state: Tabs, path: string, change: (tab: Tab) => Tab): Tabs => ({
  ...state,
  tabs: state.tabs.map((t) => (t.path === path ? change(t) : t)),
});
export const refresh = (state: Tabs, path: string): Tabs =>
  changed(state, path, (t) => ({ ...t, revision: t.revision + 1 }));
export const entitle = (state: Tabs, path: string, title: Text | null): Tabs =>
  changed(state, path, ({ title: _, ...t }) => (title ? { ...t, title } : t));

export const addressOf = (tab: Place): string => tab.path + tab.search + tab.hash;

/** Where to go when the tab being looked at was closed: the one visited before it, else the home page. */
export const afterClosing = ({ tabs, recent }: Tabs): string => {
  const tab = tabs.find((t) => t.path === recent[0]);
  return tab ? addressOf(tab) : '/dashboard';
};

export const freshTabs = (): Tabs => ({
  tabs: [{ path: '/dashboard', search: '', hash: '', revision: 0, pinned: true }],
  recent: [],
  alive: [],
});

export const useTabs = create<Tabs>(freshTabs);
