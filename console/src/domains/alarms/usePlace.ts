import type { Alarm } from '@plomb/contract/alarms/alarms';
import { useTranslation } from 'react-i18next';

/** Where an alarm rang. */
export const usePlace = (): ((alarm: Pick<Alarm, 'lon' | 'lat'>) => string) => {
  const { t } = useTranslation('alarms');
  return ({ lon, lat }) =>
    lon === null || lat === null ? t('detail.noPlace') : `${lat.toFixed(4)}, ${lon.toFixed(4)}`;
};
