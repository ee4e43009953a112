import { App } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { forgetUnsaved, hasUnsaved } from '../platform/unsaved.ts';

/**
 * Asks before the page at `path` loses what is typed in it: it goes to another address of its own, or, where it is not
 * `kept`, to another page. One for the whole console: the router knows one blocker, and pages that only hide would
 * leave theirs behind.
 */
export const LeaveGuard = ({ path, kept }: { path: string; kept: boolean }) => {
  const { t } = useTranslation('ui');
  const { modal } = App.useApp();
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: there }) =>
      hasUnsaved([path]) && (here.pathname === there.pathname ? here.search !== there.search : !kept),
  );
  const ask = useEffectEvent(() => {
    modal.confirm({
      title: t('unsaved'),
      content: t('unsavedText'),
      okText: t('discard'),
      okButtonProps: { danger: true },
      cancelText: t('keepEditing'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => {
        forgetUnsaved([path]);
        blocker.proceed?.();
      },
      onCancel: () => blocker.reset?.(),
    });
  });
  useEffect(() => {
    if (blocker.state === 'blocked') ask();
  }, [blocker.state]);
  return null;
};
