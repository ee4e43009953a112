import type { AlarmRule, AlarmRuleChange } from '@plomb/contract/alarms/rules';
import { useTranslation } from 'react-i18next';
import { useScheduleWords } from '../../../lock/useScheduleWords.ts';
import { useDictionary } from '../../../platform/dictionaries.ts';

/** Of the house, minutes. */
export interface House {
  again: number;
  further: number;
}

/** What a rule says, in clauses. */
export const useRuleWords = ({ again, further }: House) => {
  const { t } = useTranslation('alarms/rules');
  const hours = useScheduleWords();
  const severities = useDictionary('alarm_severity');
  const listed = (named: AlarmRule['told'], count: number, none: string): string => {
    if (count === 0) return none;
    return named.length > 0 ? named.map((one) => one.config_name).join(', ') : t('toldAbove', { count });
  };
  const when = (rule: Pick<AlarmRule, 'is_on' | 'schedule'>) => (rule.is_on ? hours(rule.schedule) : t('off'));
  return {
    when,
    told: (rule: AlarmRule) => listed(rule.told, rule.names, t('toldAll')),
    /** what comes after it was told, while nobody takes it */
    after: (rule: AlarmRule): string[] =>
      !rule.is_on
        ? []
        : rule.severity === 'info'
          ? [t('notTold')]
          : [
              t('again', { count: rule.again_minutes ?? again }),
              t('furtherTo', {
                count: rule.further_minutes ?? further,
                names: listed(rule.told_further, rule.names_further, t('nextAbove')),
              }),
            ],
    change: ({ said }: AlarmRuleChange): string =>
      said === null
        ? t('went')
        : [severities.word(said.severity), when(said), said.reason].filter((part) => part !== '').join(' · '),
  };
};
