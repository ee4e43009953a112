import { HistoryOutlined } from '@ant-design/icons';
import { deviceCalls } from '@plomb/contract/devices/domain';
import { type Quarantined, quarantineReasons } from '@plomb/contract/devices/putAside';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { LockChip } from '../../lock/LockChip.tsx';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { notify } from '../../platform/notices.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { TimeRange } from '../../ui/list/TimeRange.tsx';
import { RecordsPage, type RecordsSelection } from '../../ui/RecordsPage.tsx';
import { Serial } from '../../ui/Serial.tsx';
import { mostAtOnce } from '../../ui/table/batch.ts';
import type { Column } from '../../ui/table/column.ts';
import { AheadBy, QuarantineDetail, SenderTag } from './QuarantineDetail.tsx';
import './devices.css';

const of = deviceCalls.quarantine;

/** Reports that were not believed: why, and another look at them once the clock offset of the type was mended. */
export const QuarantinePage = () => {
  const { t } = useTranslation('devices');
  const reasons = useDictionary('quarantine_reason');
  const mayAgain = useMay()(of.again);
  const queries = useQueryClient();

  const again = async (which: { ids: number[] } | { device_id: number }, { drop }: RecordsSelection): Promise<void> => {
    const { taken, left } = await send(of.again, which);
    notify(
      left > 0 ? 'info' : 'success',
      left > 0 ? t('quarantine.left', { taken, left }) : t('quarantine.taken', { count: taken }),
      6000,
    );
    if ('ids' in which) drop(which.ids);
    await Promise.all([of.list, of.detail].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })));
  };
  const senders = [true, false].map((value) => ({
    value,
    label: t(value ? 'quarantine.proved' : 'quarantine.unproved'),
  }));
  return (
    <RecordsPage
      of={of}
      columns={useColumns()}
      name={(report, id) => report?.sn || t('quarantine.record', { id })}
      count={() => t('quarantine.what')}
      every={30_000}
      search={t('quarantine.search')}
      filters={(rows) => (
        <>
          <FilterChip
            name="reason"
            label={t('quarantine.reason')}
            options={quarantineReasons.map((r) => ({ value: r, label: reasons.word(r) }))}
          />
          <FilterChip
            name="taken"
            label={t('quarantine.state')}
            options={[
              { value: false, label: t('quarantine.waiting') },
              { value: true, label: t('quarantine.takenIn') },
            ]}
          />
          <LockChip label={t('quarantine.lock')} rows={rows} />
          <FilterChip name="authenticated" label={t('quarantine.sender')} options={senders} />
          <TimeRange label={t('quarantine.received')} />
        </>
      )}
      isFileWhole
      words={{
        reason: reasons.words,
        authenticated: Object.fromEntries(senders.map(({ value, label }) => [String(value), label])),
      }}
      batch={{
        name: (row) => row.sn || `#${row.device_id}`,
        actions: (selection) =>
          mayAgain && (
            <Button
              icon={<HistoryOutlined />}
              disabled={selection.ids.length > mostAtOnce}
              title={selection.ids.length > mostAtOnce ? t('quarantine.most', { count: mostAtOnce }) : ''}
              onClick={() => void again({ ids: selection.ids }, selection)}
            >
              {t('quarantine.again')}
            </Button>
          ),
      }}
      detail={(report) => <QuarantineDetail of={report} />}
      footer={(report, selection) =>
        report.again &&
        mayAgain && (
          <>
            <Button type="primary" onClick={() => void again({ ids: [report.id] }, selection)}>
              {t('quarantine.againThis')}
            </Button>
            {report.waiting > 1 && (
              <Button onClick={() => void again({ device_id: report.device_id }, selection)}>
                {t('quarantine.againAll', { count: report.waiting })}
              </Button>
            )}
          </>
        )
      }
      empty={{ title: t('quarantine.emptyTitle'), text: t('quarantine.emptyText') }}
    />
  );
};

const useColumns = (): Column<Quarantined>[] => {
  const { t } = useTranslation('devices');
  return [
    { title: t('quarantine.received'), dataIndex: 'receive_time', width: 168, render: clockTime },
    {
      title: t('serial'),
      dataIndex: 'sn',
      identity: true,
      width: 140,
      render: (sn: string) => sn && <Serial value={sn} />,
    },
    { title: t('name'), dataIndex: 'device_name', width: 130, ellipsis: true },
    {
      title: t('quarantine.reason'),
      dataIndex: 'reason',
      width: 215,
      render: (_, row) => <DictTag code="quarantine_reason" value={row.reason} />,
    },
    {
      title: t('quarantine.sender'),
      dataIndex: 'authenticated',
      width: 110,
      render: (_, row) => <SenderTag proved={row.authenticated} />,
    },
    {
      title: t('quarantine.deviceTime'),
      dataIndex: 'device_time',
      width: 240,
      render: (_, row) => <AheadBy of={row} />,
    },
    { title: t('organisation'), dataIndex: 'org_name', width: 140, ellipsis: true },
    { title: t('quarantine.length'), dataIndex: 'length', width: 80, align: 'right', optional: true },
    { title: t('quarantine.raw'), dataIndex: 'raw', width: 220, ellipsis: true, className: 'mono', optional: true },
  ];
};
