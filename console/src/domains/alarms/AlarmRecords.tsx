import { UnorderedListOutlined } from '@ant-design/icons';
import type { Alarm } from '@plomb/contract/alarms/alarms';
import { alarmCalls } from '@plomb/contract/alarms/domain';
import type { OutputOf } from '@plomb/contract/kit/call';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { alarmKinds } from '@plomb/contract/lock/codes';
import { useTranslation } from 'react-i18next';
import { alarmWord } from '../../lock/alarmWord.ts';
import { LockChip } from '../../lock/LockChip.tsx';
import { NameAndPlate } from '../../lock/NameAndPlate.tsx';
import { headOf } from '../../lock/names.ts';
import { placeColumn } from '../../lock/placeColumn.tsx';
import { useDictionary } from '../../platform/dictionaries.ts';
import { clockTime, useRelative } from '../../platform/time.ts';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { TimeRange } from '../../ui/list/TimeRange.tsx';
import { RecordsPage } from '../../ui/RecordsPage.tsx';
import { SecondaryActions } from '../../ui/SecondaryActions.tsx';
import { Serial } from '../../ui/Serial.tsx';
import type { Column } from '../../ui/table/column.ts';
import { AlarmCard } from './AlarmCard.tsx';
import { AlarmDetail, AlarmFooter } from './AlarmDetail.tsx';
import { AlarmMark } from './AlarmMark.tsx';
import { StandingTag } from './standing.tsx';
import './alarms.css';

const of = alarmCalls.alarms;
const stood = ({ status, severity }: Alarm) => ({ stood: status === 'processed' ? status : severity });
const statuses = ['unprocessed', 'processed'] as const;
const asked = { order: 'urgency' };

/** Alarms, what waits first and the most severe before all, read by cursor. New ones come in by the stream (useAlarmCount tells the lists). */
export const AlarmRecords = ({ toQueue }: { toQueue: () => void }) => {
  const { t } = useTranslation('alarms');
  const kinds = useDictionary('alarm_kind');
  const verdicts = useDictionary('swipe_verdict');
  const doubts = useDictionary('swipe_doubt');
  const statusWords = useDictionary('alarm_status');
  const severities = useDictionary('alarm_severity');
  return (
    <RecordsPage<typeof of, OutputOf<typeof of.list>>
      of={of}
      columns={useColumns()}
      name={(alarm) => (alarm ? `${alarmWord(kinds, alarm)} · ${headOf(alarm)}` : t('detail.title'))}
      count={(first) => first && t('list.count', { count: first.unprocessed })}
      every={60_000}
      actions={
        <SecondaryActions
          actions={[{ key: 'queue', label: t('list.toQueue'), icon: <UnorderedListOutlined />, run: toQueue }]}
        />
      }
      asked={asked}
      stood={stood}
      search={t('list.search')}
      filters={(rows) => (
        <>
          <FilterChip
            name="status"
            label={t('list.status')}
            options={statuses.map((s) => ({ value: s, label: statusWords.word(s) }))}
          />
          <FilterChip
            name="kind"
            label={t('list.kind')}
            options={alarmKinds.map((k) => ({ value: k, label: kinds.word(k) }))}
          />
          <LockChip label={t('list.device')} rows={rows} />
          <TimeRange label={t('list.time')} />
        </>
      )}
      words={{
        kind: kinds.words,
        severity: severities.words,
        swipe_verdict: verdicts.words,
        swipe_doubt: doubts.words,
        status: statusWords.words,
        // the file says it the other way round, as a question that has an answer
        unproved: { true: t('list.no'), false: t('list.yes') },
      }}
      detail={(alarm) => <AlarmDetail alarm={alarm} />}
      footer={(alarm) => <AlarmFooter key={alarm.id} alarm={alarm} />}
      empty={{ title: t('list.emptyTitle'), text: t('list.emptyText') }}
      card={(row) => <AlarmCard alarm={row} />}
    />
  );
};

const useColumns = (): Column<Alarm>[] => {
  const { t } = useTranslation('alarms');
  const kinds = useDictionary('alarm_kind');
  const relative = useRelative();
  return [
    {
      title: t('list.alarm'),
      dataIndex: 'kind',
      width: 188,
      file: [
        { field: 'kind', title: t('list.alarm') },
        { field: 'severity', title: t('list.severity') },
        { field: 'unproved', title: t('list.proved') },
        { field: 'swipe_verdict', title: t('detail.swipe') },
        { field: 'swipe_doubt', title: t('detail.swipeDoubt') },
        { field: 'swipe_rule', title: t('detail.swipeRule') },
      ],
      render: (_, row) => (
        <span className="alarm-kind" data-severity={row.severity} data-status={row.status}>
          <AlarmMark severity={row.severity} />
          <b title={alarmWord(kinds, row)}>{alarmWord(kinds, row)}</b>
          {row.unproved && <small>{t('list.unproved')}</small>}
        </span>
      ),
    },
    // whose it is stands whole, whatever else has to give way
    { title: t('list.subject'), dataIndex: 'subject', identity: true, width: 130 },
    // what is left beside an open record holds these: whether somebody cares, who, and since when it waits
    {
      title: t('list.status'),
      dataIndex: 'status',
      width: 140,
      render: (_, row) => <StandingTag alarm={row} />,
    },
    {
      title: t('list.owner'),
      dataIndex: 'owner',
      width: 130,
      ellipsis: true,
      render: (_, row) => personNamed(row.owner, row.owner_login),
      file: [
        { field: 'owner', title: t('list.owner') },
        { field: 'owner_login', title: t('list.ownerLogin') },
      ],
    },
    {
      title: t('list.since'),
      dataIndex: 'first_time',
      width: 110,
      render: (time: string) => <span className="age">{relative(time)}</span>,
    },
    {
      title: t('list.device'),
      dataIndex: 'device_name',
      width: 260,
      render: (_, row) => <NameAndPlate name={row.device_name} plate="" outOfUse={row.out_of_use} />,
    },
    {
      title: t('detail.serial'),
      dataIndex: 'sn',
      identity: true,
      width: 150,
      render: (sn: string) => <Serial value={sn} />,
    },
    { title: t('list.hits'), dataIndex: 'hits', width: 60, align: 'right' },
    // organisations of one house begin alike: the end tells them apart
    { title: t('list.organisation'), dataIndex: 'org_name', width: 170 },
    placeColumn(t('list.placeWords')),
    {
      title: t('detail.processor'),
      dataIndex: 'processor',
      width: 150,
      ellipsis: true,
      optional: true,
      render: (_, row) => personNamed(row.processor, row.processor_login),
      file: [
        { field: 'processor', title: t('detail.processor') },
        { field: 'processor_login', title: t('detail.processorLogin') },
      ],
    },
    {
      title: t('detail.processTime'),
      dataIndex: 'process_time',
      width: 170,
      optional: true,
      render: (time: string | null) => time && clockTime(time),
    },
    { title: t('detail.remark'), dataIndex: 'remark', width: 200, ellipsis: true, optional: true },
  ];
};
