import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { forgetUnsaved, hasUnsaved } from '../platform/unsaved.ts';

/** Does something that loses what is typed in these tabs (or any): asks first where there is such a thing. */
export const useDiscard = (): ((paths: readonly string[] | undefined, act: () => void, okText?: string) => void) => {
  const { t } = useTranslation('app');
  const { modal } = App.useApp();
  return (paths, act, okText = t('unsaved.discard')) => {
    if (!hasUnsaved(paths)) return act();
    modal.confirm({
      title: t('unsaved.title'),
      content: t('unsaved.text'),
      okText,
      okButtonProps: { danger: true },
      cancelText: t('unsaved.stay'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => {
        forgetUnsaved(paths);
        act();
      },
    });
  };
};
