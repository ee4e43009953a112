import { secondFactor } from '@plomb/contract/personal/secondFactor';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../../platform/client.ts';
import { useMay } from '../../../platform/may.ts';
import { said } from '../../../platform/notices.ts';

/** For an operator who lost the phone and the backup codes; only after asking, for it lets a password alone sign in. */
export const RemoveSecondFactor = ({ id, name }: { id: number; name: string }) => {
  const { t } = useTranslation('personal');
  const { modal } = App.useApp();
  const mayRemove = useMay()(secondFactor.remove);
  const ask = (): void => {
    modal.confirm({
      title: t('factor.removeTitle', { name }),
      content: t('factor.removeText', { name }),
      okText: t('factor.remove'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: async () => {
        await send(secondFactor.remove, { id });
        said(t('factor.removed'));
      },
    });
  };
  return mayRemove ? (
    <p>
      <Button onClick={ask}>{t('factor.remove')}</Button>
    </p>
  ) : null;
};
