import type { Schedule } from '@plomb/contract/lock/schedule';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../platform/settings.ts';
import { scheduleWords } from './scheduleWords.ts';

/** When something rings, in a clause. */
export const useScheduleWords = () => {
  const { t } = useTranslation('lock');
  const lang = useSettings((s) => s.lang);
  return (schedule: Schedule | null): string =>
    schedule === null ? t('schedule.always') : scheduleWords(schedule, t('schedule.weekdays').split(' '), lang);
};
