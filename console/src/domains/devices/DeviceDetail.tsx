import { EnvironmentOutlined, FileSearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ConnectNote } from './ConnectNote.tsx';
import { DeviceFacts } from './DeviceFacts.tsx';
import { DeviceFigures, DeviceState } from './DeviceState.tsx';
import type { Device } from './device.ts';
import { IdentityWarning } from './Identity.tsx';
import { RetiredNote } from './Retire.tsx';

/** One lock beside the list: its state first, then four figures, then the rest. All of it stands on its page. */
export const DeviceDetail = ({ device: d }: { device: Device }) => {
  const { t } = useTranslation('devices');
  const navigate = useNavigate();
  return (
    <div className="device-detail">
      <RetiredNote device={d} />
      <DeviceState device={d} />
      <ConnectNote device={d} />
      <DeviceFigures device={d} />
      <IdentityWarning type={d} />
      <p className="device-place">
        <Button icon={<FileSearchOutlined />} onClick={() => void navigate(`/device/${d.id}`)}>
          {t('openPage')}
        </Button>
        {d.lon === null || d.lat === null ? (
          t('noPosition')
        ) : (
          <Button icon={<EnvironmentOutlined />} onClick={() => void navigate(`/map?id=${d.id}`)}>
            {t('onMap')}
          </Button>
        )}
      </p>
      <DeviceFacts device={d} />
    </div>
  );
};
