import { CheckOutlined, CloseOutlined, MinusOutlined } from '@ant-design/icons';
import type { Batch, Journey } from '@plomb/contract/logistics/moments';
import { numbersOf } from '@plomb/contract/logistics/numbers';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { secondTime } from '../../lock/shortTime.ts';
import { asTable } from '../../ui/table/asTable.ts';

const signs = {
  matches: CheckOutlined,
  mismatch: CloseOutlined,
  abnormal: CloseOutlined,
  unread: MinusOutlined,
  waits: MinusOutlined,
};
const clock = (at: number): string => secondTime(new Date(at).toISOString()).slice(0, 5);

/** Which number was put on each position, which were read there, and which came off. */
export const JourneyNumbers = ({
  batch,
  reasons,
  lit,
}: {
  batch: Batch;
  reasons: Journey['reasons'];
  lit: readonly string[];
}) => {
  const { t } = useTranslation('logistics');
  const titles = {
    sealed: t('journey.sealed'),
    looks: t('journey.looks'),
    opened: t('journey.opened'),
    result: t('journey.result'),
  };
  const rows = useMemo(
    () =>
      numbersOf(
        batch.positions,
        batch.steps.map((one) => ({ ...one, at: Date.parse(one.at) })),
        batch.end_time !== null,
        reasons,
      ),
    [batch, reasons],
  );
  return (
    <section className="journey-pane journey-numbers" aria-labelledby="journey-numbers">
      <h2 id="journey-numbers">{t('journey.numbers')}</h2>
      <div className="journey-scroll">
        <table {...asTable.table}>
          <thead>
            <tr>
              {[t('position'), ...Object.values(titles)].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody {...asTable.rows}>
            {rows.map(({ id, position, sealed, before, looks, opened, result }) => {
              const Sign = signs[result];
              return (
                <tr key={id} {...asTable.row} id={`moment position ${id}`} data-lit={lit.includes(`position ${id}`)}>
                  <th {...asTable.name} scope="row">
                    {position}
                  </th>
                  <td {...asTable.cell} data-name={titles.sealed}>
                    <span className="mono">{sealed || '—'}</span>
                    {before.length > 0 && <small>{t('journey.before', { numbers: before.join(', ') })}</small>}
                  </td>
                  <td {...asTable.cell} data-name={titles.looks}>
                    {looks.length === 0
                      ? '—'
                      : looks.map(({ at, number, matches }) => (
                          <div key={`${at} ${number}`} data-matches={matches}>
                            <span className="mono">{number}</span> <small>{clock(at)}</small>
                          </div>
                        ))}
                  </td>
                  <td {...asTable.cell} data-name={titles.opened}>
                    {opened ? (
                      <>
                        <span className="mono">{opened.number}</span> <small>{clock(opened.at)}</small>
                        {opened.again !== null && <small>{t('journey.again', { time: clock(opened.again) })}</small>}
                      </>
                    ) : (
                      '—'
                    )}
                  </td>
                  <td {...asTable.cell} data-name={titles.result} data-result={result}>
                    <Sign aria-hidden /> {t(`journey.results.${result}`)}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
};
