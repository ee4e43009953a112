import type { Hours } from '@plomb/contract/cards/rules';
import { useTranslation } from 'react-i18next';
import { listed } from '../../platform/listed.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';

/** When a rule lets its cards open, in a clause: hours of the day, and from when until when. */
export const useRuleTime = () => {
  const { t } = useTranslation('cards');
  const lang = useSettings((s) => s.lang);
  return ({
    hours,
    from_time = null,
    until_time,
  }: {
    hours: Hours | null;
    from_time?: string | null;
    until_time: string | null;
  }): string =>
    listed(
      [
        hours ? `${hours.from}–${hours.until} (${hours.time_zone})` : t('rule.allDay'),
        from_time && t('rule.fromThen', { time: clockTime(from_time) }),
        until_time && t('rule.untilThen', { time: clockTime(until_time) }),
      ].filter((part) => part !== null),
      lang,
    );
};
