import { DAYS_AHEAD } from '@plomb/contract/devices/openers';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../../platform/clock.ts';
import { useMoment } from '../../../ui/moments.ts';

/** Now, or a minute of the days ahead. */
export const MomentPicker = ({
  value,
  onChange,
}: {
  value: string | undefined;
  onChange: (at: string | undefined) => void;
}) => {
  const { t } = useTranslation('devices/openers');
  const now = dayjs(serverNow());
  return (
    <DatePicker
      className="openers-at"
      aria-label={t('at')}
      placeholder={t('now')}
      showTime={{ format: 'HH:mm' }}
      format={['MM-DD HH:mm', 'YYYY-MM-DD HH:mm']}
      showNow={false}
      minDate={now}
      maxDate={now.add(DAYS_AHEAD, 'day')}
      value={useMoment(value)}
      onChange={(moment) => onChange(moment?.startOf('minute').toISOString())}
    />
  );
};
