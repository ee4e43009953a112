import type { Hours } from '@plomb/contract/cards/rules';
import { Checkbox, TimePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useTranslation } from 'react-i18next';
import { ownTimeZone } from '../../ui/saveFile.ts';

const at = (hour: string): Dayjs => dayjs(`2000-01-01T${hour}`);

/** Hours of each day, by the clock of whoever writes them; null: all day. */
export const HoursField = ({
  id,
  value = null,
  onChange,
}: {
  id?: string;
  value?: Hours | null;
  onChange?: (hours: Hours | null) => void;
}) => {
  const { t } = useTranslation('cards');
  const hour = (name: 'from' | 'until', hours: Hours) => (
    <TimePicker
      aria-label={t(`rule.hours.${name}`)}
      format="HH:mm"
      allowClear={false}
      needConfirm={false}
      value={at(hours[name])}
      onChange={(moment) => {
        if (moment) onChange?.({ ...hours, [name]: moment.format('HH:mm') });
      }}
    />
  );
  return (
    <div className="rule-hours">
      <Checkbox
        {...(id ? { id } : {})}
        checked={value !== null}
        onChange={(event) =>
          onChange?.(event.target.checked ? { from: '06:00', until: '22:00', time_zone: ownTimeZone() } : null)
        }
      >
        {t('rule.hours.only')}
      </Checkbox>
      {value && (
        <span className="card-degrees">
          {hour('from', value)}–{hour('until', value)}
          <small>{value.time_zone}</small>
        </span>
      )}
    </div>
  );
};
