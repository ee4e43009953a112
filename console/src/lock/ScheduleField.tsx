import type { Schedule } from '@plomb/contract/lock/schedule';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { HourPicker } from '../ui/HourPicker.tsx';
import { ownTimeZone } from '../ui/saveFile.ts';
import { useScheduleWords } from './useScheduleWords.ts';
import './schedule.css';

const days = [1, 2, 3, 4, 5, 6, 7] as const;

/** Days and hours at which something rings, by the clock of whoever writes them; null: always. */
export const ScheduleField = ({
  id,
  value = null,
  onChange,
}: {
  id?: string;
  value?: Schedule | null;
  onChange?: (schedule: Schedule | null) => void;
}) => {
  const { t } = useTranslation('lock');
  const when = useScheduleWords();
  const hour = (name: 'from' | 'until', schedule: Schedule) => (
    <HourPicker
      label={t(`schedule.${name}`)}
      value={schedule[name]}
      onChange={(moment) => onChange?.({ ...schedule, [name]: moment })}
    />
  );
  return (
    <div className="schedule">
      <Checkbox
        {...(id ? { id } : {})}
        checked={value !== null}
        onChange={(event) =>
          onChange?.(
            event.target.checked ? { days: [...days], from: '22:00', until: '06:00', time_zone: ownTimeZone() } : null,
          )
        }
      >
        {t('schedule.onlyAt')}
      </Checkbox>
      {value && (
        <>
          <Checkbox.Group
            aria-label={t('schedule.days')}
            value={value.days}
            onChange={(chosen) => onChange?.({ ...value, days: chosen as number[] })}
            options={t('schedule.weekdays')
              .split(' ')
              .map((label, at) => ({ value: at + 1, label }))}
          />
          <span className="schedule-hours">
            {hour('from', value)}–{hour('until', value)}
          </span>
          <small>{when(value)}</small>
        </>
      )}
    </div>
  );
};
