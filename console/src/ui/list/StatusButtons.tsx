import { App, Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Enables or disables records, after asking. */
export const StatusButtons = ({
  count,
  turn,
  disabling,
}: {
  count: number;
  turn: (status: 1 | 2) => Promise<void>;
  /** what disabling these means, where there is more to say than that */
  disabling?: ReactNode;
}) => {
  const { t } = useTranslation('ui');
  const { modal } = App.useApp();
  const ask = (status: 1 | 2): void => {
    modal.confirm({
      title: t('statusTitle'),
      content: (
        <>
          {t(status === 1 ? 'statusEnable' : 'statusDisable', { count })}
          {status === 2 && disabling}
        </>
      ),
      okText: t(status === 1 ? 'enable' : 'disable'),
      okButtonProps: { danger: status === 2 },
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
