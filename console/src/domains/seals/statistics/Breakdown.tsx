import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNumber } from '../../../ui/useNumber.ts';

interface Row {
  key: string;
  name: ReactNode;
  count: number;
  isChosen: boolean;
  choose: () => void;
}

/** The most frequent of some kind, each of which narrows everything to itself; the rest is one that has no bar. */
export const Breakdown = ({
  title,
  rows,
  rest,
}: {
  title: string;
  rows: readonly Row[];
  rest?: { kinds: number; count: number };
}) => {
  const { t } = useTranslation('seals');
  const number = useNumber();
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <section className="stats-breakdown" aria-label={title}>
      <h2>{title}</h2>
      {rows.length === 0 && <p className="seal-hint">{t('stats.none')}</p>}
      <ul>
        {rows.map(({ key, name, count, isChosen, choose }) => (
          <li key={key}>
            <button type="button" aria-pressed={isChosen} onClick={choose}>
              <span title={typeof name === 'string' ? name : undefined}>{name}</span>
              <i aria-hidden>
                <span style={{ inlineSize: `${(count / most) * 100}%` }} />
              </i>
              <b>{number(count)}</b>
            </button>
          </li>
        ))}
        {rest && rest.kinds > 0 && (
          <li className="stats-rest">
            <span>{t('stats.others', { n: rest.kinds })}</span>
            <b>{number(rest.count)}</b>
          </li>
        )}
      </ul>
    </section>
  );
};
