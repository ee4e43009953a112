import { deviceCalls } from '@plomb/contract/devices/domain';
import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useDeviceOptions } from '../../lock/useDeviceOptions.ts';
import { useMay } from '../../platform/may.ts';

const firstType = '/deviceType?edit=new';

/** Nothing can be registered before there is a type: it says what language the locks speak. */
const useNoTypes = (): boolean => useDeviceOptions()?.deviceTypes.length === 0;

interface Empty {
  title: string;
  text: string;
  steps?: readonly string[];
  action?: ReactNode;
}

/** What a list without a device says: the way to the first lock on the map, for whoever may go it. */
export const useFirstSteps = (): Empty => {
  const { t } = useTranslation('devices');
  const may = useMay();
  const navigate = useNavigate();
  const noTypes = useNoTypes();
  const empty = { title: t('device.emptyTitle'), text: t('device.emptyText') };
  if (!may(deviceCalls.devices.add)) return empty;
  return {
    title: empty.title,
    text: t('first.text'),
    steps: [t('first.type'), t('first.register'), t('first.point', { host: location.hostname })],
    ...(noTypes &&
      may(deviceCalls.deviceTypes.add) && {
        action: (
          <Button type="primary" onClick={() => void navigate(firstType)}>
            {t('first.toType')}
          </Button>
        ),
      }),
  };
};

/** In the form of a device, where no type can be chosen because there is none. */
export const NoTypes = () => {
  const { t } = useTranslation('devices');
  const may = useMay();
  if (!useNoTypes()) return null;
  return (
    <Alert
      type="info"
      showIcon
      title={t('first.noTypes')}
      description={may(deviceCalls.deviceTypes.add) ? <Link to={firstType}>{t('first.toType')}</Link> : t('first.ask')}
    />
  );
};
