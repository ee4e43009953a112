import { batchSteps } from '@plomb/contract/logistics/batchSteps';
import { logisticsCalls } from '@plomb/contract/logistics/domain';
import type { StepRecord } from '@plomb/contract/logistics/stepRecords';
import { useTranslation } from 'react-i18next';
import { PlaceWords } from '../../lock/PlaceWords.tsx';
import { placeColumn } from '../../lock/placeColumn.tsx';
import { useDictionary } from '../../platform/dictionaries.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { BroughtChip } from '../../ui/list/BroughtChip.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { TimeRange } from '../../ui/list/TimeRange.tsx';
import { RecordsPage } from '../../ui/RecordsPage.tsx';
import { BatchLink } from './BatchLink.tsx';
import { BatchPicture } from './BatchPicture.tsx';
import { namedBy } from './besides.ts';
import { StepSign } from './signs.tsx';
import './logistics.css';

/** Every step of every batch, newest first: what was done with which seal, by whom, where. */
export const StepRecordsPage = () => {
  const { t } = useTranslation('logistics');
  const steps = useDictionary('step_record');
  const causes = useDictionary('batch_cause');
  const sources = useDictionary('step_source');
  return (
    <RecordsPage
      of={logisticsCalls.stepRecords}
      columns={[
        { title: t('step.at'), dataIndex: 'at', width: 168, render: clockTime },
        { title: t('step.step'), dataIndex: 'step', width: 230, render: (_, one) => <StepSign of={one} /> },
        {
          title: t('step.cause'),
          dataIndex: 'cause',
          width: 170,
          optional: true,
          render: (_, one) => one.cause && causes.word(one.cause),
        },
        { title: t('step.number'), dataIndex: 'number', identity: true, width: 170, ellipsis: true, className: 'mono' },
        { title: t('position'), dataIndex: 'position', width: 130, ellipsis: true },
        {
          title: t('serial'),
          dataIndex: 'serial',
          width: 180,
          render: (_, one) => <BatchLink id={one.batch_id}>{one.serial}</BatchLink>,
        },
        { title: t('plate'), dataIndex: 'plate', width: 120 },
        {
          title: t('step.operator'),
          dataIndex: 'oper_name',
          width: 140,
          ellipsis: true,
          render: (name: string, one) => name || sources.word(one.source),
        },
        { title: t('step.department'), dataIndex: 'org_name', width: 150, ellipsis: true },
        placeColumn(t('step.address')),
        {
          title: t('step.photos'),
          dataIndex: 'photos',
          width: 80,
          align: 'end' as const,
          render: (photos: readonly string[]) => photos.length || '',
        },
        { title: t('step.told'), dataIndex: 'create_time', width: 168, render: clockTime, optional: true },
        { title: t('step.reason'), dataIndex: 'reason', width: 200, ellipsis: true, optional: true },
        {
          ...{ title: t('step.witness'), dataIndex: 'witness', width: 140, ellipsis: true, optional: true },
          file: [
            { field: 'witness', title: t('step.witness') },
            { field: 'witness_login', title: t('step.witnessLogin') },
          ],
          render: (_, one) => namedBy(one.witness, one.witness_login),
        },
      ]}
      name={(one, id) => (one ? `${steps.word(String(one.step))} · ${one.serial}` : `#${id}`)}
      count={() => t('step.what')}
      every={15_000}
      search={t('step.search')}
      filters={(rows) => (
        <>
          <BroughtChip
            name="batch_id"
            label={t('serial')}
            word={(id: number) => rows?.find(({ batch_id }) => batch_id === id)?.serial}
          />
          <FilterChip
            name="step"
            label={t('step.step')}
            options={batchSteps.map((value) => ({ value, label: steps.word(String(value)) }))}
            several
          />
          <TimeRange label={t('step.at')} />
        </>
      )}
      isFileWhole
      words={{ step: steps.words, cause: causes.words, source: sources.words }}
      detail={(one) => <StepDetail of={one} />}
      empty={{ title: t('step.emptyTitle'), text: t('step.emptyText') }}
    />
  );
};

const StepDetail = ({ of: one }: { of: StepRecord }) => {
  const { t } = useTranslation('logistics');
  return (
    <>
      <Facts>
        <Fact name={t('step.step')}>
          <StepSign of={one} />
        </Fact>
        <Fact name={t('serial')}>
          <BatchLink id={one.batch_id}>{one.serial}</BatchLink>
        </Fact>
        <Fact name={t('plate')}>{one.plate}</Fact>
        {one.position && <Fact name={t('position')}>{one.position}</Fact>}
        {one.number && (
          <Fact name={t('step.number')}>
            <span className="mono">{one.number}</span>
          </Fact>
        )}
        <Fact name={t('step.source')}>
          <DictTag code="step_source" value={one.source} />
        </Fact>
        {one.oper_name && <Fact name={t('step.operator')}>{one.oper_name}</Fact>}
        {one.org_name && <Fact name={t('step.department')}>{one.org_name}</Fact>}
        {one.witness && <Fact name={t('step.witness')}>{namedBy(one.witness, one.witness_login)}</Fact>}
        {one.reason && <Fact name={t('step.reason')}>{one.reason}</Fact>}
        <Fact name={t('step.at')}>{clockTime(one.at)}</Fact>
        <Fact name={t('step.told')}>
          {clockTime(one.create_time)}
          {one.late && ` · ${t('step.late')}`}
        </Fact>
        <Fact name={t('step.address')}>
          {one.lat === null || one.lon === null ? t('step.noPlace') : <PlaceWords lon={one.lon} lat={one.lat} />}
        </Fact>
      </Facts>
      {one.photos.length > 0 && (
        <div className="batch-shots">
          {one.photos.map((photo, at) => (
            <BatchPicture key={photo} batch={one.batch_id} id={photo} alt={t('step.photo', { count: at + 1 })} />
          ))}
        </div>
      )}
    </>
  );
};
