import { calls } from '@plomb/contract/calls';
import type { OutputOf } from '@plomb/contract/kit/call';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { clockTime } from '../../platform/time.ts';
import { DataTable } from '../../ui/list/DataTable.tsx';
import { Freshness } from '../../ui/list/Freshness.tsx';
import { ListFrame } from '../../ui/list/ListFrame.tsx';
import { SearchBox } from '../../ui/list/SearchBox.tsx';
import { useList } from '../../ui/list/useList.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePage } from '../../ui/page.ts';
import { Serial } from '../../ui/Serial.tsx';
import { ColumnsButton } from '../../ui/table/ColumnsButton.tsx';
import { useTable } from '../../ui/table/useTable.ts';
import './devices.css';

const call = calls.unregistered.list;
type Knock = OutputOf<typeof call>['rows'][number] & { id: number };

/** Who knocked at the gateway without being known, and a way to make them known. */
export const UnregisteredPage = () => {
  const { t } = useTranslation('devices');
  const { t: ui } = useTranslation('ui');
  const mayAdd = useMay()(calls.devices.add);
  const { active } = usePage();
  const navigate = useNavigate();
  const list = useList(call.input);
  const [paused, pause] = useState(false);
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: [call.path, list.query],
    queryFn: () => send(call, list.query),
    refetchInterval: paused || !active ? false : 15_000,
  });
  // they have no id of their own; their place in the answer will do, nothing of them is opened
  const rows = data?.rows.map((row, at) => ({ ...row, id: at + 1 }));
  const table = useTable<Knock>(call, [
    { title: t('unregistered.serial'), dataIndex: 'sn', render: (sn: string) => <Serial value={sn} copy /> },
    { title: t('unregistered.family'), dataIndex: 'family', render: (f: string) => f.toUpperCase() },
    { title: t('unregistered.address'), dataIndex: 'address', className: 'mono' },
    { title: t('unregistered.tries'), dataIndex: 'tries', align: 'right' },
    { title: t('unregistered.first'), dataIndex: 'first_time', render: clockTime },
    { title: t('unregistered.last'), dataIndex: 'last_time', render: clockTime },
    ...(mayAdd
      ? [
          {
            title: '',
            key: 'register',
            render: (_: unknown, row: { sn: string }) => (
              <Button size="small" onClick={() => void navigate(`/device?edit=new&sn=${row.sn}`)}>
                {t('unregistered.register')}
              </Button>
            ),
          },
        ]
      : []),
  ]);
  return (
    <ListFrame
      list={list}
      header={<PageHeader count={rows && ui('total', { count: rows.length })} />}
      filters={<SearchBox placeholder={t('unregistered.search')} />}
      freshness={<Freshness at={dataUpdatedAt} paused={paused} pause={pause} refresh={() => void refetch()} />}
      tools={<ColumnsButton setup={table} />}
    >
      {rows && rows.length > 0 && <p className="unregistered-note">{t('unregistered.explain')}</p>}
      <DataTable
        rows={rows}
        failure={error}
        retry={() => void refetch()}
        opens={false}
        empty={{ title: t('unregistered.emptyTitle'), text: t('unregistered.emptyText') }}
        columns={table}
      />
    </ListFrame>
  );
};
