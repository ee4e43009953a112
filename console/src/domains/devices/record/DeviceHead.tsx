import { EditOutlined } from '@ant-design/icons';
import { deviceCalls } from '@plomb/contract/devices/domain';
import type { Command } from '@plomb/contract/lock/command';
import { movesMetal } from '@plomb/contract/lock/orderKinds';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { LockActions } from '../../../lock/LockActions.tsx';
import { LockAsOf } from '../../../lock/LockAsOf.tsx';
import { LockHero } from '../../../lock/LockHero.tsx';
import { headOf, nameBelow } from '../../../lock/names.ts';
import { isStateBehind } from '../../../lock/operable.ts';
import { isAwaited, isUndecided } from '../../../lock/stepper.ts';
import { WaitingRequests } from '../../../lock/WaitingRequests.tsx';
import { useMay } from '../../../platform/may.ts';
import { useNow } from '../../../platform/time.ts';
import { DictTag } from '../../../ui/DictTag.tsx';
import { Serial } from '../../../ui/Serial.tsx';
import { DeviceState } from '../DeviceState.tsx';
import { type Device, isOut } from '../device.ts';
import { RetiredNote } from '../Retire.tsx';
import type { Now } from './now.ts';
import '../../../lock/locks.css';

/** Which device, how it stands, and what can be done with it: the same over every tab. */
export const DeviceHead = ({ device, now }: { device: Device; now: Now | null }) => {
  const { t } = useTranslation('devices');
  const { t: ui } = useTranslation('ui');
  const mayEdit = useMay()(deviceCalls.devices.update) && device.retired_time === null;
  const navigate = useNavigate();
  return (
    <header className="device-head">
      <RetiredNote device={device} />
      <div className="device-names">
        <h1>{headOf(device)}</h1>
        {now && <DictTag code="out_of_use" value={now.lock.out_of_use} />}
        <p>
          {nameBelow(device) && <span>{nameBelow(device)}</span>}
          <Serial value={device.sn} copy />
          <span>{device.device_type}</span>
          <span>{device.org_name}</span>
        </p>
        {mayEdit && (
          <Button icon={<EditOutlined />} onClick={() => void navigate(`/device?id=${device.id}&edit=${device.id}`)}>
            {ui('edit')}
          </Button>
        )}
      </div>
      {now ? <Present now={now} /> : <DeviceState device={device} />}
      {!now && !isOut(device) && <p className="device-no-orders">{t('record.noPresent')}</p>}
    </header>
  );
};

const Present = ({ now: { lock, connection, history } }: { now: Now }) => {
  const time = useNow();
  const commands: readonly Command[] = history.orders;
  const moved = commands.find(({ kind }) => movesMetal(kind));
  return (
    <div className="device-now">
      <LockHero lock={lock} connection={connection} />
      <div className="device-as-of">
        <LockAsOf lock={lock} connection={connection} />
        <WaitingRequests id={lock.id} />
      </div>
      <LockActions
        lock={lock}
        connection={connection}
        uncertain={moved?.state === 'uncertain' && isUndecided(moved) ? moved : null}
        underWay={moved && (isAwaited(moved, time) || isStateBehind(moved, lock, time)) ? moved : null}
      />
    </div>
  );
};
