import { useTranslation } from 'react-i18next';
import { FlagSign, GapSign, LateSign } from './useMomentWords.tsx';

/** What the lines and signs on the map mean. */
export const TrackLegend = ({ compared, below }: { compared: boolean; below: number }) => {
  const { t } = useTranslation('tracks');
  const line = (className: string) => (
    <svg width="22" height="6" viewBox="0 0 22 6" aria-hidden="true">
      <path className={className} d="M1 3h20" />
    </svg>
  );
  return (
    <ul className="track-legend" style={{ bottom: below }}>
      <li>
        {line('track-key-way')} {t('legend.track')}
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
          {line('track-key-compared')} {t('legend.compared')}
        </li>
      )}
    </ul>
  );
};
