import { useTranslation } from 'react-i18next';
import { useShownParams } from '../platform/params.ts';
import { usePreferences } from '../platform/preferences.ts';
import { useSettings } from '../platform/settings.ts';

/** The title the operator chose, else the deployment's, else the product's own. */
export const useSystemTitle = (): string => {
  const { t } = useTranslation('app');
  const lang = useSettings((s) => s.lang);
  const preferences = usePreferences();
  const deployment = useShownParams()?.system_title[lang];
  return preferences?.title || deployment || t('system');
};
