import { runningNumbers } from '@plomb/contract/seals/number';
import type { Series } from '@plomb/contract/seals/seals';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useSettings } from '../../platform/settings.ts';
import { asTable } from '../../ui/table/asTable.ts';
import { useNumber } from '../../ui/useNumber.ts';
import type { sealsBy } from './media.ts';
import './seals.css';

const terms = ['used', 'in_hand', 'scrapped', 'unexplained'] as const;
/** The numbers of a series: `001–500`. */
const range = ({ first, count }: Series): string => {
  if (first === null) return '';
  const running = runningNumbers(first, count);
  return `${running.first}–${running.last}`;
};

/** How much of it was used, in whole percents: all is all alone, and something is never nothing. */
const shareOf = ({ used, count }: Series): number =>
  used === 0 || used >= count ? Number(used > 0) * 100 : Math.min(99, Math.max(1, Math.round((used / count) * 100)));

/** Received = used + in hand + scrapped + unexplained, series by series; choosing one narrows the list below. */
export const SeriesTable = ({
  of,
  chosen,
  choose,
  isNarrower,
}: {
  of: (typeof sealsBy)['qr'];
  /** the list below is of fewer than all of these */
  isNarrower: boolean;
  chosen: number | null;
  choose: (id: number | null) => void;
}) => {
  const { t } = useTranslation('seals');
  const lang = useSettings((s) => s.lang);
  const number = useNumber();
  const { data, error, refetch } = useQuery({
    queryKey: [of.series.path],
    queryFn: () => send(of.series, {}, { quiet: true }),
    refetchInterval: 30_000,
  });
  if (error && !data)
    return (
      <p className="seal-failed" role="alert">
        {failureWords(error, lang)} <Button onClick={() => void refetch()}>{t('again')}</Button>
      </p>
    );
  if (!data) return <div className="seal-series" aria-busy="true" />;
  if (data.rows.length === 0) return null;
  return (
    <div className="seal-series">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways where the screen is narrow */}
      <section className="seal-series-scroll" tabIndex={0} aria-label={t('series.title')}>
        <table {...asTable.table}>
          <thead>
            <tr>
              <th scope="col">
                {t('series.series')}
                {isNarrower && ` · ${t('unfiltered')}`}
              </th>
              <th scope="col">{t('kind.title')}</th>
              <th scope="col" className="end">
                {t('series.received')}
              </th>
              {terms.map((term) => (
                <th key={term} scope="col" className="end">
                  {t(`series.${term}`)}
                </th>
              ))}
              <th scope="col">{t('organisation')}</th>
              <th scope="col">{t('series.share')}</th>
              <th scope="col">{t('series.madeBy')}</th>
            </tr>
          </thead>
          <tbody {...asTable.rows}>
            {data.rows.map((one) => (
              <tr key={one.id} {...asTable.row} data-chosen={one.id === chosen}>
                <th scope="row" {...asTable.name}>
                  <button
                    type="button"
                    className="seal-link mono"
                    aria-pressed={one.id === chosen}
                    onClick={() => choose(one.id === chosen ? null : one.id)}
                  >
                    {one.prefix} {range(one)}
                  </button>
                </th>
                <td {...asTable.cell} data-name={t('kind.title')}>
                  {one.kind_name}
                  {one.iso_class !== 'none' && ` · ISO 17712 ${one.iso_class}`}
                </td>
                <td {...asTable.cell} className="end" data-name={t('series.received')}>
                  {number(one.count)}
                </td>
                {terms.map((term) => (
                  <td key={term} {...asTable.cell} className="end" data-name={t(`series.${term}`)}>
                    {term === 'unexplained' && one.unexplained > 0 ? (
                      <b className="seal-wrong">{number(one.unexplained)}</b>
                    ) : (
                      number(one[term])
                    )}
                  </td>
                ))}
                <td {...asTable.cell} data-name={t('organisation')}>
                  {one.org_name}
                </td>
                <td {...asTable.cell} data-name={t('series.share')}>
                  <span className="seal-share">
                    <progress value={shareOf(one)} max={100} aria-label={t('series.share')} /> {shareOf(one)}%
                  </span>
                </td>
                <td {...asTable.cell} data-name={t('series.madeBy')}>
                  {one.witness ? t('series.beside', { name: one.oper_name, witness: one.witness }) : one.oper_name}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {data.more && <p className="seal-hint">{t('series.more')}</p>}
    </div>
  );
};
