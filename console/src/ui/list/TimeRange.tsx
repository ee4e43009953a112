import { DatePicker } from 'antd';
import { momentFormats, useMoments } from '../moments.ts';
import { useTheList } from './useList.ts';
import './chip.css';

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

/** The filter `from` … `to`, to the minute; on the wire and in the address in UTC. */
export const TimeRange = ({ label }: { label: string }) => {
  const { query, change } = useTheList();
  const value = useMoments(textOf(query.from), textOf(query.to));
  return (
    <DatePicker.RangePicker
      className="time-range"
      aria-label={label}
      showTime={{ format: 'HH:mm' }}
      format={momentFormats(value)}
      allowEmpty={[true, true]}
      value={value}
      onChange={(range) => change({ from: range?.[0]?.toISOString(), to: range?.[1]?.toISOString() })}
    />
  );
};
