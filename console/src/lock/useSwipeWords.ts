import type { Swipe } from '@plomb/contract/lock/swipe';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../platform/dictionaries.ts';
import { clockTime } from '../platform/time.ts';

/** How a card stood to the rules, in words: whether it was let in, by which rule, where and until when. */
export const useSwipeWords = () => {
  const { t } = useTranslation('lock');
  const verdicts = useDictionary('swipe_verdict');
  const doubts = useDictionary('swipe_doubt');
  return ({ verdict, doubt, rule_name, area, until_time, hours }: Swipe): string =>
    [
      doubt ? t('swipe.unsure', { verdict: verdicts.word(verdict), why: doubts.word(doubt) }) : verdicts.word(verdict),
      rule_name && t('swipe.rule', { name: rule_name }),
      area && t('swipe.area', { name: area }),
      hours && t('swipe.hours', { from: hours.from, until: hours.until, zone: hours.time_zone }),
      until_time && t(verdict === 'period' ? 'swipe.ended' : 'swipe.until', { time: clockTime(until_time) }),
    ]
      .filter(Boolean)
      .join(' · ');
};
