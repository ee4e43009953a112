import { calls } from '@plomb/contract/calls';
import type { Heard } from '@plomb/contract/putAside';
import { notUnderstoodReasons } from '@plomb/contract/report';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { DataTable } from '../../ui/list/DataTable.tsx';
import { ExportButton } from '../../ui/list/ExportButton.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { Freshness } from '../../ui/list/Freshness.tsx';
import { ListFrame } from '../../ui/list/ListFrame.tsx';
import { Pager } from '../../ui/list/Pager.tsx';
import { RecordPanel } from '../../ui/list/RecordPanel.tsx';
import { SearchBox } from '../../ui/list/SearchBox.tsx';
import { useList } from '../../ui/list/useList.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePage } from '../../ui/page.ts';
import { Serial } from '../../ui/Serial.tsx';
import { ColumnsButton } from '../../ui/table/ColumnsButton.tsx';
import type { Column } from '../../ui/table/column.ts';
import { useTable } from '../../ui/table/useTable.ts';
import { HexBlock } from './HexBlock.tsx';
import './devices.css';

const { list: call, export: exportCall } = calls.notUnderstood;

/** What locks said that no decoder understood, counted by device and kind, with the last of each as it came. */
export const NotUnderstoodPage = () => {
  const { t } = useTranslation('devices');
  const { t: ui } = useTranslation('ui');
  const reasons = useDictionary('not_understood_reason');
  const { active } = usePage();
  const list = useList(call);
  const [paused, pause] = useState(false);
  const { data, error, dataUpdatedAt, isFetching, refetch } = useQuery({
    queryKey: [call.path, list.query],
    queryFn: () => send(call, list.query),
    placeholderData: keepPreviousData,
    refetchInterval: paused || !active ? false : 30_000,
  });
  const rows = data?.rows;
  const record = rows?.find((row) => row.id === list.open.id);
  const columns: Column<Heard>[] = [
    { title: t('heard.last'), dataIndex: 'last_time', width: 172, render: clockTime },
    { title: t('serial'), dataIndex: 'sn', width: 150, render: (sn: string) => <Serial value={sn} /> },
    { title: t('name'), dataIndex: 'device_name', width: 170, ellipsis: true },
    { title: t('heard.what'), dataIndex: 'what', width: 120, className: 'mono' },
    {
      title: t('heard.reason'),
      dataIndex: 'reason',
      width: 170,
      render: (_, row) => <DictTag code="not_understood_reason" value={row.reason} />,
    },
    {
      title: t('heard.sender'),
      dataIndex: 'authenticated',
      width: 120,
      render: (proved: boolean) => !proved && <i>{t('heard.unproved')}</i>,
    },
    { title: t('heard.hits'), dataIndex: 'hits', width: 80, align: 'right' },
    { title: t('heard.sample'), dataIndex: 'sample', width: 220, ellipsis: true, className: 'mono' },
    { title: t('organisation'), dataIndex: 'org_name', width: 150, ellipsis: true },
    { title: t('heard.first'), dataIndex: 'first_time', width: 172, optional: true, render: clockTime },
  ];
  const table = useTable(call, columns);
  const refresh = (): void => void refetch();
  return (
    <ListFrame
      list={list}
      header={
        <PageHeader
          count={data && ui('total', { count: data.total })}
          actions={
            <ExportButton of={exportCall} columns={columns} words={{ reason: reasons.words }} total={data?.total} />
          }
        />
      }
      filters={
        <>
          <SearchBox placeholder={t('heard.search')} />
          <FilterChip
            name="reason"
            label={t('heard.reason')}
            options={notUnderstoodReasons.map((r) => ({ value: r, label: reasons.word(r) }))}
          />
        </>
      }
      freshness={<Freshness at={dataUpdatedAt} fetching={isFetching} paused={paused} pause={pause} refresh={refresh} />}
      tools={<ColumnsButton setup={table} />}
      footer={data?.total ? <Pager total={data.total} isAtLeast={false} /> : null}
      panel={
        list.open.id !== null && (
          <RecordPanel
            title={record ? `${record.sn} · ${record.what}` : ''}
            ids={rows?.map((row) => row.id) ?? []}
            loading={!record}
            failure={null}
          >
            {record && (
              <>
                <p className="quarantine-why">{t(`heard.why.${record.reason}`)}</p>
                {!record.authenticated && <p className="quarantine-why">{t('heard.unprovedWhy')}</p>}
                <dl className="facts">
                  <dt>{t('serial')}</dt>
                  <dd>
                    <Link to={`/device?id=${record.device_id}`}>
                      <Serial value={record.sn} />
                    </Link>
                  </dd>
                  <dt>{t('name')}</dt>
                  <dd>{record.device_name}</dd>
                  <dt>{t('organisation')}</dt>
                  <dd>{record.org_name}</dd>
                  <dt>{t('heard.what')}</dt>
                  <dd className="mono">{record.what}</dd>
                  <dt>{t('heard.hits')}</dt>
                  <dd>{record.hits}</dd>
                  <dt>{t('heard.first')}</dt>
                  <dd>{clockTime(record.first_time)}</dd>
                  <dt>{t('heard.last')}</dt>
                  <dd>{clockTime(record.last_time)}</dd>
                </dl>
                <HexBlock name={t('heard.lastSample', { count: record.sample.length / 2 })} hex={record.sample} />
              </>
            )}
          </RecordPanel>
        )
      }
    >
      <DataTable
        rows={rows}
        failure={error}
        retry={refresh}
        empty={{ title: t('heard.emptyTitle'), text: t('heard.emptyText') }}
        columns={table}
      />
    </ListFrame>
  );
};
