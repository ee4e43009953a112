import { CheckOutlined, LoadingOutlined, QuestionCircleOutlined, WarningOutlined } from '@ant-design/icons';
import type { baseMaps } from '@plomb/contract/basemaps/baseMaps';
import type { OutputOf } from '@plomb/contract/kit/call';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useSettings } from '../../platform/settings.ts';
import { relativeTime, useNow } from '../../platform/time.ts';
import { useNumber } from '../../ui/useNumber.ts';
import { datumOfError, RIGHT_METRES } from './landmark.ts';
import { useLandmark, useTrying } from './useTrials.ts';
import './baseMaps.css';

type Row = Pick<
  OutputOf<typeof baseMaps.list>['rows'][number],
  'id' | 'status' | 'datum' | 'tried' | 'tried_ms' | 'tried_time' | 'landmark_metres'
>;

/** How it was found when it was tried last, and when that was. */
export const TrialCell = ({ row }: { row: Row }) => {
  const { t } = useTranslation('basemaps');
  const { word } = useDictionary('base_map_trial');
  const lang = useSettings((s) => s.lang);
  const number = useNumber();
  const now = useNow();
  const isTried = useTrying(({ ids }) => ids.includes(row.id));
  if (isTried)
    return (
      <span className="base-map-trial">
        <LoadingOutlined aria-hidden /> {t('trying')}
      </span>
    );
  const { tried, tried_ms, tried_time } = row;
  if (tried === null)
    return (
      <span className="base-map-trial">
        <QuestionCircleOutlined aria-hidden /> {t('neverTried')}
      </span>
    );
  const works = tried === 'works';
  return (
    <span className="base-map-trial" data-wrong={!works}>
      {works ? <CheckOutlined aria-hidden /> : <WarningOutlined aria-hidden />}{' '}
      {works && tried_ms !== null ? t('worksIn', { ms: number(tried_ms) }) : word(tried)}
      {tried_time !== null && <small>{relativeTime(tried_time, now, lang)}</small>}
    </span>
  );
};

/** How far from a known place it drew that place, and what that means. */
export const LandmarkCell = ({ row: { landmark_metres: metres, datum } }: { row: Row }) => {
  const { t } = useTranslation('basemaps');
  const datums = useDictionary('datum');
  const number = useNumber();
  const [{ at }] = useLandmark();
  if (metres === null) return <span className="base-map-trial">{t('notMeasured')}</span>;
  const by = datumOfError(at, metres);
  // moved by the shift of a datum that is not its own
  const other = by === datum ? 'wgs84' : by;
  return (
    <span className="base-map-trial" data-wrong={metres > RIGHT_METRES}>
      {t('metresOff', { metres: number(metres) })}
      {other && <small>{t('looksLike', { datum: datums.word(other) })}</small>}
    </span>
  );
};
