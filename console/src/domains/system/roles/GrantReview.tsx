import { InfoCircleOutlined, WarningOutlined } from '@ant-design/icons';
import type { RoleBelow } from '@plomb/contract/system/roles/roles';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { listed } from '../../../platform/listed.ts';
import { useSettings } from '../../../platform/settings.ts';
import type { EditorParts } from './editorParts.ts';
import { above, type Change, type Draft, isChanged, lossesBelow, undone } from './grants.ts';
import { LossBelow } from './LossBelow.tsx';

interface ReviewItem {
  id: number;
  path: string;
  name: string;
  extra: string;
}

/** What saving would change, each change with a way back, and what else follows from it. */
export const GrantReview = ({
  tree,
  base,
  draft,
  edit,
  change,
  below,
  goButtons,
}: EditorParts & { change: Change; below: readonly RoleBelow[]; goButtons: (id: number) => void }) => {
  const { t } = useTranslation('system/roles');
  const lang = useSettings((s) => s.lang);
  const { added, removed } = change;
  const pathOf = (id: number): string =>
    above(tree, id)
      .map((m) => `${m.menu_name[lang]} / `)
      .join('');
  const menuLine = (id: number, of: Draft): ReviewItem => {
    const menu = tree.byId.get(id);
    const count = menu?.buttons.filter((b) => of.buttons.has(b.id)).length ?? 0;
    return {
      id,
      path: pathOf(id),
      name: menu?.menu_name[lang] ?? '',
      extra: count > 0 ? t('review.withButtons', { count }) : '',
    };
  };
  // buttons of a menu that comes or goes as a whole are counted in its line
  const buttonLines = (ids: readonly number[], menus: readonly number[]): ReviewItem[] =>
    tree.menus
      .filter((m) => !menus.includes(m.id))
      .flatMap((m) =>
        m.buttons
          .filter((b) => ids.includes(b.id))
          .map((b) => ({ id: b.id, path: `${m.menu_name[lang]} / `, name: b.btn_name[lang], extra: '' })),
      );
  const groups = [
    { key: 'addedMenus', kind: 'menus', lines: added.menus.map((m) => menuLine(m, draft)) },
    { key: 'removedMenus', kind: 'menus', lines: removed.menus.map((m) => menuLine(m, base)) },
    { key: 'addedButtons', kind: 'buttons', lines: buttonLines(added.buttons, added.menus) },
    { key: 'removedButtons', kind: 'buttons', lines: buttonLines(removed.buttons, removed.menus) },
  ] as const;
  const bare = tree.menus.filter(
    (m) => added.menus.includes(m.id) && m.buttons.length > 0 && !m.buttons.some((b) => draft.buttons.has(b.id)),
  );
  const losses = lossesBelow(below, change);
  return (
    <aside className="grant-review" aria-label={t('review.title')}>
      <h2>{t('review.title')}</h2>
      {!isChanged(change) && (
        <div className="grant-nothing">
          <b>{t('review.nothing')}</b>
          <p>{t('review.nothingText')}</p>
        </div>
      )}
      {groups
        .filter((g) => g.lines.length > 0)
        .map(({ key, kind, lines }) => (
          <section key={key}>
            <h3>{t(`review.${key}`, { count: lines.length })}</h3>
            <ul>
              {lines.map((line) => (
                <li key={line.id}>
                  <i aria-hidden="true" data-state={key.startsWith('added') ? 'added' : 'removed'}>
                    {key.startsWith('added') ? '+' : '−'}
                  </i>
                  <span>
                    <span className="grant-path">{line.path}</span>
                    {line.name} {line.extra && <span className="grant-path">· {line.extra}</span>}
                  </span>
                  <Button
                    type="link"
                    size="small"
                    aria-label={t('review.undoOf', { name: line.name })}
                    onClick={() => edit(undone(tree, base, draft, kind, line.id))}
                  >
                    {t('review.undo')}
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      {bare.length > 0 && (
        <div className="grant-note">
          <InfoCircleOutlined />
          <p>
            {t('review.bare', {
              names: listed(
                bare.map((m) => m.menu_name[lang]),
                lang,
              ),
            })}{' '}
            <Button type="link" size="small" onClick={() => goButtons(bare[0]!.id)}>
              {t('review.goButtons')}
            </Button>
          </p>
        </div>
      )}
      {losses.length > 0 && (
        <div className="grant-note" data-kind="warning">
          <WarningOutlined />
          <div>
            <b>{t('review.losses')}</b>
            {losses.map((r) => (
              <LossBelow key={r.id} of={r} />
            ))}
          </div>
        </div>
      )}
    </aside>
  );
};
