import type { Alarm } from '@plomb/contract/alarms/alarms';
import { useTranslation } from 'react-i18next';
import { usePlaceWords } from '../../lock/placeWords.ts';

/** Where an alarm rang: in words where a town is near, else by its figures. */
export const usePlace = ({ lon, lat }: Pick<Alarm, 'lon' | 'lat'>): string => {
  const { t } = useTranslation('alarms');
  const words = usePlaceWords(lon, lat);
  if (lon === null || lat === null) return t('detail.noPlace');
  return words ?? `${lat.toFixed(4)}, ${lon.toFixed(4)}`;
};
