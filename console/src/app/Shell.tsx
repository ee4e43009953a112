import type { MenuItem } from '@plomb/contract/session/session';
import { Drawer, Skeleton } from 'antd';
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Location, Navigate, useLocation, useNavigate } from 'react-router';
import { AlarmWatch } from '../domains/alarms/AlarmWatch.tsx';
import { followRights } from '../platform/auth.ts';
import { keepWords } from '../platform/dictionaries.ts';
import { startLive } from '../platform/live.ts';
import { keepParams } from '../platform/params.ts';
import { useSession } from '../platform/session.ts';
import { useSettings } from '../platform/settings.ts';
import { remember, remembered } from '../platform/storage.ts';
import { comeOnTop, hasUnsaved, losesWithin } from '../platform/unsaved.ts';
import { LeaveGuard, type Loss } from '../ui/LeaveGuard.tsx';
import { later } from '../ui/later.tsx';
import { phoneQuery, useMedia } from '../ui/useMedia.ts';
import { followPush } from './followPush.ts';
import { keepTabs } from './keepTabs.ts';
import { losing } from './losing.ts';
import { NewRelease } from './NewRelease.tsx';
import { PageSlots } from './PageSlots.tsx';
import { Panels } from './Panels.tsx';
import { PhoneBar } from './PhoneBar.tsx';
import { documentTitle, pageAt, readMenu, redirectTarget } from './pages.ts';
import { ScreenMark } from './ScreenMark.tsx';
import { Sidebar } from './Sidebar.tsx';
import { SidebarLogo } from './SidebarLogo.tsx';
import { StaleBanner } from './StaleBanner.tsx';
import { TabStrip } from './TabStrip.tsx';
import { TopBar } from './TopBar.tsx';
import { keepOnly, refresh, useTabs } from './tabs.ts';
import { useHeaderAway } from './useHeaderAway.ts';
import { useSystemTitle } from './useSystemTitle.ts';
import { useVisits } from './useVisits.ts';
import { useWindows } from './useWindows.ts';

const NoPage = later(async () => (await import('./NoPage.tsx')).NoPage, {
  ahead: false,
  meanwhile: <Skeleton active className="page-skeleton" paragraph={{ rows: 6 }} />,
});

/** The specification's breakpoint; `.98` because widths may have fractions. */
const narrowQuery = '(max-width: 991.98px)';

export const Shell = ({ menus }: { menus: MenuItem[] }) => {
  const { t } = useTranslation('app');
  const { lang, tabsView, fixedHeader, sidebarLogo } = useSettings();
  const location = useLocation();
  const navigate = useNavigate();
  const narrow = useMedia(narrowQuery);
  const phone = useMedia(phoneQuery);
  const [open, setOpen] = useState(remembered('sidebarStatus') !== '0');
  const [drawer, setDrawer] = useState(false);
  const menu = useMemo(() => readMenu(menus), [menus]);
  const page = pageAt(menu.pages, location.pathname);
  const path = page?.path ?? location.pathname;
  const tabTitle = useTabs((s) => s.tabs.find((tab) => tab.path === path)?.title);
  const title = (tabTitle ?? page?.title)?.[lang];
  const systemTitle = useSystemTitle();
  const signedIn = useSession((s) => s.expired === 'no');
  const operator = useSession((s) => s.oper?.id ?? 0);
  const { away, back, onScrollCapture } = useHeaderAway(fixedHeader);
  useWindows();

  useLayoutEffect(() => comeOnTop(path), [path]);
  useEffect(() => (signedIn ? startLive() : undefined), [signedIn]);
  useEffect(() => (signedIn ? keepWords() : undefined), [signedIn]);
  useEffect(() => (signedIn ? keepParams() : undefined), [signedIn]);
  useEffect(followRights, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told in the language that is read here
  useEffect(() => (signedIn ? followPush((to) => void navigate(to)) : undefined), [signedIn, lang, navigate]);
  useEffect(() => keepTabs(operator), [operator]);
  useEffect(() => {
    for (const problem of menu.problems) console.error(problem);
    useTabs.setState((tabs) => keepOnly(tabs, { has: (path) => pageAt(menu.pages, path) !== undefined }));
  }, [menu]);
  useVisits(page, location);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever went somewhere has chosen
  useEffect(() => setDrawer(false), [location]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is looked at from its top
  useEffect(back, [path]);
  useEffect(() => {
    document.title = documentTitle(title, systemTitle);
  }, [title, systemTitle]);

  const again = redirectTarget(location.pathname);
  useEffect(() => {
    if (again === null) return;
    useTabs.setState((tabs) => refresh(tabs, again));
    void navigate(again + location.search + location.hash, { replace: true });
  }, [again, location, navigate]);
  if (location.pathname === '/') return <Navigate to="/dashboard" replace />;
  if (again !== null) return null;

  const loses = (here: Location, there: Location): Loss | null => {
    const lost = losing(here, there, {
      pageAt: (pathname) => pageAt(menu.pages, pathname)?.path ?? pathname,
      tabs: useTabs.getState().tabs,
      kept: !page?.noCache,
      holds: (other) => hasUnsaved([other]),
      losesWithin,
    });
    if (lost === null) return null;
    const name = pageAt(menu.pages, lost)?.title[lang];
    return lost === path || name === undefined ? { path: lost } : { path: lost, title: name };
  };
  const toggle = (): void => {
    if (narrow) setDrawer(!drawer);
    else {
      remember('sidebarStatus', open ? '0' : '1');
      setOpen(!open);
    }
  };
  const sidebar = (collapsed: boolean) => (
    <>
      {sidebarLogo && <SidebarLogo collapsed={collapsed} />}
      <Sidebar nodes={menu.nodes} path={page?.below ?? page?.path ?? ''} collapsed={collapsed} />
    </>
  );
  return (
    <div
      className="shell"
      data-sidebar={narrow ? 'drawer' : open ? 'open' : 'closed'}
      data-header={fixedHeader ? 'fixed' : away ? 'away' : 'here'}
    >
      <a className="skip" href="#main">
        {t('skip')}
      </a>
      {/* whoever comes in with the keyboard sees where they are */}
      <div className="shell-header" onFocusCapture={back}>
        <TopBar
          title={systemTitle}
          page={page}
          pageTitle={tabTitle}
          narrow={narrow}
          toggle={toggle}
          expanded={narrow ? drawer : open}
        />
      </div>
      {narrow ? (
        <Drawer
          placement="left"
          size={252}
          open={drawer}
          onClose={() => setDrawer(false)}
          closable={false}
          rootClassName="shell-drawer"
          title={systemTitle}
        >
          {sidebar(false)}
        </Drawer>
      ) : (
        <nav className="shell-sidebar" aria-label={t('menu')}>
          {sidebar(!open)}
        </nav>
      )}
      <div className="shell-main">
        {!narrow && tabsView && (
          <div className="shell-tabs" onFocusCapture={back}>
            <TabStrip pages={menu.pages} path={page?.path ?? ''} />
          </div>
        )}
        <StaleBanner />
        <NewRelease />
        {/* what stands for a while stands above the page, which begins below it */}
        <AlarmWatch />
        <main id="main" className="shell-pages" tabIndex={-1} onScrollCapture={onScrollCapture}>
          <PageSlots pages={menu.pages} active={page?.path ?? null} />
          {!page && <NoPage />}
        </main>
        {phone && <PhoneBar pages={menu.pages} path={path} />}
      </div>
      <LeaveGuard loses={loses} />
      <Panels pages={menu.pages} />
      <ScreenMark />
    </div>
  );
};
