import type { Text } from '@plomb/contract/kit/text';
import { Skeleton } from 'antd';
import { Activity, memo, Suspense, useMemo } from 'react';
import { Route, Routes } from 'react-router';
import { PageContext } from '../ui/page.ts';
import { Crash } from './Crash.tsx';
import { Fixed } from './Fixed.tsx';
import { type Page, pageAt } from './pages.ts';
import { entitle, refresh, type Tab, useTabs } from './tabs.ts';
import { viewOf } from './views.ts';

/** One visited page with its own location: it keeps its filters and what was typed while another one is on top. */
const PageSlot = memo(({ page, tab, active }: { page: Page; tab: Tab; active: boolean }) => {
  const View = viewOf(page.view);
  const { path, title, trail, noCache = false } = page;
  const name = useMemo(() => (own: Text | null) => useTabs.setState((tabs) => entitle(tabs, path, own)), [path]);
  const place = useMemo(
    () => ({ path, title, trail, active, kept: !noCache, entitle: name }),
    [path, title, trail, active, noCache, name],
  );
  const at = { pathname: tab.path, search: tab.search, hash: tab.hash };
  return (
    <Activity mode={active ? 'visible' : 'hidden'}>
      <div className="page">
        <PageContext value={place}>
          <Crash again={() => useTabs.setState((tabs) => refresh(tabs, path))}>
            <Suspense fallback={<Skeleton active className="page-skeleton" paragraph={{ rows: 6 }} />}>
              <Routes location={at}>
                <Route path="*" element={View ? <View /> : <Fixed kind="missing" />} />
              </Routes>
            </Suspense>
          </Crash>
        </PageContext>
      </div>
    </Activity>
  );
});

export const PageSlots = ({ pages, active }: { pages: Page[]; active: string | null }) => {
  const { tabs, alive } = useTabs();
  return tabs.map((tab) => {
    const page = pageAt(pages, tab.path);
    const on = tab.path === active;
    if (!page || !(on || (!page.noCache && alive.includes(tab.path)))) return null;
    return <PageSlot key={`${tab.path} ${tab.revision}`} page={page} tab={tab} active={on} />;
  });
};
