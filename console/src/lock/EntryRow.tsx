import { WarningFilled, WarningOutlined } from '@ant-design/icons';
import { type Alarm, AlarmSeverity, isEndedByItself } from '@plomb/contract/alarms/alarms';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { LockAction, type LockFamily, LockStatus } from '@plomb/contract/lock/codes';
import type { LockEvent } from '@plomb/contract/lock/command';
import { orderedBy } from '@plomb/contract/lock/orderedBy';
import { sayOrder } from '@plomb/contract/lock/orderKinds';
import { commandSigns, stageOf, stateSigns } from '@plomb/contract/lock/signs';
import { trustedWord, trustOf } from '@plomb/contract/lock/trust';
import { reasonIn } from '@plomb/contract/orders/reason';
import { Tooltip } from 'antd';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../platform/dictionaries.ts';
import { listed } from '../platform/listed.ts';
import { useSettings } from '../platform/settings.ts';
import { clockTime, useNow } from '../platform/time.ts';
import { alarmWord } from './alarmWord.ts';
import { actorWord, faultWord, sourceWord } from './codes.ts';
import { shortTime } from './shortTime.ts';
import { CommandSign } from './sign/CommandSign.tsx';
import { StateSign } from './sign/StateSign.tsx';
import { useStageWord } from './sign/useStageWord.ts';
import { type Entry, lockClock } from './timeline.ts';
import { useCauseWord } from './useCauseWord.ts';
import { useSwipeWords } from './useSwipeWords.ts';

const isStatus = (code: number): code is LockStatus => code in stateSigns;

interface EntryContent {
  sign: ReactNode;
  title: string;
  detail: readonly (string | null)[];
  badge?: ReactNode;
}

/** How the platform's own word stands among the events of a lock. */
const platformSeal = 'platform:seal';

const useEventLine = (family: LockFamily) => {
  const { t } = useTranslation('lock');
  const lang = useSettings((s) => s.lang);
  const states = useDictionary('msg_ls');
  const sources = useDictionary('msg_lso');
  const faults = useDictionary('fault');
  const stageWord = useStageWord();
  const swipeWords = useSwipeWords();
  return (event: LockEvent): EntryContent => {
    const status = isStatus(event.ls_after) ? event.ls_after : 255;
    // the state it was found in then: how old the lock's word is now says nothing about it
    const trust = trustOf({ family, lock_status: status }, true);
    const ours = event.code === platformSeal;
    const forced = event.lst === LockAction.tamper;
    const clock = lockClock(event);
    const moved = event.ls_before !== event.ls_after || event.lst !== LockAction.normal;
    return {
      // forced, by a word that moved no state: the sign of the state would be that of a lock in order
      sign:
        forced && status !== LockStatus.abnormal ? (
          <WarningFilled className="entry-alarm" data-severity={event.authenticated ? 'critical' : 'warning'} />
        ) : (
          <StateSign status={status} trust={trust} lang={lang} size={18} decorative />
        ),
      title: forced ? t('events.tamper') : moved ? trustedWord(states.word(status), trust, lang) : t('events.report'),
      detail: [
        actorWord(event.actor, event.lso, (number) => t('card', { number })),
        sourceWord(sources, event.lso),
        event.swipe && swipeWords(event.swipe),
        faultWord(faults, event.fault),
      ],
      badge: (
        <>
          {event.managed && <i>{t('events.managed')}</i>}
          {event.replay && <i>{t('events.replay')}</i>}
          {clock !== null && <i>{t('events.lockClock', { time: clockTime(clock) })}</i>}
          {!event.timed && <i>{t('events.untimed')}</i>}
          {!event.authenticated && (
            <Tooltip title={t('events.unprovedWhy')}>
              <i>{t('events.unproved')}</i>
            </Tooltip>
          )}
          {ours && trust.held && (
            <Tooltip title={commandSigns.held.meaning[lang]}>
              <i>{stageWord('held')}</i>
            </Tooltip>
          )}
          {event.quality === 'inferred' && !ours && (
            <Tooltip title={t('events.inferredWhy')}>
              <i>{t('events.inferred')}</i>
            </Tooltip>
          )}
        </>
      ),
    };
  };
};

const AlarmSign = ({ severity }: Pick<Alarm, 'severity'>) => {
  const Sign = severity === 'critical' ? WarningFilled : WarningOutlined;
  return <Sign className="entry-alarm" data-severity={severity} />;
};
const severities = AlarmSeverity.options;
const worst = (alarms: readonly Alarm[]): Alarm['severity'] =>
  severities.find((severity) => alarms.some((alarm) => alarm.severity === severity)) ?? 'info';

const useAlarmWords = () => {
  const { t } = useTranslation('lock');
  const kinds = useDictionary('alarm_kind');
  const results = useDictionary('alarm_result');
  return {
    kindOf: (alarm: Alarm): string => alarmWord(kinds, alarm),
    /** how it ended; null: it has not */
    endOf: (alarm: Alarm): string | null => {
      if (alarm.result !== null && isEndedByItself(alarm.result)) return results.word(alarm.result);
      return alarm.status === 'processed'
        ? `${t('events.processed')} ${personNamed(alarm.processor, alarm.processor_login)}`
        : null;
    },
  };
};

interface RowProps {
  entry: Entry;
  family: LockFamily;
  /** in place of the clock */
  when?: ReactNode;
}
/** One line of the time line: when, sign, what, by whom. */
export const EntryRow = memo(({ entry, family, when }: RowProps) => {
  const lang = useSettings((s) => s.lang);
  const now = useNow();
  const eventLine = useEventLine(family);
  const faults = useDictionary('fault');
  const stageWord = useStageWord();
  const causeWord = useCauseWord();
  const { kindOf, endOf } = useAlarmWords();
  const line = (): EntryContent => {
    if (entry.kind === 'event') {
      const told = eventLine(entry.event);
      const { alarms, event } = entry;
      if (alarms.length === 0) return told;
      const ends = new Set(alarms.map(endOf));
      return {
        ...told,
        sign: <AlarmSign severity={worst(alarms)} />,
        title: listed(alarms.map(kindOf), lang),
        // what it came to, where the alarm does not say it
        detail: [event.ls_before === event.ls_after ? null : told.title, ...told.detail, ...ends],
      };
    }
    if (entry.kind === 'command') {
      const { command } = entry;
      const stage = stageOf(command);
      const contradicted = command.evidence === 'contradicted';
      const word = stageWord(contradicted ? 'contradicted' : stage);
      return {
        sign: <CommandSign stage={contradicted ? 'answered_fail' : stage} lang={lang} size={18} decorative />,
        title: [sayOrder(command.kind, command.args)[lang], word].join(lang === 'zh' ? '' : ': '),
        detail: [
          orderedBy(command),
          reasonIn(lang, command),
          // whoever looks for their order sees another name in its place
          command.replaced_by && causeWord(command),
        ],
      };
    }
    const { alarm } = entry;
    return {
      sign: <AlarmSign severity={alarm.severity} />,
      title: kindOf(alarm),
      detail: [faultWord(faults, alarm.fault), endOf(alarm)],
    };
  };
  const { sign, title, detail, badge } = line();
  const said = detail.filter((d) => d !== null && d !== '').join(' · ');
  return (
    <li className="entry">
      <time dateTime={entry.time} title={clockTime(entry.time)}>
        {when ?? shortTime(entry.time, now)}
      </time>
      <span className="entry-sign">{sign}</span>
      <p className="entry-text">
        {title}
        {said !== '' && <small title={said}>{said}</small>}
        {badge}
      </p>
    </li>
  );
});
