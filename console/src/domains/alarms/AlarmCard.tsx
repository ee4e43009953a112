import type { Alarm } from '@plomb/contract/alarms/alarms';
import { useTranslation } from 'react-i18next';
import { alarmWord } from '../../lock/alarmWord.ts';
import { headOf, nameBelow } from '../../lock/names.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useRelative } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { AlarmMark } from './AlarmMark.tsx';
import { useStanding } from './standing.tsx';

/** An alarm on a phone. */
export const AlarmCard = ({ alarm }: { alarm: Alarm }) => {
  const { t } = useTranslation('alarms');
  const kinds = useDictionary('alarm_kind');
  const standing = useStanding();
  const relative = useRelative();
  return (
    <div className="alarm-card">
      <AlarmMark severity={alarm.severity} size={24} />
      <div>
        <span className="alarm-kind" data-severity={alarm.severity} data-status={alarm.status}>
          <b>{alarmWord(kinds, alarm)}</b>
          {alarm.unproved && <small>{t('list.unproved')}</small>}
        </span>
        <p>
          {[headOf(alarm), nameBelow(alarm)].filter(Boolean).join(' · ')}{' '}
          <DictTag code="out_of_use" value={alarm.out_of_use} />
        </p>
        <p>
          {standing(alarm)} · <span className="age">{relative(alarm.first_time)}</span>
        </p>
      </div>
    </div>
  );
};
