import type { Call } from '@plomb/contract/call';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';

/** Enables or disables records, after asking. */
export const StatusButtons = ({ of, ids, done }: { of: Call; ids: number[]; done: () => Promise<void> }) => {
  const { t } = useTranslation('ui');
  const { modal } = App.useApp();
  const ask = (status: 1 | 2): void => {
    modal.confirm({
      title: t('statusTitle'),
      content: t(status === 1 ? 'statusEnable' : 'statusDisable', { count: ids.length }),
      focusable: { autoFocusButton: 'cancel' },
      onOk: async () => {
        await send(of, { ids, status });
        await done();
      },
    });
  };
  return (
    <>
      <Button onClick={() => ask(1)}>{t('enable')}</Button>
      <Button onClick={() => ask(2)}>{t('disable')}</Button>
    </>
  );
};
