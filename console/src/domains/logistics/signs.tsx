import { BatchStep } from '@plomb/contract/logistics/batchSteps';
import type { LogisticsBatch } from '@plomb/contract/logistics/logisticsBatches';
import type { StepRecord } from '@plomb/contract/logistics/stepRecords';
import { useTranslation } from 'react-i18next';
import { DictTag, WordTag } from '../../ui/DictTag.tsx';

/** What a step was; of an abnormal one why. */
export const StepSign = ({ of: { step, cause } }: { of: Pick<StepRecord, 'step' | 'cause'> }) => (
  <span className="batch-sign">
    {step === BatchStep.abnormal ? (
      <DictTag code="batch_cause" value={cause} />
    ) : (
      <DictTag code="step_record" value={String(step)} />
    )}
  </span>
);

/** Where a batch stands, and what stays with it. */
export const BatchSign = ({
  of: { state, result, abnormal, abnormal_info, scrapped, late },
}: {
  of: Pick<LogisticsBatch, 'state' | 'result' | 'abnormal' | 'abnormal_info' | 'scrapped' | 'late'>;
}) => {
  const { t } = useTranslation('logistics');
  return (
    <span className="batch-sign">
      <DictTag code="transport_status" value={state} />
      {late && <WordTag colour="gold">{t('late')}</WordTag>}
      {abnormal && <DictTag code="batch_cause" value={abnormal_info} />}
      {result === 'forced' && abnormal_info !== 'forced_end' && <DictTag code="batch_result" value={result} />}
      {scrapped && <WordTag colour="gold">{t('resealed')}</WordTag>}
    </span>
  );
};
