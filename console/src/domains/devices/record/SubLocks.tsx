import { deviceCalls } from '@plomb/contract/devices/domain';
import type { SubLock } from '@plomb/contract/devices/subLocks';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Battery } from '../../../lock/sign/Battery.tsx';
import { send } from '../../../platform/client.ts';
import { useSettings } from '../../../platform/settings.ts';
import { clockTime } from '../../../platform/time.ts';
import { usePage } from '../../../ui/page.ts';
import type { Device } from '../device.ts';
import { Failed } from './Failed.tsx';
import { type Columns, RecordTable } from './RecordTable.tsx';

const { list } = deviceCalls.deviceSubLocks;

/** The smaller locks and sensors it speaks for, as it told of each last. */
export const SubLocks = ({ device }: { device: Device }) => {
  const { t } = useTranslation('devices');
  const lang = useSettings((s) => s.lang);
  const { active } = usePage();
  const { data, error, refetch } = useQuery({
    queryKey: [list.path, device.id],
    queryFn: () => send(list, { id: device.id }, { quiet: true }),
    refetchInterval: active ? 30_000 : false,
    retry: false,
  });
  if (error && !data) return <Failed error={error} again={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />;
  const unit = (value: number | null, name: string): string => (value === null ? '–' : `${value} ${name}`);
  const columns: Columns<SubLock> = [
    [t('subLocks.number'), ({ id }) => <code>{id}</code>],
    [
      t('subLocks.state'),
      ({ locked }) => (locked === null ? t('subLocks.unsaid') : t(locked ? 'subLocks.locked' : 'subLocks.open')),
    ],
    [
      t('battery'),
      ({ electric, voltage }) => (electric === null ? unit(voltage, 'V') : <Battery percent={electric} lang={lang} />),
    ],
    [t('subLocks.rssi'), ({ rssi }) => unit(rssi, 'dBm')],
    [t('temperature'), ({ temperature }) => unit(temperature, '°C')],
    [t('subLocks.humidity'), ({ humidity }) => unit(humidity, '%')],
    [t('subLocks.told'), ({ told_time }) => clockTime(told_time)],
  ];
  return (
    <section className="device-pane" aria-label={t('record.tab.subLocks')}>
      <RecordTable rows={data.rows} columns={columns} empty={t('subLocks.none')} />
    </section>
  );
};
