import { deviceCalls } from '@plomb/contract/devices/domain';
import type { Custody } from '@plomb/contract/devices/stock';
import { lockSteps, type StockStep, stockStepNames } from '@plomb/contract/devices/stockSteps';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { DeviceLink } from '../../lock/DeviceLink.tsx';
import { LockChip } from '../../lock/LockChip.tsx';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { FilePicture } from '../../ui/FilePicture.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { TimeRange } from '../../ui/list/TimeRange.tsx';
import { RecordsPage } from '../../ui/RecordsPage.tsx';
import { Serial } from '../../ui/Serial.tsx';
import type { Column } from '../../ui/table/column.ts';
import { Receipt } from './Receipt.tsx';
import { Signed } from './SignatureSheet.tsx';
import { StockStepWork } from './StockStepWork.tsx';
import { StockSummary } from './StockSummary.tsx';
import './stock.css';

const of = deviceCalls.stock;
const stepNames = [...stockStepNames, ...Object.keys(lockSteps)];

/** Custody: every step devices took, and the way to the next one. A step that is being taken has an address of its own. */
export const StockPage = () => {
  const may = useMay();
  const [address, setAddress] = useSearchParams();
  const taken = address.get('take') as StockStep | null;
  const go = (step: StockStep | null): void =>
    setAddress((now) => {
      const next = new URLSearchParams(now);
      for (const name of ['take', 'numbers', 'id']) next.delete(name);
      if (step) next.set('take', step);
      return next;
    });
  const receipt = Number(address.get('receipt'));
  if (Number.isInteger(receipt) && receipt > 0) return <Receipt id={receipt} />;
  if (!taken || !stockStepNames.includes(taken) || !may(of[taken])) return <Records take={go} />;
  const first = address.get('numbers')?.split(',').filter(Boolean) ?? [];
  return <StockStepWork key={taken} step={taken} first={first} leave={() => go(null)} />;
};

const Records = ({ take }: { take: (step: StockStep) => void }) => {
  const { t } = useTranslation('devices');
  const steps = useDictionary('stock_step');
  const statuses = useDictionary('stock_status');
  const may = useMay();
  const possible = stockStepNames.filter((step) => may(of[step]));
  return (
    <RecordsPage
      of={of}
      columns={useColumns()}
      name={(record, id) => (record ? `${steps.word(record.step)} · ${record.device_name || record.sn}` : `#${id}`)}
      count={() => t('stock.what')}
      every={30_000}
      search={t('stock.search')}
      notice={<StockSummary receive={() => take('receive')} />}
      actions={
        possible.length > 0 && (
          <Dropdown
            trigger={['click']}
            menu={{
              items: possible.map((step) => ({ key: step, label: steps.word(step) })),
              onClick: ({ key }) => take(key as StockStep),
            }}
          >
            <Button type="primary">{t('stock.take')}</Button>
          </Dropdown>
        )
      }
      filters={(rows) => (
        <>
          <FilterChip
            name="step"
            label={t('stock.step')}
            options={stepNames.map((step) => ({ value: step, label: steps.word(step) }))}
          />
          <LockChip label={t('stock.device')} rows={rows} />
          <TimeRange label={t('stock.time')} />
        </>
      )}
      isFileWhole
      words={{
        step: steps.words,
        from_status: statuses.words,
        to_status: statuses.words,
        witness_signed: { true: t('stock.witnessBySignIn'), false: '' },
      }}
      detail={(record) => <CustodyDetail record={record} />}
      empty={{ title: t('stock.emptyTitle'), text: t('stock.emptyText') }}
    />
  );
};

/** Where the device was and where it is; where it stayed, that alone. */
const Move = ({ record }: { record: Custody }) => {
  const statuses = useDictionary('stock_status');
  const { t } = useTranslation('devices');
  const [before, after] = [statuses.word(record.from_status), statuses.word(record.to_status)];
  return (
    <span className="stock-move">
      {record.from_status === record.to_status ? (
        after
      ) : (
        <>
          {before} <span aria-hidden="true">→</span>
          <span className="unseen">{t('stock.becomes')}</span> {after}
        </>
      )}
    </span>
  );
};

const useColumns = (): Column<Custody>[] => {
  const { t } = useTranslation('devices');
  return [
    { title: t('stock.time'), dataIndex: 'create_time', width: 168, render: clockTime },
    {
      title: t('serial'),
      dataIndex: 'sn',
      identity: true,
      width: 150,
      render: (sn: string) => sn && <Serial value={sn} />,
    },
    { title: t('name'), dataIndex: 'device_name', width: 150, ellipsis: true },
    {
      title: t('stock.step'),
      dataIndex: 'step',
      width: 170,
      render: (_, row) => <DictTag code="stock_step" value={row.step} />,
    },
    {
      title: t('stock.status'),
      dataIndex: 'to_status',
      width: 220,
      file: [
        { field: 'from_status', title: t('stock.before') },
        { field: 'to_status', title: t('stock.status') },
      ],
      render: (_, row) => <Move record={row} />,
    },
    {
      title: t('stock.by'),
      dataIndex: 'oper_name',
      width: 140,
      ellipsis: true,
      render: (name: string, row) => (row.source === 'device' ? t('stock.byLock', { name }) : name),
    },
    { title: t('stock.receiver'), dataIndex: 'receiver', width: 120, ellipsis: true },
    { title: t('organisation'), dataIndex: 'org_name', width: 150, ellipsis: true },
    { title: t('stock.reason'), dataIndex: 'reason', width: 200, ellipsis: true },
    { title: t('stock.happened'), dataIndex: 'at', width: 168, render: clockTime, optional: true },
    {
      title: t('stock.witness'),
      dataIndex: 'witness',
      width: 120,
      ellipsis: true,
      optional: true,
      file: [
        { field: 'witness', title: t('stock.witness') },
        { field: 'witness_signed', title: t('stock.witnessProof') },
      ],
    },
    { title: t('stock.toOrganisation'), dataIndex: 'to_org_name', width: 150, ellipsis: true, optional: true },
  ];
};

const CustodyDetail = ({ record }: { record: Custody }) => {
  const { t } = useTranslation('devices');
  const moved = record.to_org_name !== record.org_name;
  return (
    <Facts>
      <Fact name={t('stock.step')}>
        <DictTag code="stock_step" value={record.step} />
      </Fact>
      <Fact name={t('stock.status')}>
        <Move record={record} />
      </Fact>
      <Fact name={t('name')}>
        {record.device_name && <DeviceLink id={record.device_id}>{record.device_name}</DeviceLink>}
      </Fact>
      <Fact name={t('serial')}>{record.sn && <Serial value={record.sn} copy />}</Fact>
      <Fact name={t('stock.condition')}>
        <DictTag code="device_state" value={record.device_state} />
      </Fact>
      <Fact name={t('stock.by')}>
        {record.source === 'device' ? t('stock.byLock', { name: record.oper_name }) : record.oper_name}
      </Fact>
      {record.receiver && <Fact name={t('stock.receiver')}>{record.receiver}</Fact>}
      {record.witness && (
        <Fact name={t('stock.witness')}>
          {record.witness_signed ? t('stock.witnessSigned', { name: record.witness }) : record.witness}
        </Fact>
      )}
      {record.step === 'scrap' && (
        <Fact name={t('stock.replacement')}>
          {record.replacement ? <Serial value={record.replacement} copy /> : t('stock.forcedEnd')}
        </Fact>
      )}
      <Fact name={t('organisation')}>
        {moved
          ? `${record.org_name || t('stock.elsewhere')} → ${record.to_org_name || t('stock.elsewhere')}`
          : record.org_name}
      </Fact>
      {record.reason && <Fact name={t('stock.reason')}>{record.reason}</Fact>}
      <Fact name={t('stock.happened')}>{clockTime(record.at)}</Fact>
      <Fact name={t('stock.recorded')}>{clockTime(record.create_time)}</Fact>
      {record.signature && (
        <Fact name={t('signature.given')}>
          <Signed signature={record.signature} name={record.receiver} />
          <Link to={`/stock?receipt=${record.id}`}>{t('receipt.open')}</Link>
        </Fact>
      )}
      {record.photo && (
        <Fact name={t('stock.photo')}>
          <FilePicture id={record.photo} alt={t('stock.photo')} />
        </Fact>
      )}
    </Facts>
  );
};
