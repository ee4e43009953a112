import type { Alarm } from '@plomb/contract/alarms/alarms';
import { metresFromLine } from '@plomb/contract/lock/metres';
import { logisticsCalls } from '@plomb/contract/logistics/domain';
import type { LogisticsBatchDetail } from '@plomb/contract/logistics/logisticsBatches';
import type { MapLock } from '@plomb/contract/map/map';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { shortTime } from '../../lock/shortTime.ts';
import type { LngLat } from '../../map/marks.ts';
import { metresInPixel, STILL_ZOOM, type StillMap } from '../../map/StillMap.tsx';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { duration, useNow } from '../../platform/time.ts';
import { useNumber } from '../../ui/useNumber.ts';

const { detail } = logisticsCalls.logisticsBatches;
type Plan = Pick<LogisticsBatchDetail, 'start' | 'stops' | 'end' | 'destination' | 'limits' | 'beyond'>;

/** The plan of the batch on whose way an alarm rang, for whoever sees batches. */
export const usePlanOf = ({ batch }: Pick<Alarm, 'batch'>): Plan | undefined =>
  useQuery({
    queryKey: [detail.path, batch?.id],
    queryFn: ({ signal }) => send(detail, { id: batch?.id ?? 0 }, { quiet: true, signal }),
    enabled: useMay()(detail) && batch !== null,
  }).data;

const placesOf = ({ start, stops, end, destination }: Plan) => [start, ...stops, end, destination];
/** By which it is off the route or not. */
const lineOf = (plan: Plan): { lon: number; lat: number }[] => {
  const drawn = plan.limits.off_route?.line ?? [];
  return drawn.length > 0 ? drawn.map(([lon, lat]) => ({ lon, lat })) : placesOf(plan);
};
const at = ({ lon, lat }: { lon: number; lat: number }): LngLat => [lon, lat];

/** Pixels from the middle in which the line is still well seen. */
const NEAR = 60;
/** As the small map draws it: far enough away that what it is off from is on it. */
export const drawnPlan = (
  plan: Plan | undefined,
  here: { lon: number; lat: number },
): Pick<Parameters<typeof StillMap>[0], 'plan' | 'zoom'> => {
  if (!plan) return {};
  const line = lineOf(plan);
  const pixels = metresFromLine(line, here) / metresInPixel(at(here), STILL_ZOOM);
  return {
    plan: { line: line.map(at), circles: placesOf(plan).map((one, id) => ({ id, at: at(one), radius: one.radius })) },
    zoom: Math.max(2, STILL_ZOOM - Math.max(0, Math.log2(pixels / NEAR))),
  };
};

/** By how much what rang is beyond its limit, since when and where, and what the limit is. */
export const LimitFact = ({
  alarm,
  plan,
  lock,
  place,
}: {
  alarm: Alarm;
  plan: Plan;
  lock: MapLock | null;
  /** where it rang, in words */
  place: string;
}) => {
  const { t } = useTranslation('alarms');
  const lang = useSettings((s) => s.lang);
  const number = useNumber();
  const now = useNow();
  const { kind, lon, lat } = alarm;
  const isOpen = alarm.status === 'unprocessed';
  const { off_route, long_stop, lock_silent } = plan.limits;
  const since = isOpen
    ? kind === 'lock_silent'
      ? (lock?.report_time ?? null)
      : (plan.beyond.find((one) => one.kind === kind && one.device_id === alarm.device_id)?.since ?? null)
    : null;
  const lasts = since && duration(since, now, lang);
  const kmOff = (place: { lon: number | null; lat: number | null } | null): string | null =>
    place && place.lon !== null && place.lat !== null
      ? number(Math.round(metresFromLine(lineOf(plan), { lon: place.lon, lat: place.lat }) / 100) / 10)
      : null;
  const rang = kmOff({ lon, lat });
  const here = isOpen && since ? kmOff(lock) : null;
  const far = here ?? rang;
  const told: Record<string, { head: string | null; more: (string | null | undefined)[] }> = {
    off_route: {
      head: far && t('case.off', { km: far }),
      more: [
        here && rang && here !== rang ? t('case.offRang', { km: rang }) : null,
        off_route
          ? t('case.limitOff', { km: number(off_route.metres / 1000), minutes: off_route.minutes })
          : t('case.limitGone'),
      ],
    },
    long_stop: {
      head: lasts && t('case.stands', { lasts }),
      more: [long_stop ? t('case.limit', { minutes: long_stop.minutes }) : t('case.limitGone')],
    },
    lock_silent: {
      head: lasts && t('case.silent', { lasts }),
      more: [lock_silent ? t('case.limit', { minutes: lock_silent.minutes }) : t('case.limitGone')],
    },
  };
  const of = told[kind] ?? { head: null, more: [] };
  const more = [...of.more, since && t('case.beyondSince', { time: shortTime(since, now) }), place].filter(Boolean);
  return (
    <div>
      <dt>{t('case.beyond')}</dt>
      <dd>
        {of.head && <b>{of.head}</b>}
        <span>{more.join(' · ')}</span>
      </dd>
    </div>
  );
};
