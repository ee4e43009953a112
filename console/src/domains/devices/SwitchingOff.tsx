import { LockStatus } from '@plomb/contract/lock/codes';
import { outOfUseOf } from '@plomb/contract/lock/operable';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { NameAndPlate } from '../../lock/NameAndPlate.tsx';
import { Serial } from '../../ui/Serial.tsx';
import { type Device, isOut } from './device.ts';
import { AsOf, State } from './signs.tsx';

const restful: readonly LockStatus[] = [LockStatus.unsealedLocked, LockStatus.initial];
/** Somebody may count on it: it is sealed, open or abnormal as far as is known, or not silent for long yet. */
export const isInUse = (device: Pick<Device, 'lock_status' | 'connection'>): boolean =>
  !restful.includes(device.lock_status) || device.connection !== 'offline';

/** What switching these devices off means: which of them are in use, and how each of those stands. */
export const SwitchingOff = ({ devices, others }: { devices: readonly Device[]; others: number }) => {
  const { t } = useTranslation('devices');
  const used = devices.filter((device) => isInUse(device) && !isOut(device));
  return (
    <>
      <p>{t('off.text')}</p>
      {used.length > 0 && <Alert type="warning" showIcon title={t('off.inUse', { count: used.length })} />}
      {used.length > 0 && (
        <ul className="devices-in-use">
          {used.map((device) => (
            <li key={device.id}>
              <Serial value={device.sn} />
              <NameAndPlate name={device.device_name} plate={device.subject} outOfUse={outOfUseOf(device)} />
              <State device={device} />
              <AsOf device={device} />
            </li>
          ))}
        </ul>
      )}
      {others > 0 && <p>{t('off.others', { count: others })}</p>}
    </>
  );
};
