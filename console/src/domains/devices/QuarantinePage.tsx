import { HistoryOutlined } from '@ant-design/icons';
import { calls } from '@plomb/contract/calls';
import { type Quarantined, quarantineReasons } from '@plomb/contract/putAside';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { notify } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { BatchBar } from '../../ui/list/BatchBar.tsx';
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
import { useSelection } from '../../ui/list/useSelection.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Serial } from '../../ui/Serial.tsx';
import { mostAtOnce } from '../../ui/table/batch.ts';
import { ColumnsButton } from '../../ui/table/ColumnsButton.tsx';
import type { Column } from '../../ui/table/column.ts';
import { useTable } from '../../ui/table/useTable.ts';
import { LockChip } from './LockChip.tsx';
import { AheadBy, QuarantineDetail, SenderTag } from './QuarantineDetail.tsx';
import './devices.css';

const { list: call, detail: detailCall, again: againCall, export: exportCall } = calls.quarantine;
const named = (row: Quarantined) => ({ id: row.id, name: row.sn || `#${row.device_id}` });

/** Reports that were not believed: why, and another look at them once the clock offset of the type was mended. */
export const QuarantinePage = () => {
  const { t } = useTranslation('devices');
  const lang = useSettings((s) => s.lang);
  const reasons = useDictionary('quarantine_reason');
  const mayAgain = useMay()(againCall);
  const queries = useQueryClient();
  const list = useList(call);
  const cursor = useCursorList<Quarantined>(call, list.query, 30_000);
  const { rows } = cursor;
  const selection = useSelection(rows?.map(named) ?? []);
  const { id } = list.open;
  const opened = useQuery({
    queryKey: [detailCall.path, id, lang],
    queryFn: () => send(detailCall, { id: id ?? 0 }, { quiet: true }),
    enabled: id !== null,
  });

  const again = async (of: { ids: number[] } | { device_id: number }): Promise<void> => {
    const { taken, left } = await send(againCall, of);
    notify(
      left > 0 ? 'info' : 'success',
      left > 0 ? t('quarantine.left', { taken, left }) : t('quarantine.taken', { count: taken }),
      6000,
    );
    if ('ids' in of) selection.drop(of.ids);
    await Promise.all([call, detailCall].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })));
  };

  const columns: Column<Quarantined>[] = [
    { title: t('quarantine.received'), dataIndex: 'receive_time', width: 172, render: clockTime },
    { title: t('serial'), dataIndex: 'sn', width: 150, render: (sn: string) => sn && <Serial value={sn} /> },
    { title: t('name'), dataIndex: 'device_name', width: 170, ellipsis: true },
    {
      title: t('quarantine.reason'),
      dataIndex: 'reason',
      width: 215,
      render: (_, row) => <DictTag code="quarantine_reason" value={row.reason} />,
    },
    {
      title: t('quarantine.sender'),
      dataIndex: 'authenticated',
      width: 130,
      render: (_, row) => <SenderTag proved={row.authenticated} />,
    },
    {
      title: t('quarantine.deviceTime'),
      dataIndex: 'device_time',
      width: 250,
      render: (_, row) => <AheadBy of={row} />,
    },
    { title: t('organisation'), dataIndex: 'org_name', width: 150, ellipsis: true },
    { title: t('quarantine.length'), dataIndex: 'length', width: 80, align: 'right' },
    { title: t('quarantine.raw'), dataIndex: 'raw', width: 220, ellipsis: true, className: 'mono', optional: true },
  ];
  const table = useTable(call, columns);
  return (
    <ListFrame
      list={list}
      header={
        <PageHeader
          count={t('quarantine.what')}
          actions={
            <ExportButton
              of={exportCall}
              columns={columns}
              words={{
                reason: reasons.words,
                authenticated: { true: t('quarantine.proved'), false: t('quarantine.unproved') },
              }}
              ids={selection.ids}
            />
          }
        />
      }
      filters={
        <>
          <SearchBox placeholder={t('quarantine.search')} />
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
          <FilterChip
            name="authenticated"
            label={t('quarantine.sender')}
            options={[true, false].map((value) => ({
              value,
              label: t(value ? 'quarantine.proved' : 'quarantine.unproved'),
            }))}
          />
          <TimeRange label={t('quarantine.received')} />
        </>
      }
      freshness={<Freshness {...cursor.freshness} />}
      tools={<ColumnsButton setup={table} />}
      batch={
        <BatchBar ids={selection.ids} here={rows?.map((row) => row.id) ?? []} clear={selection.clear}>
          {mayAgain && (
            <Button
              icon={<HistoryOutlined />}
              disabled={selection.ids.length > mostAtOnce}
              title={selection.ids.length > mostAtOnce ? t('quarantine.most', { count: mostAtOnce }) : ''}
              onClick={() => void again({ ids: selection.ids })}
            >
              {t('quarantine.again')}
            </Button>
          )}
        </BatchBar>
      }
      footer={
        rows && rows.length > 0 ? (
          <MorePager more={cursor.hasMore} loading={cursor.loadingMore} load={cursor.more} />
        ) : null
      }
      panel={
        id !== null && (
          <RecordPanel
            title={opened.data?.sn || t('quarantine.record', { id })}
            ids={rows?.map((row) => row.id) ?? []}
            loading={!opened.data}
            failure={opened.data ? null : opened.error}
            footer={
              opened.data?.again &&
              mayAgain && (
                <>
                  <Button type="primary" onClick={() => void again({ ids: [opened.data.id] })}>
                    {t('quarantine.againThis')}
                  </Button>
                  {opened.data.waiting > 1 && (
                    <Button onClick={() => void again({ device_id: opened.data.device_id })}>
                      {t('quarantine.againAll', { count: opened.data.waiting })}
                    </Button>
                  )}
                </>
              )
            }
          >
            {opened.data && <QuarantineDetail of={opened.data} />}
          </RecordPanel>
        )
      }
    >
      <DataTable
        rows={rows}
        failure={cursor.error}
        retry={cursor.refresh}
        empty={{ title: t('quarantine.emptyTitle'), text: t('quarantine.emptyText') }}
        columns={table}
        selection={selection}
        onEnd={cursor.onEnd}
      />
    </ListFrame>
  );
};
