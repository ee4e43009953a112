import { alarmCalls } from '@plomb/contract/alarms/domain';
import type { OutputOf } from '@plomb/contract/kit/call';
import { alarmKinds, LockStatus } from '@plomb/contract/lock/codes';
import { stateCodeWords } from '@plomb/contract/lock/trust';
import type { ChangeRecord } from '@plomb/contract/records/changes';
import { recordDomainCalls } from '@plomb/contract/records/domain';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { faultWord, sourceWord } from '../../lock/codes.ts';
import { DeviceLink } from '../../lock/DeviceLink.tsx';
import { LockChip } from '../../lock/LockChip.tsx';
import { NameAndPlate } from '../../lock/NameAndPlate.tsx';
import { PlaceWords } from '../../lock/PlaceWords.tsx';
import { Battery } from '../../lock/sign/Battery.tsx';
import { TrackButton } from '../../lock/TrackButton.tsx';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { Serial } from '../../ui/Serial.tsx';
import type { Column } from '../../ui/table/column.ts';
import { OrganisationChip } from './OrganisationChip.tsx';
import { RecordList } from './RecordList.tsx';
import type { Shown } from './recordList.ts';
import { Doubt, FrameButton, MapButton, Moment, PlaceMap, placeText, StateThen } from './signs.tsx';
import { useWhereColumns } from './whereColumns.tsx';

const of = recordDomainCalls.changeRecords;
type Whole = OutputOf<typeof of.detail>;
const whats = ['change', 'alert'] as const;

/** From which state into which; an arrow is read as a word. */
const States = ({ of: { state_before, state_after } }: { of: Pick<ChangeRecord, 'state_before' | 'state_after'> }) => {
  const { t } = useTranslation('records');
  if (state_before === null || state_after === null) return <span className="records-none">–</span>;
  if (state_before === state_after) return <StateThen state={state_after} />;
  return (
    <span className="records-change">
      <StateThen state={state_before} /> <span aria-hidden="true">→</span>
      <span className="unseen">{t('becomes')}</span> <StateThen state={state_after} />
    </span>
  );
};

const Alarms = ({ kinds }: { kinds: readonly string[] }) => (
  <span className="records-alarms">
    {kinds.map((kind) => (
      <DictTag key={kind} code="alarm_kind" value={kind} />
    ))}
  </span>
);

/** What locks went through and what rang, on one line of time. */
export const ChangeRecordsPage = () => {
  const { t } = useTranslation('records');
  const whatWords = useDictionary('change_kind');
  const kinds = useDictionary('alarm_kind');
  const states = useDictionary('msg_ls');
  const actions = useDictionary('msg_lst');
  const sources = useDictionary('msg_lso');
  const faults = useDictionary('fault');
  const { t: ui } = useTranslation('ui');
  const yesNo = { true: ui('yes'), false: ui('no') };
  const lang = useSettings((s) => s.lang);
  const stateWords = stateCodeWords(states.word, lang);
  return (
    <RecordList<ChangeRecord, Whole>
      of={of}
      columns={useColumns()}
      timeOf={(row) => row.at}
      name={(row) => `${whatWords.word(row.what)} · ${row.subject || row.device_name || row.sn}`}
      filters={(rows) => (
        <>
          <OrganisationChip />
          <LockChip label={t('chip.lock')} rows={rows} />
          <FilterChip
            name="what"
            label={t('col.what')}
            options={whats.map((value) => ({ value, label: whatWords.word(value) }))}
          />
          <FilterChip
            several
            name="kind"
            label={t('col.kind')}
            options={alarmKinds.map((value) => ({ value, label: kinds.word(value) }))}
          />
          <FilterChip
            several
            name="lock_status"
            label={t('col.into')}
            options={Object.values(LockStatus).map((value) => ({ value, label: states.word(value) }))}
          />
        </>
      )}
      words={{
        ...{ what: whatWords.words, state_before: stateWords, state_after: stateWords },
        ...{ authenticated: yesNo, inferred: yesNo },
        ...{ lst: actions.words, lso: sources.words, fault: faults.words },
      }}
      detail={(change) => <ChangeDetail change={change} />}
      footer={(change) => <ChangeFooter change={change} />}
      card={(row) => (
        <div className="records-card">
          <p>
            <b>{row.subject || row.device_name || row.sn}</b> <Alarms kinds={row.rang} />
          </p>
          <p>
            <States of={row} />
            <Doubt authenticated={row.authenticated} inferred={row.inferred} />
          </p>
          <p>{clockTime(row.at)}</p>
        </div>
      )}
    />
  );
};

const useColumns = (): Column<Shown<ChangeRecord>>[] => {
  const { t } = useTranslation(['records', 'lock']);
  const lang = useSettings((s) => s.lang);
  const sources = useDictionary('msg_lso');
  const faults = useDictionary('fault');
  const where = useWhereColumns('–');
  return [
    { title: t('col.at'), dataIndex: 'at', width: 128, render: (at: string) => <Moment at={at} /> },
    {
      title: t('col.what'),
      dataIndex: 'what',
      width: 150,
      render: (what: string) => <DictTag code="change_kind" value={what} />,
    },
    {
      title: t('col.serial'),
      dataIndex: 'sn',
      identity: true,
      width: 150,
      render: (sn: string) => sn && <Serial value={sn} />,
    },
    {
      title: t('col.plate'),
      dataIndex: 'subject',
      identity: true,
      width: 120,
      render: (subject: string) => subject && <NameAndPlate name="" plate={subject} outOfUse={null} />,
    },
    {
      title: t('col.change'),
      key: 'change',
      width: 310,
      file: [
        { field: 'state_before', title: t('before') },
        { field: 'state_after', title: t('after') },
        { field: 'authenticated', title: t('col.proved') },
        { field: 'inferred', title: t('lock:events.inferred') },
      ],
      render: (_, row) => (
        <>
          <States of={row} />
          <Doubt authenticated={row.authenticated} inferred={row.inferred} />
        </>
      ),
    },
    {
      title: t('col.alarms'),
      dataIndex: 'rang',
      width: 190,
      render: (rang: string[]) => <Alarms kinds={rang} />,
    },
    {
      title: t('col.action'),
      dataIndex: 'lst',
      width: 172, // the longest word of it, which is the one that matters
      render: (action: number | null) => <DictTag code="msg_lst" value={action} />,
    },
    {
      title: t('col.source'),
      dataIndex: 'lso',
      width: 130,
      render: (source: number | null) => sourceWord(sources, source),
    },
    {
      title: t('col.fault'),
      dataIndex: 'fault',
      width: 150,
      render: (fault: number | null) => faultWord(faults, fault ?? 0),
    },
    {
      title: t('col.battery'),
      dataIndex: 'electric',
      width: 92,
      render: (percent: number | null) => percent !== null && <Battery percent={percent} lang={lang} />,
    },
    { title: t('col.receiveTime'), dataIndex: 'receive_time', width: 128, render: (at: string) => <Moment at={at} /> },
    { ...where.place, optional: true },
    { ...where.figures, optional: true },
    { title: t('col.device'), dataIndex: 'device_name', width: 150, ellipsis: true, optional: true },
    { title: t('col.organisation'), dataIndex: 'org_name', width: 160, ellipsis: true, optional: true },
  ];
};

const ChangeDetail = ({ change }: { change: Whole }) => {
  const { t } = useTranslation('records');
  const lang = useSettings((s) => s.lang);
  const sources = useDictionary('msg_lso');
  const faults = useDictionary('fault');
  return (
    <>
      <PlaceMap at={change} />
      <p className="records-head">
        <DictTag code="change_kind" value={change.what} /> <Alarms kinds={change.rang} />
      </p>
      {change.replay && <p className="records-late">{t('toldLate')}</p>}
      {change.inferred && <p className="records-late">{t('inferred')}</p>}
      {!change.authenticated && <p className="records-late">{t('unproved')}</p>}
      <Facts>
        <Fact name={t('col.at')}>{clockTime(change.at)}</Fact>
        <Fact name={t('col.receiveTime')}>{clockTime(change.receive_time)}</Fact>
        <Fact name={t('col.change')}>
          <States of={change} />
        </Fact>
        <Fact name={t('col.action')} ifAny>
          {change.lst !== null && <DictTag code="msg_lst" value={change.lst} />}
        </Fact>
        <Fact name={t('col.source')} ifAny>
          {sourceWord(sources, change.lso)}
        </Fact>
        <Fact name={t('col.fault')} ifAny>
          {faultWord(faults, change.fault ?? 0)}
        </Fact>
        <Fact name={t('col.place')} ifAny>
          {change.lat !== null && change.lon !== null && (
            <>
              <PlaceWords lon={change.lon} lat={change.lat} />
              {placeText(change.lat, change.lon)}
            </>
          )}
        </Fact>
        <Fact name={t('col.battery')} ifAny>
          {change.electric !== null && <Battery percent={change.electric} lang={lang} />}
        </Fact>
        <Fact name={t('col.device')}>
          {change.device_name && <DeviceLink id={change.device_id}>{change.device_name}</DeviceLink>}
        </Fact>
        <Fact name={t('col.serial')}>{change.sn && <Serial value={change.sn} copy />}</Fact>
        <Fact name={t('col.plate')} ifAny>
          {change.subject}
        </Fact>
        <Fact name={t('col.organisation')}>{change.org_name}</Fact>
      </Facts>
      <h3 className="records-beside">{t('beside')}</h3>
      <ol className="records-line">
        <Beside record={change.after} what={t('after')} />
        <Beside record={change} what={t('this')} isThis />
        <Beside record={change.before} what={t('before')} />
      </ol>
    </>
  );
};

const Beside = ({ record, what, isThis = false }: { record: ChangeRecord | null; what: string; isThis?: boolean }) => {
  const { t } = useTranslation('records');
  return (
    <li aria-current={isThis ? 'true' : undefined}>
      <small>{what}</small>
      {record ? (
        <>
          <time dateTime={record.at}>{clockTime(record.at)}</time>
          {record.state_after !== null && <StateThen state={record.state_after} />}
          <Alarms kinds={record.rang} />
        </>
      ) : (
        <span className="records-none">{t('none')}</span>
      )}
    </li>
  );
};

const ChangeFooter = ({ change }: { change: Whole }) => {
  const { t } = useTranslation('records');
  const may = useMay();
  const navigate = useNavigate();
  return (
    <>
      <MapButton device={change.device_id} />
      <TrackButton device={change.device_id} at={change.at} />
      {change.alarm_id !== null && may(alarmCalls.alarms.list) && (
        <Button onClick={() => void navigate(`/alarm?id=${change.alarm_id}`)}>{t('seeAlarm')}</Button>
      )}
      <FrameButton device={change.device_id} frame={change.frame} />
    </>
  );
};
