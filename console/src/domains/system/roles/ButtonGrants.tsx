import { SearchOutlined } from '@ant-design/icons';
import { finds } from '@plomb/contract/kit/search';
import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../../platform/settings.ts';
import { ButtonBoxes } from './ButtonBoxes.tsx';
import type { EditorParts } from './editorParts.ts';
import { above, pagesAt } from './grants.ts';

/** The second tab: menus at the left, the buttons of the chosen one at the right. */
export const ButtonGrants = (props: EditorParts & { chosen: number | null; choose: (id: number) => void }) => {
  const { tree, base, draft, chosen, choose } = props;
  const { t } = useTranslation('system/roles');
  const lang = useSettings((s) => s.lang);
  const [sought, seek] = useState('');
  const found = finds(sought);
  const pages = pagesAt(tree, null).filter((m) => found(m.menu_name[lang]));
  const folderOf = (id: number): string =>
    above(tree, id)
      .map((m) => m.menu_name[lang])
      .join(' / ');
  return (
    <div className="grant-buttons">
      <div className="grant-menus">
        <Input
          type="search"
          allowClear
          prefix={<SearchOutlined />}
          placeholder={t('searchMenu')}
          aria-label={t('searchMenu')}
          value={sought}
          onChange={(event) => seek(event.target.value)}
        />
        <ul>
          {pages.map((menu, at) => {
            const folder = folderOf(menu.id);
            const before = pages[at - 1];
            const on = draft.menus.has(menu.id);
            const ticked = menu.buttons.filter((b) => draft.buttons.has(b.id)).length;
            const change = ticked - menu.buttons.filter((b) => base.buttons.has(b.id)).length;
            const isNew = on && !base.menus.has(menu.id);
            return (
              <li key={menu.id}>
                {folder !== '' && (!before || folderOf(before.id) !== folder) && <h3>{folder}</h3>}
                <button
                  type="button"
                  data-ticked={on}
                  aria-current={menu.id === chosen ? 'true' : undefined}
                  onClick={() => choose(menu.id)}
                >
                  <span>{menu.menu_name[lang]}</span>
                  {isNew ? (
                    <span className="grant-tag" data-state="added">
                      {t('added')}
                    </span>
                  ) : (
                    on &&
                    change !== 0 && (
                      <span className="grant-tag" data-state={change > 0 ? 'added' : 'removed'}>
                        {signed(change)}
                      </span>
                    )
                  )}
                  <small>
                    {menu.buttons.length === 0 ? '–' : on ? `${ticked}/${menu.buttons.length}` : t('notTicked')}
                  </small>
                </button>
              </li>
            );
          })}
        </ul>
      </div>
      <section className="grant-boxes" aria-live="polite">
        <ButtonBoxes {...props} menu={chosen === null ? undefined : tree.byId.get(chosen)} />
      </section>
    </div>
  );
};

/** +5, −2: with the minus sign that is as wide as the plus. */
export const signed = (figure: number): string => (figure < 0 ? `−${-figure}` : `+${figure}`);
