import { deviceCalls } from '@plomb/contract/devices/domain';
import type { Custody as Step } from '@plomb/contract/devices/stock';
import { systemCalls } from '@plomb/contract/system/domain';
import type { OperationLogLine } from '@plomb/contract/system/logs/logs';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDictionary } from '../../../platform/dictionaries.ts';
import { clockTime } from '../../../platform/time.ts';
import { DictTag } from '../../../ui/DictTag.tsx';
import { useCursorList } from '../../../ui/list/useCursorList.ts';
import type { Device } from '../device.ts';
import { Failed } from './Failed.tsx';
import { type Columns, RecordTable } from './RecordTable.tsx';

interface Props<Row> {
  name: string;
  list: ReturnType<typeof useCursorList<Row & { id: number }>>;
  empty: string;
  columns: Columns<Row & { id: number }>;
  children?: ReactNode;
}

/** Records of one device, newest first. */
export const Records = <Row,>({ name, list, empty, columns, children }: Props<Row>) => {
  const { t } = useTranslation('devices');
  if (list.error) return <Failed error={list.error} again={() => void list.freshness.refresh()} />;
  if (!list.rows) return <Skeleton active paragraph={{ rows: 6 }} />;
  return (
    <section className="device-pane" aria-label={name}>
      {children}
      <RecordTable rows={list.rows} columns={columns} empty={empty} />
      {list.hasMore && (
        <Button loading={list.loadingMore} onClick={() => void list.more()}>
          {t('life.more')}
        </Button>
      )}
    </section>
  );
};

/** Who has it, and every step by which it came there. */
export const Custody = ({ device }: { device: Device }) => {
  const { t } = useTranslation('devices');
  const statuses = useDictionary('stock_status');
  const list = useCursorList<Step>(deviceCalls.stock.list, { device_id: device.id }, 30_000);
  return (
    <Records<Step>
      name={t('record.tab.custody')}
      list={list}
      empty={t('stock.emptyText')}
      columns={[
        [t('stock.happened'), (row) => clockTime(row.at)],
        [t('stock.step'), (row) => <DictTag code="stock_step" value={row.step} />],
        [
          t('stock.status'),
          ({ from_status, to_status }) =>
            from_status === to_status
              ? statuses.word(to_status)
              : `${statuses.word(from_status)} → ${statuses.word(to_status)}`,
        ],
        [
          t('stock.by'),
          (row) => (row.source === 'device' ? t('stock.byLock', { name: row.oper_name }) : row.oper_name),
        ],
        [t('stock.receiver'), (row) => row.receiver],
        [t('stock.reason'), (row) => row.reason],
      ]}
    >
      <p className="custody-now">
        <DictTag code="stock_status" value={device.stock_status} />
        <DictTag code="device_state" value={device.device_state} />
        {device.lost && <span className="device-lost">{t('stock.apart.lost')}</span>}
        <span>{device.org_name}</span>
        <Link to={`/stock?device_id=${device.id}`}>{t('stock.ofDevice')}</Link>
      </p>
    </Records>
  );
};

/** What people did with it, as the operation log has it. */
export const Log = ({ device }: { device: Device }) => {
  const { t } = useTranslation('devices');
  const list = useCursorList<OperationLogLine>(systemCalls.operationLogs.list, { device_id: device.id }, 30_000);
  return (
    <Records<OperationLogLine>
      name={t('record.tab.log')}
      list={list}
      empty={t('record.noLog')}
      columns={[
        [t('life.column.time'), (row) => clockTime(row.create_time)],
        [t('life.column.what'), (row) => <Link to={`/operationLog?id=${row.id}`}>{row.title}</Link>],
        [t('life.column.more'), (row) => (row.success ? row.instruct : `${row.error_msg} ${row.instruct}`)],
        [t('life.column.who'), (row) => row.operate_name],
      ]}
    >
      <p className="device-note">{t('record.aboveLog')}</p>
    </Records>
  );
};
