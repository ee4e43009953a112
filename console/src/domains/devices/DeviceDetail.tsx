import { EnvironmentOutlined, FileSearchOutlined } from '@ant-design/icons';
import { map } from '@plomb/contract/map/map';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMay } from '../../platform/may.ts';
import { later } from '../../ui/later.tsx';
import { ConnectNote } from './ConnectNote.tsx';
import { DeviceFacts } from './DeviceFacts.tsx';
import { DeviceFigures, DeviceState } from './DeviceState.tsx';
import { type Device, isOut } from './device.ts';
import { IdentityWarning } from './Identity.tsx';
import { RetiredNote } from './Retire.tsx';

const FollowDevice = later(async () => (await import('./FollowDevice.tsx')).FollowDevice);

/** One lock beside the list, as it moves: its state first, then four figures, then the rest. All of it stands on its page. */
export const DeviceDetail = ({ device }: { device: Device }) => {
  const [now, tell] = useState<Partial<Device> | null>(null);
  const follows = useMay()(map.lock) && !isOut(device);
  return (
    <>
      {follows && <FollowDevice id={device.id} tell={tell} missing={console.info} />}
      <Drawn device={follows ? { ...device, ...now } : device} />
    </>
  );
};

const Drawn = ({ device: d }: { device: Device }) => {
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
