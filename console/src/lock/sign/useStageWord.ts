import type { Lang } from '@plomb/contract/kit/text';
import type { CommandStage } from '@plomb/contract/lock/signs';
import { useDictionary } from '../../platform/dictionaries.ts';

/** The word of how far a command came; that the lock has moved, or has not, is its evidence. */
export const useStageWord = (lang?: Lang): ((stage: CommandStage | 'contradicted') => string) => {
  const states = useDictionary('command_state', lang);
  const evidence = useDictionary('command_evidence', lang);
  return (stage) => {
    if (stage === 'proved') return evidence.word('confirmed');
    return stage === 'contradicted' || stage === 'possible' || stage === 'held'
      ? evidence.word(stage)
      : states.word(stage);
  };
};
