import type { Alarm } from '@plomb/contract/alarms';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useRelative } from '../../platform/time.ts';
import { AlarmMark } from './AlarmMark.tsx';

/** An alarm on a phone. */
export const AlarmCard = ({ alarm }: { alarm: Alarm }) => {
  const kinds = useDictionary('alarm_kind');
  const statuses = useDictionary('alarm_status');
  const relative = useRelative();
  return (
    <div className="alarm-card">
      <AlarmMark severity={alarm.severity} size={24} />
      <div>
        <span className="alarm-kind" data-severity={alarm.severity} data-status={alarm.status}>
          <b>{kinds.word(alarm.kind)}</b>
        </span>
        <p>{[alarm.device_name, alarm.subject].filter(Boolean).join(' · ')}</p>
        <p>
          {statuses.word(alarm.status)}
          {alarm.owner && ` · ${alarm.owner}`} · {relative(alarm.first_time)}
        </p>
      </div>
    </div>
  );
};
