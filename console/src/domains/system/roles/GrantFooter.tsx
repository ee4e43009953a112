import { App, Button } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsavedGuard } from '../../../ui/useUnsavedGuard.ts';
import { signed } from './ButtonGrants.tsx';
import { type Change, isChanged, lossesBelow } from './grants.ts';
import { LossBelow } from './LossBelow.tsx';
import type { RoleGrants } from './useSaveGrants.ts';
import { useTaken } from './useTaken.ts';

/** The sum of the changes, whom they concern, and the two ways out. */
export const GrantFooter = ({
  role,
  change,
  saving,
  discard,
  save,
}: {
  role: RoleGrants;
  change: Change;
  saving: boolean;
  discard: () => void;
  save: () => Promise<void>;
}) => {
  const { t } = useTranslation('system/roles');
  const taken = useTaken();
  const { modal } = App.useApp();
  const saved = useRef(false);
  const changed = isChanged(change);
  useUnsavedGuard(changed, saved);
  if (!changed) return null;
  const { added, removed } = change;
  const losses = lossesBelow(role.below, change);
  const people = role.operators + losses.reduce((sum, r) => sum + r.operators, 0);
  const ask = (): void => {
    if (people === 0 || removed.menus.length + removed.buttons.length === 0) return void save();
    const gone = taken({ menus: removed.menus.length, buttons: removed.buttons.length });
    modal.confirm({
      title: t('confirm.title', { name: role.roleName }),
      content: (
        <>
          <p>{t('confirm.text', { ...gone, count: people })}</p>
          {losses.map((r) => (
            <LossBelow key={r.id} of={r} />
          ))}
        </>
      ),
      okText: t('confirm.ok'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: save,
    });
  };
  const figures = [
    ['menus', added.menus.length],
    ['menus', -removed.menus.length],
    ['buttons', added.buttons.length],
    ['buttons', -removed.buttons.length],
  ] as const;
  return (
    <footer className="grant-footer">
      <b>{t('footer.unsaved')}</b>
      {figures
        .filter(([, figure]) => figure !== 0)
        .map(([kind, figure]) => (
          <span key={`${kind} ${figure > 0}`} className="grant-tag" data-state={figure > 0 ? 'added' : 'removed'}>
            {t(`footer.${kind}`, { figure: signed(figure), count: Math.abs(figure) })}
          </span>
        ))}
      <span className="grant-affected">{t('footer.affected', { count: role.operators, online: role.online })}</span>
      <span className="grant-ways">
        <Button onClick={discard}>{t('footer.discard')}</Button>
        <Button type="primary" loading={saving} onClick={ask}>
          {t('footer.save')}
        </Button>
      </span>
    </footer>
  );
};
