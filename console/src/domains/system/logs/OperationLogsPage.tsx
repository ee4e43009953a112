import { calls } from '@plomb/contract/calls';
import { businessTypes, type OperationLogLine } from '@plomb/contract/logs';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { TableColumnsType } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../../platform/client.ts';
import { useDictionary } from '../../../platform/dictionaries.ts';
import { useSettings } from '../../../platform/settings.ts';
import { clockTime } from '../../../platform/time.ts';
import { DictTag } from '../../../ui/DictTag.tsx';
import { DataTable } from '../../../ui/list/DataTable.tsx';
import { ExportButton } from '../../../ui/list/ExportButton.tsx';
import { FilterChip } from '../../../ui/list/FilterChip.tsx';
import { ListFrame } from '../../../ui/list/ListFrame.tsx';
import { MorePager } from '../../../ui/list/Pager.tsx';
import { RecordPanel } from '../../../ui/list/RecordPanel.tsx';
import { SearchBox } from '../../../ui/list/SearchBox.tsx';
import { TimeRange } from '../../../ui/list/TimeRange.tsx';
import { useList } from '../../../ui/list/useList.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { LogDetail, Outcome } from './LogDetail.tsx';
import './logs.css';

const { list: call, detail: detailCall, export: exportCall } = calls.operationLogs;

/** The audit trail, newest first, read by cursor. It is only read. */
export const OperationLogsPage = () => {
  const { t } = useTranslation('system/logs');
  const lang = useSettings((s) => s.lang);
  const kinds = useDictionary('business_type');
  const list = useList(call.input);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [call.path, list.query, lang],
    queryFn: ({ pageParam }) => send(call, { ...list.query, ...(pageParam ? { before: pageParam } : {}) }),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.more ? last.rows.at(-1)?.id : undefined),
  });
  const rows = data?.pages.flatMap((page) => page.rows);
  const { id } = list.open;
  // a line of the list carries no bodies
  const opened = useQuery({
    queryKey: [detailCall.path, id, lang],
    queryFn: () => send(detailCall, { id: id ?? 0 }, { quiet: true }),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const columns: TableColumnsType<OperationLogLine> = [
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
  ];
  // a file is read far from the record: it says more than fits the screen
  const more = { org_name: t('organisation'), operate_url: t('url'), error_msg: t('error') };
  const fileColumns = [...columns, ...Object.entries(more).map(([dataIndex, title]) => ({ dataIndex, title }))];
  return (
    <ListFrame
      list={list}
      header={
        <PageHeader
          count={t('appendOnly')}
          actions={
            <ExportButton
              of={exportCall}
              columns={fileColumns}
              words={{ business_type: kinds.words, success: { true: t('ok'), false: t('failed') } }}
            />
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
      footer={
        rows && rows.length > 0 ? (
          <MorePager more={hasNextPage} loading={isFetchingNextPage} load={() => void fetchNextPage()} />
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
        failure={error}
        retry={() => void refetch()}
        empty={{ title: t('emptyTitle'), text: t('emptyText') }}
        columns={columns}
      />
    </ListFrame>
  );
};
