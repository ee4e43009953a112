import { useEffect, useRef } from 'react';
import type { Location } from 'react-router';
import { hasUnsaved } from '../platform/unsaved.ts';
import type { Page } from './pages.ts';
import { useTabs, visit } from './tabs.ts';

/**
 * Whatever place was gone to has a tab, on top. Menus that come anew are no visit: the tab may be ahead of the place that is
 * drawn, and what was typed there would be lost with it.
 */
export const useVisits = (page: Page | undefined, location: Location): void => {
  const last = useRef<Location>(null);
  useEffect(() => {
    if (!page) return;
    const { path, pinned = false } = page;
    const { search, hash } = location;
    const isVisit = last.current !== location;
    last.current = location;
    const holds = (other: string): boolean => hasUnsaved([other]);
    useTabs.setState((state) => {
      const isOnTop = state.recent[0] === path && state.tabs.some((tab) => tab.path === path);
      return isOnTop && !isVisit ? state : visit(state, { path, search, hash }, { pinned, holds });
    });
  }, [page, location]);
};
