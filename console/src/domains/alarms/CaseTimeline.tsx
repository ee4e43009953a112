import { CheckOutlined, SwapOutlined, UndoOutlined, UpCircleOutlined, UserOutlined } from '@ant-design/icons';
import type { Alarm, AlarmStep } from '@plomb/contract/alarms/alarms';
import { personNamed } from '@plomb/contract/kit/personNamed';
import type { LockFamily } from '@plomb/contract/lock/codes';
import type { MapLock } from '@plomb/contract/map/map';
import { Button, Skeleton } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { alarmWord } from '../../lock/alarmWord.ts';
import { EntryRow } from '../../lock/EntryRow.tsx';
import { type History, useHistory } from '../../lock/history.ts';
import { type Entry, mergeTimeline } from '../../lock/timeline.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { clockTime } from '../../platform/time.ts';
import { AlarmMark } from './AlarmMark.tsx';
import { offsetOf } from './queue.ts';
import '../../lock/locks.css';

const parts = ['all', 'state', 'orders', 'deeds'] as const;
type Part = (typeof parts)[number];

/** What stands before the alarm, and what came after it: of a lock that talks a lot the nearest. */
const BEFORE = 10;
const AFTER = 40;
const icons: Record<AlarmStep['step'], ReactNode> = {
  take: <UserOutlined />,
  hand_over: <SwapOutlined />,
  escalate: <UpCircleOutlined />,
  process: <CheckOutlined />,
  give_back: <UndoOutlined />,
};

type Line =
  | { kind: 'entry'; key: string; time: string; entry: Entry }
  | { kind: 'step'; key: string; time: string; step: AlarmStep }
  | { kind: 'alarm'; key: string; time: string };

const isOwn = (entry: Entry, { id, event_id }: Alarm): boolean =>
  entry.kind === 'alarm' ? entry.alarm.id === id : entry.kind === 'event' && entry.event.id === event_id;
const partOf = (line: Line): Part => {
  if (line.kind === 'step') return 'deeds';
  return line.kind === 'entry' && line.entry.kind === 'command' ? 'orders' : 'state';
};

/** Everything about one alarm on one line of time, the newest first; the alarm itself stands in it whatever is shown. */
export const linesOf = (alarm: Alarm, entries: readonly Entry[], steps: readonly AlarmStep[]): Line[] => {
  const at = alarm.first_time;
  const others = entries.filter((entry) => !isOwn(entry, alarm));
  const after = others.filter(({ time }) => time >= at).slice(-AFTER);
  const before = others.filter(({ time }) => time < at).slice(0, BEFORE);
  const lines: Line[] = [
    ...[...after, ...before].map((entry): Line => ({ kind: 'entry', key: entry.key, time: entry.time, entry })),
    ...steps.map((step): Line => ({ kind: 'step', key: `s${step.id}`, time: step.time, step })),
    { kind: 'alarm', key: 'alarm', time: at },
  ];
  return lines.sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : a.kind === 'alarm' ? 1 : -1));
};

/** How far the lists were read: the alarm may lie behind pages that were not. */
const useReach = (alarm: Alarm, history: History): Entry[] => {
  const { entries, wants } = mergeTimeline(history.sources);
  const reaches = entries.some(({ time }) => time < alarm.first_time);
  const { fetchOlder, fetchingOlder, loading, failed } = history;
  useEffect(() => {
    if (!reaches && wants.length > 0 && !fetchingOlder && !loading && !failed && entries.length < 400)
      fetchOlder(wants);
  });
  return entries;
};

/** The alarm is what one looks for: it stands in sight whatever came after it. */
const inSight = (row: HTMLLIElement | null): void => {
  const line = row?.closest('.case-line');
  // only its own line moves: on a telephone the whole case is one sheet, read from its top
  if (row && line) line.scrollTop = row.offsetTop - line.clientHeight / 2;
};

interface Props {
  alarm: Alarm;
  steps: readonly AlarmStep[];
}

const Lines = ({ alarm, steps, entries, family }: Props & { entries: readonly Entry[]; family: LockFamily }) => {
  const { t } = useTranslation('alarms');
  const kinds = useDictionary('alarm_kind');
  const stepWords = useDictionary('alarm_step');
  const [part, choose] = useState<Part>('all');
  const lines = linesOf(alarm, entries, steps).filter(
    (line) => line.kind === 'alarm' || part === 'all' || partOf(line) === part,
  );
  const when = (time: string): ReactNode => (
    <>
      {clockTime(time).slice(-8)}
      <small className="case-when">{offsetOf(time, alarm.first_time)}</small>
    </>
  );
  return (
    <section className="case-line" aria-label={t('case.line')}>
      <header>
        <h3>{t('case.line')}</h3>
        {parts.map((one) => (
          <button key={one} type="button" className="case-chip" aria-pressed={part === one} onClick={() => choose(one)}>
            {t(`case.parts.${one}`)}
          </button>
        ))}
      </header>
      <ol>
        {lines.map((line) => {
          if (line.kind === 'entry')
            return <EntryRow key={line.key} entry={line.entry} family={family} when={when(line.time)} />;
          if (line.kind === 'step') {
            const { step } = line;
            const to = step.to_name && ` → ${personNamed(step.to_name, step.to_login)}`;
            return (
              <li className="entry" key={line.key}>
                <time dateTime={step.time} title={clockTime(step.time)}>
                  {when(step.time)}
                </time>
                <span className="entry-sign">{icons[step.step]}</span>
                <p className="entry-text">
                  {stepWords.word(step.step)} · {personNamed(step.oper_name, step.login_name)}
                  {to}
                  {step.reason && <small>{step.reason}</small>}
                </p>
              </li>
            );
          }
          return (
            <li
              className="entry case-own"
              key={`${alarm.id} ${lines.length}`}
              ref={inSight}
              data-severity={alarm.severity}
            >
              <time dateTime={alarm.first_time} title={clockTime(alarm.first_time)}>
                {when(alarm.first_time)}
              </time>
              <span className="entry-sign">
                <AlarmMark severity={alarm.severity} size={20} />
              </span>
              <p className="entry-text">
                <b>
                  {alarmWord(kinds, alarm)} {alarm.fault > 0 && alarm.fault}
                </b>
                {alarm.hits > 1 && (
                  <small>{t('case.again', { count: alarm.hits, time: clockTime(alarm.last_time) })}</small>
                )}
              </p>
            </li>
          );
        })}
      </ol>
    </section>
  );
};

const WithLock = ({ lock, ...props }: Props & { lock: MapLock }) => {
  const history = useHistory(lock);
  const entries = useReach(props.alarm, history);
  if (history.loading && !history.failed)
    return <Skeleton className="case-line" active title={false} paragraph={{ rows: 6 }} />;
  return (
    <>
      <Lines {...props} entries={entries} family={lock.family} />
      {history.failed && <Unread retry={history.retry} />}
    </>
  );
};

const Unread = ({ retry }: { retry: () => void }) => {
  const { t } = useTranslation('lock');
  return (
    <p className="lock-events-failed" role="alert">
      {t('events.failed')}
      <Button type="link" size="small" onClick={retry}>
        {t('events.retry')}
      </Button>
    </p>
  );
};

/** What happened with the lock before and after, what it was ordered, and what people did. */
export const CaseTimeline = ({ lock, ...props }: Props & { lock: MapLock | undefined }) =>
  lock ? <WithLock key={lock.id} lock={lock} {...props} /> : <Lines {...props} entries={[]} family="hhd" />;
