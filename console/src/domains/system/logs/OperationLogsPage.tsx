import { calls } from '@plomb/contract/calls';
import { businessTypes, type OperationLogLine } from '@plomb/contract/logs';
import { refusalIn } from '@plomb/contract/refusalWords';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { send } from '../../../platform/client.ts';
import { useDictionary } from '../../../platform/dictionaries.ts';
import { useSettings } from '../../../platform/settings.ts';
import { clockTime } from '../../../platform/time.ts';
import { DictTag } from '../../../ui/DictTag.tsx';
import { DataTable } from '../../../ui/list/DataTable.tsx';
import { ExportButton } from '../../../ui/list/ExportButton.tsx';
import { FilterChip } from '../../../ui/list/FilterChip.tsx';
import { Freshness } from '../../../ui/list/Freshness.tsx';
import { ListFrame } from '../../../ui/list/ListFrame.tsx';
import { MorePager } from '../../../ui/list/Pager.tsx';
import { RecordPanel } from '../../../ui/list/RecordPanel.tsx';
import { SearchBox } from '../../../ui/list/SearchBox.tsx';
import { TimeRange } from '../../../ui/list/TimeRange.tsx';
import { useCursorList } from '../../../ui/list/useCursorList.ts';
import { useList } from '../../../ui/list/useList.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { ColumnsButton } from '../../../ui/table/ColumnsButton.tsx';
import { type Column, idOf } from '../../../ui/table/column.ts';
import { useTable } from '../../../ui/table/useTable.ts';
import { ViewsButton } from '../../../ui/table/ViewsButton.tsx';
import { LogDetail, Outcome } from './LogDetail.tsx';
import './logs.css';

const { list: call, detail: detailCall, export: exportCall } = calls.operationLogs;

/** The audit trail, newest first, read by cursor. It is only read. */
export const OperationLogsPage = () => {
  const { t } = useTranslation('system/logs');
  const lang = useSettings((s) => s.lang);
  const kinds = useDictionary('business_type');
  const list = useList(call);
  const cursor = useCursorList<OperationLogLine>(call, list.query, false);
  const { rows } = cursor;
  const { id } = list.open;
  // a line of the list carries no bodies
  const opened = useQuery({
    queryKey: [detailCall.path, id, lang],
    queryFn: () => send(detailCall, { id: id ?? 0 }, { quiet: true }),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const columns: Column<OperationLogLine>[] = [
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
      width: 120,
      ellipsis: true,
      render: (_, row) => row.operate_name || '–',
    },
    {
      title: t('success'),
      dataIndex: 'success',
      width: 100,
      render: (_, row) => <Outcome success={row.success} />,
    },
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
      render: (said: string) => refusalIn(said, lang),
    },
  ];
  const table = useTable(call, columns);
  // a file is read far from the record: it says what is out of sight too
  const fileColumns = [...table.shown, ...columns.filter((c) => !table.shown.some((s) => idOf(s) === idOf(c)))];
  return (
    <ListFrame
      list={list}
      header={
        <PageHeader
          count={t('appendOnly')}
          actions={
            <>
              <ViewsButton setup={table} />
              <ExportButton
                of={exportCall}
                columns={fileColumns}
                words={{ business_type: kinds.words, success: { true: t('ok'), false: t('failed') } }}
              />
            </>
          }
        />
      }
      filters={
        <>
          <SearchBox placeholder={t('search')} />
          <SearchBox name="operate_name" placeholder={t('operator')} />
          <FilterChip
            name="business_type"
            label={t('type')}
            options={businessTypes.map((b) => ({ value: b, label: kinds.word(b) }))}
          />
          <FilterChip
            name="success"
            label={t('success')}
            options={[
              { value: true, label: t('ok') },
              { value: false, label: t('failed') },
            ]}
          />
          <TimeRange label={t('time')} />
        </>
      }
      freshness={<Freshness {...cursor.freshness} />}
      tools={<ColumnsButton setup={table} />}
      footer={
        rows && rows.length > 0 ? (
          <MorePager more={cursor.hasMore} loading={cursor.loadingMore} load={cursor.more} />
        ) : null
      }
      panel={
        id !== null && (
          <RecordPanel
            title={opened.data?.title ?? t('record', { id })}
            ids={rows?.map((row) => row.id) ?? []}
            loading={!opened.data}
            failure={opened.data ? null : opened.error}
          >
            {opened.data && <LogDetail log={opened.data} />}
          </RecordPanel>
        )
      }
    >
      <DataTable
        rows={rows}
        failure={cursor.error}
        retry={cursor.refresh}
        empty={{ title: t('emptyTitle'), text: t('emptyText') }}
        columns={table}
        card={(row) => (
          <div className="log-card">
            <p>
              <b>{row.title}</b>
              <Outcome success={row.success} />
            </p>
            {(row.instruct || row.error_msg) && (
              <p>{row.success ? row.instruct : refusalIn(row.error_msg, lang) || row.instruct}</p>
            )}
            <p>
              <span>{[row.operate_name, row.operate_address].filter(Boolean).join(' · ')}</span>
              <time>{clockTime(row.create_time)}</time>
            </p>
          </div>
        )}
        onEnd={cursor.onEnd}
      />
    </ListFrame>
  );
};
