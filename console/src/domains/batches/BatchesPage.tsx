import { type BatchRecord, batchKinds, batchStates } from '@plomb/contract/batches/batches';
import { batchCalls } from '@plomb/contract/batches/domain';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { sayOrder } from '@plomb/contract/lock/orderKinds';
import { reasonIn } from '@plomb/contract/orders/reason';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { keepUnknown } from '../../lock/unknownNumbers.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { TimeRange } from '../../ui/list/TimeRange.tsx';
import { RecordsPage } from '../../ui/RecordsPage.tsx';
import type { Column } from '../../ui/table/column.ts';
import { useNumber } from '../../ui/useNumber.ts';
import { BatchForm, type Typed } from './BatchForm.tsx';
import { BatchWork } from './BatchWork.tsx';
import '../../ui/work.css';
import './batches.css';

const of = batchCalls.batches;
/** Orders that many locks were given, and the way to the next. The work on one has an address of its own. */
export const BatchesPage = () => {
  const [address, setAddress] = useSearchParams();
  const work = address.get('work');
  /** what was typed, for whoever comes back from the preview to change it */
  const [typed, setTyped] = useState<Typed | null>(null);
  const go = (to: string | null): void =>
    setAddress((now) => {
      const next = to === null ? new URLSearchParams() : new URLSearchParams(now);
      for (const name of ['work', 'id']) next.delete(name);
      if (to) next.set('work', to);
      return next;
    });
  if (work === null) return <Records go={go} />;
  if (work === 'new')
    return (
      <BatchForm
        typed={typed}
        keep={setTyped}
        prepared={(id, unknown) => {
          keepUnknown('batch', id, unknown);
          go(String(id));
        }}
        leave={() => {
          setTyped(null);
          go(null);
        }}
      />
    );
  const id = Number(work);
  return (
    <BatchWork
      key={work}
      id={Number.isInteger(id) && id > 0 ? id : 0}
      go={(to) => {
        if (to !== 'new') setTyped(null);
        go(to);
      }}
    />
  );
};

const Records = ({ go }: { go: (to: string | null) => void }) => {
  const { t } = useTranslation('batches');
  const lang = useSettings((s) => s.lang);
  const states = useDictionary('batch_state');
  const kinds = useDictionary('command_kind');
  const may = useMay();
  return (
    <RecordsPage
      of={of}
      columns={useColumns()}
      name={(batch, id) => (batch ? sayOrder(batch.kind, batch.args)[lang] : `#${id}`)}
      count={() => t('what')}
      every={5000}
      search={t('search')}
      actions={
        may(of.prepare) && (
          <Button type="primary" onClick={() => go('new')}>
            {t('begin')}
          </Button>
        )
      }
      filters={
        <>
          <FilterChip
            name="state"
            label={t('state')}
            options={batchStates.map((state) => ({ value: state, label: states.word(state) }))}
          />
          <FilterChip
            name="kind"
            label={t('order')}
            options={batchKinds.map((kind) => ({ value: kind, label: kinds.word(kind) }))}
          />
          <TimeRange label={t('time')} />
        </>
      }
      isFileWhole
      words={{ state: states.words, kind: kinds.words }}
      detail={(batch) => <Detail batch={batch} />}
      footer={(batch) => (
        <Button type="primary" onClick={() => go(String(batch.id))}>
          {t('open')}
        </Button>
      )}
      empty={{ title: t('emptyTitle'), text: t('emptyText') }}
    />
  );
};

const useColumns = (): Column<BatchRecord>[] => {
  const { t } = useTranslation('batches');
  const lang = useSettings((s) => s.lang);
  const number = useNumber();
  const count = (dataIndex: 'total' | 'unfit' | 'given' | 'answered' | 'open'): Column<BatchRecord> => ({
    title: t(`figures.${dataIndex}`),
    dataIndex,
    width: 120,
    align: 'end' as const,
    render: number,
  });
  return [
    { title: t('time'), dataIndex: 'create_time', width: 168, render: clockTime },
    {
      title: t('order'),
      dataIndex: 'kind',
      width: 280,
      ellipsis: true,
      file: [{ field: 'said', title: t('order') }],
      render: (_, batch) => <b>{sayOrder(batch.kind, batch.args)[lang]}</b>,
    },
    {
      title: t('state'),
      dataIndex: 'state',
      width: 140,
      render: (state: string) => <DictTag code="batch_state" value={state} />,
    },
    count('total'),
    count('unfit'),
    count('given'),
    count('answered'),
    count('open'),
    {
      title: t('person'),
      dataIndex: 'oper_name',
      width: 150,
      ellipsis: true,
      file: [
        { field: 'oper_name', title: t('person') },
        { field: 'login_name', title: t('login') },
      ],
      render: (_, { oper_name, login_name }) => personNamed(oper_name, login_name),
    },
    {
      title: t('why'),
      key: 'why',
      width: 200,
      ellipsis: true,
      file: [{ field: 'why', title: t('why') }],
      render: (_, batch) => reasonIn(lang, batch),
    },
  ];
};

const Detail = ({ batch }: { batch: BatchRecord }) => {
  const { t } = useTranslation('batches');
  const lang = useSettings((s) => s.lang);
  const number = useNumber();
  return (
    <Facts>
      <Fact name={t('state')}>
        <DictTag code="batch_state" value={batch.state} />
      </Fact>
      {(['total', 'unfit', 'given', 'answered', 'open'] as const).map((name) => (
        <Fact key={name} name={t(`figures.${name}`)}>
          {number(batch[name])}
        </Fact>
      ))}
      <Fact name={t('person')}>{personNamed(batch.oper_name, batch.login_name)}</Fact>
      <Fact name={t('time')}>{clockTime(batch.create_time)}</Fact>
      {reasonIn(lang, batch) !== '' && <Fact name={t('why')}>{reasonIn(lang, batch)}</Fact>}
    </Facts>
  );
};
