import {
  type OpenerAnswer,
  type OpenerCounts,
  type OpenerKind,
  openerAnswers,
  openerKinds,
} from '@plomb/contract/devices/openers';
import { useTranslation } from 'react-i18next';

type All = Record<OpenerKind, OpenerCounts>;

/** How many, in words. */
export const useCountWords = () => {
  const { t } = useTranslation('devices/openers');
  return {
    /** of a group: how many of which answer, none left out */
    group: (counts: OpenerCounts): string =>
      openerAnswers
        .filter((answer) => counts[answer] > 0)
        .map((answer) => t(`count.${answer}`, { count: counts[answer] }))
        .join(t('comma')),
    /** of an answer: how many of which kind */
    kinds: (counts: All, answer: OpenerAnswer): string =>
      openerKinds
        .filter((kind) => counts[kind][answer] > 0)
        .map((kind) => t(`some.${kind}`, { count: counts[kind][answer] }))
        .join(t('comma')),
    answer: (answer: Exclude<OpenerAnswer, 'refused'>, count: number): string => t(`count.${answer}`, { count }),
    nobody: t('nobody'),
  };
};

/** Who can, and what else is to be known at a glance. */
export const summaryOf = (words: ReturnType<typeof useCountWords>, counts: All): { can: string; more: string } => ({
  can: words.kinds(counts, 'may') || words.nobody,
  more: (['approval', 'against', 'uncertain'] as const)
    .map((answer) => ({ answer, count: openerKinds.reduce((sum, kind) => sum + counts[kind][answer], 0) }))
    .filter(({ count }) => count > 0)
    .map(({ answer, count }) => words.answer(answer, count))
    .join(' · '),
});
