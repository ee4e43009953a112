import { App } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { type Location, useBlocker, useLocation } from 'react-router';
import { forgetUnsaved } from '../platform/unsaved.ts';

/** A page that would lose what is typed in it; `title` where it is not the one that is looked at. */
export interface Loss {
  path: string;
  title?: string;
}

/**
 * Asks before a step to another address loses what is typed, in the page on top or in a hidden one. One for the whole
 * console: the router knows one blocker, and pages that only hide would leave theirs behind.
 */
export const LeaveGuard = ({ loses }: { loses: (here: Location, there: Location) => Loss | null }) => {
  const { t } = useTranslation('ui');
  const { modal } = App.useApp();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => loses(currentLocation, nextLocation) !== null);
  const ask = useEffectEvent((here: Location, there: Location) => {
    const loss = loses(here, there);
    if (!loss) return blocker.proceed?.(); // saved meanwhile
    modal.confirm({
      title: t('unsaved'),
      content: loss.title === undefined ? t('unsavedText') : t('unsavedElsewhere', { title: loss.title }),
      okText: t('discard'),
      okButtonProps: { danger: true },
      cancelText: t('keepEditing'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => {
        forgetUnsaved([loss.path]);
        blocker.proceed?.();
      },
      onCancel: () => blocker.reset?.(),
    });
  });
  const here = useLocation();
  useEffect(() => {
    if (blocker.state === 'blocked') ask(here, blocker.location);
  }, [blocker, here]);
  return null;
};
