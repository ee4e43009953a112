import type { Alarm } from '@plomb/contract/alarms/alarms';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../platform/dictionaries.ts';
import { DictTag, WordTag } from '../../ui/DictTag.tsx';

/** How far an alarm has come, in words: open, taken by somebody, or processed. */
export const useStanding = (): ((alarm: Pick<Alarm, 'status' | 'owner' | 'owner_login'>) => string) => {
  const { t } = useTranslation('alarms');
  const statuses = useDictionary('alarm_status');
  return ({ status, owner, owner_login }) =>
    status === 'unprocessed' && owner !== ''
      ? t('detail.taken', { name: personNamed(owner, owner_login) })
      : statuses.word(status);
};

/** The same as a tag, where a column beside it says by whom. */
export const StandingTag = ({ alarm }: { alarm: Pick<Alarm, 'status' | 'owner'> }) => {
  const { t } = useTranslation('alarms');
  return alarm.status === 'unprocessed' && alarm.owner !== '' ? (
    <WordTag colour="blue">{t('list.taken')}</WordTag>
  ) : (
    <DictTag code="alarm_status" value={alarm.status} />
  );
};
