import { CloseOutlined, DownOutlined, ReloadOutlined } from '@ant-design/icons';
import { App, Button, Dropdown, type MenuProps, Tooltip } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useSettings } from '../platform/settings.ts';
import { hasUnsaved } from '../platform/unsaved.ts';
import type { Page } from './pages.ts';
import { afterClosing, close, closeAll, closeOthers, refresh, type Tab, type Tabs, useTabs } from './tabs.ts';

/** The strip of visited pages. Closing what holds unsaved input asks first. */
export const TabStrip = ({ pages, path }: { pages: Page[]; path: string }) => {
  const { t } = useTranslation('app');
  const lang = useSettings((s) => s.lang);
  const state = useTabs();
  const navigate = useNavigate();
  const { modal } = App.useApp();
  const strip = useRef<HTMLDivElement>(null);

  useEffect(() => {
    strip.current
      ?.querySelector(`[data-path="${CSS.escape(path)}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [path]);

  const change = (next: (tabs: Tabs) => Tabs): void => {
    const after = next(state);
    const lost = state.tabs.filter((tab) => {
      const left = after.tabs.find((x) => x.path === tab.path);
      return !left || left.revision !== tab.revision;
    });
    const apply = (): void => {
      useTabs.setState(after);
      if (!after.tabs.some((x) => x.path === path)) void navigate(afterClosing(after));
    };
    if (!hasUnsaved(lost.map((x) => x.path))) apply();
    else askToDiscard(apply);
  };

  const askToDiscard = (discard: () => void): void => {
    modal.confirm({
      title: t('unsaved.title'),
      content: t('unsaved.text'),
      okText: t('unsaved.discard'),
      okButtonProps: { danger: true },
      cancelText: t('unsaved.stay'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: discard,
    });
  };

  const actions = (tab: Tab | undefined, at: string): MenuProps => ({
    items: [
      { key: 'refresh', label: t('tabs.refresh') },
      ...(tab?.pinned ? [] : [{ key: 'close', label: t('tabs.close') }]),
      { key: 'others', label: t('tabs.closeOthers') },
      { key: 'all', label: t('tabs.closeAll') },
    ],
    onClick: ({ key, domEvent }) => {
      domEvent.stopPropagation();
      if (key === 'refresh') change((s) => refresh(s, at));
      else if (key === 'close') change((s) => close(s, at));
      else if (key === 'all') change(closeAll);
      else {
        change((s) => closeOthers(s, at));
        if (at !== path && tab) void navigate(tab.path + tab.search + tab.hash);
      }
    },
  });

  return (
    <div className="tabs">
      <nav className="tabs-strip" ref={strip} aria-label={t('tabs.label')}>
        {state.tabs.map((tab) => {
          const page = pages.find((p) => p.path === tab.path);
          if (!page) return null;
          const title = page.title[lang];
          return (
            <Dropdown key={tab.path} trigger={['contextMenu']} menu={actions(tab, tab.path)}>
              <div className="tab" data-path={tab.path} data-on={tab.path === path}>
                <Link
                  to={tab.path + tab.search + tab.hash}
                  aria-current={tab.path === path ? 'page' : undefined}
                  onAuxClick={(event) => {
                    if (event.button !== 1 || tab.pinned) return;
                    event.preventDefault();
                    change((s) => close(s, tab.path));
                  }}
                >
                  {title}
                </Link>
                {!tab.pinned && (
                  <button
                    type="button"
                    aria-label={t('tabs.closeNamed', { title })}
                    onClick={() => change((s) => close(s, tab.path))}
                  >
                    <CloseOutlined />
                  </button>
                )}
              </div>
            </Dropdown>
          );
        })}
      </nav>
      <Tooltip title={t('tabs.refresh')}>
        <Button
          type="text"
          size="small"
          icon={<ReloadOutlined />}
          aria-label={t('tabs.refresh')}
          onClick={() => change((s) => refresh(s, path))}
        />
      </Tooltip>
      <Dropdown
        trigger={['click']}
        menu={actions(
          state.tabs.find((x) => x.path === path),
          path,
        )}
      >
        <Button type="text" size="small" icon={<DownOutlined />} aria-label={t('tabs.more')} />
      </Dropdown>
    </div>
  );
};
