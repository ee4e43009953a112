import type { TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTheList } from './useList.ts';

const cellOf = <Row,>(column: TableColumnsType<Row>[number], row: Row, index: number): ReactNode => {
  if ('children' in column) return null;
  const value: unknown = typeof column.dataIndex === 'string' ? row[column.dataIndex as keyof Row] : undefined;
  return column.render ? (column.render(value, row, index) as ReactNode) : ((value ?? '') as ReactNode);
};

/** Rows for a narrow screen: the page's own card, or the columns as lines with their titles. */
export const Cards = <Row extends { id: number }>(props: {
  rows: Row[];
  columns: TableColumnsType<Row>;
  card: ((row: Row) => ReactNode) | undefined;
  opens: boolean;
}) => {
  const { hrefOf } = useTheList();
  const [first, ...others] = props.columns;
  const content = (row: Row, index: number): ReactNode =>
    props.card ? (
      props.card(row)
    ) : (
      <>
        <b>{first && cellOf(first, row, index)}</b>
        <dl>
          {others.map((column) => (
            <div key={String(column.key ?? column.title)}>
              <dt>{typeof column.title === 'function' ? '' : column.title}</dt>
              <dd>{cellOf(column, row, index)}</dd>
            </div>
          ))}
        </dl>
      </>
    );
  return (
    <ul className="cards">
      {props.rows.map((row, index) => (
        <li key={row.id}>
          {props.opens ? (
            <Link to={hrefOf(row.id)} className="card">
              {content(row, index)}
            </Link>
          ) : (
            <div className="card">{content(row, index)}</div>
          )}
        </li>
      ))}
    </ul>
  );
};
