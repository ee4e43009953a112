import type { MapLock } from '@plomb/contract/map/map';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isPlaceOld } from '../../../lock/place.ts';
import { usePlaceWords } from '../../../lock/placeWords.ts';
import { shortTime } from '../../../lock/shortTime.ts';
import { StillMap } from '../../../map/StillMap.tsx';
import { useDark, useSettings } from '../../../platform/settings.ts';
import { useNow } from '../../../platform/time.ts';

/** Some two kilometres, two pixels of the picture: one that drives is not drawn anew at every report. */
const GRID = 0.02;
const onGrid = (degrees: number): number => Math.round(degrees / GRID) * GRID;

/** Where the lock is, in words and as a picture that leads to the map; of a place that may be past, of when it is. */
export const Where = ({ lock }: { lock: MapLock }) => {
  const { t } = useTranslation('devices');
  const lang = useSettings((s) => s.lang);
  const mode = useDark() ? 'dark' : 'light';
  const now = useNow();
  const words = usePlaceWords(lock.lon, lock.lat);
  if (lock.lon === null || lock.lat === null) return null;
  const place = words ?? `${lock.lat.toFixed(4)}, ${lock.lon.toFixed(4)}`;
  return (
    <div className="device-where">
      <h2>{t('position')}</h2>
      <p>
        <b>{place}</b>
        {lock.place_time !== null && isPlaceOld(lock) && (
          <span className="age">{t('record.placeAt', { time: shortTime(lock.place_time, now) })}</span>
        )}
      </p>
      <Link to={`/map?lock=${lock.id}`}>
        <StillMap
          at={[onGrid(lock.lon), onGrid(lock.lat)]}
          lang={lang}
          mode={mode}
          label={t('record.placeMap', { place })}
          moves
        />
      </Link>
    </div>
  );
};
