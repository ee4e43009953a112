import { Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { secondTime } from '../../lock/shortTime.ts';
import type { Moment, Played } from './moments.ts';
import { useMomentWords } from './useMomentWords.tsx';

const kinds = { all: null, alarms: 'alarm', deeds: 'event' } as const;

interface Props {
  played: readonly Played[];
  moments: readonly Moment[];
  /** the moment the playback is at */
  current: string | null;
  seek: (at: number) => void;
}

/** What happened in the window, one line each; a line leads the cursor there. */
export const TrackMoments = ({ played, moments, current, seek }: Props) => {
  const { t } = useTranslation('tracks');
  const wordsOf = useMomentWords();
  const [only, setOnly] = useState<keyof typeof kinds>('all');
  // of what did not come yet, or did not load, nobody can say that nothing happened
  const known = played.length > 0;
  const shown = moments.filter(({ kind }) => kinds[only] === null || kind === kinds[only]);
  const count = (name: keyof typeof kinds): number =>
    kinds[name] === null ? moments.length : moments.filter(({ kind }) => kind === kinds[name]).length;
  const nameOf = (id: number): string => {
    const track = played.find((one) => one.track.id === id)?.track;
    return track ? track.subject || track.device_name : '';
  };
  return (
    <section className="track-moments" aria-label={t('moments')}>
      <header>
        <h2>{t('moments')}</h2>
        <Segmented
          size="small"
          value={only}
          onChange={setOnly}
          options={(['all', 'alarms', 'deeds'] as const).map((value) => ({
            value,
            label: known ? `${t(value)} ${count(value)}` : t(value),
          }))}
        />
      </header>
      {known && shown.length === 0 && <p className="track-quiet">{t('none')}</p>}
      <ol>
        {shown.map((moment) => {
          const { sign, title, detail, tone } = wordsOf(moment);
          const said = [played.length > 1 && nameOf(moment.id), detail].filter(Boolean).join(' · ');
          return (
            <li key={moment.key}>
              <button type="button" aria-current={moment.key === current} onClick={() => seek(moment.at)}>
                <time dateTime={new Date(moment.at).toISOString()}>
                  {secondTime(new Date(moment.at).toISOString())}
                </time>
                <span className="track-moment-sign">{sign}</span>
                <span className="track-moment-text" data-tone={tone}>
                  {title}
                  {said && <small title={said}>{said}</small>}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
};
