import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Device } from './device.ts';

/** Of a lock that was never heard: where it has to report to. */
export const ConnectNote = ({ device: d }: { device: Device }) => {
  const { t } = useTranslation('devices');
  if (d.seen_time !== null) return null;
  return (
    <Alert
      type="info"
      showIcon
      className="device-connect"
      title={t('connect.title')}
      description={t('connect.text', { host: location.hostname, sn: d.sn })}
    />
  );
};
