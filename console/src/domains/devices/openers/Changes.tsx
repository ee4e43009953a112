import type { deviceCalls } from '@plomb/contract/devices/domain';
import type { OutputOf } from '@plomb/contract/kit/call';
import { useTranslation } from 'react-i18next';
import { clockTime } from '../../../platform/time.ts';

export type Change = OutputOf<typeof deviceCalls.openers.list>['changes'][number];

/** What changes by itself in the day after the moment that is asked about, and what was before. */
export const Changes = ({
  changes,
  since,
  summary,
}: {
  changes: readonly Change[];
  since: string;
  summary: string;
}) => {
  const { t } = useTranslation('devices/openers');
  return (
    <section className="device-pane openers-side">
      <h2>{t('changes')}</h2>
      <ol className="openers-changes">
        <li data-now>
          <b>{since}</b>
          <b>{summary}</b>
        </li>
        {changes.map(({ time, name, answer, what }) => (
          <li key={`${time} ${what} ${name}`}>
            <time dateTime={time}>{clockTime(time).slice(5, 16)}</time>
            <span>
              {t(`from_then.${answer}`, { name })}
              <small>{t(`cause.${what}`)}</small>
            </span>
          </li>
        ))}
      </ol>
      {changes.length === 0 && <p className="device-note">{t('noChanges')}</p>}
    </section>
  );
};
