import { calls } from '@plomb/contract/calls';
import { alarmKinds } from '@plomb/contract/lock';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useRelative } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { DataTable } from '../../ui/list/DataTable.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { Freshness } from '../../ui/list/Freshness.tsx';
import { ListFrame } from '../../ui/list/ListFrame.tsx';
import { MorePager } from '../../ui/list/Pager.tsx';
import { RecordPanel } from '../../ui/list/RecordPanel.tsx';
import { SearchBox } from '../../ui/list/SearchBox.tsx';
import { TimeRange } from '../../ui/list/TimeRange.tsx';
import { useList } from '../../ui/list/useList.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePage } from '../../ui/page.ts';
import { Serial } from '../../ui/Serial.tsx';
import { AlarmCard } from './AlarmCard.tsx';
import { AlarmDetail, AlarmFooter } from './AlarmDetail.tsx';
import { AlarmMark } from './AlarmMark.tsx';
import './alarms.css';

const { list: listCall, detail: detailCall } = calls.alarms;
const statuses = ['unprocessed', 'processed'] as const;

/** Alarms, newest first, read by cursor. New ones come in by the stream (useAlarmCount tells the lists). */
export const AlarmsPage = () => {
  const { t } = useTranslation('alarms');
  const kinds = useDictionary('alarm_kind');
  const statusWords = useDictionary('alarm_status');
  const relative = useRelative();
  const { active } = usePage();
  const list = useList(listCall.input);
  const [paused, pause] = useState(false);
  const { data, error, dataUpdatedAt, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [listCall.path, list.query],
    queryFn: ({ pageParam }) => send(listCall, { ...list.query, ...(pageParam ? { before: pageParam } : {}) }),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.more ? last.rows.at(-1)?.id : undefined),
    enabled: !paused,
    refetchInterval: paused || !active ? false : 60_000,
  });
  const rows = data?.pages.flatMap((page) => page.rows);
  const listed = rows?.find((row) => row.id === list.open.id);
  const single = useQuery({
    queryKey: [detailCall.path, list.open.id],
    queryFn: () => send(detailCall, { id: list.open.id ?? 0 }, { quiet: true }),
    enabled: list.open.id !== null && rows !== undefined && !listed,
  });
  const alarm = listed ?? (list.open.id === null ? undefined : single.data);
  const unprocessed = data?.pages[0]?.unprocessed;
  return (
    <ListFrame
      list={list}
      header={<PageHeader count={unprocessed === undefined ? undefined : t('list.count', { count: unprocessed })} />}
      filters={
        <>
          <SearchBox placeholder={t('list.search')} />
          <FilterChip
            name="status"
            label={t('list.status')}
            options={statuses.map((s) => ({ value: s, label: statusWords.word(s) }))}
          />
          <FilterChip
            name="kind"
            label={t('list.kind')}
            options={alarmKinds.map((k) => ({ value: k, label: kinds.word(k) }))}
          />
          <TimeRange label={t('list.time')} />
        </>
      }
      freshness={<Freshness at={dataUpdatedAt} paused={paused} pause={pause} />}
      footer={
        rows && rows.length > 0 ? (
          <MorePager more={hasNextPage} loading={isFetchingNextPage} load={() => void fetchNextPage()} />
        ) : null
      }
      panel={
        list.open.id !== null && (
          <RecordPanel
            title={t('detail.title', { id: list.open.id })}
            ids={rows?.map((row) => row.id) ?? []}
            loading={!alarm}
            failure={alarm ? null : single.error}
            footer={alarm && <AlarmFooter alarm={alarm} />}
          >
            {alarm && <AlarmDetail alarm={alarm} />}
          </RecordPanel>
        )
      }
    >
      <DataTable
        rows={rows}
        failure={error}
        retry={() => void refetch()}
        empty={{ title: t('list.emptyTitle'), text: t('list.emptyText') }}
        card={(row) => <AlarmCard alarm={row} />}
        columns={[
          {
            title: t('list.alarm'),
            dataIndex: 'kind',
            width: 200,
            render: (_, row) => (
              <span className="alarm-kind" data-severity={row.severity} data-status={row.status}>
                <AlarmMark severity={row.severity} />
                <b>{kinds.word(row.kind)}</b>
                {row.fault > 0 && <small>{row.fault}</small>}
              </span>
            ),
          },
          { title: t('list.device'), dataIndex: 'device_name', width: 170, ellipsis: true },
          { title: t('detail.serial'), dataIndex: 'sn', width: 150, render: (sn: string) => <Serial value={sn} /> },
          { title: t('list.subject'), dataIndex: 'subject', width: 110, ellipsis: true },
          { title: t('list.since'), dataIndex: 'first_time', width: 110, render: (time: string) => relative(time) },
          { title: t('list.hits'), dataIndex: 'hits', width: 60, align: 'right' },
          {
            title: t('list.status'),
            dataIndex: 'status',
            width: 100,
            render: (_, row) => <DictTag code="alarm_status" value={row.status} />,
          },
          { title: t('list.owner'), dataIndex: 'owner', width: 100, ellipsis: true },
          { title: t('list.organisation'), dataIndex: 'org_name', width: 130, ellipsis: true },
        ]}
      />
    </ListFrame>
  );
};
