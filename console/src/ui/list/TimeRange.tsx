import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useTheList } from './useList.ts';

const momentOf = (value: unknown) => (typeof value === 'string' ? dayjs(value) : null);

/** The filter `from` … `to`, to the minute; on the wire and in the address in UTC. */
export const TimeRange = ({ label }: { label: string }) => {
  const { query, change } = useTheList();
  return (
    <DatePicker.RangePicker
      className="time-range"
      aria-label={label}
      showTime={{ format: 'HH:mm' }}
      format="MM-DD HH:mm"
      allowEmpty={[true, true]}
      value={[momentOf(query.from), momentOf(query.to)]}
      onChange={(range) => change({ from: range?.[0]?.toISOString(), to: range?.[1]?.toISOString() })}
    />
  );
};
