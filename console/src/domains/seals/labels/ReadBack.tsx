import { useTranslation } from 'react-i18next';
import type { Printed } from './pdf.ts';

/** What is known of a label: it could be read as it is drawn, it was read off the paper, it could not be read. */
export type Readable = 'drawn' | 'paper' | 'failed' | null;

/** One cell a label; those that failed by their numbers. */
export const ReadBack = ({ labels, read }: { labels: readonly Printed[]; read: readonly Readable[] }) => {
  const { t } = useTranslation('seals');
  const failed = labels.filter((_, nth) => read[nth] === 'failed');
  const count = (as: Readable): number => labels.filter((_, nth) => read[nth] === as).length;
  const done = count('drawn') + count('paper');
  const said =
    failed.length > 0
      ? t('labels.read.failed', { count: failed.length })
      : done === 0
        ? t('labels.read.none')
        : done < labels.length
          ? t('labels.read.some', { done, count: labels.length })
          : count('paper') === labels.length
            ? t('labels.read.paper', { count: labels.length })
            : t('labels.read.every', { count: labels.length });
  return (
    <>
      <p role="status" data-state={failed.length > 0 ? 'failed' : done > 0 && done === labels.length ? 'good' : ''}>
        {said}
      </p>
      <div className="label-cells" aria-hidden="true">
        {labels.map(({ number }, nth) => (
          <i key={number} data-read={read[nth] ?? ''} title={number} />
        ))}
      </div>
      {failed.length > 0 && <p className="mono">{failed.map(({ number }) => number).join(', ')}</p>}
      {count('paper') > 0 && count('paper') < labels.length && (
        <p className="seal-hint">{t('labels.read.onPaper', { count: count('paper') })}</p>
      )}
    </>
  );
};
