import { RECORD_DAYS } from '@plomb/contract/records/recordCalls';
import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../platform/clock.ts';
import { useTheList } from '../../ui/list/useList.ts';
import { momentFormats, useMoments } from '../../ui/moments.ts';

/** The time that is looked at: there is always one, today where none is chosen, and never more than is answered at once. */
export const WindowChip = ({ window }: { window: { from: string | undefined; to: string | undefined } }) => {
  const { t } = useTranslation('records');
  const { change } = useTheList();
  const now = dayjs(serverNow());
  const back = (days: number): Dayjs => now.subtract(days, 'day').startOf('minute');
  const value = useMoments(window.from, window.to);
  return (
    <DatePicker.RangePicker
      className="time-range records-window"
      aria-label={t('window.label')}
      showTime={{ format: 'HH:mm' }}
      format={momentFormats(value)}
      allowEmpty={[true, true]}
      allowClear={window.to !== undefined || !dayjs(window.from).isSame(now.startOf('day'))}
      placeholder={['', t('window.now')]}
      value={value}
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
