import { useTranslation } from 'react-i18next';
import { TrackKey } from './TrackKey.tsx';
import { FlagSign, GapSign, LateSign } from './useMomentWords.tsx';

/** What the lines and signs on the map mean. */
export const TrackLegend = ({ compared, below }: { compared: boolean; below: number }) => {
  const { t } = useTranslation('tracks');
  return (
    <ul className="track-legend" style={{ bottom: below }}>
      <li>
        <TrackKey place={0} /> {t('legend.track')}
      </li>
      <li>
        <LateSign /> {t('legend.late')}
      </li>
      <li>
        <GapSign /> {t('legend.gap')}
      </li>
      <li>
        <FlagSign /> {t('legend.stop')}
      </li>
      {compared && (
        <li>
          <TrackKey place={1} /> {t('legend.compared')}
        </li>
      )}
    </ul>
  );
};
