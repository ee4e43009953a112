import type { openings } from '@plomb/contract/orders/openings';
import { Segmented } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useNumber } from '../../ui/useNumber.ts';
import { shadesOf } from './shades.ts';

export type Summary = z.output<typeof openings.summary.output>;
interface Props {
  data: Summary;
  /** the openings of that time; today goes on */
  choose: (day: { from: string; to: string | undefined }) => void;
}

/** The openings of each day, by way, those without right apart: as a chart, or as the table it is drawn from. */
export const OpeningDays = ({ data, choose }: Props) => {
  const { t } = useTranslation('orders');
  const [as, setAs] = useState<'chart' | 'table'>('chart');
  return (
    <section className="opening-days" aria-label={t('opening.perDay')}>
      <header>
        <b>{t('opening.perDay')}</b>
        <Segmented
          size="small"
          value={as}
          onChange={setAs}
          aria-label={t('opening.perDay')}
          options={(['chart', 'table'] as const).map((value) => ({ value, label: t(`opening.as.${value}`) }))}
        />
      </header>
      {as === 'chart' ? <Chart data={data} choose={choose} /> : <Table data={data} choose={choose} />}
    </section>
  );
};

const named = (from: string): string => dayjs(from).format('MM-DD');
const dayAt = ({ days }: Summary, at: number) => {
  const next = days[at + 1]?.from;
  return { from: days[at]!.from, to: next && dayjs(next).subtract(1, 'millisecond').toISOString() };
};

const Chart = ({ data, choose }: Props) => {
  const { t } = useTranslation('orders');
  const ways = useDictionary('opening_way');
  const number = useNumber();
  const shades = shadesOf(data.ways);
  const most = Math.max(1, ...data.days.map(({ total }) => total));
  const said = ({ from, total, without_right, ways: used }: Summary['days'][number]): string =>
    [
      `${named(from)}: ${t('opening.total', { count: total })}`,
      ...used.map(({ way, count }) => `${ways.word(way)} ${number(count)}`),
      ...(without_right > 0 ? [`${t('opening.withoutRight')} ${number(without_right)}`] : []),
    ].join(', ');
  return (
    <>
      <ul className="opening-legend" aria-hidden="true">
        {shades.map(({ shade, ways: some }) => (
          <li key={shade}>
            <i data-shade={shade} />
            {some.length === 1 ? ways.word(some[0] ?? '') : t('opening.otherWays')}
          </li>
        ))}
        {data.without_right > 0 && (
          <li>
            <i data-shade="without" />
            {t('opening.withoutRight')}
          </li>
        )}
      </ul>
      <ol className="opening-chart">
        {data.days.map((one, at) => (
          <li key={one.from}>
            <button type="button" aria-label={said(one)} onClick={() => choose(dayAt(data, at))}>
              <span className="opening-apart">
                {one.without_right > 0 && (
                  <>
                    <i data-shade="without" /> {number(one.without_right)}
                  </>
                )}
              </span>
              <span className="opening-column">
                <b>{number(one.total)}</b>
                {shades
                  .map(({ shade, ways: some }) => ({
                    shade,
                    count: one.ways.filter(({ way }) => some.includes(way)).reduce((sum, { count }) => sum + count, 0),
                  }))
                  .toReversed()
                  .map(
                    ({ shade, count }) =>
                      count > 0 && (
                        <span key={shade} data-shade={shade} style={{ blockSize: `${(count / most) * 100}%` }} />
                      ),
                  )}
              </span>
              <span>{named(one.from)}</span>
            </button>
          </li>
        ))}
      </ol>
    </>
  );
};

const Table = ({ data, choose }: Props) => {
  const { t } = useTranslation('orders');
  const ways = useDictionary('opening_way');
  const number = useNumber();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <div className="opening-table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('opening.day')}</th>
            {data.ways.map(({ way }) => (
              <th key={way} scope="col">
                {ways.word(way)}
              </th>
            ))}
            <th scope="col">{t('opening.all')}</th>
            <th scope="col">{t('opening.withoutRight')}</th>
          </tr>
        </thead>
        <tbody>
          {data.days.map(({ from, total, without_right, ways: used }, at) => (
            <tr key={from}>
              <th scope="row">
                <button type="button" onClick={() => choose(dayAt(data, at))}>
                  {named(from)}
                </button>
              </th>
              {data.ways.map(({ way }) => (
                <td key={way}>{number(used.find((one) => one.way === way)?.count ?? 0)}</td>
              ))}
              <td>
                <b>{number(total)}</b>
              </td>
              <td data-some={without_right > 0}>{number(without_right)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
