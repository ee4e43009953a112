import type { MenuItem } from '@plomb/contract/session';
import { Drawer } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { AlarmWatch } from '../domains/alarms/AlarmWatch.tsx';
import { followRights } from '../platform/auth.ts';
import { keepWords } from '../platform/dictionaries.ts';
import { startLive } from '../platform/live.ts';
import { keepParams } from '../platform/params.ts';
import { useSession } from '../platform/session.ts';
import { useSettings } from '../platform/settings.ts';
import { remember, remembered } from '../platform/storage.ts';
import { useMedia } from '../ui/useMedia.ts';
import { Fixed, fixedAt } from './Fixed.tsx';
import { PageSlots } from './PageSlots.tsx';
import { pageAt, readMenu, redirectTarget } from './pages.ts';
import { ScreenMark } from './ScreenMark.tsx';
import { Sidebar } from './Sidebar.tsx';
import { StaleBanner } from './StaleBanner.tsx';
import { TabStrip } from './TabStrip.tsx';
import { TopBar } from './TopBar.tsx';
import { refresh, useTabs, visit } from './tabs.ts';
import { useSystemTitle } from './useSystemTitle.ts';
import { useWindows } from './useWindows.ts';

/** The specification's breakpoint; `.98` because widths may have fractions. */
export const narrowQuery = '(max-width: 991.98px)';

export const Shell = ({ menus }: { menus: MenuItem[] }) => {
  const { t } = useTranslation('app');
  const lang = useSettings((s) => s.lang);
  const location = useLocation();
  const navigate = useNavigate();
  const narrow = useMedia(narrowQuery);
  const [open, setOpen] = useState(remembered('sidebarStatus') !== '0');
  const [drawer, setDrawer] = useState(false);
  const menu = useMemo(() => readMenu(menus), [menus]);
  const page = pageAt(menu.pages, location.pathname);
  const systemTitle = useSystemTitle();
  const signedIn = useSession((s) => s.expired === 'no');
  useWindows();

  useEffect(() => {
    for (const problem of menu.problems) console.error(problem);
  }, [menu]);
  useEffect(() => (signedIn ? startLive() : undefined), [signedIn]);
  useEffect(() => (signedIn ? keepWords() : undefined), [signedIn]);
  useEffect(() => (signedIn ? keepParams() : undefined), [signedIn]);
  useEffect(followRights, []);
  useEffect(() => {
    if (page) {
      const { search, hash } = location;
      useTabs.setState((tabs) => visit(tabs, { path: page.path, search, hash }, page.pinned ?? false));
    }
    setDrawer(false);
  }, [page, location]);
  useEffect(() => {
    document.title = page ? `${page.title[lang]} - ${systemTitle}` : systemTitle;
  }, [page, lang, systemTitle]);

  const again = redirectTarget(location.pathname);
  useEffect(() => {
    if (again === null) return;
    useTabs.setState((tabs) => refresh(tabs, again));
    void navigate(again + location.search + location.hash, { replace: true });
  }, [again, location, navigate]);
  if (location.pathname === '/') return <Navigate to="/dashboard" replace />;
  if (again !== null) return null;

  const toggle = (): void => {
    if (narrow) setDrawer(!drawer);
    else {
      remember('sidebarStatus', open ? '0' : '1');
      setOpen(!open);
    }
  };
  const sidebar = (collapsed: boolean) => <Sidebar nodes={menu.nodes} path={page?.path ?? ''} collapsed={collapsed} />;
  return (
    <div className="shell" data-sidebar={narrow ? 'drawer' : open ? 'open' : 'closed'}>
      <a className="skip" href="#main">
        {t('skip')}
      </a>
      <TopBar
        title={systemTitle}
        page={page}
        menu={menu}
        narrow={narrow}
        toggle={toggle}
        expanded={narrow ? drawer : open}
      />
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
        {!narrow && <TabStrip pages={menu.pages} path={page?.path ?? ''} />}
        <StaleBanner />
        <main id="main" className="shell-pages" tabIndex={-1}>
          <PageSlots pages={menu.pages} active={page?.path ?? null} />
          {!page && <Fixed kind={fixedAt(location.pathname)} />}
        </main>
      </div>
      <AlarmWatch />
      <ScreenMark />
    </div>
  );
};
