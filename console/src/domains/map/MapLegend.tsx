import { LockStatus } from '@plomb/contract/lock/codes';
import { Connection } from '@plomb/contract/lock/connection';
import { bySeverity, stateSigns } from '@plomb/contract/lock/signs';
import { trustWords } from '@plomb/contract/lock/trust';
import { useTranslation } from 'react-i18next';
import { HeadingArrow } from '../../lock/HeadingArrow.tsx';
import { ConnectionSign } from '../../lock/sign/ConnectionSign.tsx';
import { StateSign } from '../../lock/sign/StateSign.tsx';
import { mapColours } from '../../map/mapColours.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useDark, useSettings } from '../../platform/settings.ts';
import { DOUBT } from '../../ui/shapes.ts';

/** What the signs on the map mean, drawn by the same components. `raised`: above the line that names the map's sources. */
export const MapLegend = ({ raised }: { raised: boolean }) => {
  const { t } = useTranslation('map');
  const lang = useSettings((s) => s.lang);
  const states = useDictionary('msg_ls');
  const connections = useDictionary('connection');
  const mode = useDark() ? 'dark' : 'light';
  const { fence } = mapColours[mode];
  const sign = stateSigns[LockStatus.abnormal].mark[mode];
  return (
    <section className="map-legend" data-raised={raised} aria-label={t('legend')}>
      <ul>
        {bySeverity.map((status) => (
          <li key={status}>
            <StateSign status={status} lang={lang} size={16} decorative />
            {states.word(status)}
          </li>
        ))}
        <li>
          <StateSign status={2} trust={{ held: true, stale: false }} lang={lang} size={16} decorative />
          {trustWords.held[lang]}
        </li>
        <li>
          <svg width="16" height="16" viewBox="0 0 16 16" fill="none" aria-hidden="true">
            <circle cx="8" cy="8" r="6" stroke="var(--sign-open)" strokeWidth="2.6" />
          </svg>
          {t('cluster')}
        </li>
        <li>
          <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
            <circle cx="8" cy="8" r="7" fill={sign} fillOpacity="0.16" stroke={sign} strokeOpacity="0.5" />
          </svg>
          {t('halo')}
        </li>
      </ul>
      <ul>
        {Connection.options.map((connection) => (
          <li key={connection}>
            <ConnectionSign connection={connection} lang={lang} size={15} decorative />
            {connections.word(connection)}
          </li>
        ))}
        <li>
          <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" aria-hidden="true">
            <circle cx="8" cy="8" r="7" strokeWidth="1.3" />
            {DOUBT.map(({ d, width }) => (
              <path key={d} d={d} strokeWidth={width} strokeLinecap="round" />
            ))}
          </svg>
          {t('placeOld')}
        </li>
        <li>
          <HeadingArrow degrees={0} size={13} />
          {t('headingSign')}
        </li>
        <li>
          <svg width="16" height="16" viewBox="0 0 20 20" fill="none" stroke={fence} aria-hidden="true">
            <path d="M10 2.4 16.8 6.2v7.6L10 17.6 3.2 13.8V6.2z" strokeWidth="1.8" strokeDasharray="3 2" />
          </svg>
          {t('fence')}
        </li>
      </ul>
    </section>
  );
};
