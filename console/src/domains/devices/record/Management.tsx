import { deviceCalls } from '@plomb/contract/devices/domain';
import { LEASE_MINUTES, type Management as Lease, refusalToEnter } from '@plomb/contract/devices/management';
import { errors } from '@plomb/contract/errors';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { fill } from '@plomb/contract/kit/text';
import { connectionFactsOf } from '@plomb/contract/lock/connection';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input, Modal, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ManagementNote } from '../../../lock/ManagementNote.tsx';
import { send } from '../../../platform/client.ts';
import { useDictionary } from '../../../platform/dictionaries.ts';
import { useMay } from '../../../platform/may.ts';
import { said } from '../../../platform/notices.ts';
import { useSettings } from '../../../platform/settings.ts';
import { clockTime, useNow } from '../../../platform/time.ts';
import { DictTag } from '../../../ui/DictTag.tsx';
import { focusField } from '../../../ui/focusField.ts';
import { longest } from '../../../ui/form/fieldRules.ts';
import { useCursorList } from '../../../ui/list/useCursorList.ts';
import type { Device } from '../device.ts';
import type { Now } from './now.ts';
import { Records } from './Records.tsx';

const { list, enter, renew, exit } = deviceCalls.deviceManagement;
const asked = enter.input.shape.reason;
const times = [5, 10, 15, LEASE_MINUTES];

/** Who has it in management mode, and everybody who had. */
export const Management = ({ device, now }: { device: Device; now: Now | null }) => {
  const { t } = useTranslation('devices');
  const ends = useDictionary('management_end');
  const leases = useCursorList<Lease>(list, { device_id: device.id }, 10_000);
  const time = useNow();
  const newest = leases.rows?.[0];
  const held = newest && newest.end_time === null && Date.parse(newest.until_time) > time ? newest : null;
  const whoNamed = ({ oper_name, login_name }: Lease) => personNamed(oper_name, login_name);
  return (
    <Records<Lease>
      name={t('record.tab.management')}
      list={leases}
      empty={t('management.none')}
      columns={[
        [t('management.from'), (row) => clockTime(row.enter_time)],
        [t('management.ended'), (row) => (row.end_time === null ? t('management.now') : clockTime(row.end_time))],
        [ends.title, (row) => <DictTag code="management_end" value={row.ended_by} />],
        [t('management.who'), whoNamed],
        [t('management.reason'), (row) => row.reason],
        [t('management.events'), (row) => row.events],
        [t('management.orders'), (row) => row.orders],
      ]}
    >
      <p className="device-note">{t('management.explain')}</p>
      {held && <ManagementNote management_by={whoNamed(held)} management_until={held.until_time} />}
      <Deeds device={device} now={now} held={held} />
    </Records>
  );
};

/** What whoever looks at it can do: enter, or renew and exit what is theirs. What cannot be done says why. */
const Deeds = ({ device, now, held }: { device: Device; now: Now | null; held: Lease | null }) => {
  const { t } = useTranslation('devices');
  const lang = useSettings((s) => s.lang);
  const stock = useDictionary('stock_status');
  const may = useMay();
  const time = useNow();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const why = useId();
  const changed = async (words: string): Promise<void> => {
    said(words);
    await Promise.all(
      [list, deviceCalls.devices.detail, deviceCalls.devices.list].map(({ path }) =>
        queries.invalidateQueries({ queryKey: [path] }),
      ),
    );
  };
  const of = { device_id: device.id };
  if (!may(enter)) return null;
  if (held && !held.mine) return <p className="device-note">{t('management.theirs', { name: held.oper_name })}</p>;
  if (held)
    return (
      <p className="device-rare">
        <Button
          onClick={() =>
            void send(renew, of)
              .then(() => changed(t('management.renewed')))
              .catch(() => undefined)
          }
        >
          {t('management.renew')}
        </Button>
        <Button
          onClick={() =>
            void send(exit, of)
              .then(() => changed(t('management.exited')))
              .catch(() => undefined)
          }
        >
          {t('management.exit')}
        </Button>
      </p>
    );
  // who does not see it on the map does not know when it was heard; the server does
  const heard = now
    ? connectionFactsOf(now.lock)
    : { connected: true, seen: time, reportInterval: 0, sleepInterval: 0 };
  const refusal = refusalToEnter({ ...device, held: false }, heard, time);
  return (
    <>
      <p className="device-rare">
        <Button disabled={refusal !== null} aria-describedby={why} data-testid="manage" onClick={() => setAsking(true)}>
          {t('management.enter')}…
        </Button>
      </p>
      {refusal !== null && (
        <p className="device-note" id={why}>
          {fill(errors[refusal][lang], { state: stock.word(device.stock_status) })}
        </p>
      )}
      {asking && (
        <Enter device={device} onClose={() => setAsking(false)} onDone={() => changed(t('management.entered'))} />
      )}
    </>
  );
};

interface EnterProps {
  device: Device;
  onClose: () => void;
  onDone: () => Promise<void>;
}

const Enter = ({ device, onClose, onDone }: EnterProps) => {
  const { t } = useTranslation('devices');
  const [minutes, setMinutes] = useState(LEASE_MINUTES);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const field = useId();
  const done = async (): Promise<void> => {
    setBusy(true);
    try {
      await send(enter, { device_id: device.id, minutes, reason });
      onClose();
      await onDone();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t('management.enter')}
      okText={t('management.enter')}
      okButtonProps={{ disabled: !asked.safeParse(reason).success || busy }}
      onOk={() => void done().catch(() => undefined)}
      onCancel={onClose}
      afterOpenChange={focusField}
    >
      <p>{t('management.explain')}</p>
      <label htmlFor={`${field}-reason`}>{t('management.reason')}</label>
      <Input
        id={`${field}-reason`}
        autoFocus
        value={reason}
        maxLength={longest(asked)}
        onChange={(e) => setReason(e.target.value)}
      />
      <label htmlFor={`${field}-minutes`}>{t('management.minutes')}</label>
      <Select
        id={`${field}-minutes`}
        className="management-minutes"
        value={minutes}
        onChange={setMinutes}
        options={times.map((count) => ({ value: count, label: t('management.for', { count }) }))}
      />
    </Modal>
  );
};
