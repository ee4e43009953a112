import { DatePicker } from 'antd';
import { useMoment } from '../../ui/moments.ts';

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
    value={useMoment(value)}
    onChange={(moment) => onChange?.(moment?.startOf('minute').toISOString() ?? null)}
  />
);
