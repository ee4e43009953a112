import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { serverNow } from '../../platform/clock.ts';
import { useTheList } from './useList.ts';
import './chip.css';

const momentOf = (value: unknown) => (typeof value === 'string' ? dayjs(value) : null);

/**
 * How moments are shown, and typed: with the year unless all are of this one, so that last December is not taken for the coming
 * one. Texts alone: where one is a function, the fields of the picker cannot be typed into.
 */
export const momentFormats = (moments: readonly (Dayjs | null)[], now: Dayjs = dayjs(serverNow())): string[] => {
  const [short, full] = ['MM-DD HH:mm', 'YYYY-MM-DD HH:mm'];
  return moments.every((moment) => moment === null || moment.year() === now.year()) ? [short, full] : [full, short];
};

/** The filter `from` … `to`, to the minute; on the wire and in the address in UTC. */
export const TimeRange = ({ label }: { label: string }) => {
  const { query, change } = useTheList();
  const value: [Dayjs | null, Dayjs | null] = [momentOf(query.from), momentOf(query.to)];
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
