import type { Schedule } from '@plomb/contract/lock/schedule';
import { useTranslation } from 'react-i18next';

/** When something rings, in a clause. */
export const useScheduleWords = () => {
  const { t } = useTranslation('lock');
  return (schedule: Schedule | null): string => {
    if (schedule === null) return t('schedule.always');
    const { days, from, until, time_zone } = schedule;
    const weekdays = t('schedule.weekdays').split(' ');
    const named = days.length === 7 ? [] : [days.map((day) => weekdays[day - 1]).join(' ')];
    return [...named, from === until ? t('schedule.allDay') : `${from}–${until}`, `(${time_zone})`].join(' ');
  };
};
