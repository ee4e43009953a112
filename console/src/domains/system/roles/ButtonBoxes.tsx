import { BorderOutlined, CheckSquareOutlined, SelectOutlined } from '@ant-design/icons';
import type { GrantMenu } from '@plomb/contract/system/roles/roles';
import { Button, Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../../platform/settings.ts';
import type { EditorParts } from './editorParts.ts';
import { setButtons, tick } from './grants.ts';
import { LockLegend, LockSign } from './Locks.tsx';

const Hint = ({
  icon,
  title,
  text,
  children,
}: {
  icon: ReactNode;
  title: string;
  text: string;
  children?: ReactNode;
}) => (
  <div className="grant-hint">
    <i aria-hidden="true">{icon}</i>
    <h3>{title}</h3>
    <p>{text}</p>
    {children}
  </div>
);

/** The buttons of one menu as boxes; or the hint why there are none to set. */
export const ButtonBoxes = ({
  tree,
  base,
  draft,
  edit,
  readOnly,
  menu,
}: EditorParts & { menu: GrantMenu | undefined }) => {
  const { t } = useTranslation('system/roles');
  const lang = useSettings((s) => s.lang);
  if (!menu) return <Hint icon={<SelectOutlined />} title={t('hint.choose')} text={t('hint.chooseText')} />;
  const name = menu.menu_name[lang];
  const on = draft.menus.has(menu.id);
  if (menu.buttons.length === 0)
    return (
      <>
        <header>
          <h2>{name}</h2>
        </header>
        <Hint icon={<BorderOutlined />} title={t('hint.none')} text={t('hint.noneText')} />
      </>
    );
  const lock = tree.lockOf('menus', menu.id);
  if (!on)
    return (
      <>
        <header>
          <h2>{name}</h2>
        </header>
        <Hint
          icon={<CheckSquareOutlined />}
          title={t('hint.tickFirst')}
          text={lock ? t(lock === 'parent' ? 'lock.menuParent' : 'lock.menuOwn') : t('hint.tickFirstText')}
        >
          {!readOnly && lock === null && (
            <Button onClick={() => edit(tick(tree, draft, menu.id))}>{t('hint.tickIt', { name })}</Button>
          )}
        </Hint>
      </>
    );
  const ids = menu.buttons.map((b) => b.id);
  return (
    <>
      <header>
        <h2>{name}</h2>
        <span>{t('ofButtons', { count: ids.length, on: ids.filter((b) => draft.buttons.has(b)).length })}</span>
        {!readOnly && (
          <>
            <Button type="link" size="small" onClick={() => edit(setButtons(tree, draft, ids, true))}>
              {t('all')}
            </Button>
            <Button type="link" size="small" onClick={() => edit(setButtons(tree, draft, ids, false))}>
              {t('none')}
            </Button>
          </>
        )}
      </header>
      {!readOnly && <LockLegend of="button" locks={ids.map((id) => tree.lockOf('buttons', id))} />}
      <ul>
        {menu.buttons.map((button) => {
          const ticked = draft.buttons.has(button.id);
          const locked = tree.lockOf('buttons', button.id);
          const state = ticked === base.buttons.has(button.id) ? undefined : ticked ? 'added' : 'removed';
          return (
            <li key={button.id} data-state={state} data-locked={locked !== null}>
              <Checkbox
                checked={ticked}
                disabled={readOnly || locked !== null}
                onChange={() => edit(setButtons(tree, draft, [button.id], !ticked))}
              >
                {button.btn_name[lang]}
              </Checkbox>
              {locked && !readOnly ? (
                <LockSign of="button" lock={locked} />
              ) : state ? (
                <b>{t(state)}</b>
              ) : (
                <code>{button.btn_code}</code>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
};
