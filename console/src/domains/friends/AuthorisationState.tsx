import type { AuthorisationRow } from '@plomb/contract/friends/authorisations';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../platform/time.ts';
import { DictTag, WordTag } from '../../ui/DictTag.tsx';

/** Where an authorisation stands: one that was agreed to and has not begun opens nothing yet, and says so. */
export const AuthorisationState = ({ one }: { one: Pick<AuthorisationRow, 'state' | 'from_time'> }) => {
  const { t } = useTranslation('friends');
  const now = useNow();
  return one.state === 'active' && Date.parse(one.from_time) > now ? (
    <WordTag colour="blue">{t('auth.toBegin')}</WordTag>
  ) : (
    <DictTag code="authorisation_state" value={one.state} />
  );
};
