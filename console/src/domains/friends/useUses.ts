import type { AuthorisationRow } from '@plomb/contract/friends/authorisations';
import { useTranslation } from 'react-i18next';

/** How often it opened a lock, of how many times it may, and how many orders may come to an opening yet. */
export const useUses = () => {
  const { t } = useTranslation('friends');
  return ({ max_uses, used, uses_open }: Pick<AuthorisationRow, 'max_uses' | 'used' | 'uses_open'>): string =>
    [
      max_uses === null ? t('auth.used', { count: used }) : t('auth.usedOf', { used, count: max_uses }),
      uses_open > 0 && t('auth.usesOpen', { count: uses_open }),
    ]
      .filter(Boolean)
      .join(' · ');
};
