import type { BatchOutcome } from '@plomb/contract/batches/batches';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../platform/settings.ts';
import { CommandSign } from './sign/CommandSign.tsx';
import { useStageWord } from './sign/useStageWord.ts';
import './outcomeWord.css';

type NoStage = 'ready' | 'unfit' | 'gone';
const isStage = (outcome: BatchOutcome): outcome is Exclude<BatchOutcome, NoStage> =>
  outcome !== 'ready' && outcome !== 'unfit' && outcome !== 'gone';

export const useOutcomeWord = (): ((outcome: BatchOutcome) => string) => {
  const { t } = useTranslation('lock');
  const stageWord = useStageWord();
  return (outcome) => (isStage(outcome) ? stageWord(outcome) : t(`outcome.${outcome}`));
};

/** What became of a device, in the words and signs an order has everywhere. */
export const OutcomeWord = ({ outcome }: { outcome: BatchOutcome }) => {
  const lang = useSettings((s) => s.lang);
  const word = useOutcomeWord();
  return (
    <span className="outcome-word" data-outcome={outcome}>
      {isStage(outcome) && (
        <CommandSign stage={outcome === 'contradicted' ? 'answered_fail' : outcome} lang={lang} size={18} decorative />
      )}
      {word(outcome)}
    </span>
  );
};
