import type { Schedule } from '@plomb/contract/lock/schedule';
import { useTranslation } from 'react-i18next';

/** When a fence rings, in a clause. */
export const useScheduleWords = () => {
  const { t } = useTranslation('map');
  return (schedule: Schedule | null): string => {
    if (schedule === null) return t('fences.always');
    const { days, from, until, time_zone } = schedule;
    const weekdays = t('fences.weekdays').split(' ');
    const named = days.length === 7 ? [] : [days.map((day) => weekdays[day - 1]).join(' ')];
    return [...named, from === until ? t('fences.allDay') : `${from}–${until}`, `(${time_zone})`].join(' ');
  };
};
