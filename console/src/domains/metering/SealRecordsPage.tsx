import { errors } from '@plomb/contract/errors';
import { meteringCalls } from '@plomb/contract/metering/domain';
import type { MeterSealRecord } from '@plomb/contract/metering/sealRecords';
import { operationOutcomes } from '@plomb/contract/seals/operations';
import { sealOperations } from '@plomb/contract/seals/sealSteps';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PlaceWords } from '../../lock/PlaceWords.tsx';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { TimeRange } from '../../ui/list/TimeRange.tsx';
import { RecordsPage } from '../../ui/RecordsPage.tsx';
import { MeterLink, Shots } from './signs.tsx';

/** What was done with the seals of meters, also what was refused: newest first. */
export const SealRecordsPage = () => {
  const { t } = useTranslation('metering');
  const operations = useDictionary('seal_operation');
  const outcomes = useDictionary('seal_outcome');
  const kinds = useDictionary('seal_abnormal');
  const lang = useSettings((s) => s.lang);
  const why = (one: MeterSealRecord): string =>
    one.refusal ? errors[one.refusal][lang] : one.abnormal_kind ? kinds.word(one.abnormal_kind) : one.reason;
  return (
    <RecordsPage
      of={meteringCalls.meterSeals}
      columns={[
        { title: t('record.at'), dataIndex: 'at', width: 168, render: clockTime },
        {
          title: t('record.number'),
          dataIndex: 'number',
          identity: true,
          width: 160,
          ellipsis: true,
          className: 'mono',
        },
        {
          title: t('record.operation'),
          dataIndex: 'operation',
          width: 190,
          render: (value: number) => <DictTag code="seal_operation" value={String(value)} />,
        },
        {
          title: t('record.outcome'),
          dataIndex: 'outcome',
          width: 170,
          render: (value: string) => <DictTag code="seal_outcome" value={value} />,
        },
        { title: t('record.why'), dataIndex: 'refusal', width: 240, ellipsis: true, render: (_, one) => why(one) },
        {
          title: t('inspection.meter'),
          dataIndex: 'meter_name',
          width: 150,
          ellipsis: true,
          render: (name: string, { meter_id }) => <MeterLink id={meter_id}>{name}</MeterLink>,
        },
        { title: t('record.point'), dataIndex: 'point_name', width: 140, ellipsis: true },
        { title: t('station'), dataIndex: 'station', width: 180, ellipsis: true },
        { title: t('record.by'), dataIndex: 'oper_name', width: 130, ellipsis: true },
        { title: t('record.work'), dataIndex: 'work_number', width: 110, className: 'mono' },
        { title: t('record.told'), dataIndex: 'create_time', width: 168, render: clockTime, optional: true },
        { title: t('record.witness'), dataIndex: 'witness', width: 140, ellipsis: true, optional: true },
      ]}
      name={(one, id) => (one ? `${operations.word(String(one.operation))} · ${one.number}` : `#${id}`)}
      count={() => t('record.what')}
      every={15_000}
      search={t('record.search')}
      filters={
        <>
          <FilterChip
            name="operation"
            label={t('record.operation')}
            options={sealOperations.map((value) => ({ value, label: operations.word(String(value)) }))}
          />
          <FilterChip
            name="outcome"
            label={t('record.outcome')}
            options={operationOutcomes.map((value) => ({ value, label: outcomes.word(value) }))}
          />
          <TimeRange label={t('record.told')} />
        </>
      }
      isFileWhole
      words={{
        operation: operations.words,
        outcome: outcomes.words,
        refusal: Object.fromEntries(Object.entries(errors).map(([code, words]) => [code, words[lang]])),
      }}
      detail={(one) => (
        <>
          <Facts>
            <Fact name={t('record.operation')}>
              <DictTag code="seal_operation" value={String(one.operation)} />
            </Fact>
            <Fact name={t('record.outcome')}>
              <DictTag code="seal_outcome" value={one.outcome} />
            </Fact>
            <Fact name={t('record.why')} ifAny>
              {why(one)}
            </Fact>
            <Fact name={t('record.number')} mono>
              {one.number}
            </Fact>
            <Fact name={t('inspection.meter')}>
              <Link className="meter-link" to={`/meter/${one.meter_id}`}>
                {one.meter_name}
              </Link>
            </Fact>
            <Fact name={t('record.point')}>{one.point_name}</Fact>
            <Fact name={t('station')}>{one.station}</Fact>
            <Fact name={t('record.work')} mono ifAny>
              {one.work_number}
            </Fact>
            <Fact name={t('record.by')}>{[one.oper_name, one.org_name].filter(Boolean).join(' · ')}</Fact>
            <Fact name={t('record.witness')} ifAny>
              {one.witness}
            </Fact>
            <Fact name={t('record.at')}>{clockTime(one.at)}</Fact>
            <Fact name={t('record.told')}>
              {clockTime(one.create_time)}
              {one.late && ` · ${t('record.late')}`}
            </Fact>
            {one.lat !== null && one.lon !== null && (
              <Fact name={t('place')}>
                <PlaceWords lon={one.lon} lat={one.lat} />
              </Fact>
            )}
          </Facts>
          <Shots photos={one.photos} />
        </>
      )}
      empty={{ title: t('record.emptyTitle'), text: t('record.emptyText') }}
    />
  );
};
