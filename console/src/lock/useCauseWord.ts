import { personNamed } from '@plomb/contract/kit/personNamed';
import type { Command } from '@plomb/contract/lock/command';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../platform/dictionaries.ts';

/** Why an order ended, or ends, as it does; of one that a newer one replaced, whose that was. `''`: there is no cause. */
export const useCauseWord = (): ((command: Pick<Command, 'cause' | 'replaced_by'>) => string) => {
  const { t } = useTranslation('lock');
  const causes = useDictionary('reply_cause');
  return ({ cause, replaced_by: by }) => {
    if (by) return t('command.replacedBy', { name: personNamed(by.oper_name, by.login_name) });
    return cause === null ? '' : causes.word(cause);
  };
};
