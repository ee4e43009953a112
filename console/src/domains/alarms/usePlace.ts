import type { Alarm } from '@plomb/contract/alarms/alarms';
import { useTranslation } from 'react-i18next';
import { usePlaceAsked } from '../../lock/placeWords.ts';

/** Where an alarm rang: in words where a town is near, else by its figures, which do not stand there while words come. */
export const usePlace = ({ lon, lat }: Pick<Alarm, 'lon' | 'lat'>): string => {
  const { t } = useTranslation('alarms');
  const { words, coming } = usePlaceAsked(lon, lat);
  if (lon === null || lat === null) return t('detail.noPlace');
  if (coming) return '…';
  return words ?? `${lat.toFixed(4)}, ${lon.toFixed(4)}`;
};
