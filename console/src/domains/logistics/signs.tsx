import { BatchStep } from '@plomb/contract/logistics/batchSteps';
import type { LogisticsBatch } from '@plomb/contract/logistics/logisticsBatches';
import type { StepRecord } from '@plomb/contract/logistics/stepRecords';
import { minutesOf, type Verdict } from '@plomb/contract/logistics/verdict';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../platform/dictionaries.ts';
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

/** A ring with a tick, a broken ring with a dash, a filled triangle. */
export const VerdictSign = ({ of, size = 34 }: { of: Verdict | null; size?: number }) => (
  <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
    {of === 'breached' ? (
      <>
        <path d="M16 4 30 28H2Z" fill="currentColor" stroke="currentColor" strokeWidth="3" strokeLinejoin="round" />
        <path d="M16 12v8M16 23.5v1" stroke="var(--surface)" strokeWidth="3" strokeLinecap="round" />
      </>
    ) : (
      <>
        <circle
          {...{ cx: 16, cy: 16, r: 12, fill: 'none', stroke: 'currentColor', strokeWidth: 3 }}
          strokeDasharray={of === 'intact' ? 'none' : '17 8'}
        />
        <path
          {...{ d: of === 'intact' ? 'm10 16 4 5 8-9' : 'M11 16h10', fill: 'none', stroke: 'currentColor' }}
          {...{ strokeWidth: 3, strokeLinecap: 'round', strokeLinejoin: 'round' }}
        />
      </>
    )}
  </svg>
);

/** Whether a batch is intact as it was judged last, and the gravest of what that rests on. */
export const VerdictCell = ({
  of: { state, verdict, why, judging, transit_time },
}: {
  of: Pick<LogisticsBatch, 'state' | 'verdict' | 'why' | 'judging' | 'transit_time'>;
}) => {
  const { t } = useTranslation('logistics');
  const verdicts = useDictionary('batch_verdict');
  const reasons = useDictionary('journey_reason');
  if (transit_time === null) return <span className="unseen">{t('journey.none')}</span>;
  const minutes = why ? minutesOf(why) : null;
  const told = why && [
    reasons.word(why.code),
    minutes !== null && t('journey.minutes', { count: minutes }),
    why.count > 1 && t('journey.times', { count: why.count }),
  ];
  const word = verdict ? verdicts.word(verdict) : t('verdict.notYet');
  return (
    <span className="batch-verdict" data-verdict={verdict ?? 'none'}>
      <VerdictSign of={verdict} size={20} />
      <span>
        <b>{state === 'in_transit' && verdict && verdict !== 'breached' ? t('verdict.soFar', { what: word }) : word}</b>
        {told && <small>{told.filter(Boolean).join(' · ')}</small>}
        {judging && verdict && <small>{t('verdict.again')}</small>}
      </span>
    </span>
  );
};
