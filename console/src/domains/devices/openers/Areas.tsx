import type { deviceCalls } from '@plomb/contract/devices/domain';
import type { OutputOf } from '@plomb/contract/kit/call';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AreasMap } from '../../../lock/holds/AreasMap.tsx';
import { headOf } from '../../../lock/names.ts';
import { PlaceWords } from '../../../lock/PlaceWords.tsx';
import { extentOf } from '../../../map/draw/drawn.ts';
import type { LngLat } from '../../../map/marks.ts';
import { clockTime } from '../../../platform/time.ts';
import { type Device, isOut } from '../device.ts';
import '../../../lock/deviceLink.css';

type Told = Pick<OutputOf<typeof deviceCalls.openers.list>, 'areas' | 'place'>;

/** Corners of the area that is nearest: all of them may lie hundreds of kilometres apart. */
const nearestTo = ({ lon, lat }: NonNullable<Told['place']>, areas: Told['areas']): LngLat[] =>
  areas
    .map(({ area }) => extentOf(area))
    .map((corners) => ({ corners, far: Math.min(...corners.map(([x, y]) => Math.hypot((x - lon) * 0.85, y - lat))) }))
    .toSorted((one, other) => one.far - other.far)[0]?.corners ?? [];

/** Where cards and authorised people open it, and where it was last. */
export const Areas = ({ device, areas, place }: { device: Device } & Told) => {
  const { t } = useTranslation('devices/openers');
  if (areas.length === 0) return null;
  const names = [...new Set(areas.map(({ of }) => of))].join(' · ');
  const locks = place
    ? [
        {
          ...{ id: device.id, at: [place.lon, place.lat] as const, status: device.lock_status, held: false },
          ...{ connection: device.connection, heading: null, alarm: false, outOfUse: isOut(device) },
          label: headOf(device),
        },
      ]
    : [];
  const kinds = new Set(areas.map(({ open }) => open));
  return (
    <section className="device-pane openers-areas">
      <header>
        <h2>{t('areas')}</h2>
        <small className="openers-of" title={names}>
          {names}
        </small>
        {place && (
          <Link className="device-link" to={`/map?id=${device.id}`}>
            {t('toMap')}
          </Link>
        )}
      </header>
      <AreasMap
        key={`${place?.lon} ${place?.lat} ${areas.length}`}
        areas={areas.map(({ open, ...one }) => ({ ...one, colour: open ? 'violet' : 'slate' }))}
        locks={locks}
        {...(place && { on: [[place.lon, place.lat], ...nearestTo(place, areas)] as const })}
        label={t('areas')}
      />
      <footer>
        {kinds.has(true) && <span data-open>{t('areasNow')}</span>}
        {kinds.has(false) && <span>{t('areasLater')}</span>}
        <small className="openers-place">
          {place && <PlaceWords lon={place.lon} lat={place.lat} />}
          {place ? t(place.fresh ? 'placeAt' : 'placeOld', { time: clockTime(place.time).slice(5, 16) }) : t('noPlace')}
        </small>
      </footer>
    </section>
  );
};
