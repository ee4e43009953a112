import type { Opener, OpenerCounts, OpenerKind } from '@plomb/contract/devices/openers';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../platform/session.ts';
import { AnswerSign } from './AnswerSign.tsx';
import { useOpenerWords } from './useOpenerWords.ts';

/** What the heading of a group says: how many of which answer, none left out. */
export const useCountWords = () => {
  const { t } = useTranslation('devices');
  return (counts: OpenerCounts): string =>
    (['may', 'approval', 'uncertain', 'refused'] as const)
      .filter((answer) => counts[answer] > 0)
      .map((answer) => t(`openers.count.${answer}`, { count: counts[answer] }))
      .join(t('openers.comma'));
};

/** Who, by which rule, and when that changes; kind by kind. */
export const OpenersTable = ({
  rows,
  counts,
}: {
  rows: readonly Opener[];
  counts: Record<OpenerKind, OpenerCounts>;
}) => {
  const { t } = useTranslation('devices');
  const counted = useCountWords();
  const words = useOpenerWords();
  const me = useSession((s) => s.oper?.id);
  const kinds = [...new Set(rows.map(({ what }) => what))];
  return (
    <table className="openers-table">
      <thead>
        <tr>
          <th scope="col">{t('openers.who')}</th>
          <th scope="col">{t('openers.rule')}</th>
          <th scope="col">{t('openers.when')}</th>
        </tr>
      </thead>
      {kinds.map((kind) => (
        <tbody key={kind}>
          <tr className="openers-group">
            <th scope="rowgroup" colSpan={3}>
              {t(`openers.kind.${kind}`)} <small>{counted(counts[kind])}</small>
            </th>
          </tr>
          {rows
            .filter(({ what }) => what === kind)
            .map((one) => (
              <tr key={one.id} data-answer={one.answer}>
                <td>
                  <AnswerSign answer={one.answer} />
                  <span>
                    <b>{words.name(one)}</b>
                    {one.what === 'person' && one.id === me && ` ${t('openers.you')}`}
                    <small>{words.below(one)}</small>
                  </span>
                </td>
                <td>
                  {words.verdict(one)}
                  <small>{words.ground(one)}</small>
                </td>
                <td>{words.change(one)}</td>
              </tr>
            ))}
        </tbody>
      ))}
    </table>
  );
};
