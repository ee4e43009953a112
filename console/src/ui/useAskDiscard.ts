import { App } from 'antd';
import { useTranslation } from 'react-i18next';

/** The one question before typed input is lost. Nothing destructive is the default button. */
export const useAskDiscard = (): ((of: {
  title?: string;
  text?: string;
  okText?: string;
  discard: () => void;
  keep?: () => void;
}) => void) => {
  const { t } = useTranslation('ui');
  const { modal } = App.useApp();
  return ({ title = t('unsaved'), text = t('unsavedText'), okText = t('discard'), discard, keep = () => {} }) => {
    modal.confirm({
      title,
      content: text,
      okText,
      okButtonProps: { danger: true },
      cancelText: t('keepEditing'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: discard,
      onCancel: keep,
    });
  };
};
