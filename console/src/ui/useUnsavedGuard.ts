import { App } from 'antd';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { markUnsaved } from '../platform/unsaved.ts';
import { usePage } from './page.ts';

/**
 * Nothing typed is lost by accident: closing the tab or the window asks first, and so does the browser's back button.
 * Leaving for another tab does not, the page is kept. `saved`: true once it is saved, before React has drawn that.
 */
export const useUnsavedGuard = (dirty: boolean, saved: RefObject<boolean>): void => {
  const { t } = useTranslation('ui');
  const { modal } = App.useApp();
  const { path } = usePage();
  useEffect(() => (dirty ? markUnsaved(path) : undefined), [dirty, path]);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty &&
      !saved.current &&
      nextLocation.pathname === currentLocation.pathname &&
      nextLocation.search !== currentLocation.search,
  );
  const ask = useEffectEvent(() => {
    modal.confirm({
      title: t('unsaved'),
      content: t('unsavedText'),
      okText: t('discard'),
      okButtonProps: { danger: true },
      cancelText: t('keepEditing'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => blocker.proceed?.(),
      onCancel: () => blocker.reset?.(),
    });
  });
  useEffect(() => {
    if (blocker.state === 'blocked') ask();
  }, [blocker.state]);
};
