import { useTranslation } from 'react-i18next';
import type { lossesBelow } from './grants.ts';
import { useTaken } from './useTaken.ts';

/** What a role below loses along with the one above it. */
export const LossBelow = ({ of }: { of: ReturnType<typeof lossesBelow>[number] }) => {
  const { t } = useTranslation('system/roles');
  const taken = useTaken();
  const operators = t('review.operators', { count: of.operators });
  return <p>{t('review.loss', { name: of.roleName, ...taken(of), operators })}</p>;
};
