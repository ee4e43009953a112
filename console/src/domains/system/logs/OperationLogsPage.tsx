import { systemCalls } from '@plomb/contract/system/domain';
import { businessTypes, type OperationLogLine } from '@plomb/contract/system/logs/logs';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../../platform/dictionaries.ts';
import { clockTime } from '../../../platform/time.ts';
import { DictTag } from '../../../ui/DictTag.tsx';
import { FilterChip } from '../../../ui/list/FilterChip.tsx';
import { SearchBox } from '../../../ui/list/SearchBox.tsx';
import { TimeRange } from '../../../ui/list/TimeRange.tsx';
import { RecordsPage } from '../../../ui/RecordsPage.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { LogDetail, Outcome, Who } from './LogDetail.tsx';
import './logs.css';

/** The audit trail, newest first, read by cursor. It is only read. */
export const OperationLogsPage = () => {
  const { t } = useTranslation('system/logs');
  const kinds = useDictionary('business_type');
  const outcomes = [
    { value: true, label: t('okOrTaken') },
    { value: false, label: t('failed') },
  ];
  return (
    <RecordsPage
      of={systemCalls.operationLogs}
      columns={useColumns()}
      name={(log, id) => log?.title ?? t('record', { id })}
      count={() => t('appendOnly')}
      every={false}
      search={t('search')}
      filters={
        <>
          <SearchBox name="operate_name" placeholder={t('operator')} />
          <FilterChip
            name="business_type"
            label={t('type')}
            options={businessTypes.map((b) => ({ value: b, label: kinds.word(b) }))}
          />
          <FilterChip name="success" label={t('success')} options={outcomes} />
          <TimeRange label={t('time')} />
        </>
      }
      isFileWhole
      words={{ business_type: kinds.words, success: { true: t('okOrTaken'), false: t('failed') } }}
      detail={(log) => <LogDetail log={log} />}
      empty={{ title: t('emptyTitle'), text: t('emptyText') }}
      card={(row) => <LogCard row={row} />}
    />
  );
};

const useColumns = (): Column<OperationLogLine>[] => {
  const { t } = useTranslation('system/logs');
  return [
    { title: t('time'), dataIndex: 'create_time', width: 170, render: clockTime },
    { title: t('title'), dataIndex: 'title', width: 160, ellipsis: true },
    { title: t('instruct'), dataIndex: 'instruct', width: 240, ellipsis: true },
    {
      title: t('type'),
      dataIndex: 'business_type',
      width: 90,
      render: (_, row) => <DictTag code="business_type" value={row.business_type} />,
    },
    {
      title: t('operator'),
      dataIndex: 'operate_name',
      width: 150,
      ellipsis: true,
      render: (_, row) => <Who of={row} />,
      file: [
        { field: 'operate_name', title: t('operator') },
        { field: 'login_name', title: t('loginName') },
      ],
    },
    { title: t('success'), dataIndex: 'success', width: 100, render: (_, row) => <Outcome of={row} /> },
    { title: t('address'), dataIndex: 'operate_address', width: 130, ellipsis: true, className: 'mono' },
    {
      title: t('cost'),
      dataIndex: 'cost_ms',
      width: 90,
      align: 'right',
      render: (count: number) => t('milliseconds', { count }),
    },
    { title: t('organisation'), dataIndex: 'org_name', width: 150, ellipsis: true, optional: true },
    { title: t('url'), dataIndex: 'operate_url', width: 200, ellipsis: true, className: 'mono', optional: true },
    {
      title: t('error'),
      dataIndex: 'error_msg',
      width: 240,
      ellipsis: true,
      optional: true,
    },
  ];
};

const LogCard = ({ row }: { row: OperationLogLine }) => (
  <div className="log-card">
    <p>
      <b>{row.title}</b>
      <Outcome of={row} />
    </p>
    {(row.instruct || row.error_msg) && <p>{row.success ? row.instruct : row.error_msg || row.instruct}</p>}
    <p>
      <span>
        {[row.operate_name, row.login_name !== row.operate_name && row.login_name, row.operate_address]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <time>{clockTime(row.create_time)}</time>
    </p>
  </div>
);
