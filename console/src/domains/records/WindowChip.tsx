import { RECORD_DAYS } from '@plomb/contract/records/recordCalls';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../platform/clock.ts';
import { momentText } from '../../ui/list/TimeRange.tsx';
import { useTheList } from '../../ui/list/useList.ts';

/** The time that is looked at: there is always one, today where none is chosen, and never more than is answered at once. */
export const WindowChip = ({ window }: { window: { from: string | undefined; to: string | undefined } }) => {
  const { t } = useTranslation('records');
  const { change } = useTheList();
  const now = dayjs(serverNow());
  const back = (days: number): dayjs.Dayjs => now.subtract(days, 'day').startOf('minute');
  return (
    <DatePicker.RangePicker
      className="time-range records-window"
      aria-label={t('window.label')}
      showTime={{ format: 'HH:mm' }}
      format={[(moment) => momentText(moment), 'YYYY-MM-DD HH:mm', 'MM-DD HH:mm']}
      allowEmpty={[true, true]}
      allowClear={window.to !== undefined || !dayjs(window.from).isSame(now.startOf('day'))}
      placeholder={['', t('window.now')]}
      value={[window.from ? dayjs(window.from) : null, window.to ? dayjs(window.to) : null]}
      presets={[
        { label: t('window.today'), value: [now.startOf('day'), null] },
        {
          label: t('window.yesterday'),
          value: [now.subtract(1, 'day').startOf('day'), now.startOf('day')],
        },
        { label: t('window.week'), value: [back(7), null] },
        { label: t('window.month'), value: [back(RECORD_DAYS), null] },
      ]}
      disabledDate={(day, { from }) => from !== undefined && Math.abs(day.diff(from, 'day')) > RECORD_DAYS}
      onChange={(range) => change({ from: range?.[0]?.toISOString(), to: range?.[1]?.toISOString() })}
    />
  );
};
