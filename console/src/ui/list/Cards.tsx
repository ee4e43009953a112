import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type Column, idOf, titleOf } from '../table/column.ts';
import { WithinLink } from '../withinLink.ts';
import { useTheList } from './useList.ts';

const cellOf = <Row,>(column: Column<Row>, row: Row, index: number): ReactNode => {
  const value: unknown = typeof column.dataIndex === 'string' ? row[column.dataIndex as keyof Row] : undefined;
  return column.render ? (column.render(value, row, index) as ReactNode) : ((value ?? '') as ReactNode);
};

const isNothing = (shown: ReactNode): boolean =>
  shown === '' || shown === null || shown === undefined || shown === false;

/**
 * Rows for a narrow screen: the page's own card, or the columns as lines with their titles, where there is something to
 * say. What can be done with a record stands in the corner, beside the link and not in it.
 */
export const Cards = <Row extends { id: number }>(props: {
  rows: Row[];
  columns: readonly Column<Row>[];
  card: ((row: Row) => ReactNode) | undefined;
  /** what can be done with a record stands on the page's own card, too: there is no table on another screen to do it in */
  acts?: boolean;
  opens: boolean;
}) => {
  const { hrefOf, open } = useTheList();
  const [first, ...others] = props.columns;
  const told = others.filter((column) => titleOf(column) !== '');
  const actions = props.card && !props.acts ? [] : others.filter((column) => titleOf(column) === '');
  const content = (row: Row, index: number): ReactNode =>
    props.card ? (
      props.card(row)
    ) : (
      <>
        <b>{first && cellOf(first, row, index)}</b>
        <dl>
          {told.map((column) => {
            const shown = cellOf(column, row, index);
            return isNothing(shown) ? null : (
              <div key={idOf(column)}>
                <dt>{titleOf(column)}</dt>
                <dd>{shown}</dd>
              </div>
            );
          })}
        </dl>
      </>
    );
  return (
    <ul className="cards">
      {props.rows.map((row, index) => (
        <li key={row.id}>
          {props.opens ? (
            <Link to={hrefOf(row.id)} className="card" aria-current={open.id === row.id}>
              <WithinLink value>{content(row, index)}</WithinLink>
            </Link>
          ) : (
            <div className="card">{content(row, index)}</div>
          )}
          {actions.map((column) => (
            <div key={idOf(column)} className="card-corner">
              {cellOf(column, row, index)}
            </div>
          ))}
        </li>
      ))}
    </ul>
  );
};
