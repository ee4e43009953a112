import { useTranslation } from 'react-i18next';

/** Of a short key nothing is told but that it is there. */
export const KeyEnd = ({ hint }: { hint: string }) => {
  const { t } = useTranslation('basemaps');
  return <>{hint === '' ? t('noKey') : hint === '…' ? t('keyThere') : t('keyEnds', { hint })}</>;
};
