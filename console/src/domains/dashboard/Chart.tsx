import { BarChartOutlined, TableOutlined } from '@ant-design/icons';
import { Segmented, Skeleton, Tooltip } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useNumber } from '../../ui/useNumber.ts';
import type { Part } from '../../ui/usePart.ts';
import { Failed } from './Failed.tsx';
import { scaleTo } from './scale.ts';

/** A figure, and the list it is the length of. */
export interface Cell {
  count: number;
  to?: string;
}
/** One row of figures a day or hour; the first column names it. */
export interface Figures {
  heads: readonly string[];
  rows: readonly { key: string; head: ReactNode; cells: readonly (number | Cell)[] }[];
}

/** A trend as a chart, or as the table it is drawn from. */
export const TrendPanel = (props: {
  title: string;
  legend?: ReactNode;
  part: Part<unknown>;
  figures: Figures;
  isWide?: boolean;
  children: ReactNode;
}) => {
  const { title, legend, part, figures, isWide = false, children } = props;
  const { t } = useTranslation('dashboard');
  const [as, setAs] = useState<'chart' | 'table'>('chart');
  const known = part.data !== undefined;
  return (
    <section className="panel" data-wide={isWide} aria-label={title} aria-busy={!known && !part.error}>
      <header>
        <h2>{title}</h2>
        {as === 'chart' && legend && <ul className="legend">{legend}</ul>}
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

/** A figure leads to what it counts; nought leads nowhere. */
const Counted = ({ cell }: { cell: number | Cell }) => {
  const number = useNumber();
  const { count, to } = typeof cell === 'number' ? { count: cell } : cell;
  return to !== undefined && count > 0 ? <Link to={to}>{number(count)}</Link> : number(count);
};

const Table = ({ title, heads, rows }: Figures & { title: string }) => {
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
                <td key={at}>
                  <Counted cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

/** So many days or hours at the most are named below the chart: more have no room on a telephone. */
const NAMED = 6;

/**
 * The frame of a chart over days or hours: its scale, their names, and of each what it tells who points at it, and opens where it has
 * a list of its own; who does not point goes by the table. What is drawn in it fills their room, `top` being its upper edge.
 */
export const DaysChart = (props: {
  label: string;
  most: number;
  days: readonly { key: string; name: string; said: string; to?: string; drawn?: (top: number) => ReactNode }[];
  above?: (top: number) => ReactNode;
}) => {
  const { label, most, days, above } = props;
  const number = useNumber();
  const navigate = useNavigate();
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
        <div className="days">
          {days.map(({ key, name, said, to, drawn }, at) => (
            <Tooltip key={key} title={said} mouseEnterDelay={0} mouseLeaveDelay={0}>
              {/* biome-ignore lint/a11y/noStaticElementInteractions: a short way for the mouse; the links are those of the table */}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: likewise */}
              <div
                className="day"
                data-opens={to !== undefined}
                onClick={() => {
                  if (to !== undefined) void navigate(to);
                }}
              >
                <div className="bars">{drawn?.(top)}</div>
                {at % Math.ceil(days.length / NAMED) === 0 && <span className="day-name">{name}</span>}
              </div>
            </Tooltip>
          ))}
        </div>
        {above?.(top)}
      </div>
    </div>
  );
};
