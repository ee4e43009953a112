import type { LockFence } from '@plomb/contract/map/fences';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { FenceLink, useLockFences } from '../../../lock/LockFences.tsx';
import { useScheduleWords } from '../../../lock/useScheduleWords.ts';
import { useDictionary } from '../../../platform/dictionaries.ts';
import { useNumber } from '../../../ui/useNumber.ts';
import type { Device } from '../device.ts';
import { Failed } from './Failed.tsx';
import type { Now } from './now.ts';
import { type Columns, RecordTable } from './RecordTable.tsx';

/** Which fences a lock is judged by, those first that it is in now. */
export const Fences = ({ device, now }: { device: Device; now: Now | null }) => {
  const { t } = useTranslation('devices');
  const number = useNumber();
  const alarms = useDictionary('fence_alarm');
  const when = useScheduleWords();
  const place = now && now.lock.lat !== null ? `${now.lock.lat.toFixed(4)} ${now.lock.lon?.toFixed(4)}` : '';
  const { data, error, refetch } = useLockFences(device.id, place);
  if (error && !data) return <Failed error={error} again={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />;
  const columns: Columns<LockFence> = [
    [t('fences.name'), (fence) => <FenceLink fence={fence} />],
    [t('fences.now'), ({ inside }) => <b data-inside={inside}>{t(inside ? 'fences.inside' : 'fences.outside')}</b>],
    [t('fences.rings'), ({ alarm_on }) => alarms.word(alarm_on)],
    [t('fences.when'), ({ schedule }) => when(schedule)],
  ];
  const more = data.total - data.fences.length;
  return (
    <section className="device-pane" aria-label={t('record.tab.fences')}>
      {place === '' && <p className="device-note">{t('fences.noPlace')}</p>}
      <RecordTable rows={data.fences} columns={columns} empty={t('fences.none')} />
      {more > 0 && <p className="device-note">{t('fences.more', { count: more, number: number(more) })}</p>}
    </section>
  );
};
