import { importCalls } from '@plomb/contract/imports/domain';
import { importTypes } from '@plomb/contract/imports/importFields';
import { type ImportDetail, type ImportRecord, importStates } from '@plomb/contract/imports/imports';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { TimeRange } from '../../ui/list/TimeRange.tsx';
import { RecordsPage } from '../../ui/RecordsPage.tsx';
import type { Column } from '../../ui/table/column.ts';
import { useNumber } from '../../ui/useNumber.ts';
import { ImportWork } from './ImportWork.tsx';
import { Original } from './Original.tsx';
import './imports.css';

/** Every file that was imported, and the way to the next. The work on one file has an address of its own. */
export const ImportsPage = () => {
  const [address, setAddress] = useSearchParams();
  const file = address.get('file');
  const go = (to: string | null): void =>
    setAddress((now) => {
      const next = new URLSearchParams(now);
      for (const name of ['file', 'id']) next.delete(name);
      if (to) next.set('file', to);
      return next;
    });
  if (file === null) return <Records go={go} />;
  const id = Number(file);
  return <ImportWork key={file} id={Number.isInteger(id) && id > 0 ? id : null} go={go} />;
};

const Records = ({ go }: { go: (file: string | null) => void }) => {
  const { t } = useTranslation('imports');
  const states = useDictionary('import_state');
  const types = useDictionary('import_type');
  const may = useMay();
  return (
    <RecordsPage
      of={importCalls.imports}
      columns={useColumns()}
      name={(record, id) => record?.name ?? `#${id}`}
      count={() => t('what')}
      every={10_000}
      search={t('search')}
      actions={
        may(importCalls.imports.upload) && (
          <Button type="primary" onClick={() => go('new')}>
            {t('begin')}
          </Button>
        )
      }
      filters={
        <>
          <FilterChip
            name="import_type"
            label={t('importType')}
            options={importTypes.map((type) => ({ value: type, label: types.word(type) }))}
          />
          <FilterChip
            name="state"
            label={t('state')}
            options={importStates.map((state) => ({ value: state, label: states.word(state) }))}
          />
          <TimeRange label={t('time')} />
        </>
      }
      isFileWhole
      words={{ state: states.words, import_type: types.words }}
      detail={(record) => <Detail record={record} />}
      footer={(record) => (
        <Button type="primary" onClick={() => go(String(record.id))}>
          {t('open')}
        </Button>
      )}
      empty={{ title: t('emptyTitle'), text: t('emptyText') }}
    />
  );
};

const useColumns = (): Column<ImportRecord>[] => {
  const { t } = useTranslation('imports');
  const number = useNumber();
  const count = (title: string, dataIndex: 'total' | 'added' | 'same' | 'bad', width: number) => ({
    title,
    dataIndex,
    width,
    align: 'end' as const,
    render: number,
  });
  return [
    { title: t('time'), dataIndex: 'create_time', width: 168, render: clockTime },
    { title: t('name'), dataIndex: 'name', width: 240, ellipsis: true },
    {
      title: t('importType'),
      dataIndex: 'import_type',
      width: 130,
      render: (type: string) => <DictTag code="import_type" value={type} />,
    },
    {
      title: t('state'),
      dataIndex: 'state',
      width: 130,
      render: (state: string) => <DictTag code="import_state" value={state} />,
    },
    count(t('total'), 'total', 90),
    count(t('added'), 'added', 90),
    count(t('same'), 'same', 120),
    { ...count(t('bad'), 'bad', 110), render: (bad: number) => <span data-bad={bad > 0}>{number(bad)}</span> },
    { title: t('deviceType'), dataIndex: 'device_type', width: 150, ellipsis: true },
    { title: t('factory'), dataIndex: 'factory', width: 140, ellipsis: true },
    { title: t('organisation'), dataIndex: 'org_name', width: 150, ellipsis: true },
    { title: t('operator'), dataIndex: 'oper_name', width: 130, ellipsis: true },
  ];
};

const Detail = ({ record }: { record: ImportRecord | ImportDetail }) => {
  const { t } = useTranslation('imports');
  const number = useNumber();
  return (
    <Facts>
      <Fact name={t('state')}>
        <DictTag code="import_state" value={record.state} />
      </Fact>
      {'failure' in record && record.failure !== '' && <Fact name={t('faults.wrong')}>{record.failure}</Fact>}
      <Fact name={t('importType')}>
        <DictTag code="import_type" value={record.import_type} />
      </Fact>
      <Fact name={t('total')}>{number(record.total)}</Fact>
      <Fact name={t('added')}>{number(record.added)}</Fact>
      <Fact name={t('same')}>{number(record.same)}</Fact>
      <Fact name={t('bad')}>{number(record.bad)}</Fact>
      {record.import_type === 'device' && (
        <>
          <Fact name={t('deviceType')}>{record.device_type || t('columns.noType')}</Fact>
          <Fact name={t('factory')}>{record.factory || t('columns.noFactory')}</Fact>
        </>
      )}
      <Fact name={t('organisation')}>{record.org_name}</Fact>
      <Fact name={t('operator')}>{record.oper_name}</Fact>
      <Fact name={t('time')}>{clockTime(record.create_time)}</Fact>
      <Fact name={t('encoding')}>{t(`encodings.${record.encoding}`)}</Fact>
      {'expire_time' in record && record.expire_time && (
        <Fact name={t('expires')}>{clockTime(record.expire_time)}</Fact>
      )}
      <Fact name={t('path')}>{record.path ? <Original path={record.path} name={record.name} /> : t('pathGone')}</Fact>
    </Facts>
  );
};
