import { errors } from '@plomb/contract/errors';
import type { SealMedium } from '@plomb/contract/seals/number';
import { operationOutcomes, type SealOperationRecord } from '@plomb/contract/seals/operations';
import { sealOperations } from '@plomb/contract/seals/sealSteps';
import { useTranslation } from 'react-i18next';
import { PlaceWords } from '../../lock/PlaceWords.tsx';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { FilePicture } from '../../ui/FilePicture.tsx';
import { BroughtChip } from '../../ui/list/BroughtChip.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { TimeRange } from '../../ui/list/TimeRange.tsx';
import { RecordsPage } from '../../ui/RecordsPage.tsx';
import type { Column } from '../../ui/table/column.ts';
import { useNumber } from '../../ui/useNumber.ts';
import { operationsBy } from './media.ts';
import './seals.css';

/** What was done, and of what was refused why. */
export const OutcomeSign = ({ of }: { of: Pick<SealOperationRecord, 'outcome' | 'refusal' | 'alarm'> }) => {
  const lang = useSettings((s) => s.lang);
  return (
    <span className="seal-sign">
      <DictTag code="seal_outcome" value={of.outcome} />
      {of.refusal && <span>{errors[of.refusal][lang]}</span>}
      {of.alarm && <code className="seal-alarm">{of.alarm}</code>}
    </span>
  );
};

/** Every operation on the seals of a medium, also what was refused, newest first. */
export const Operations = ({ medium }: { medium: SealMedium }) => {
  const { t } = useTranslation('seals');
  const operations = useDictionary('seal_operation');
  const outcomes = useDictionary('seal_outcome');
  const kinds = useDictionary('seal_abnormal');
  const lang = useSettings((s) => s.lang);
  return (
    <RecordsPage
      of={operationsBy[medium]}
      columns={useColumns()}
      name={(one, id) => (one ? `${operations.word(String(one.operation))} · ${one.number}` : `#${id}`)}
      count={() => t('operation.what')}
      every={15_000}
      search={t('operation.search')}
      filters={(rows) => (
        <>
          <BroughtChip
            name="seal_id"
            label={t('number')}
            word={(id: number) => rows?.find(({ seal_id }) => seal_id === id)?.number}
          />
          <FilterChip
            name="operation"
            label={t('operation.operation')}
            options={sealOperations.map((value) => ({ value, label: operations.word(String(value)) }))}
          />
          <FilterChip
            name="outcome"
            label={t('operation.outcome')}
            options={operationOutcomes.map((value) => ({ value, label: outcomes.word(value) }))}
          />
          <TimeRange label={t('operation.told')} />
        </>
      )}
      isFileWhole
      words={{
        operation: operations.words,
        outcome: outcomes.words,
        abnormal_kind: kinds.words,
        refusal: Object.fromEntries(Object.entries(errors).map(([code, words]) => [code, words[lang]])),
        late: { true: t('operation.late'), false: '' },
      }}
      detail={(one) => <OperationDetail of={one} />}
      empty={{ title: t('operation.emptyTitle'), text: t('operation.emptyText') }}
    />
  );
};

const useColumns = (): Column<SealOperationRecord>[] => {
  const { t } = useTranslation('seals');
  const lang = useSettings((s) => s.lang);
  const kinds = useDictionary('seal_abnormal');
  return [
    { title: t('operation.at'), dataIndex: 'at', width: 168, render: clockTime },
    { title: t('number'), dataIndex: 'number', identity: true, width: 170, ellipsis: true, className: 'mono' },
    {
      title: t('operation.operation'),
      dataIndex: 'operation',
      width: 190,
      render: (value: number) => <DictTag code="seal_operation" value={String(value)} />,
    },
    {
      title: t('operation.outcome'),
      dataIndex: 'outcome',
      width: 170,
      render: (value: string) => <DictTag code="seal_outcome" value={value} />,
    },
    {
      title: t('operation.why'),
      dataIndex: 'refusal',
      width: 200,
      ellipsis: true,
      render: (_, one) =>
        one.refusal
          ? errors[one.refusal][lang]
          : [one.abnormal_kind && kinds.word(one.abnormal_kind), one.reason].filter(Boolean).join(' · '),
    },
    { title: t('operation.object'), dataIndex: 'object', width: 170, ellipsis: true },
    { title: t('operation.by'), dataIndex: 'oper_name', width: 115, ellipsis: true },
    { title: t('organisation'), dataIndex: 'org_name', width: 150, ellipsis: true, optional: true },
    { title: t('operation.told'), dataIndex: 'create_time', width: 168, render: clockTime, optional: true },
    { title: t('operation.reason'), dataIndex: 'reason', width: 200, ellipsis: true, optional: true },
    { title: t('operation.witness'), dataIndex: 'witness', width: 140, ellipsis: true, optional: true },
  ];
};

const OperationDetail = ({ of: one }: { of: SealOperationRecord }) => {
  const { t } = useTranslation('seals');
  const number = useNumber();
  return (
    <>
      <Facts>
        <Fact name={t('operation.operation')}>
          <DictTag code="seal_operation" value={String(one.operation)} />
        </Fact>
        <Fact name={t('operation.outcome')}>
          <OutcomeSign of={one} />
        </Fact>
        <Fact name={t('number')}>
          <span className="mono">{one.number}</span>
        </Fact>
        {one.object && <Fact name={t('operation.object')}>{one.object}</Fact>}
        {one.abnormal_kind && (
          <Fact name={t('operation.kind')}>
            <DictTag code="seal_abnormal" value={one.abnormal_kind} />
          </Fact>
        )}
        {one.reason && <Fact name={t('operation.reason')}>{one.reason}</Fact>}
        <Fact name={t('operation.by')}>{[one.oper_name, one.org_name].filter(Boolean).join(' · ')}</Fact>
        {one.witness && <Fact name={t('operation.witness')}>{one.witness}</Fact>}
        <Fact name={t('operation.at')}>{clockTime(one.at)}</Fact>
        <Fact name={t('operation.told')}>
          {clockTime(one.create_time)}
          {one.late && ` · ${t('operation.late')}`}
        </Fact>
        <Fact name={t('operation.place')}>
          {one.lat === null || one.lon === null ? t('operation.noPlace') : <PlaceWords lon={one.lon} lat={one.lat} />}
        </Fact>
        {one.metres !== null && (
          <Fact name={t('operation.apart')}>{t('operation.metres', { metres: number(Math.round(one.metres)) })}</Fact>
        )}
      </Facts>
      <Shots photos={one.photos} />
    </>
  );
};

export const Shots = ({ photos }: { photos: readonly string[] }) => {
  const { t } = useTranslation('seals');
  if (photos.length === 0) return null;
  return (
    <div className="seal-shots">
      {photos.map((photo, at) => (
        <FilePicture key={photo} id={photo} alt={t('operation.photo', { count: at + 1 })} />
      ))}
    </div>
  );
};
