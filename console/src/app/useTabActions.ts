import type { MenuProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type Page, pageAt } from './pages.ts';
import {
  addressOf,
  afterClosing,
  close,
  closeAll,
  closeLeft,
  closeOthers,
  closeRight,
  refresh,
  type Tabs,
  useTabs,
} from './tabs.ts';
import { useDiscard } from './useDiscard.ts';

type Action = 'refresh' | 'close' | 'closeLeft' | 'closeRight' | 'closeOthers' | 'closeAll';
const steps: Record<Action, (tabs: Tabs, path: string) => Tabs> = {
  refresh,
  close,
  closeLeft,
  closeRight,
  closeOthers,
  closeAll,
};

/** What can be done with the tab at a path. Losing unsaved input asks first. */
export const useTabActions = (pages: readonly Page[]) => {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const discard = useDiscard();
  const state = useTabs();

  const act = (action: Action, path: string): void => {
    const before = useTabs.getState();
    const after = steps[action](before, path);
    const lost = before.tabs.filter((tab) => after.tabs.find((x) => x.path === tab.path)?.revision !== tab.revision);
    discard(
      lost.map((tab) => tab.path),
      () => {
        const now = useTabs.getState();
        const next = steps[action](now, path);
        useTabs.setState(next);
        // where one is going counts, which may not be drawn yet: a page closed on the way to it would come back
        const onTop = pageAt(pages, location.pathname)?.path;
        const shown = (tabs: Tabs): boolean => tabs.tabs.some((tab) => tab.path === onTop);
        if (shown(next)) return;
        // closing around a tab shows it, whatever was looked at before
        const kept = action === 'close' || action === 'closeAll' ? undefined : next.tabs.find((x) => x.path === path);
        if (kept) void navigate(addressOf(kept));
        else if (shown(now)) void navigate(afterClosing(next));
      },
    );
  };

  const menuFor = (path: string): MenuProps => {
    const at = state.tabs.findIndex((tab) => tab.path === path);
    const tab = state.tabs[at];
    const closable = (from: number, to?: number): boolean => state.tabs.slice(from, to).some((x) => !x.pinned);
    const allowed: Record<Action, boolean> = {
      refresh: tab !== undefined,
      close: tab !== undefined && !tab.pinned,
      closeLeft: at > 0 && closable(0, at),
      closeRight: at >= 0 && closable(at + 1),
      closeOthers: state.tabs.some((x) => !x.pinned && x.path !== path),
      closeAll: closable(0),
    };
    return {
      items: (Object.keys(steps) as Action[])
        // a pinned tab has no such item at all
        .filter((action) => !(action === 'close' && tab?.pinned))
        .map((action) => ({
          key: action,
          label: t(`tabs.${action}`),
          disabled: !allowed[action],
          onClick: ({ domEvent }) => {
            domEvent.stopPropagation();
            act(action, path);
          },
        })),
    };
  };
  return { tabs: state.tabs, act, menuFor };
};
