import { DatePicker } from 'antd';
import dayjs from 'dayjs';

/** A moment of a form, to the minute, kept as it is sent; null: none. */
export const MomentField = ({
  value,
  onChange,
  ...input
}: {
  id?: string;
  value?: string | null;
  onChange?: (moment: string | null) => void;
}) => (
  <DatePicker
    {...input}
    showTime={{ format: 'HH:mm' }}
    format="YYYY-MM-DD HH:mm"
    value={value ? dayjs(value) : null}
    onChange={(moment) => onChange?.(moment?.startOf('minute').toISOString() ?? null)}
  />
);
