import { DownOutlined, RightOutlined } from '@ant-design/icons';
import type { GrantMenu } from '@plomb/contract/system/roles/roles';
import { Button, Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../../platform/settings.ts';
import type { EditorParts } from './editorParts.ts';
import { pagesAt, tick } from './grants.ts';
import { LockSign } from './Locks.tsx';

/** One menu of the tree: its tick, what changed, how many of its buttons are ticked, or why it is locked. */
export const MenuRow = ({
  tree,
  base,
  draft,
  edit,
  readOnly,
  menu,
  depth,
  open,
  toggle,
  untick,
  goButtons,
  children,
}: EditorParts & {
  menu: GrantMenu;
  depth: number;
  open: boolean;
  toggle: () => void;
  untick: (id: number) => void;
  goButtons: (id: number) => void;
  children: ReactNode;
}) => {
  const { t } = useTranslation('system/roles');
  const lang = useSettings((s) => s.lang);
  const name = menu.menu_name[lang];
  const pages = menu.folder ? pagesAt(tree, menu.id) : [menu];
  const ticked = pages.filter((p) => draft.menus.has(p.id)).length;
  const locks = pages.map((p) => tree.lockOf('menus', p.id));
  const locked = locks.every((l) => l !== null) ? (locks[0] ?? null) : null;
  const on = draft.menus.has(menu.id);
  const state = on === base.menus.has(menu.id) ? null : on ? 'added' : 'removed';
  const buttons = menu.buttons.filter((b) => draft.buttons.has(b.id)).length;
  const whole = ticked === pages.length;
  return (
    <li>
      <div className="grant-row" style={{ paddingInlineStart: depth * 25 }}>
        {tree.childrenOf(menu.id).length > 0 ? (
          <Button
            type="text"
            size="small"
            className="grant-fold"
            icon={open ? <DownOutlined /> : <RightOutlined />}
            aria-expanded={open}
            aria-label={t(open ? 'fold' : 'unfold', { name })}
            onClick={toggle}
          />
        ) : (
          <span className="grant-fold" />
        )}
        <Checkbox
          checked={whole}
          indeterminate={!whole && ticked > 0}
          disabled={readOnly || locked !== null}
          onChange={() => (whole ? untick(menu.id) : edit(tick(tree, draft, menu.id)))}
        >
          {name}
        </Checkbox>
        {menu.folder && (
          <small>
            {ticked}/{pages.length}
          </small>
        )}
        {!menu.folder && state && (
          <span className="grant-tag" data-state={state}>
            {t(state)}
          </span>
        )}
        {locked && !readOnly && <LockSign of="menu" lock={locked} />}
        {!menu.folder && (
          <span className="grant-info">
            {menu.buttons.length === 0 ? (
              t('noButtons')
            ) : on ? (
              <button type="button" onClick={() => goButtons(menu.id)}>
                {t('buttonsOf', { on: buttons, of: menu.buttons.length })}
              </button>
            ) : locked ? (
              ''
            ) : (
              t('notTicked')
            )}
          </span>
        )}
      </div>
      {children && <ul>{children}</ul>}
    </li>
  );
};
