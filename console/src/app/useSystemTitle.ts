import { useTranslation } from 'react-i18next';
import { usePreferences } from '../platform/preferences.ts';

/** The title the operator chose, else the deployment's, else the product's own. */
export const useSystemTitle = (): string => {
  const { t } = useTranslation('app');
  const preferences = usePreferences();
  return preferences?.title || preferences?.system_title || t('system');
};
