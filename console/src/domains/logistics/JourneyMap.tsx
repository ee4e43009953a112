import type { LockStatus } from '@plomb/contract/lock/codes';
import { trustOf } from '@plomb/contract/lock/trust';
import type { Way } from '@plomb/contract/logistics/journey';
import { type Batch, isBad, type Journey, type Moment } from '@plomb/contract/logistics/moments';
import { tracks as trackCalls } from '@plomb/contract/tracks/tracks';
import { type Fix, placeAt } from '@plomb/contract/tracks/trip';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapHandle } from '../../map/handle.ts';
import { MapView } from '../../map/MapView.tsx';
import type { FenceMark, LngLat, LockMark, PlaceMark, TrackMark, TrackSign } from '../../map/marks.ts';
import { useMay } from '../../platform/may.ts';
import { useDark, useSettings } from '../../platform/settings.ts';
import { useNumber } from '../../ui/useNumber.ts';
import { useSize } from '../../ui/useSize.ts';

/** So high a legend stands on the map clear of its stations, by what a map leaves at its edge. */
const LEGEND_ROOM = 36;
/** More than a map leaves there: what a station at the side is called stands whole. */
const LABEL = 24;

const at = ({ lon, lat }: { lon: number; lat: number }): LngLat => [lon, lat];
const runsOf = ({ runs }: Way): Fix[][] =>
  runs.map((run) =>
    run.map(([when, lon, lat, velocity, lock_status]) => ({
      ...{ at: when, lon, lat, velocity, lock_status: lock_status as LockStatus, receive_time: '', late: false },
      ...{ proved: true, heading: null, electric: null, temperature: null },
    })),
  );

/** Where the batch was seen, where nobody saw it, and the route that was planned; the lock stands where it was at the moment. */
export const JourneyMap = ({
  batch,
  journey,
  moments,
  cursor,
}: {
  batch: Batch;
  journey: Journey;
  moments: readonly Moment[];
  cursor: number;
}) => {
  const { t } = useTranslation('logistics');
  const { lang, colour } = useSettings();
  const number = useNumber();
  const may = useMay();
  const mode = useDark() ? 'dark' : 'light';
  const [map, setMap] = useState<MapHandle | null>(null);
  const ways = useMemo(() => journey.ways.map((way) => ({ way, runs: runsOf(way) })), [journey]);
  const isSeen = ways.some(({ runs }) => runs.length > 0);
  const route = useMemo(
    () => [batch.start, ...batch.stops, batch.end, batch.destination].map(at),
    [batch.start, batch.stops, batch.end, batch.destination],
  );
  const tracks = useMemo((): TrackMark[] => {
    const seen = ways.flatMap(({ way, runs }) => [
      ...runs.map((run, nth): TrackMark => ({ id: `${way.id}-${nth}`, points: run.map(at), look: 'way' })),
      ...runs.slice(1).map(
        (run, nth): TrackMark => ({
          ...{ id: `${way.id}-gap-${nth}`, points: [at(runs[nth]!.at(-1)!), at(run[0]!)], look: 'unseen' },
        }),
      ),
    ]);
    const isPlanned = !isSeen || batch.end_time === null;
    return isPlanned ? [{ id: 'planned', points: route, look: 'planned' }, ...seen] : seen;
  }, [ways, isSeen, route, batch.end_time]);
  const signs = useMemo(
    () =>
      moments.flatMap((one): TrackSign[] =>
        one.place && isBad(one) && one.what !== 'planned'
          ? [{ id: one.key, at: at(one.place), sign: 'abnormal', alarm: true }]
          : [],
      ),
    [moments],
  );
  const places = useMemo(
    (): PlaceMark[] => [
      { id: 1, name: batch.start_address, at: at(batch.start), afar: true },
      ...batch.stops.map((stop, nth) => ({ id: nth + 2, name: stop.address, at: at(stop), afar: true as const })),
      { id: 99, name: batch.destination_address, at: at(batch.destination), afar: true },
    ],
    [batch.start, batch.stops, batch.destination, batch.start_address, batch.destination_address],
  );
  const fences = useMemo(
    (): FenceMark[] => [
      {
        id: 1,
        name: '',
        geometry: { type: 'Point', coordinates: [...at(batch.destination)] },
        radius: batch.destination.radius,
      },
    ],
    [batch.destination],
  );
  const points = useMemo(() => [...route, ...ways.flatMap(({ runs }) => runs.flat().map(at))], [route, ways]);
  const legend = useRef<HTMLParagraphElement>(null);
  const { height } = useSize(legend);
  const padding = useMemo(() => ({ top: Math.max(0, height - LEGEND_ROOM), left: LABEL }), [height]);
  const isMeasured = height > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is fitted to what is opened, and to the room beside its legend; then it is the reader's
  useEffect(() => map?.fit(points, 13), [map, batch.id, isMeasured]);
  useEffect(() => {
    const locks = ways.flatMap(({ way, runs }): LockMark[] => {
      const here = placeAt({ runs }, cursor);
      if (!here || way.family === null) return [];
      return [
        {
          ...{ id: way.id, at: at(here), status: here.lock_status, connection: 'online', heading: null, alarm: false },
          held: trustOf({ family: way.family, lock_status: here.lock_status }, true).held,
          ...{ outOfUse: false, named: true, label: batch.plate },
          ...(here.velocity !== null && { detail: `${Math.round(here.velocity)} km/h` }),
        },
      ];
    });
    map?.locks.replace(locks);
  }, [map, ways, cursor, batch.plate]);
  const metres = Math.max(0, ...journey.ways.map((way) => way.metres));
  return (
    <div className="journey-map">
      <MapView
        {...{ mode, colour, lang, tracks, signs, places, fences, padding, onHandle: setMap }}
        label={t('journey.map')}
      />
      <p className="journey-legend" ref={legend}>
        {isSeen ? (
          <>
            <span data-look="way">{t('journey.track')}</span>
            {journey.ways.some(({ runs }) => runs.length > 1) && <span data-look="unseen">{t('journey.unseen')}</span>}
            {batch.end_time === null && <span data-look="planned">{t('journey.planned')}</span>}
            <span>{t('journey.driven', { km: number(Math.round(metres / 100) / 10) })}</span>
          </>
        ) : (
          <span data-look="planned">{t(may(trackCalls.read) ? 'journey.noTrack' : 'journey.noRight')}</span>
        )}
      </p>
    </div>
  );
};
