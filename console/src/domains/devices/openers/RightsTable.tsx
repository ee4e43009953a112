import type { Opener, OpenerCounts, OpenerKind } from '@plomb/contract/devices/openers';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AnswerSign } from './AnswerSign.tsx';
import { useCountWords } from './useCountWords.ts';
import { useOpenerWords } from './useOpenerWords.ts';

/** What is the same may stand there several times, as a lock does for cards that nobody registered: then its place among its like tells it. */
const keyed = <Row,>(rows: readonly Row[], keyOf: (row: Row) => string | number): [string, Row][] => {
  const times = new Map<string | number, number>();
  return rows.map((one) => {
    const key = keyOf(one);
    const nth = (times.get(key) ?? 0) + 1;
    times.set(key, nth);
    return [`${key}-${nth}`, one];
  });
};

/** Rights kind by kind: of whom or what each is, by which rule, and when that changes. */
export const RightsTable = <Row extends Opener>(props: {
  rows: readonly Row[];
  /** null: they are too many to be counted */
  counts: Record<OpenerKind, OpenerCounts> | null;
  heading: string;
  wordOf: (kind: OpenerKind) => string;
  keyOf: (row: Row) => string | number;
  /** beside the sign of its answer */
  whose: (row: Row) => ReactNode;
  /** below when it changes */
  further?: (row: Row) => ReactNode;
}) => {
  const { rows, counts, heading, wordOf, keyOf, whose, further } = props;
  const { t } = useTranslation('devices/openers');
  const counted = useCountWords();
  const words = useOpenerWords();
  const kinds = [...new Set(rows.map(({ what }) => what))];
  return (
    <table className="openers-table">
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          <th scope="col">{t('rule')}</th>
          <th scope="col">{t('when')}</th>
        </tr>
      </thead>
      {kinds.map((kind) => (
        <tbody key={kind}>
          <tr className="openers-group">
            <th scope="rowgroup" colSpan={3}>
              {wordOf(kind)} {counts && <small>{counted.group(counts[kind])}</small>}
            </th>
          </tr>
          {keyed(
            rows.filter(({ what }) => what === kind),
            keyOf,
          ).map(([key, one]) => (
            <tr key={key} data-answer={one.answer}>
              <td>
                <div className="openers-who">
                  <AnswerSign answer={one.answer} />
                  {whose(one)}
                </div>
              </td>
              <td>
                {words.verdict(one)}
                <small>{words.ground(one)}</small>
              </td>
              <td>
                {words.change(one)}
                {further?.(one)}
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
};
