import { logisticsCalls } from '@plomb/contract/logistics/domain';
import type { Batch } from '@plomb/contract/logistics/moments';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../platform/may.ts';

/** Where a batch has more steps than are shown: which are left out, and the way to all of them. */
export const MoreSteps = ({ of: { id, more_steps } }: { of: Pick<Batch, 'id' | 'more_steps'> }) => {
  const { t } = useTranslation('logistics');
  const may = useMay();
  if (!more_steps) return null;
  return (
    <p className="batch-more">
      {t('journey.moreSteps')}{' '}
      {may(logisticsCalls.stepRecords.list) && <Link to={`/batchStep?batch_id=${id}`}>{t('journey.allSteps')}</Link>}
    </p>
  );
};
