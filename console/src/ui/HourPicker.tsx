import { TimePicker } from 'antd';
import { useMoment } from './moments.ts';

/** An hour and minute of any day, as "22:00". */
export const HourPicker = ({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (hour: string) => void;
}) => (
  <TimePicker
    aria-label={label}
    format="HH:mm"
    allowClear={false}
    needConfirm={false}
    value={useMoment(`2000-01-01T${value}`)}
    onChange={(moment) => {
      if (moment) onChange(moment.format('HH:mm'));
    }}
  />
);
