import type { Alarm } from '@plomb/contract/alarms';
import type { OutputOf } from '@plomb/contract/call';
import { calls } from '@plomb/contract/calls';
import { alarmKinds } from '@plomb/contract/lock';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { clockTime, useRelative } from '../../platform/time.ts';
import { DataTable } from '../../ui/list/DataTable.tsx';
import { ExportButton } from '../../ui/list/ExportButton.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { Freshness } from '../../ui/list/Freshness.tsx';
import { ListFrame } from '../../ui/list/ListFrame.tsx';
import { MorePager } from '../../ui/list/Pager.tsx';
import { RecordPanel } from '../../ui/list/RecordPanel.tsx';
import { SearchBox } from '../../ui/list/SearchBox.tsx';
import { TimeRange } from '../../ui/list/TimeRange.tsx';
import { useCursorList } from '../../ui/list/useCursorList.ts';
import { useList } from '../../ui/list/useList.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Serial } from '../../ui/Serial.tsx';
import { ColumnsButton } from '../../ui/table/ColumnsButton.tsx';
import { useTable } from '../../ui/table/useTable.ts';
import { ViewsButton } from '../../ui/table/ViewsButton.tsx';
import { LockChip } from '../devices/LockChip.tsx';
import { AlarmCard } from './AlarmCard.tsx';
import { AlarmDetail, AlarmFooter } from './AlarmDetail.tsx';
import { AlarmMark } from './AlarmMark.tsx';
import { StandingTag } from './standing.tsx';
import './alarms.css';

const { list: listCall, detail: detailCall, export: exportCall } = calls.alarms;
const stood = ({ status, severity }: Alarm) => ({ stood: status === 'processed' ? status : severity });
const statuses = ['unprocessed', 'processed'] as const;

/** Alarms, what waits first and the most severe before all, read by cursor. New ones come in by the stream (useAlarmCount tells the lists). */
export const AlarmsPage = () => {
  const { t } = useTranslation('alarms');
  const kinds = useDictionary('alarm_kind');
  const statusWords = useDictionary('alarm_status');
  const relative = useRelative();
  const list = useList(listCall);
  const cursor = useCursorList<Alarm, OutputOf<typeof listCall>>(
    listCall,
    { ...list.query, order: 'urgency' },
    60_000,
    stood,
  );
  const { rows } = cursor;
  const listed = rows?.find((row) => row.id === list.open.id);
  const single = useQuery({
    queryKey: [detailCall.path, list.open.id],
    queryFn: () => send(detailCall, { id: list.open.id ?? 0 }, { quiet: true }),
    enabled: list.open.id !== null && rows !== undefined && !listed,
  });
  const alarm = listed ?? (list.open.id === null ? undefined : single.data);
  const unprocessed = cursor.first?.unprocessed;
  const table = useTable<Alarm>(listCall, [
    {
      title: t('list.alarm'),
      dataIndex: 'kind',
      width: 200,
      render: (_, row) => (
        <span className="alarm-kind" data-severity={row.severity} data-status={row.status}>
          <AlarmMark severity={row.severity} />
          <b>{kinds.word(row.kind)}</b>
          {row.unproved && <small>{t('list.unproved')}</small>}
        </span>
      ),
    },
    // whose it is stands whole, whatever else has to give way
    { title: t('list.subject'), dataIndex: 'subject', width: 130 },
    { title: t('list.device'), dataIndex: 'device_name', width: 190 },
    { title: t('detail.serial'), dataIndex: 'sn', width: 150, render: (sn: string) => <Serial value={sn} /> },
    { title: t('list.since'), dataIndex: 'first_time', width: 110, render: (time: string) => relative(time) },
    { title: t('list.hits'), dataIndex: 'hits', width: 60, align: 'right' },
    {
      title: t('list.status'),
      dataIndex: 'status',
      width: 112,
      render: (_, row) => <StandingTag alarm={row} />,
    },
    { title: t('list.owner'), dataIndex: 'owner', width: 100, ellipsis: true },
    { title: t('list.organisation'), dataIndex: 'org_name', width: 120, ellipsis: true },
    { title: t('detail.processor'), dataIndex: 'processor', width: 120, ellipsis: true, optional: true },
    {
      title: t('detail.processTime'),
      dataIndex: 'process_time',
      width: 170,
      optional: true,
      render: (time: string | null) => time && clockTime(time),
    },
    { title: t('detail.remark'), dataIndex: 'remark', width: 200, ellipsis: true, optional: true },
  ]);
  return (
    <ListFrame
      list={list}
      header={
        <PageHeader
          count={unprocessed === undefined ? undefined : t('list.count', { count: unprocessed })}
          actions={
            <>
              <ViewsButton setup={table} />
              <ExportButton
                of={exportCall}
                columns={table.shown}
                words={{ kind: kinds.words, status: statusWords.words }}
              />
            </>
          }
        />
      }
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
          <LockChip label={t('list.device')} rows={rows} />
          <TimeRange label={t('list.time')} />
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
        list.open.id !== null && (
          <RecordPanel
            title={alarm ? `${kinds.word(alarm.kind)} · ${alarm.subject || alarm.device_name}` : t('detail.title')}
            ids={rows?.map((row) => row.id) ?? []}
            loading={!alarm}
            failure={alarm ? null : single.error}
            footer={alarm && <AlarmFooter key={alarm.id} alarm={alarm} />}
          >
            {alarm && <AlarmDetail alarm={alarm} />}
          </RecordPanel>
        )
      }
    >
      <DataTable
        rows={rows}
        failure={cursor.error}
        retry={cursor.refresh}
        empty={{ title: t('list.emptyTitle'), text: t('list.emptyText') }}
        card={(row) => <AlarmCard alarm={row} />}
        columns={table}
        onEnd={cursor.onEnd}
      />
    </ListFrame>
  );
};
