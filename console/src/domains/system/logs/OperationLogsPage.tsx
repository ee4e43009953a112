import { calls } from '@plomb/contract/calls';
import { businessTypes } from '@plomb/contract/logs';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { send } from '../../../platform/client.ts';
import { clockTime } from '../../../platform/time.ts';
import { DataTable } from '../../../ui/list/DataTable.tsx';
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

const { list: call, detail: detailCall } = calls.operationLogs;

/** The audit trail, newest first, read by cursor. It is only read. */
export const OperationLogsPage = () => {
  const { t } = useTranslation('system/logs');
  const list = useList(call.input);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [call.path, list.query],
    queryFn: ({ pageParam }) => send(call, { ...list.query, ...(pageParam ? { before: pageParam } : {}) }),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.more ? last.rows.at(-1)?.id : undefined),
  });
  const rows = data?.pages.flatMap((page) => page.rows);
  const { id } = list.open;
  // a line of the list carries no bodies
  const opened = useQuery({
    queryKey: [detailCall.path, id],
    queryFn: () => send(detailCall, { id: id ?? 0 }, { quiet: true }),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <ListFrame
      list={list}
      header={<PageHeader />}
      filters={
        <>
          <SearchBox placeholder={t('search')} />
          <SearchBox name="operate_name" placeholder={t('operator')} />
          <FilterChip
            name="business_type"
            label={t('type')}
            options={businessTypes.map((b) => ({ value: b, label: t(`types.${b}`) }))}
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
        columns={[
          { title: t('time'), dataIndex: 'create_time', width: 170, render: clockTime },
          { title: t('title'), dataIndex: 'title', width: 160, ellipsis: true },
          { title: t('instruct'), dataIndex: 'instruct', width: 240, ellipsis: true },
          {
            title: t('type'),
            dataIndex: 'business_type',
            width: 90,
            render: (_, row) => t(`types.${row.business_type}`),
          },
          { title: t('operator'), dataIndex: 'operate_name', width: 110, ellipsis: true },
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
        ]}
      />
    </ListFrame>
  );
};
