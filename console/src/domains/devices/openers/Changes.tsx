import type { Opener } from '@plomb/contract/devices/openers';
import { useTranslation } from 'react-i18next';
import { clockTime } from '../../../platform/time.ts';

export interface Change {
  time: string;
  name: string;
  begins: boolean;
  what: Opener['what'] | 'card';
}

/** What changes by itself in the day after the moment that is asked about. */
export const Changes = ({ changes }: { changes: readonly Change[] }) => {
  const { t } = useTranslation('devices');
  return (
    <section className="device-pane openers-side">
      <h2>{t('openers.changes')}</h2>
      {changes.length === 0 ? (
        <p className="device-note">{t('openers.noChanges')}</p>
      ) : (
        <ol>
          {changes.map(({ time, name, begins, what }) => (
            <li key={`${time} ${what} ${name}`}>
              <time dateTime={time}>{clockTime(time).slice(5, 16)}</time>
              <span>
                {t(begins ? 'openers.begins' : 'openers.ends', { name })}
                <small>{t(`openers.cause.${what}`)}</small>
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
};
