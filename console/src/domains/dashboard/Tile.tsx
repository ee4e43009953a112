import { RightOutlined } from '@ant-design/icons';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useNumber } from '../../ui/useNumber.ts';
import type { Part } from '../../ui/usePart.ts';
import { Failed } from './Failed.tsx';

export interface TileRow {
  id: number;
  to: string;
  sign?: ReactNode;
  /** what it is about */
  what?: string;
  /** whose; it breaks before it, and neither is cut */
  name: string;
  /** how long it has waited, or how much is left */
  figure: string;
  urgent?: boolean;
}

interface Props {
  /** the list behind it */
  to: string;
  title: string;
  icon: ReactNode;
  part: Part<unknown>;
  count: number;
  note: string;
  rows: readonly TileRow[];
  urgent?: boolean;
}

/** Something that may need a person: how much of it, and the first of it, each of which opens. Only critical alarms are red. */
export const Tile = ({ to, title, icon, part, count, note, rows, urgent = false }: Props) => {
  const { t } = useTranslation('dashboard');
  const number = useNumber();
  const known = part.data !== undefined;
  return (
    <section className="tile" data-urgent={urgent} data-none={known && count === 0} aria-busy={!known && !part.error}>
      <h2>
        <Link className="tile-title" to={to}>
          {icon}
          <span>{title}</span>
          <RightOutlined aria-hidden />
        </Link>
      </h2>
      {known && (
        <p className="tile-count">
          <b>{number(count)}</b> <span>{count === 0 ? t('none') : note}</span>
        </p>
      )}
      {!known && !part.error && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      <Failed part={part} />
      {known && (
        <ul>
          {rows.map((row) => (
            <li key={row.id} data-urgent={row.urgent}>
              <Link to={row.to}>
                {row.sign}
                <span className="tile-text">
                  {row.what !== undefined && `${row.what} · `}
                  <span className="tile-name">{row.name}</span>
                </span>
                <span className="tile-figure">{row.figure}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
