import type { Hours } from '@plomb/contract/cards/rules';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { HourPicker } from '../../ui/HourPicker.tsx';
import { ownTimeZone } from '../../ui/saveFile.ts';

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
    <HourPicker
      label={t(`rule.hours.${name}`)}
      value={hours[name]}
      onChange={(moment) => onChange?.({ ...hours, [name]: moment })}
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
