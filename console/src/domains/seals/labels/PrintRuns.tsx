import { labels as of } from '@plomb/contract/seals/labels';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { send } from '../../../platform/client.ts';
import { clockTime } from '../../../platform/time.ts';

/** When what of a series was printed. */
export const PrintRuns = ({ series }: { series: number }) => {
  const { t } = useTranslation('seals');
  const { data } = useQuery({
    queryKey: [of.runs.path, series],
    queryFn: () => send(of.runs, { series_id: series }, { quiet: true }),
  });
  if (!data || data.rows.length === 0) return null;
  return (
    <section className="label-block label-runs-block" aria-label={t('labels.runs')}>
      <h2>{t('labels.runs')}</h2>
      <ol className="label-runs">
        {data.rows.map((run) => (
          <li key={run.id} data-again={run.again > 0}>
            <p>
              <span className="mono">
                {run.first_number}
                {run.last_number !== run.first_number && ` – ${run.last_number}`}
              </span>{' '}
              {run.again > 0 && <b>{t('labels.runAgain', { count: run.again })}</b>}
            </p>
            <p className="seal-hint">
              {[clockTime(run.create_time), run.oper_name, run.reason].filter(Boolean).join(' · ')}
            </p>
          </li>
        ))}
      </ol>
      {data.more && <p className="seal-hint">{t('labels.runsMore', { count: data.rows.length })}</p>}
    </section>
  );
};
