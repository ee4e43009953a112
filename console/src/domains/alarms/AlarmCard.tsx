import type { Alarm } from '@plomb/contract/alarms';
import { useTranslation } from 'react-i18next';
import { useRelative } from '../../platform/time.ts';
import { AlarmMark } from './AlarmMark.tsx';

/** An alarm on a phone. */
export const AlarmCard = ({ alarm }: { alarm: Alarm }) => {
  const { t } = useTranslation('alarms');
  const relative = useRelative();
  return (
    <div className="alarm-card">
      <AlarmMark severity={alarm.severity} size={24} />
      <div>
        <span className="alarm-kind" data-severity={alarm.severity} data-status={alarm.status}>
          <b>{t(`kind.${alarm.kind}`)}</b>
        </span>
        <p>{[alarm.device_name, alarm.subject].filter(Boolean).join(' · ')}</p>
        <p>
          {t(`status.${alarm.status}`)}
          {alarm.owner && ` · ${alarm.owner}`} · {relative(alarm.first_time)}
        </p>
      </div>
    </div>
  );
};
