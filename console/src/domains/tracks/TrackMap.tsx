import { shapeOf, trustOf } from '@plomb/contract/lock/trust';
import { type Fix, placeAt } from '@plomb/contract/tracks/trip';
import type { TFunction } from 'i18next';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapHandle } from '../../map/handle.ts';
import { MapView } from '../../map/MapView.tsx';
import type { LngLat, LockMark, TrackMark, TrackSign } from '../../map/marks.ts';
import { useDark, useSettings } from '../../platform/settings.ts';
import type { Moment, Played } from './moments.ts';
import { isForced, saidAt } from './moments.ts';
import { spanIn } from './span.ts';
import { statusOf } from './useMomentWords.tsx';

const at = ({ lon, lat }: Pick<Fix, 'lon' | 'lat'>): LngLat => [lon, lat];

/** The first is the one that is looked at; the others lie beside it. */
const lookOf = (place: number): NonNullable<TrackMark['look']> =>
  place === 0 ? 'way' : `compared${Math.min(place - 1, 3) as 0 | 1 | 2 | 3}`;

/** Its runs, and between them what nobody saw: dots from end to end, which say that and no way. */
const marksOf = ({ track, trip }: Played, place: number): TrackMark[] => [
  ...trip.runs.map((run, i): TrackMark => ({ id: `${track.id}-${i}`, points: run.map(at), look: lookOf(place) })),
  ...trip.runs.slice(1).map(
    (run, i): TrackMark => ({
      id: `${track.id}-gap-${i}`,
      points: [at(trip.runs[i]!.at(-1)!), at(run[0]!)],
      look: 'unseen',
    }),
  ),
];

const signOf = (moment: Moment, t: TFunction<'tracks'>): TrackSign[] => {
  const { key, kind, place } = moment;
  if (kind === 'late')
    return moment.fixes.map((fix, i) => ({
      ...{ id: `${key}-${fix.at}`, at: at(fix), sign: 'late' },
      // said of all of them at the first
      ...(i === 0 && { words: t('late', { count: moment.fixes.length }) }),
    }));
  if (!place || kind === 'gap') return [];
  const one = { id: key, at: at(place) };
  if (kind === 'stop')
    return [{ ...one, sign: 'stop', words: t('stop', { time: spanIn(t, moment.stop.to - moment.stop.from) }) }];
  if (kind === 'alarm') return moment.alarm.severity === 'critical' ? [{ ...one, sign: 'abnormal', alarm: true }] : [];
  if (isForced(moment.event)) return [{ ...one, sign: 'abnormal', alarm: true }];
  const { event, family } = moment;
  const trust = trustOf({ family, lock_status: event.ls_after }, true);
  return [{ ...one, sign: shapeOf(statusOf(event.ls_after), trust) }];
};

interface Props {
  played: readonly Played[];
  moments: readonly Moment[];
  cursor: number;
  padding: { top: number; right: number; bottom: number; left: number };
  /** what the view is fitted to once: other locks, or another window */
  fitTo: string;
  handle: RefObject<MapHandle | null>;
}

/** The tracks, what happened on them, and where each lock is at the cursor. */
export const TrackMap = ({ played, moments, cursor, padding, fitTo, handle: given }: Props) => {
  const { t } = useTranslation('tracks');
  const { lang, colour } = useSettings();
  const mode = useDark() ? 'dark' : 'light';
  const [map, setMap] = useState<MapHandle | null>(null);
  const tracks = useMemo(() => played.flatMap((one, i) => marksOf(one, i)), [played]);
  const signs = useMemo(() => moments.flatMap((one) => signOf(one, t)), [moments, t]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is fitted to what is opened, and to the room there is for it; then it is the reader's
  useEffect(
    () =>
      map?.fit(
        played.flatMap(({ trip }) => trip.fixes.map(at)),
        14,
      ),
    [map, fitTo, played.length > 0, padding],
  );

  useEffect(() => {
    const locks = played.flatMap(({ track, trip }): LockMark[] => {
      const here = placeAt(trip, cursor);
      if (!here) return [];
      const said = saidAt(trip, cursor);
      const speed = said?.velocity ?? null;
      const lock_status = said?.lock_status ?? 255;
      return [
        {
          id: track.id,
          at: at(here),
          status: statusOf(lock_status),
          held: trustOf({ family: track.family, lock_status }, true).held,
          connection: 'online',
          heading: speed !== null && speed >= 3 ? (said?.heading ?? null) : null,
          alarm: false,
          outOfUse: false,
          named: played.length > 1,
          // the name tells locks of one vehicle apart
          label:
            played.length > 1
              ? [track.subject, track.device_name].filter(Boolean).join(' ')
              : track.subject || track.device_name,
          ...(speed !== null && { detail: `${Math.round(speed)} km/h` }),
        },
      ];
    });
    map?.locks.replace(locks);
  }, [map, played, cursor]);

  return (
    <MapView
      mode={mode}
      colour={colour}
      lang={lang}
      label={t('mapLabel')}
      selected={played[0]?.track.id ?? null}
      tracks={tracks}
      signs={signs}
      padding={padding}
      onHandle={(next) => {
        given.current = next;
        setMap(next);
      }}
    />
  );
};
