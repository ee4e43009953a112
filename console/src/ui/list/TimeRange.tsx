import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { serverNow } from '../../platform/clock.ts';
import { useTheList } from './useList.ts';
import './chip.css';

const momentOf = (value: unknown) => (typeof value === 'string' ? dayjs(value) : null);

/** The year stands there unless it is this one: last December is not taken for the coming one. */
export const momentText = (moment: Dayjs, now: Dayjs = dayjs(serverNow())): string =>
  moment.format(moment.year() === now.year() ? 'MM-DD HH:mm' : 'YYYY-MM-DD HH:mm');

/** The filter `from` … `to`, to the minute; on the wire and in the address in UTC. */
export const TimeRange = ({ label }: { label: string }) => {
  const { query, change } = useTheList();
  return (
    <DatePicker.RangePicker
      className="time-range"
      aria-label={label}
      showTime={{ format: 'HH:mm' }}
      // shown as people say it, typed in full
      format={[(moment) => momentText(moment), 'YYYY-MM-DD HH:mm', 'MM-DD HH:mm']}
      allowEmpty={[true, true]}
      value={[momentOf(query.from), momentOf(query.to)]}
      onChange={(range) => change({ from: range?.[0]?.toISOString(), to: range?.[1]?.toISOString() })}
    />
  );
};
