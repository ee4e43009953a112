import { SearchOutlined } from '@ant-design/icons';
import { finds } from '@plomb/contract/kit/search';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../../platform/settings.ts';
import type { EditorParts } from './editorParts.ts';
import { pagesAt, tick } from './grants.ts';
import { LockLegend } from './Locks.tsx';
import { MenuRow } from './MenuRow.tsx';
import { useUntick } from './useUntick.ts';

/** The first tab: which menus the role has. */
export const MenuGrants = (props: EditorParts & { goButtons: (id: number) => void }) => {
  const { tree, draft, edit, readOnly } = props;
  const { t } = useTranslation('system/roles');
  const lang = useSettings((s) => s.lang);
  const [sought, seek] = useState('');
  const [folded, fold] = useState<ReadonlySet<number>>(new Set());
  const untick = useUntick(props);
  const found = finds(sought);
  const matches = (id: number): boolean =>
    found(tree.byId.get(id)?.menu_name[lang] ?? '') || tree.childrenOf(id).some((child) => matches(child.id));
  const shown = (id: number): boolean => pagesAt(tree, id).length > 0 && (sought.trim() === '' || matches(id));
  const folders = tree.menus.filter((m) => tree.childrenOf(m.id).length > 0).map((m) => m.id);
  const rows = (parent: number | null, depth: number) =>
    tree
      .childrenOf(parent)
      .filter((menu) => shown(menu.id))
      .map((menu) => {
        const open = sought.trim() !== '' || !folded.has(menu.id);
        return (
          <MenuRow
            key={menu.id}
            {...props}
            menu={menu}
            depth={depth}
            open={open}
            toggle={() =>
              fold(open ? new Set([...folded, menu.id]) : new Set([...folded].filter((f) => f !== menu.id)))
            }
            untick={untick}
          >
            {open && rows(menu.id, depth + 1)}
          </MenuRow>
        );
      });
  return (
    <>
      <div className="grants-tools">
        <Input
          type="search"
          allowClear
          prefix={<SearchOutlined />}
          placeholder={t('searchMenu')}
          aria-label={t('searchMenu')}
          value={sought}
          onChange={(event) => seek(event.target.value)}
        />
        <span className="filters-gap" />
        <Button type="link" size="small" onClick={() => fold(new Set(folded.size > 0 ? [] : folders))}>
          {t(folded.size > 0 ? 'expand' : 'collapse')}
        </Button>
        {!readOnly && (
          <>
            <Button type="link" size="small" onClick={() => edit(tick(tree, draft, null))}>
              {t('all')}
            </Button>
            <Button type="link" size="small" onClick={() => untick(null)}>
              {t('none')}
            </Button>
          </>
        )}
      </div>
      {!readOnly && (
        <LockLegend of="menu" locks={tree.menus.filter((m) => !m.folder).map((m) => tree.lockOf('menus', m.id))} />
      )}
      <ul className="grant-tree">{rows(null, 0)}</ul>
    </>
  );
};
