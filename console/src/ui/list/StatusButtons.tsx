import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';

/** Enables or disables records, after asking. */
export const StatusButtons = ({ count, turn }: { count: number; turn: (status: 1 | 2) => Promise<void> }) => {
  const { t } = useTranslation('ui');
  const { modal } = App.useApp();
  const ask = (status: 1 | 2): void => {
    modal.confirm({
      title: t('statusTitle'),
      content: t(status === 1 ? 'statusEnable' : 'statusDisable', { count }),
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => turn(status),
    });
  };
  return (
    <>
      <Button onClick={() => ask(1)}>{t('enable')}</Button>
      <Button onClick={() => ask(2)}>{t('disable')}</Button>
    </>
  );
};
