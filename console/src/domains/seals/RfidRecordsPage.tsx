import { sealCalls } from '@plomb/contract/seals/domain';
import { type RfidRecord, rfidCauses } from '@plomb/contract/seals/rfid';
import { rfidActions, rfidResults } from '@plomb/contract/seals/rfidSteps';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { PlaceWords } from '../../lock/PlaceWords.tsx';
import { useDictionary } from '../../platform/dictionaries.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { BroughtChip } from '../../ui/list/BroughtChip.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { TimeRange } from '../../ui/list/TimeRange.tsx';
import { RecordsPage } from '../../ui/RecordsPage.tsx';
import { At } from '../../ui/table/At.tsx';
import { Two } from '../../ui/table/Two.tsx';
import { isNarrowed } from './narrowed.ts';
import { Shots } from './Operations.tsx';
import { lastDays } from './period.ts';
import { RfidFailures, RfidNumbers } from './RfidNumbers.tsx';
import { chipColumn, ResultSign, StatesSign } from './rfidSigns.tsx';
import './seals.css';
import './rfid.css';

/** What RFID readers said: how often each result, why it failed, and every record, newest first. */
export const RfidRecordsPage = () => {
  const { t } = useTranslation('seals');
  const results = useDictionary('rfid_record');
  const actions = useDictionary('rfid_action');
  const causes = useDictionary('rfid_cause');
  const states = useDictionary('rfid_state');
  const [address] = useSearchParams();
  const of = {
    time: lastDays(address, 14),
    isNarrower: isNarrowed(sealCalls.rfidRecords.list, address, ['from', 'to']),
  };
  return (
    <div className="rfid">
      <RecordsPage
        of={sealCalls.rfidRecords}
        name={(one, id) => (one ? `${results.word(String(one.result))} · ${one.number}` : `#${id}`)}
        count={() => t('rfid.what')}
        every={15_000}
        search={t('rfid.search')}
        notice={<RfidNumbers {...of} />}
        filters={(rows, isOther) => (
          <>
            <BroughtChip
              name="seal_id"
              label={t('rfid.chip')}
              word={(id: number) => rows?.find(({ seal_id }) => seal_id === id)?.number}
            />
            <BroughtChip
              name="operator_id"
              label={t('operation.by')}
              // rows name no more of a person than the name: those of before are of another
              word={() => (isOther ? undefined : rows?.[0]?.oper_name)}
            />
            <BroughtChip
              name="good"
              label={t('operation.outcome')}
              word={(isGood: boolean) => t(isGood ? 'rfid.done' : 'rfid.failed')}
            />
            <FilterChip
              several
              name="result"
              label={t('rfid.result')}
              options={rfidResults.map((value) => ({ value, label: results.word(String(value)) }))}
            />
            <FilterChip
              name="action"
              label={t('rfid.action')}
              options={rfidActions.map((value) => ({ value, label: actions.word(value) }))}
            />
            <FilterChip
              name="cause"
              label={t('rfid.cause')}
              options={rfidCauses.map((value) => ({ value, label: causes.word(value) }))}
            />
            <TimeRange label={t('rfid.at')} />
          </>
        )}
        columns={[
          { title: t('rfid.at'), dataIndex: 'at', width: 110, render: (at: string) => <At of={at} /> },
          chipColumn(t),
          {
            title: t('rfid.change'),
            dataIndex: 'to_state',
            width: 165,
            render: (_, one) => <StatesSign of={one} />,
            file: [
              { field: 'from_state', title: t('rfid.from') },
              { field: 'to_state', title: t('rfid.to') },
            ],
          },
          {
            title: t('rfid.result'),
            dataIndex: 'result',
            width: 225,
            render: (_, one) => <Two upper={<ResultSign of={one} />} lower={one.cause && causes.word(one.cause)} />,
            file: [
              { field: 'result', title: t('rfid.result') },
              { field: 'cause', title: t('rfid.cause') },
            ],
          },
          {
            title: t('operation.by'),
            dataIndex: 'oper_name',
            width: 130,
            render: (_, one) => <Two upper={one.oper_name} lower={one.reader} />,
            file: [
              { field: 'oper_name', title: t('operation.by') },
              { field: 'reader', title: t('rfid.reader') },
            ],
          },
          { title: t('operation.told'), dataIndex: 'create_time', width: 168, render: clockTime, optional: true },
        ]}
        isFileWhole
        words={{
          ...{ result: results.words, from_state: states.words, to_state: states.words, cause: causes.words },
          late: { true: t('operation.late'), false: '' },
        }}
        detail={(one) => <Detail of={one} />}
        empty={{ title: t('rfid.emptyTitle'), text: t('rfid.emptyText') }}
      />
      <RfidFailures {...of} />
    </div>
  );
};

const Detail = ({ of: one }: { of: RfidRecord }) => {
  const { t } = useTranslation('seals');
  return (
    <>
      <Facts>
        <Fact name={t('rfid.result')}>
          <ResultSign of={one} />
        </Fact>
        <Fact name={t('rfid.chip')} mono>
          {one.number}
          {one.seal_id === null && ` · ${t('rfid.unknown')}`}
        </Fact>
        <Fact name={t('rfid.object')} ifAny>
          {one.object}
        </Fact>
        <Fact name={t('rfid.change')}>
          <StatesSign of={one} />
          {!one.expected && <p className="seal-wrong">{t('rfid.unexpected')}</p>}
        </Fact>
        {one.failures > 1 && <Fact name={t('rfid.inARow')}>{one.failures}</Fact>}
        {one.cause && (
          <Fact name={t('rfid.cause')}>
            <DictTag code="rfid_cause" value={one.cause} />
          </Fact>
        )}
        <Fact name={t('operation.reason')} ifAny>
          {one.reason}
        </Fact>
        <Fact name={t('operation.by')}>{[one.oper_name, one.org_name].filter(Boolean).join(' · ')}</Fact>
        <Fact name={t('rfid.reader')} ifAny>
          {one.reader}
        </Fact>
        {one.task_id && (
          <Fact name={t('rfid.task')}>
            <Link to={`/rfidTask?id=${one.task_id}`}>#{one.task_id}</Link>{' '}
            {one.task_outcome && <DictTag code="rfid_task_outcome" value={one.task_outcome} />}
          </Fact>
        )}
        <Fact name={t('rfid.at')}>{clockTime(one.at)}</Fact>
        <Fact name={t('operation.told')}>
          {clockTime(one.create_time)}
          {one.late && ` · ${t('operation.late')}`}
        </Fact>
        <Fact name={t('operation.place')}>
          {one.lat === null || one.lon === null ? t('operation.noPlace') : <PlaceWords lon={one.lon} lat={one.lat} />}
        </Fact>
      </Facts>
      <Shots photos={one.photos} />
    </>
  );
};
