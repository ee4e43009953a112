import { Menu, type MenuProps } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useSettings } from '../platform/settings.ts';
import { hasUnsaved } from '../platform/unsaved.ts';
import { MenuIcon } from '../ui/MenuIcon.tsx';
import { menuTarget } from './losing.ts';
import { fixedPages, type MenuNode } from './pages.ts';
import { useTabs } from './tabs.ts';

type Item = NonNullable<MenuProps['items']>[number];

const dashboard: MenuNode = {
  code: 'dashboard',
  title: fixedPages[0]?.title ?? { zh: '', en: '' },
  icon: 'dashboard',
  path: '/dashboard',
  href: null,
  children: [],
};

/** Codes of the folders that lead to a path. */
const foldersTo = (nodes: readonly MenuNode[], path: string): string[] => {
  for (const node of nodes) {
    if (node.path === path) return [];
    const below = node.children.some((c) => c.path === path) ? [] : foldersTo(node.children, path);
    if (node.children.some((c) => c.path === path) || below.length > 0) return [node.code, ...below];
  }
  return [];
};

/** A page opens from its start; one with typed input is shown as it stands, whatever the click was meant to do. */
const MenuLink = ({ to, children }: { to: string; children: ReactNode }) => {
  const navigate = useNavigate();
  return (
    <Link
      to={to}
      onClick={(event) => {
        const target = menuTarget(to, useTabs.getState().tabs, (path) => hasUnsaved([path]));
        if (target === to || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        void navigate(target);
      }}
    >
      {children}
    </Link>
  );
};

export const Sidebar = ({ nodes, path, collapsed }: { nodes: MenuNode[]; path: string; collapsed: boolean }) => {
  const lang = useSettings((s) => s.lang);
  const [opened, setOpened] = useState<string[] | null>(null);
  const all = useMemo(() => (nodes.some((n) => n.path === '/dashboard') ? nodes : [dashboard, ...nodes]), [nodes]);
  const items = useMemo(() => {
    const itemOf = (node: MenuNode): Item => {
      const title = node.title[lang];
      const icon = <MenuIcon name={node.icon} />;
      if (node.children.length > 0) return { key: node.code, icon, label: title, children: node.children.map(itemOf) };
      if (node.href)
        return {
          key: node.code,
          icon,
          title,
          label: (
            <a href={node.href} target="_blank" rel="noopener noreferrer">
              {title}
            </a>
          ),
        };
      return { key: node.path ?? node.code, icon, title, label: <MenuLink to={node.path ?? '/'}>{title}</MenuLink> };
    };
    return all.map(itemOf);
  }, [all, lang]);
  // several folders may stay open; the one that holds the page opens by itself until the person decides otherwise
  const open = collapsed ? undefined : { openKeys: opened ?? foldersTo(all, path), onOpenChange: setOpened };
  return (
    <Menu mode="inline" inlineCollapsed={collapsed} inlineIndent={14} selectedKeys={[path]} items={items} {...open} />
  );
};
