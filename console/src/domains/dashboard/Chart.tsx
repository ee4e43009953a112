import { BarChartOutlined, TableOutlined } from '@ant-design/icons';
import { Segmented, Skeleton, Tooltip } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNumber } from '../../ui/useNumber.ts';
import type { Part } from '../../ui/usePart.ts';
import { Failed } from './Failed.tsx';
import { scaleTo } from './scale.ts';

/** One row of figures a day; the first column names the day. */
export interface Figures {
  heads: readonly string[];
  rows: readonly { key: string; head: ReactNode; cells: readonly number[] }[];
}

/** A trend as a chart, or as the table it is drawn from. */
export const TrendPanel = (props: {
  title: string;
  legend: ReactNode;
  part: Part<unknown>;
  figures: Figures;
  children: ReactNode;
}) => {
  const { title, legend, part, figures, children } = props;
  const { t } = useTranslation('dashboard');
  const [as, setAs] = useState<'chart' | 'table'>('chart');
  const known = part.data !== undefined;
  return (
    <section className="panel" aria-label={title} aria-busy={!known && !part.error}>
      <header>
        <h2>{title}</h2>
        {as === 'chart' && <ul className="legend">{legend}</ul>}
        <Segmented
          size="small"
          value={as}
          onChange={setAs}
          aria-label={title}
          options={[
            { value: 'chart', icon: <BarChartOutlined aria-label={t('as.chart')} />, title: t('as.chart') },
            { value: 'table', icon: <TableOutlined aria-label={t('as.table')} />, title: t('as.table') },
          ]}
        />
      </header>
      <Failed part={part} />
      {!known && !part.error && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {known && (as === 'chart' ? children : <Table title={title} {...figures} />)}
    </section>
  );
};

const Table = ({ title, heads, rows }: Figures & { title: string }) => {
  const number = useNumber();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section className="trend-table" tabIndex={0} aria-label={title}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, head, cells }) => (
            <tr key={key}>
              <th scope="row">{head}</th>
              {cells.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is what stands in its column
                <td key={at}>{number(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

/** Every so many days one is named below the chart. */
const NAMED = 3;

/**
 * The frame of a chart over days: its scale, the names of the days, and of each day what it tells who points at it. What is
 * drawn in it fills the room of the days, `top` being its upper edge.
 */
export const DaysChart = (props: {
  label: string;
  most: number;
  days: readonly { key: string; name: string; said: string; drawn?: (top: number) => ReactNode }[];
  behind?: (top: number) => ReactNode;
}) => {
  const { label, most, days, behind } = props;
  const number = useNumber();
  const lines = scaleTo(most);
  const top = lines.at(-1) ?? 1;
  return (
    <div className="days-chart" role="img" aria-label={[label, ...days.map(({ said }) => said)].join('; ')}>
      <ol className="scale" aria-hidden="true">
        {lines.toReversed().map((line) => (
          <li key={line}>
            <span>{number(line)}</span>
          </li>
        ))}
      </ol>
      <div className="plot" aria-hidden="true">
        <div className="lines-of-scale">
          {lines.slice(1).map((line) => (
            <i key={line} />
          ))}
        </div>
        {behind?.(top)}
        <div className="days">
          {days.map(({ key, name, said, drawn }, at) => (
            <Tooltip key={key} title={said} mouseEnterDelay={0} mouseLeaveDelay={0}>
              <div className="day">
                <div className="bars">{drawn?.(top)}</div>
                {at % NAMED === 0 && <span className="day-name">{name}</span>}
              </div>
            </Tooltip>
          ))}
        </div>
      </div>
    </div>
  );
};
