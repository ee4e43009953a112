import { DeviceNumber } from '@plomb/contract/devices/devices';
import { deviceCalls } from '@plomb/contract/devices/domain';
import { LockStatus } from '@plomb/contract/lock/codes';
import { outOfUseOf } from '@plomb/contract/lock/operable';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NameAndPlate } from '../../lock/NameAndPlate.tsx';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { said } from '../../platform/notices.ts';
import { clockTime } from '../../platform/time.ts';
import { focusField } from '../../ui/focusField.ts';
import { longest } from '../../ui/form/fieldRules.ts';
import { InGroups } from '../../ui/Serial.tsx';
import type { Device } from './device.ts';
import { isInUse } from './SwitchingOff.tsx';
import { AsOf, State } from './signs.tsx';

type Retired = Pick<Device, 'id' | 'sn' | 'retired_time'>;
const { retire, reinstate, list, detail } = deviceCalls.devices;
const asked = retire.input.shape.reason;

const useChanged = () => {
  const queries = useQueryClient();
  return async (words: string): Promise<void> => {
    said(words);
    await Promise.all([list, detail].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })));
  };
};

/** That a device is out of service, and the way back. */
export const RetiredNote = ({ device }: { device: Retired }) => {
  const { t } = useTranslation('devices');
  const { modal } = App.useApp();
  const may = useMay();
  const changed = useChanged();
  if (device.retired_time === null) return null;
  const ask = () =>
    modal.confirm({
      title: <InGroups text={t('retire.backTitle', { sn: device.sn })} />,
      content: t('retire.backText'),
      okText: t('retire.back'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: async () => {
        await send(reinstate, { ids: [device.id] });
        await changed(t('retire.backDone'));
      },
    });
  return (
    <Alert
      className="device-retired"
      type="info"
      showIcon
      title={t('retire.since', { time: clockTime(device.retired_time) })}
      action={may(reinstate) && <Button onClick={ask}>{t('retire.back')}…</Button>}
    />
  );
};

/** Takes a device with a history out of service: it asks for the reason, which the operation log keeps. */
export const Retire = ({ device }: { device: Device }) => {
  const { t } = useTranslation('devices');
  const may = useMay();
  const changed = useChanged();
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const field = useId();
  const isSealed = device.lock_status === LockStatus.sealedLocked;
  const isNamed = !isSealed || DeviceNumber.safeParse(typed).data === device.sn;
  if (device.retired_time !== null || !may(retire)) return null;
  const done = async (): Promise<void> => {
    setBusy(true);
    try {
      await send(retire, { ids: [device.id], reason, sealed: isSealed ? [typed] : [] });
      setOpen(false);
      await changed(t('retire.done', { sn: device.sn }));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('retire.retire')}…</Button>
      <Modal
        open={open}
        title={<InGroups text={t('retire.title', { sn: device.sn, name: device.device_name })} />}
        okText={t('retire.retire')}
        okButtonProps={{ danger: true, disabled: !asked.safeParse(reason).success || !isNamed || busy }}
        onOk={() => void done().catch(() => undefined)}
        onCancel={() => setOpen(false)}
        destroyOnHidden
        afterOpenChange={focusField}
      >
        <div className="retire-whose">
          <NameAndPlate name={device.device_name} plate={device.subject} outOfUse={outOfUseOf(device)} />
          <State device={device} />
          <AsOf device={device} />
        </div>
        {isInUse(device) && <Alert type="warning" showIcon title={t('retire.inUse')} />}
        <p>{t('retire.text')}</p>
        <label htmlFor={field}>{t('retire.reason')}</label>
        <Input
          id={field}
          autoFocus
          value={reason}
          maxLength={longest(asked)}
          onChange={(e) => setReason(e.target.value)}
        />
        {isSealed && (
          <>
            <p>{t('retire.sealed')}</p>
            <label htmlFor={`${field}-sealed`}>{t('retire.name')}</label>
            <Input id={`${field}-sealed`} autoComplete="off" value={typed} onChange={(e) => setTyped(e.target.value)} />
          </>
        )}
      </Modal>
    </>
  );
};
