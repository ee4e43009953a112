import { MOST_POINTS } from '@plomb/contract/tracks/tracks';
import { STOP_TIME } from '@plomb/contract/tracks/trip';
import { useTranslation } from 'react-i18next';
import { withDecimals } from '../../platform/numbers.ts';
import { useSettings } from '../../platform/settings.ts';
import type { Played } from './moments.ts';
import { spanIn } from './span.ts';

/** The window in figures, and among them how much of it nobody can speak for; of several locks they are the first one’s. */
export const TrackSums = ({ of: { track, trip }, isNamed }: { of: Played; isNamed: boolean }) => {
  const { t } = useTranslation('tracks');
  const lang = useSettings((s) => s.lang);
  const { fixes, late, noFix, unproved, unseen, top } = trip;
  return (
    <p className="track-sums">
      {isNamed && <b>{track.subject || track.device_name || track.sn}</b>}
      <b>{withDecimals(trip.metres / 1000, 1, lang)} km</b>
      <span>{t('sums.moving', { time: spanIn(t, trip.moving) })}</span>
      {/* what is shorter than a stop counts as driven: without that words a lock that stood would be said to have moved */}
      <span>{t('sums.stopped', { time: spanIn(t, trip.stopped), count: STOP_TIME / 60_000 })}</span>
      {unseen > 0 && <span data-doubt>{t('sums.unseen', { time: spanIn(t, unseen) })}</span>}
      {top !== null && <span>{t('sums.top', { speed: Math.round(top) })}</span>}
      <span>
        {late > 0 ? t('sums.pointsLate', { count: fixes.length, late }) : t('sums.points', { count: fixes.length })}
      </span>
      {noFix > 0 && <span data-doubt>{t('sums.noFix', { count: noFix })}</span>}
      {unproved > 0 && <span data-doubt>{t('sums.unproved', { count: unproved })}</span>}
      {track.cut && <span data-doubt>{t('sums.cut', { count: MOST_POINTS })}</span>}
    </p>
  );
};
