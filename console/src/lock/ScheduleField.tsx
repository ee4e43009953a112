import type { Schedule } from '@plomb/contract/lock/schedule';
import { Checkbox, TimePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useTranslation } from 'react-i18next';
import { ownTimeZone } from '../ui/saveFile.ts';
import { useScheduleWords } from './useScheduleWords.ts';
import './schedule.css';

const at = (hour: string): Dayjs => dayjs(`2000-01-01T${hour}`);
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
    <TimePicker
      aria-label={t(`schedule.${name}`)}
      format="HH:mm"
      allowClear={false}
      needConfirm={false}
      value={at(schedule[name])}
      onChange={(moment) => {
        if (moment) onChange?.({ ...schedule, [name]: moment.format('HH:mm') });
      }}
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
