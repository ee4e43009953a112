import { useTranslation } from 'react-i18next';
import { shortTime } from './shortTime.ts';
import type { Wait } from './wake.ts';

/** What a waiting order waits for and until when, in the same sentences before it is given and after. */
export const useWaitWords = (): ((wait: Wait, expires: string | null, now: number) => string[]) => {
  const { t } = useTranslation('lock');
  return (wait, expires, now) => [
    ...(wait?.why === 'wake'
      ? [t('command.wake', { time: shortTime(new Date(wait.by).toISOString(), now) })]
      : wait === null
        ? []
        : wait.why === 'order' || wait.why === 'password' || wait.why === 'report' || wait.why === 'place'
          ? [t(`command.waits.${wait.why}`)]
          : [t(`command.${wait.why}`)]),
    ...(expires === null ? [] : [t('command.expires', { time: shortTime(expires, now) })]),
  ];
};
