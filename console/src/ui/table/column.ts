import type { ColumnType } from 'antd/es/table';

/** A column of the table library, with what a list of ours knows besides. A column without a title holds actions. */
export type Column<Row> = ColumnType<Row> & {
  /** names the record, as a number or a plate does: whatever the person draws, it is never narrower than the page has it, and never cut */
  identity?: true;
  /** out of sight until it is asked for */
  optional?: true;
  /** what it is in a file, where that is more than its own field */
  file?: readonly { field: string; title: string }[];
};

export const idOf = (column: { key?: unknown; dataIndex?: unknown }): string => String(column.key ?? column.dataIndex);
export const titleOf = (column: { title?: unknown }): string => (typeof column.title === 'string' ? column.title : '');

/** Of a column whose page says nothing about it. */
export const usualWidth = 160;
