import { devices } from '@plomb/contract/devices/devices';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { said } from '../../platform/notices.ts';
import { InGroups } from '../../ui/Serial.tsx';

/** After a lock's board was exchanged: the next terminal that registers under its number is taken for it. */
export const ForgetTerminal = ({ device }: { device: { id: number; sn: string } }) => {
  const { t } = useTranslation('devices');
  const { modal } = App.useApp();
  const may = useMay();
  if (!may(devices.forgetTerminal)) return null;
  const ask = () =>
    modal.confirm({
      title: <InGroups text={t('terminal.title', { sn: device.sn })} />,
      content: t('terminal.text'),
      okText: t('terminal.forget'),
      onOk: async () => {
        await send(devices.forgetTerminal, { id: device.id });
        said(t('terminal.done'));
      },
    });
  return <Button onClick={ask}>{t('terminal.forget')}</Button>;
};
