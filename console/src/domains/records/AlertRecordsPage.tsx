import { AlarmSeverity } from '@plomb/contract/alarms/alarms';
import { alarmCalls } from '@plomb/contract/alarms/domain';
import type { OutputOf } from '@plomb/contract/kit/call';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { alarmKinds } from '@plomb/contract/lock/codes';
import type { AlertRecord } from '@plomb/contract/records/alerts';
import { recordDomainCalls } from '@plomb/contract/records/domain';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { alarmWord, fenceNames } from '../../lock/alarmWord.ts';
import { faultWord } from '../../lock/codes.ts';
import { DeviceLink } from '../../lock/DeviceLink.tsx';
import { LockChip } from '../../lock/LockChip.tsx';
import { NameAndPlate } from '../../lock/NameAndPlate.tsx';
import { PlaceWords } from '../../lock/PlaceWords.tsx';
import { TrackButton } from '../../lock/TrackButton.tsx';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { Serial } from '../../ui/Serial.tsx';
import type { Column } from '../../ui/table/column.ts';
import { OrganisationChip } from './OrganisationChip.tsx';
import { RecordList } from './RecordList.tsx';
import type { Shown } from './recordList.ts';
import { Doubt, FrameButton, MapButton, Moment, PlaceMap, placeText } from './signs.tsx';
import { useWhereColumns } from './whereColumns.tsx';

const of = recordDomainCalls.alertRecords;
type Whole = OutputOf<typeof of.detail>;
const statuses = ['unprocessed', 'processed'] as const;

/** What rang, and what became of it. */
export const AlertRecordsPage = () => {
  const { t } = useTranslation('records');
  const { t: ui } = useTranslation('ui');
  const kinds = useDictionary('alarm_kind');
  const severities = useDictionary('alarm_severity');
  const states = useDictionary('alarm_status');
  const results = useDictionary('alarm_result');
  const verdicts = useDictionary('swipe_verdict');
  const doubts = useDictionary('swipe_doubt');
  return (
    <RecordList<AlertRecord, Whole>
      of={of}
      columns={useColumns()}
      timeOf={(row) => row.first_time}
      name={(row) => `${alarmWord(kinds, row)} · ${row.subject || row.device_name || row.sn}`}
      filters={(rows) => (
        <>
          <OrganisationChip />
          <LockChip label={t('chip.lock')} rows={rows} />
          <FilterChip
            several
            name="kind"
            label={t('col.kind')}
            options={alarmKinds.map((value) => ({ value, label: kinds.word(value) }))}
          />
          <FilterChip
            name="severity"
            label={t('col.severity')}
            options={AlarmSeverity.options.map((value) => ({ value, label: severities.word(value) }))}
          />
          <FilterChip
            name="status"
            label={t('col.processed')}
            options={statuses.map((value) => ({ value, label: states.word(value) }))}
          />
        </>
      )}
      words={{
        unproved: { true: ui('no'), false: ui('yes') },
        kind: kinds.words,
        severity: severities.words,
        status: states.words,
        result: results.words,
        swipe_verdict: verdicts.words,
        swipe_doubt: doubts.words,
      }}
      detail={(alert) => <AlertDetail alert={alert} />}
      footer={(alert) => <AlertFooter alert={alert} />}
      card={(row) => (
        <div className="records-card">
          <p>
            <b>{alarmWord(kinds, row)}</b> <DictTag code="alarm_severity" value={row.severity} />
            <Doubt authenticated={!row.unproved} />
          </p>
          <p>{row.subject || row.device_name || row.sn}</p>
          <p>
            {clockTime(row.first_time)} <DictTag code="alarm_status" value={row.status} />
          </p>
        </div>
      )}
    />
  );
};

const useColumns = (): Column<Shown<AlertRecord>>[] => {
  const { t } = useTranslation('records');
  const kinds = useDictionary('alarm_kind');
  const faults = useDictionary('fault');
  const where = useWhereColumns('–');
  return [
    { title: t('col.first'), dataIndex: 'first_time', width: 128, render: (at: string) => <Moment at={at} /> },
    { title: t('col.last'), dataIndex: 'last_time', width: 128, render: (at: string) => <Moment at={at} /> },
    {
      title: t('col.kind'),
      dataIndex: 'kind',
      width: 200,
      file: [
        { field: 'kind', title: t('col.kind') },
        { field: 'fences', title: t('col.fences') },
        { field: 'unproved', title: t('col.proved') },
        { field: 'swipe_verdict', title: t('col.swipe') },
        { field: 'swipe_doubt', title: t('col.swipeDoubt') },
        { field: 'swipe_rule', title: t('col.swipeRule') },
      ],
      render: (_, row) => (
        <>
          <span className="records-kind" title={alarmWord(kinds, row)}>
            {alarmWord(kinds, row)}
          </span>
          <Doubt authenticated={!row.unproved} />
        </>
      ),
    },
    {
      title: t('col.severity'),
      dataIndex: 'severity',
      width: 116,
      render: (severity: string) => <DictTag code="alarm_severity" value={severity} />,
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
    where.place,
    { ...where.figures, optional: true },
    { title: t('col.hits'), dataIndex: 'hits', width: 80, align: 'right' },
    {
      title: t('col.processed'),
      dataIndex: 'status',
      width: 136,
      render: (status: string) => <DictTag code="alarm_status" value={status} />,
    },
    {
      title: t('col.result'),
      dataIndex: 'result',
      width: 110,
      render: (result: string | null) => <DictTag code="alarm_result" value={result} />,
    },
    { title: t('col.processor'), dataIndex: 'processor', width: 120, ellipsis: true },
    { title: t('col.fault'), dataIndex: 'fault', width: 150, render: (fault: number) => faultWord(faults, fault) },
    {
      title: t('col.processTime'),
      dataIndex: 'process_time',
      width: 128,
      optional: true,
      render: (at: string | null) => <Moment at={at} />,
    },
    { title: t('col.remark'), dataIndex: 'remark', width: 180, ellipsis: true, optional: true },
    { title: t('col.device'), dataIndex: 'device_name', width: 150, ellipsis: true, optional: true },
    { title: t('col.organisation'), dataIndex: 'org_name', width: 160, ellipsis: true, optional: true },
  ];
};

const AlertDetail = ({ alert }: { alert: Whole }) => {
  const { t } = useTranslation('records');
  const faults = useDictionary('fault');
  return (
    <>
      <PlaceMap at={alert} />
      <p className="records-head">
        <DictTag code="alarm_severity" value={alert.severity} /> <DictTag code="alarm_status" value={alert.status} />
      </p>
      {alert.late && <p className="records-late">{t('toldLate')}</p>}
      {alert.unproved && <p className="records-late">{t('unproved')}</p>}
      <Facts>
        <Fact name={t('col.first')}>{clockTime(alert.first_time)}</Fact>
        <Fact name={t('col.last')}>{clockTime(alert.last_time)}</Fact>
        <Fact name={t('col.hits')}>{alert.hits}</Fact>
        <Fact name={t('col.place')} ifAny>
          {alert.lat !== null && alert.lon !== null && (
            <>
              <PlaceWords lon={alert.lon} lat={alert.lat} />
              {placeText(alert.lat, alert.lon)}
            </>
          )}
        </Fact>
        <Fact name={t('col.fences')} ifAny>
          {fenceNames(alert.fences)}
        </Fact>
        <Fact name={t('col.swipe')} ifAny>
          {alert.swipe_verdict && <DictTag code="swipe_verdict" value={alert.swipe_verdict} />}
        </Fact>
        <Fact name={t('col.swipeDoubt')} ifAny>
          {alert.swipe_doubt && <DictTag code="swipe_doubt" value={alert.swipe_doubt} />}
        </Fact>
        <Fact name={t('col.swipeRule')} ifAny>
          {alert.swipe_rule}
        </Fact>
        <Fact name={t('col.fault')} ifAny>
          {faultWord(faults, alert.fault)}
        </Fact>
        <Fact name={t('col.owner')} ifAny>
          {personNamed(alert.owner, alert.owner_login)}
        </Fact>
        <Fact name={t('col.processor')} ifAny>
          {personNamed(alert.processor, alert.processor_login)}
        </Fact>
        <Fact name={t('col.processTime')} ifAny>
          {clockTime(alert.process_time)}
        </Fact>
        <Fact name={t('col.result')} ifAny>
          {alert.result && <DictTag code="alarm_result" value={alert.result} />}
        </Fact>
        <Fact name={t('col.remark')} ifAny>
          {alert.remark}
        </Fact>
        <Fact name={t('col.device')}>
          {alert.device_name && <DeviceLink id={alert.device_id}>{alert.device_name}</DeviceLink>}
        </Fact>
        <Fact name={t('col.serial')}>{alert.sn && <Serial value={alert.sn} copy />}</Fact>
        <Fact name={t('col.plate')} ifAny>
          {alert.subject}
        </Fact>
        <Fact name={t('col.organisation')}>{alert.org_name}</Fact>
      </Facts>
    </>
  );
};

const AlertFooter = ({ alert }: { alert: Whole }) => {
  const { t } = useTranslation('records');
  const may = useMay();
  const navigate = useNavigate();
  return (
    <>
      {alert.device_id !== null && (
        <>
          <MapButton device={alert.device_id} />
          <TrackButton device={alert.device_id} at={alert.first_time} />
        </>
      )}
      {may(alarmCalls.alarms.list) && (
        <Button onClick={() => void navigate(`/alarm?id=${alert.id}`)}>{t('seeAlarm')}</Button>
      )}
      {alert.device_id !== null && <FrameButton device={alert.device_id} frame={alert.frame} />}
    </>
  );
};
