import { CloseOutlined, DownOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Dropdown, Tooltip } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSettings } from '../platform/settings.ts';
import { useKeysHere } from '../ui/keys.ts';
import { type Page, pageAt } from './pages.ts';
import { addressOf } from './tabs.ts';
import { useTabActions } from './useTabActions.ts';

/** The strip of visited pages. Arrow keys go along it, Delete closes, the menu key opens the actions. */
export const TabStrip = ({ pages, path }: { pages: Page[]; path: string }) => {
  const { t } = useTranslation('app');
  const lang = useSettings((s) => s.lang);
  const { tabs, act, menuFor } = useTabActions(pages);
  const strip = useRef<HTMLDivElement>(null);

  // the tabs of before a reload come after the page does, and an alarm takes of their room (0144): the one on top is in sight
  const count = tabs.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every tab that comes or goes the one on top moves
  useEffect(() => {
    const box = strip.current;
    if (!box) return;
    const show = (): void =>
      box.querySelector(`[data-path="${CSS.escape(path)}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    show();
    const sized = new ResizeObserver(show);
    sized.observe(box);
    return () => sized.disconnect();
  }, [path, count]);

  const links = (): HTMLAnchorElement[] => [...(strip.current?.querySelectorAll('a') ?? [])];
  const placeOf = ({ target }: KeyboardEvent): number => links().indexOf(target as HTMLAnchorElement);
  const pressed = useKeysHere(t('tabs.label'), [
    {
      keys: ['ArrowLeft', 'ArrowRight'],
      does: t('keys.along'),
      press: (event) => links()[placeOf(event) + (event.key === 'ArrowRight' ? 1 : -1)]?.focus(),
    },
    {
      keys: ['Home', 'End'],
      does: t('keys.ends'),
      press: ({ key }) =>
        links()
          .at(key === 'Home' ? 0 : -1)
          ?.focus(),
    },
    {
      keys: ['Delete'],
      does: t('keys.closeTab'),
      press: (event) => {
        const at = placeOf(event);
        const of = links()[at]?.closest<HTMLElement>('[data-path]')?.dataset.path;
        const tab = tabs.find((one) => one.path === of);
        if (!tab || tab.pinned) return false;
        links()[at - 1]?.focus();
        act('close', tab.path);
      },
    },
  ]);

  return (
    <div className="tabs">
      <nav
        className="tabs-strip"
        ref={strip}
        aria-label={t('tabs.label')}
        onWheel={(event) => {
          if (Math.abs(event.deltaY) > Math.abs(event.deltaX)) event.currentTarget.scrollLeft += event.deltaY;
        }}
      >
        {tabs.map((tab) => {
          const page = pageAt(pages, tab.path);
          if (!page) return null;
          const title = (tab.title ?? page.title)[lang];
          return (
            <Dropdown key={tab.path} trigger={['contextMenu']} menu={menuFor(tab.path)}>
              <div className="tab" data-path={tab.path} data-on={tab.path === path}>
                <Link
                  to={addressOf(tab)}
                  title={title}
                  aria-current={tab.path === path ? 'page' : undefined}
                  onKeyDown={pressed}
                  onAuxClick={(event) => {
                    if (event.button !== 1) return;
                    event.preventDefault();
                    if (!tab.pinned) act('close', tab.path);
                  }}
                >
                  {title}
                </Link>
                {!tab.pinned && (
                  <button
                    type="button"
                    aria-label={t('tabs.closeNamed', { title })}
                    onClick={() => act('close', tab.path)}
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
          onClick={() => act('refresh', path)}
        />
      </Tooltip>
      <Dropdown trigger={['click']} menu={menuFor(path)}>
        <Button type="text" size="small" icon={<DownOutlined />} aria-label={t('tabs.more')} />
      </Dropdown>
    </div>
  );
};
