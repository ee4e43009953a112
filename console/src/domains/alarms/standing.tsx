import type { Alarm } from '@plomb/contract/alarms';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../platform/dictionaries.ts';
import { DictTag, WordTag } from '../../ui/DictTag.tsx';

/** How far an alarm has come, in words: open, taken by somebody, or processed. */
export const useStanding = (): ((alarm: Pick<Alarm, 'status' | 'owner'>) => string) => {
  const { t } = useTranslation('alarms');
  const statuses = useDictionary('alarm_status');
  return ({ status, owner }) =>
    status === 'unprocessed' && owner !== '' ? t('detail.taken', { name: owner }) : statuses.word(status);
};

/** The same as a tag. */
export const StandingTag = ({ alarm }: { alarm: Pick<Alarm, 'status' | 'owner'> }) => {
  const standing = useStanding();
  return alarm.status === 'unprocessed' && alarm.owner !== '' ? (
    <WordTag colour="blue">{standing(alarm)}</WordTag>
  ) : (
    <DictTag code="alarm_status" value={alarm.status} />
  );
};
